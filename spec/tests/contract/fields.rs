//! The tables of fields: name, what it holds, whether it is required.

mod actions;
mod agent;
mod errors;
mod formats;
mod monitor;
mod options;
mod targets;

use std::collections::BTreeSet;

use webdata_spec::Spec;
use webdata_spec::model::Property;

use crate::described::{described, whole};
use crate::{none, object, spec, unions};

/// One table of fields.
pub(crate) struct Table {
    /// The type.
    name: &'static str,
    /// What is said of the object as a whole.
    whole: &'static str,
    fields: &'static [Field],
}

/// One row: the name, what it holds, whether it is required.
///
/// What it holds is written as [`described`] writes it, or as [`UNSAID`].
pub(crate) struct Field(&'static str, &'static str, Presence);

/// The contract names the field and does not say what it holds.
const UNSAID: &str = "unsaid";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// The contract does not say.
    Unsaid,
}

fn tables() -> impl Iterator<Item = &'static Table> {
    let pages: [&'static [Table]; 7] = [
        monitor::TABLES,
        targets::TABLES,
        options::TABLES,
        formats::TABLES,
        actions::TABLES,
        agent::TABLES,
        errors::TABLES,
    ];
    pages.into_iter().flatten()
}

#[test]
fn fields_are_those_of_the_contract() {
    let spec = spec();
    let differences: Vec<String> = tables().flat_map(|table| check(&spec, table)).collect();
    none(&differences);
}

/// What has no table is made up.
#[test]
fn types_are_those_of_the_contract() {
    let spec = spec();
    let found: BTreeSet<&str> = spec.types.keys().map(String::as_str).collect();
    let written: BTreeSet<&str> = tables().map(|table| table.name).chain(unions::names()).collect();
    assert_eq!(found, written);
}

/// Both ways: nothing is missing, and nothing is made up.
fn check(spec: &Spec, table: &Table) -> Vec<String> {
    let Some(object) = object(spec, table.name) else {
        return vec![format!("{} is no object of the spec", table.name)];
    };
    let mut differences = Vec::new();
    let mut differ = |place: String, found: String, written: &str| {
        if found != written {
            differences.push(format!("{place}: {found}, and the contract: {written}"));
        }
    };
    differ(table.name.to_owned(), whole(object), table.whole);
    let found: BTreeSet<&str> = object.properties.keys().map(String::as_str).collect();
    let written: BTreeSet<&str> = table.fields.iter().map(|field| field.0).collect();
    differ(format!("the fields of {}", table.name), format!("{found:?}"), &format!("{written:?}"));
    for Field(name, says, presence) in table.fields {
        let place = format!("{}.{name}", table.name);
        let Some(Property { schema, required }) = object.properties.get(*name) else { continue };
        if *says != UNSAID {
            differ(place.clone(), described(schema), says);
        }
        let found = if *required { Presence::Required } else { Presence::Optional };
        if *presence != Presence::Unsaid {
            differ(place, format!("{found:?}"), &format!("{presence:?}"));
        }
    }
    differences
}
