//! Strings of a format that a server spells in its own way: invalid ones that it takes, valid ones that it
//! rejects, and those at which it fails. Schedules in words that it stores as something else.
//!
//! The expressions are about how strings look, and know neither a service nor its cases.

mod table;

use std::collections::HashSet;

use serde_json::Value;
use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Step, Translation};
use webdata_spec::model::{EffectKind, Keyword, Level, Operation, Shape, StringFormat};

use super::builder::FaultBuilder;
use super::places::{Place, places, resolved};
use table::{Does, Spelling};

/// The status by which a server says that it failed.
const FAILED: u16 = 500;

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| found.named(name)) else {
        return;
    };
    let mut seen = HashSet::new();
    for place in places(found.spec, schema) {
        let Some(format) = place.schema.format().filter(|_| place.schema.level != Level::Open)
        else {
            continue;
        };
        let is_first = seen.insert(format);
        for spelling in table::all().filter(|own| own.format == format) {
            if is_first || spelling.everywhere {
                spelled(found, operation, &place, spelling);
            }
        }
    }
    translated(found, operation);
}

fn spelled(
    found: &mut FaultBuilder<'_>,
    operation: &Operation,
    place: &Place<'_>,
    spelling: &Spelling,
) {
    if !can_be_told(operation, place, spelling) {
        return;
    }
    let like = spelling.like.to_owned();
    let (mistake, does) = match spelling.does {
        Does::Accept => (BodyMistake::Accepts(like), "is accepted"),
        Does::Reject => (BodyMistake::Rejects(like), "is rejected"),
        Does::Fail => {
            let errors = operation.errors.iter().filter_map(|id| found.spec.errors.get(id));
            let Some(row) = errors.filter(|row| row.status == FAILED).map(|row| &row.id).next()
            else {
                return;
            };
            (BodyMistake::FailsOnMatch { like, row: row.clone() }, "brings the server down")
        }
    };
    let (id, path) = (operation.id.clone(), place.path.clone());
    let fault = Fault::Body(BodyFault { operation: id, path, mistake });
    let says = format!("`{}` {} {does}.", place.name, spelling.says);
    let verb = match spelling.does {
        Does::Accept => "accepts",
        Does::Reject => "rejects",
        Does::Fail => "fails-at",
    };
    let way = format!("{verb}-{}-{}", spelling.way, place.way);
    found.add(Some(operation), &place.clause("format"), &way, says, fault);
}

/// Whether requests can show what a server does with a spelling. A string that breaks a limit or a
/// pattern, too, is rejected for that, unless both earn the error of the place.
fn can_be_told(operation: &Operation, place: &Place<'_>, spelling: &Spelling) -> bool {
    let limits = [Keyword::Pattern, Keyword::MinLength, Keyword::MaxLength];
    let is_limited = limits.iter().any(|own| place.schema.operand(*own).is_some());
    let has_error = [place.property, place.schema].iter().any(|own| own.error.is_some());
    let is_stored = operation.effects.iter().any(|own| own.kind == EffectKind::StoresGiven);
    // A list of changes names resources by identities that a server has given out.
    let identity = operation.resource.as_ref().filter(|_| operation.is_bulk());
    let names_resource = identity
        .is_some_and(|own| place.path.0.last() == Some(&Step::Member(own.identity.clone())));
    let is_invalid = |own: &Spelling| own.does == Does::Accept && own.like == spelling.like;
    match spelling.does {
        // While it is validated, the string is a list, which an alternative may be.
        Does::Reject => !is_limited && is_stored && !place.is_alternative && !names_resource,
        Does::Accept => !is_limited || has_error,
        // What is done with a valid string that is not stored is not shown.
        Does::Fail => !is_limited || has_error && table::all().any(is_invalid),
    }
}

/// Adds servers that store a schedule in words as another expression, where a resource has an expression
/// in its place.
fn translated(found: &mut FaultBuilder<'_>, operation: &Operation) {
    if !operation.effects.iter().any(|own| own.kind == EffectKind::StoresGiven) {
        return;
    }
    let Some(schema) = operation.request.as_deref().and_then(|name| found.named(name)) else {
        return;
    };
    for outer in places(found.spec, schema) {
        let Shape::Object(object) = &outer.schema.shape else { continue };
        let choices = outer.schema.exactly_one();
        let of = |format| {
            choices.iter().find(|name| {
                let property = object.properties.get(*name);
                property.map(|own| resolved(found.spec, &own.schema).format()) == Some(Some(format))
            })
        };
        let (Some(words), Some(cron)) = (of(StringFormat::SchedulePhrase), of(StringFormat::Cron))
        else {
            continue;
        };
        let clause = outer.schema.clause.child(words);
        let examples = object.properties.get(words).map(|own| own.schema.examples.iter());
        let gaps = found.spec.gaps.values().filter(|gap| gap.place == clause.as_str());
        let known = examples.into_iter().flatten().chain(gaps.flat_map(|gap| &gap.values));
        let phrases: Vec<&str> = known.filter_map(Value::as_str).collect();
        let clause = clause.child("format");
        // Of other phrases nobody knows whether they are accepted.
        let is_known = |how: Translation| phrases.iter().any(|phrase| how.is_about(phrase));
        for (how, way, says) in Translation::ALL.into_iter().filter(|(how, ..)| is_known(*how)) {
            let mistake = BodyMistake::Mistranslates { into: cron.clone(), how };
            let (id, path) = (operation.id.clone(), outer.path.member(words));
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let says = format!("`{}.{words}` is stored {says}.", outer.name);
            let way = format!("stored-{way}-{}", outer.way);
            found.add(Some(operation), &clause, &way, says, fault);
        }
    }
}
