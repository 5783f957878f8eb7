//! Lint of errors, operations, lifecycles and gaps: unused team states, error codes without a property,
//! states that differ from their property.

use std::collections::HashSet;

use super::follow::{PathError, Types};
use super::placed_schema::PlacedSchema;
use super::schema_keys::duplicate_ids;
use crate::diagnostic::Diagnostic;
use crate::model::{PropertyPath, Segment, Spec};
use crate::nearest::nearest;
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(
    pages: &Pages,
    spec: &Spec,
    schemas: &[PlacedSchema<'_>],
    mistakes: &mut Vec<Diagnostic>,
) {
    if !has_rejected_entries(pages) {
        unused_team_states(pages, schemas, mistakes);
    }
    codes_without_a_property(pages, spec, mistakes);
    unknown_schemes(pages, mistakes);
    colliding_identities(pages, mistakes);
    states_beside_enums(pages, mistakes);
}

/// Returns whether an entry that may use a row was removed from a page because of a mistake.
fn has_rejected_entries(pages: &Pages) -> bool {
    pages.service.document.has_rejected()
        || pages.operations.document.has_rejected()
        || pages.lifecycles.as_ref().is_some_and(|page| page.document.has_rejected())
        || pages.limits.as_ref().is_some_and(|page| page.document.has_rejected())
        || pages.types.iter().any(|(_, page)| page.document.has_rejected())
}

fn unused_team_states(pages: &Pages, schemas: &[PlacedSchema<'_>], mistakes: &mut Vec<Diagnostic>) {
    let of_operations = pages.operations.content.values().flat_map(|page| &page.refusals);
    let refusals = schemas.iter().flat_map(|at| &at.page.refusals).chain(of_operations);
    let mut used: HashSet<&str> = refusals.filter_map(|r| r.team_state.as_deref()).collect();
    let place = Place::new(&pages.service.document).at("teamStates");
    add_intended_names(&mut used, &place.keys());
    for id in pages.service.content.team_states.keys().filter(|id| !used.contains(id.as_str())) {
        let mistake = place.at(id).entry(format!("no refusal uses the team state `{id}`"));
        mistakes.push(mistake.with_help("remove it, or name it as the `teamState` of a refusal"));
    }
}

/// Adds the names that misspelt references mean. The reference is reported; the row is not reported as
/// unused.
fn add_intended_names<'n>(used: &mut HashSet<&'n str>, known: &[&'n str]) {
    let dangling = used.iter().filter(|name| !known.contains(name));
    let meant: Vec<&str> =
        dangling.filter_map(|name| nearest(known.iter().copied(), name)).collect();
    used.extend(meant);
}

/// Reports an error with a code whose body has no property for the code.
fn codes_without_a_property(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let types = Types::new(pages);
    let code = PropertyPath(vec![Segment::Property("code".to_owned())]);
    let mut reported = HashSet::new();
    for operation in spec.operations.values() {
        let body = &operation.error_body;
        let lacks_code = types.get(body).is_some_and(|schema| {
            matches!(types.follow(schema, &code), Err(PathError::Property(..)))
        });
        if !lacks_code {
            continue;
        }
        for row in spec.operation_errors(operation).into_iter().filter(|row| row.code.is_some()) {
            if reported.insert((&row.id, body)) {
                let place = Place::new(&pages.errors.document).at(&row.id).at("code");
                let message =
                    format!("the error body of `{}`, `{body}`, has no `code`", operation.id);
                let help = format!("add `code` to the properties of `{body}`, or remove it here");
                mistakes.push(place.entry(message).with_help(help));
            }
        }
    }
}

fn unknown_schemes(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let known = Place::new(&pages.service.document).at("authentication").keys();
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for scheme in operation.authentication.iter().filter(|s| !known.contains(&s.as_str())) {
            let place = place.at(id).at("authentication");
            mistakes.push(place.unknown("authentication scheme", scheme, &known));
        }
    }
}

fn colliding_identities(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        let place = place.at(id);
        duplicate_ids(
            "effect",
            "effects",
            operation.effects.iter().map(|e| &e.id),
            &place,
            mistakes,
        );
        duplicate_ids(
            "refusal",
            "refusals",
            operation.refusals.iter().map(|r| &r.id),
            &place,
            mistakes,
        );
        let ids = operation.situations.iter().map(|situation| &situation.id);
        duplicate_ids("situation", "situations", ids, &place, mistakes);
    }
    let Some(page) = &pages.lifecycles else { return };
    for (type_name, properties) in &page.content {
        for (property, lifecycle) in properties {
            let place = Place::new(&page.document).at(type_name).at(property);
            let ids = lifecycle.situations.iter().map(|situation| &situation.id);
            duplicate_ids("situation", "situations", ids, &place, mistakes);
        }
    }
}

fn states_beside_enums(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.lifecycles else { return };
    let types = Types::new(pages);
    for (type_name, properties) in &page.content {
        let Some(schema) = types.get(type_name) else { continue };
        let known = schema.place.at("properties").keys();
        for (property, lifecycle) in properties {
            let place = Place::new(&page.document).at(type_name).at(property);
            if !known.contains(&property.as_str()) {
                mistakes.push(place.unknown_key("property", property, &known));
                continue;
            }
            let Some(at) = schema.property(property) else { continue };
            match &at.page.enumeration {
                Some(values) if *values == lifecycle.states => {}
                Some(values) => {
                    let listed = values.join("`, `");
                    let message = format!(
                        "the states differ from the `enum` of `{property}` in the type `{type_name}`"
                    );
                    let help = format!("write the values of the `enum`, in its order: `{listed}`");
                    mistakes.push(place.at("states").value(message).with_help(help));
                }
                None if at.place.is_incomplete() || place.is_incomplete() => {}
                None if lifecycle.gap.is_some() => {}
                None => {
                    let message = format!(
                        "the property `{property}` of the type `{type_name}` has no `enum` of states"
                    );
                    let help =
                        "add an `enum` with the states to the property, or name a `gap` here";
                    mistakes.push(place.entry(message).with_help(help));
                }
            }
        }
    }
}
