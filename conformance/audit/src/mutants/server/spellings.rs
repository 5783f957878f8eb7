//! Mutants of string formats: invalid strings that are accepted, valid strings that are rejected, and strings
//! at which the server fails. Also schedule phrases that are stored as another schedule.
//!
//! The table of strings knows neither a service nor its cases.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use webdata_spec::model::{Keyword, Level, Operation, StringFormat};

use super::{DifferenceBuilder, Place, stores_given};
use crate::differences::{BodyMistake, Pattern, Segment, Translation, ValueSelector};

/// The status code of a failed server.
const FAILED: u16 = 500;

const TABLE: &str = include_str!("../../../spellings.toml");

/// The spellings, by the name of their format. A test reads the table, so it has no mistakes.
static SPELLINGS: LazyLock<HashMap<String, Vec<Spelling>>> =
    LazyLock::new(|| toml::from_str(TABLE).unwrap_or_default());

/// Strings of a format that match a pattern, and how a server treats them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spelling {
    treatment: Treatment,
    /// The suffix of the identity.
    suffix: String,
    /// The pattern that the strings match.
    like: Pattern,
    /// The description of the strings.
    strings: String,
    /// Whether every place of the format has such a mutant, rather than only the first.
    #[serde(default)]
    everywhere: bool,
}

/// How a server treats a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Treatment {
    /// The server accepts the string, although it is invalid.
    Accept,
    /// The server rejects the string, although it is valid.
    Reject,
    /// The server fails, whether the string is valid or not.
    Fail,
}

pub(super) fn derive(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let mut seen = HashSet::new();
    for place in builder.request_places(operation) {
        let format = place.schema.format().filter(|_| place.schema.level != Level::Open);
        let Some(format) = format else { continue };
        let is_first = seen.insert(format);
        for spelling in SPELLINGS.get(format.name()).into_iter().flatten() {
            if (is_first || spelling.everywhere) && is_observable(operation, &place, spelling) {
                spelled(builder, operation, &place, spelling);
            }
        }
    }
    schedule_translations(builder, operation);
}

fn spelled(
    builder: &mut DifferenceBuilder<'_>,
    operation: &Operation,
    place: &Place<'_>,
    spelling: &Spelling,
) {
    let clause = place.clause("format");
    let suffix = |verb: &str| format!("{verb}-{}-{}", spelling.suffix, place.suffix);
    let description = |what: &str| format!("`{}` {} {what}.", place.name, spelling.strings);
    let like = spelling.like.clone();
    match spelling.treatment {
        Treatment::Accept => {
            let (suffix, mistake) = (suffix("accepts"), BodyMistake::Accepts(like));
            builder.body(&clause, suffix, description("is accepted"), &place.path, mistake);
        }
        Treatment::Reject => {
            let (suffix, mistake) = (suffix("rejects"), BodyMistake::Rejects(like));
            builder.body(&clause, suffix, description("is rejected"), &place.path, mistake);
        }
        Treatment::Fail => {
            let mut errors = operation.errors.iter().filter_map(|id| builder.spec.errors.get(id));
            let Some(row) = errors.find(|row| row.status == FAILED) else { return };
            let values = ValueSelector { like: like.regex(), ..place.values() };
            let (suffix, row) = (suffix("fails-at"), row.id.clone());
            builder.refuses(&clause, suffix, description("makes the server fail"), values, row);
        }
    }
}

/// Returns whether requests can show how a server treats a spelling. A string that also breaks a limit or a
/// pattern is rejected for that, unless both have the error of the place.
fn is_observable(operation: &Operation, place: &Place<'_>, spelling: &Spelling) -> bool {
    let limits = [Keyword::Pattern, Keyword::MinLength, Keyword::MaxLength];
    let is_limited = limits.iter().any(|keyword| place.schema.operand(*keyword).is_some());
    let has_error = [place.property, place.schema].iter().any(|schema| schema.error.is_some());
    // The server has generated the identities by which a list of changes, or a property, refers to resources.
    let identity = operation.resource.as_ref().filter(|_| operation.is_bulk());
    let is_identity = identity.is_some_and(|resource| {
        place.path.0.last() == Some(&Segment::Member(resource.identity.clone()))
    });
    let names_resource = is_identity || place.schema.stand_in.is_some();
    let pattern = |spelling: &Spelling| spelling.like.regex().map(|like| like.to_string());
    let is_invalid = |other: &Spelling| {
        other.treatment == Treatment::Accept && pattern(other) == pattern(spelling)
    };
    match spelling.treatment {
        // The mutant validates a list in place of the string, and an alternative may allow lists.
        Treatment::Reject => {
            let is_stored = stores_given(operation).is_some();
            !is_limited && is_stored && !place.is_alternative && !names_resource
        }
        Treatment::Accept => !is_limited || has_error,
        // If a string is not stored, responses show only how the server treats invalid ones.
        Treatment::Fail => {
            let is_stored = stores_given(operation).is_some();
            !is_limited && is_stored
                || (has_error || !is_stored) && SPELLINGS.values().flatten().any(is_invalid)
        }
    }
}

/// Adds mutants that store a schedule phrase as another cron expression.
fn schedule_translations(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    if stores_given(operation).is_none() {
        return;
    }
    let places = builder.request_places(operation);
    for outer in &places {
        let Some(object) = outer.schema.object() else { continue };
        let choice_of = |format| {
            outer.schema.exactly_one().iter().find(|name| {
                let property = object.properties.get(*name);
                property.map(|property| builder.spec.resolve(&property.schema).format())
                    == Some(Some(format))
            })
        };
        let (Some(words), Some(cron)) =
            (choice_of(StringFormat::SchedulePhrase), choice_of(StringFormat::Cron))
        else {
            continue;
        };
        let path = outer.path.member(words);
        if !places.iter().any(|place| place.path == path) {
            continue;
        }
        let clause = outer.schema.clause.child(words);
        let examples = object.properties.get(words).map(|property| property.schema.examples.iter());
        let gaps = builder.spec.gaps.values().filter(|gap| gap.place == clause);
        let known = examples.into_iter().flatten().chain(gaps.flat_map(|gap| &gap.values));
        let phrases: Vec<&str> = known.filter_map(Value::as_str).collect();
        let clause = clause.child("format");
        // The contract does not say whether other phrases are accepted.
        let is_known = |how: &&Translation| phrases.iter().any(|phrase| how.is_about(phrase));
        for translation in Translation::all().filter(is_known) {
            let Translation { suffix, description, .. } = translation;
            let description = format!("`{}.{words}` is stored {description}.", outer.name);
            let suffix = format!("stored-{suffix}-{}", outer.suffix);
            let mistake = BodyMistake::Mistranslates { into: cron.clone(), translation };
            builder.body(&clause, suffix, description, &path, mistake);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let table: HashMap<String, Vec<Spelling>> = toml::from_str(TABLE).expect("a table");
        assert!(StringFormat::ALL.iter().all(|format| table.contains_key(format.name())));
    }
}
