//! Values in a few words: type, limits, default and purpose.

use serde_json::{Number, Value};

use super::markdown::{code, join_with_and, prose};
use super::writer::Writer;
use crate::model::{Constraint, Keyword, Operand, Schema, Shape, Side, StringFormat};
use crate::place::Step;

impl Writer<'_> {
    /// Returns the type, with links to named types.
    pub(super) fn type_phrase(&self, schema: &Schema) -> String {
        let counted = |name: &str| match schema.unit {
            Some(unit) => format!("{name} ({})", unit.name()),
            None => name.to_owned(),
        };
        let phrase = match &schema.shape {
            Shape::Any => "any".to_owned(),
            _ if let Some(value) = schema.constant() => plain(value),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer => counted("integer"),
            Shape::Number => counted("number"),
            Shape::String => match schema.format() {
                Some(format) => format!("string ({})", format.name()),
                None => "string".to_owned(),
            },
            Shape::Enum(values) => match values.as_slice() {
                [only] => code(only),
                several => format!("one of {}", codes(several)),
            },
            Shape::Array { items, .. } => match &items.shape {
                Shape::Enum(_) | Shape::OneOf(_) | Shape::Union(_) => {
                    format!("array, each item {}", self.type_phrase(items))
                }
                _ => format!("array of {}", self.type_phrase(items)),
            },
            Shape::Tuple(items) => {
                let phrases = items.iter().map(|item| self.type_phrase(item));
                format!("array: {}", phrases.collect::<Vec<_>>().join("; "))
            }
            Shape::Map(values) if values.shape == Shape::Any => "object, any values".to_owned(),
            Shape::Map(values) => format!("object, each value {}", self.type_phrase(values)),
            Shape::Object(_) => "object".to_owned(),
            Shape::Union(union) => {
                let names: Vec<String> =
                    union.variants.values().map(|n| self.type_link(n)).collect();
                format!("one of {}", names.join(", "))
            }
            Shape::OneOf(alternatives) => {
                let phrase = |alternative: &Schema| match &alternative.shape {
                    Shape::Enum(_) => format!("string, {}", self.type_phrase(alternative)),
                    _ => self.type_phrase(alternative),
                };
                let phrases: Vec<String> = alternatives.iter().map(phrase).collect();
                let is_long = phrases.iter().any(|phrase| phrase.contains(", "));
                phrases.join(if is_long { "; or " } else { " or " })
            }
            Shape::Ref(name) => self.type_link(name),
        };
        if schema.nullable { format!("{phrase} or null") } else { phrase }
    }

    /// Returns notes beside the type: the purpose of the value, examples, and the error for an invalid value.
    pub(super) fn notes(&self, schema: &Schema) -> String {
        let mut notes = vec![prose(self.spec.doc(schema)), self.further_notes(schema)];
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }

    /// Returns the notes without the purpose.
    pub(super) fn further_notes(&self, schema: &Schema) -> String {
        let mut notes = Vec::new();
        if needs_example(schema) {
            let examples = schema.examples.iter().filter_map(|example| example.as_str());
            let examples: Vec<String> = examples.map(code).collect();
            if !examples.is_empty() {
                notes.push(format!("For example {}.", examples.join(", ")));
            }
        }
        notes.extend(schema.deprecated.as_ref().map(|deprecation| prose(&deprecation.sentence())));
        notes.extend(schema.deprecated_values_sentence().map(|sentence| prose(&sentence)));
        if let Some(open) = &schema.open_values {
            let values = open.values.iter().map(plain);
            let values = join_with_and(&values.collect::<Vec<_>>());
            notes.push(format!(
                "Not shown ({}): whether the service accepts {values}.",
                Self::gap_link(&open.gap)
            ));
        }
        if let Some(error) = &schema.error {
            notes.push(format!("An invalid value results in {}.", Self::error_link(error)));
        }
        if schema.object().is_none() {
            let inline = schema.children().into_iter().filter(|(_, inner)| !inner.is_reference());
            notes.extend(inline.map(|(_, inner)| self.notes(inner)));
        }
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }
}

/// Returns a value as code, a string without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| code(&value.to_string()), code)
}

/// Returns what applies when the value is left out.
pub(super) fn default(schema: &Schema) -> String {
    match (&schema.default, &schema.default_description) {
        (Some(value), _) => plain(value),
        (None, Some(description)) => prose(description),
        (None, None) if schema.generated => "generated by the service".to_owned(),
        (None, None) => String::new(),
    }
}

/// Returns the limits of a value, including the limits of its parts.
pub(super) fn limits(schema: &Schema) -> String {
    let mut constraints = schema.all_constraints();
    constraints.sort_by_key(|constraint| constraint.keyword == Keyword::AdditionalProperties);
    let mut limits: Vec<String> =
        constraints.iter().filter_map(|constraint| limit(constraint, &constraints)).collect();
    let within = |(step, inner): (Step<'_>, &Schema)| {
        let what = match step {
            Step::Item => "each item ".to_owned(),
            Step::Position(index) => format!("item {index}: "),
            Step::Entry => "each value ".to_owned(),
            Step::Alternative(..) => String::new(),
            // Each property has a row of its own, and so has each type.
            Step::Property(..) | Step::Variant(..) => return None,
        };
        let of_inner = self::limits(inner);
        (!of_inner.is_empty()).then(|| format!("{what}{of_inner}"))
    };
    limits.extend(schema.children().into_iter().filter_map(within));
    limits.join("; ")
}

/// Returns a limit, or `None` if the type or another limit already states it.
fn limit(constraint: &Constraint, all: &[Constraint]) -> Option<String> {
    let opposite = all.iter().find(|other| Some(other.keyword) == constraint.keyword.opposite());
    match constraint.keyword {
        Keyword::Const | Keyword::Format => None,
        Keyword::Pattern => match &constraint.operand {
            Operand::Pattern(pattern) => Some(format!("matches {}", code(pattern.source()))),
            _ => None,
        },
        Keyword::MinimumInterval => {
            let seconds = constraint.number().and_then(Number::as_u64)?;
            Some(format!("runs at least {} apart", duration(seconds)))
        }
        keyword if let Some(opposite) = opposite => {
            let (minimum, maximum) = (&constraint.operand, &opposite.operand);
            let counted = |number: &Operand| match keyword.counted_unit() {
                Some(of) => of.with_number(number),
                None => number.to_string(),
            };
            (keyword.side() == Some(Side::Least)).then(|| match minimum == maximum {
                true => counted(maximum),
                false => format!("{minimum} to {}", counted(maximum)),
            })
        }
        _ => Some(constraint.sentence()),
    }
}

/// Returns whether readers need an example to know what to write for the format or the pattern.
fn needs_example(schema: &Schema) -> bool {
    let is_hard_to_write = |format| {
        matches!(format, StringFormat::Cron | StringFormat::SchedulePhrase | StringFormat::TimeZone)
    };
    schema.pattern().is_some() || schema.format().is_some_and(is_hard_to_write)
}

fn duration(seconds: u64) -> String {
    let (number, unit) = match seconds {
        _ if seconds.is_multiple_of(3600) => (seconds / 3600, "hour"),
        _ if seconds.is_multiple_of(60) => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    if number == 1 { format!("{number} {unit}") } else { format!("{number} {unit}s") }
}

fn codes(values: &[String]) -> String {
    values.iter().map(|value| code(value)).collect::<Vec<_>>().join(", ")
}
