//! What a value may be, in a few words: its type, its limits, its default, what it is for.

use std::time::Duration;

use super::markdown::{code, listed, prose};
use super::writer::Writer;
use crate::model::{Additional, Object, Schema, Shape, StringFormat, Text};

impl Writer<'_> {
    /// The type, with links to those that have a name.
    pub(super) fn type_phrase(&self, schema: &Schema) -> String {
        let counted = |name: &str| match schema.unit {
            Some(unit) => format!("{name} ({})", unit.name()),
            None => name.to_owned(),
        };
        let phrase = match &schema.shape {
            Shape::Any => "any".to_owned(),
            Shape::Boolean { constant: Some(value) } => code(&value.to_string()),
            Shape::Boolean { constant: None } => "boolean".to_owned(),
            Shape::Integer { .. } => counted("integer"),
            Shape::Number { .. } => counted("number"),
            Shape::String(Text { format: Some(format), .. }) => {
                format!("string ({})", format.name())
            }
            Shape::String(_) => "string".to_owned(),
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

    /// What a reader wants to know beside the type: what the value is for, what it may look like,
    /// and what is answered when it is broken.
    pub(super) fn notes(&self, schema: &Schema) -> String {
        let mut notes = Vec::new();
        match &schema.shape {
            Shape::Ref(name) if schema.doc.is_empty() => {
                notes.extend(self.spec.types.get(name).map(|found| prose(&found.schema.doc)));
            }
            _ => notes.push(prose(&schema.doc)),
        }
        notes.push(self.further_notes(schema));
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }

    /// The notes beside the doc.
    pub(super) fn further_notes(&self, schema: &Schema) -> String {
        let mut notes = Vec::new();
        if is_known_by_example(&schema.shape) {
            let examples = schema.examples.iter().filter_map(|example| example.as_str());
            let examples: Vec<String> = examples.map(code).collect();
            if !examples.is_empty() {
                notes.push(format!("For example {}.", examples.join(", ")));
            }
        }
        if let Some(open) = &schema.open_values {
            let values =
                open.values.iter().map(|v| v.as_str().map_or_else(|| code(&v.to_string()), code));
            let values = listed(&values.collect::<Vec<_>>());
            notes.push(format!(
                "Not shown ({}): whether {values} may be given.",
                Self::gap_link(&open.gap)
            ));
        }
        if let Some(error) = &schema.error {
            notes.push(format!("Answered with {} when it is broken.", Self::error_link(error)));
        }
        match &schema.shape {
            Shape::Array { items: inner, .. } | Shape::Map(inner)
                if !matches!(inner.shape, Shape::Ref(_)) =>
            {
                notes.push(self.notes(inner));
            }
            Shape::OneOf(alternatives) => {
                let inline = alternatives.iter().filter(|a| !matches!(a.shape, Shape::Ref(_)));
                notes.extend(inline.map(|alternative| self.notes(alternative)));
            }
            _ => {}
        }
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }
}

/// What holds when the value is left out.
pub(super) fn default(schema: &Schema) -> String {
    match (&schema.default, &schema.default_description) {
        (Some(serde_json::Value::String(text)), _) => code(text),
        (Some(value), _) => code(&value.to_string()),
        (None, Some(description)) => prose(description),
        (None, None) if schema.generated => "made by the service".to_owned(),
        (None, None) => String::new(),
    }
}

/// The limits of a value, those of what it holds included.
pub(super) fn limits(schema: &Schema) -> String {
    let mut limits = Vec::new();
    match &schema.shape {
        Shape::Integer { minimum, maximum } => limits.extend(range(*minimum, *maximum, "")),
        Shape::Number { minimum, maximum } => limits.extend(range(*minimum, *maximum, "")),
        Shape::String(text) => {
            limits.extend(range(text.min_length, text.max_length, "character"));
            limits.extend(text.pattern.as_deref().map(|p| format!("matches {}", code(p))));
            if let Some(StringFormat::Cron { minimum_interval: Some(interval) }) = text.format {
                limits.push(format!("runs at least {} apart", spell_out(interval)));
            }
        }
        Shape::Array { items, min_items, max_items } => {
            limits.extend(range(*min_items, *max_items, "item"));
            let of_items = self::limits(items);
            limits.extend((!of_items.is_empty()).then(|| format!("each item {of_items}")));
        }
        Shape::Map(values) => {
            let of_values = self::limits(values);
            limits.extend((!of_values.is_empty()).then(|| format!("each value {of_values}")));
        }
        Shape::Object(object) => limits.extend(of_object(object)),
        Shape::OneOf(alternatives) => {
            limits.extend(alternatives.iter().map(self::limits).filter(|limit| !limit.is_empty()));
        }
        _ => {}
    }
    limits.join("; ")
}

fn of_object(object: &Object) -> Vec<String> {
    let mut limits: Vec<String> =
        range(object.min_properties, None, "property").into_iter().collect();
    if !object.exactly_one.is_empty() {
        limits.push(format!("exactly one of {}", codes(&object.exactly_one)));
    }
    if object.additional == Additional::Forbidden {
        limits.push("no other properties".to_owned());
    }
    limits
}

fn range<T: ToString + PartialEq>(least: Option<T>, most: Option<T>, unit: &str) -> Option<String> {
    let (phrase, last) = match (least, most) {
        (Some(least), Some(most)) if least == most => (String::new(), most.to_string()),
        (Some(least), Some(most)) => (format!("{} to ", least.to_string()), most.to_string()),
        (Some(least), None) => ("at least ".to_owned(), least.to_string()),
        (None, Some(most)) => ("at most ".to_owned(), most.to_string()),
        (None, None) => return None,
    };
    let unit = match (unit, last.as_str()) {
        ("", _) => String::new(),
        (unit, "1") => format!(" {unit}"),
        ("property", _) => " properties".to_owned(),
        (unit, _) => format!(" {unit}s"),
    };
    Some(format!("{phrase}{last}{unit}"))
}

/// Whether the format or the pattern alone would not tell most readers what to write.
fn is_known_by_example(shape: &Shape) -> bool {
    let Shape::String(text) = shape else { return false };
    let is_told = |format| {
        matches!(
            format,
            StringFormat::Cron { .. } | StringFormat::SchedulePhrase | StringFormat::TimeZone
        )
    };
    text.pattern.is_some() || text.format.is_some_and(is_told)
}

fn spell_out(time: Duration) -> String {
    let seconds = time.as_secs();
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
