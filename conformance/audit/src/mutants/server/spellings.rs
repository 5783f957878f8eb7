//! Mutants of string formats: invalid strings that are accepted, valid strings that are rejected, and strings
//! at which the server fails. Also schedule phrases that are stored as another schedule.
//!
//! The patterns describe strings, and know neither a service nor its cases.

mod table;

use std::collections::HashSet;

use serde_json::Value;
use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Segment, Translation};
use webdata_spec::model::{EffectKind, Keyword, Level, Operation, StringFormat};

use super::builder::FaultBuilder;
use super::places::{Place, places};
use table::{Spelling, Treatment};

/// The status code of a failed server.
const FAILED: u16 = 500;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    let mut seen = HashSet::new();
    for place in places(faults.spec, schema) {
        let Some(format) = place.schema.format().filter(|_| place.schema.level != Level::Open)
        else {
            continue;
        };
        let is_first = seen.insert(format);
        for spelling in table::all().filter(|spelling| spelling.format == format) {
            if is_first || spelling.everywhere {
                spelled(faults, operation, &place, spelling);
            }
        }
    }
    schedule_translations(faults, operation);
}

fn spelled(
    faults: &mut FaultBuilder<'_>,
    operation: &Operation,
    place: &Place<'_>,
    spelling: &Spelling,
) {
    if !is_observable(operation, place, spelling) {
        return;
    }
    let like = spelling.like.to_owned();
    let (mistake, treatment) = match spelling.treatment {
        Treatment::Accept => (BodyMistake::Accepts(like), "is accepted"),
        Treatment::Reject => (BodyMistake::Rejects(like), "is rejected"),
        Treatment::Fail => {
            let errors = operation.errors.iter().filter_map(|id| faults.spec.errors.get(id));
            let Some(row) = errors.filter(|row| row.status == FAILED).map(|row| &row.id).next()
            else {
                return;
            };
            (BodyMistake::FailsOnMatch { pattern: like, row: row.clone() }, "makes the server fail")
        }
    };
    let (id, path) = (operation.id.clone(), place.path.clone());
    let fault = Fault::Body(BodyFault { operation: id, path, mistake });
    let description = format!("`{}` {} {treatment}.", place.name, spelling.description);
    let verb = match spelling.treatment {
        Treatment::Accept => "accepts",
        Treatment::Reject => "rejects",
        Treatment::Fail => "fails-at",
    };
    let suffix = format!("{verb}-{}-{}", spelling.suffix, place.suffix);
    faults.add(Some(operation), &place.clause("format"), &suffix, description, fault);
}

/// Returns whether requests can show how a server treats a spelling. A string that also breaks a limit or a
/// pattern is rejected for that, unless both have the error of the place.
fn is_observable(operation: &Operation, place: &Place<'_>, spelling: &Spelling) -> bool {
    let limits = [Keyword::Pattern, Keyword::MinLength, Keyword::MaxLength];
    let is_limited = limits.iter().any(|keyword| place.schema.operand(*keyword).is_some());
    let has_error = [place.property, place.schema].iter().any(|schema| schema.error.is_some());
    let is_stored = operation.effects.iter().any(|effect| effect.kind == EffectKind::StoresGiven);
    // A list of changes refers to resources by identities that the server has generated.
    let identity = operation.resource.as_ref().filter(|_| operation.is_bulk());
    let names_resource = identity.is_some_and(|resource| {
        place.path.0.last() == Some(&Segment::Member(resource.identity.clone()))
    });
    let is_invalid =
        |other: &Spelling| other.treatment == Treatment::Accept && other.like == spelling.like;
    match spelling.treatment {
        // During validation the fault replaces the string by a list, which an alternative may allow.
        Treatment::Reject => !is_limited && is_stored && !place.is_alternative && !names_resource,
        Treatment::Accept => !is_limited || has_error,
        // No response shows how a valid string is treated that is not stored.
        Treatment::Fail => !is_limited || has_error && table::all().any(is_invalid),
    }
}

/// Adds mutants that store a schedule phrase as another cron expression.
fn schedule_translations(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    if !operation.effects.iter().any(|effect| effect.kind == EffectKind::StoresGiven) {
        return;
    }
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    for outer in places(faults.spec, schema) {
        let Some(object) = outer.schema.object() else { continue };
        let choices = outer.schema.exactly_one();
        let of = |format| {
            choices.iter().find(|name| {
                let property = object.properties.get(*name);
                property.map(|property| faults.spec.resolve(&property.schema).format())
                    == Some(Some(format))
            })
        };
        let (Some(words), Some(cron)) = (of(StringFormat::SchedulePhrase), of(StringFormat::Cron))
        else {
            continue;
        };
        let clause = outer.schema.clause.child(words);
        let examples = object.properties.get(words).map(|property| property.schema.examples.iter());
        let gaps = faults.spec.gaps.values().filter(|gap| gap.place == clause.as_str());
        let known = examples.into_iter().flatten().chain(gaps.flat_map(|gap| &gap.values));
        let phrases: Vec<&str> = known.filter_map(Value::as_str).collect();
        let clause = clause.child("format");
        // The contract does not say whether other phrases are accepted.
        let is_known = |how: Translation| phrases.iter().any(|phrase| how.is_about(phrase));
        for (how, suffix, description) in
            Translation::ALL.into_iter().filter(|(how, ..)| is_known(*how))
        {
            let mistake = BodyMistake::Mistranslates { into: cron.clone(), translation: how };
            let (id, path) = (operation.id.clone(), outer.path.member(words));
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let description = format!("`{}.{words}` is stored {description}.", outer.name);
            let suffix = format!("stored-{suffix}-{}", outer.suffix);
            faults.add(Some(operation), &clause, &suffix, description, fault);
        }
    }
}
