//! The keywords that limit one value, each in the one `match` of [`check`].
//!
//! This module does not look into nested values, except for the plain ones that `contains` and `propertyNames`
//! count.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Number, Value};
use webdata_runtime::decode::{canonical, is_multiple, whole};
use webdata_runtime::string_format::{self, FormatError};
use webdata_runtime::{Figure, Message};
use webdata_spec::model::{Constraint, Keyword, Operand, Schema, Shape, Side, StringFormat};

use super::value::kind_mistake;

/// Reports each constraint of a schema that a value breaks, with a message. Constraints on values of another JSON
/// type are not broken.
pub(super) fn check(schema: &Schema, value: &Value, note: &mut dyn FnMut(Keyword, Message)) {
    for constraint in &schema.constraints {
        check_one(schema, constraint, value, note);
    }
}

/// Returns the keywords that a value breaks, except those about the format of a string.
pub(crate) fn broken(schema: &Schema, value: &Value) -> Vec<Keyword> {
    let mut broken = Vec::new();
    check(schema, value, &mut |keyword, _| broken.push(keyword));
    broken.retain(|keyword| !matches!(keyword, Keyword::Format | Keyword::MinimumInterval));
    broken
}

/// Returns whether a plain value is valid: its JSON type and its limits, without the format of a string.
pub(crate) fn fits(schema: &Schema, value: &Value) -> bool {
    kind_mistake(schema, value).is_none()
        && is_listed(schema, value)
        && broken(schema, value).is_empty()
}

/// Returns whether a plain value is valid.
fn accepts(schema: &Schema, value: &Value) -> bool {
    let mut is_valid = kind_mistake(schema, value).is_none() && is_listed(schema, value);
    check(schema, value, &mut |_, _| is_valid = false);
    is_valid
}

/// Returns whether an enum lists a string. Other schemas list every value.
fn is_listed(schema: &Schema, value: &Value) -> bool {
    schema.words().is_none_or(|words| words.iter().any(|word| value == word))
}

fn check_one(
    schema: &Schema,
    constraint: &Constraint,
    value: &Value,
    note: &mut dyn FnMut(Keyword, Message),
) {
    let keyword = constraint.keyword;
    match keyword {
        Keyword::Const => check_constant(schema, constraint, value, note),
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf => {
            let Some(number) = SchemaNumber::new(schema, value) else { return };
            let Some(limit) = constraint.number() else { return };
            if number.breaks(keyword, limit) {
                note(keyword, limit_message(keyword, figure(schema, limit)));
            }
        }
        Keyword::MinLength | Keyword::MaxLength => {
            let Value::String(text) = value else { return };
            check_count(constraint, "characters", || text.chars().count(), note);
        }
        Keyword::Pattern => {
            if let (Value::String(text), Operand::Pattern(pattern)) = (value, &constraint.operand)
                && !pattern.is_match(text)
            {
                note(keyword, Message::does_not_match(pattern.source().to_owned()));
            }
        }
        Keyword::Format => {
            if let (Value::String(text), Operand::Format(format)) = (value, &constraint.operand)
                && let Err((keyword, error)) = check_format(schema, *format, text)
            {
                note(keyword, Message::from(Cow::from(error)));
            }
        }
        // Checked with the format, whose runs it limits.
        Keyword::MinimumInterval => {}
        Keyword::MinItems | Keyword::MaxItems => {
            let Value::Array(items) = value else { return };
            check_count(constraint, "items", || items.len(), note);
        }
        Keyword::UniqueItems => {
            let Value::Array(items) = value else { return };
            let mut seen = HashSet::new();
            if !items.iter().all(|item| seen.insert(canonical(item))) {
                note(keyword, "has two equal items".into());
            }
        }
        Keyword::Contains => {
            let Some(count) = contained(schema, value) else { return };
            if count == 0 && schema.count(Keyword::MinContains) != Some(0) {
                note(keyword, "has no item of the kind that it must have".into());
            }
        }
        // A list without any matching item breaks `contains` instead.
        Keyword::MinContains | Keyword::MaxContains => {
            let Some(count) = contained(schema, value) else { return };
            if count > 0 || keyword == Keyword::MaxContains {
                check_count(constraint, "items of a kind", || count, note);
            }
        }
        Keyword::MinProperties | Keyword::MaxProperties => {
            let Value::Object(members) = value else { return };
            check_count(constraint, "properties", || members.len(), note);
        }
        Keyword::PropertyNames => {
            let Value::Object(members) = value else { return };
            let part = schema.subschema(Keyword::PropertyNames);
            let allows =
                |name: &String| part.is_none_or(|part| accepts(part, &name.as_str().into()));
            if !members.keys().all(allows) {
                note(keyword, "has a name that the contract does not allow".into());
            }
        }
        // The properties of an object are read one by one, where the others are noted.
        Keyword::AdditionalProperties => {}
        Keyword::ExactlyOne => {
            let (Value::Object(members), Operand::Names(names)) = (value, &constraint.operand)
            else {
                return;
            };
            let count = names.iter().filter(|name| members.contains_key(*name)).count();
            if count != 1 {
                let names = names.join("`, `");
                note(keyword, format!("has {count} of `{names}`, exactly one is allowed").into());
            }
        }
        Keyword::DependentRequired => {
            let Value::Object(members) = value else { return };
            for (name, needs) in schema.dependents().filter(|(name, _)| members.contains_key(*name))
            {
                for other in needs.iter().filter(|other| !members.contains_key(*other)) {
                    note(keyword, format!("has `{name}` and lacks `{other}`").into());
                }
            }
        }
    }
}

/// Compares a count with its limit.
fn check_count(
    constraint: &Constraint,
    counted: &'static str,
    count: impl FnOnce() -> usize,
    note: &mut dyn FnMut(Keyword, Message),
) {
    let limit = constraint.number().and_then(Number::as_u64);
    let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let (Some(limit), Some(side)) = (limit, constraint.keyword.side()) else { return };
    let count = count();
    match side {
        Side::Least if count < limit => {
            note(constraint.keyword, Message::too_few(count, counted, limit));
        }
        Side::Most if count > limit => {
            note(constraint.keyword, Message::too_many(count, counted, limit));
        }
        Side::Least | Side::Most => {}
    }
}

/// Returns the number of items that `contains` describes, or `None` if the value is no list.
fn contained(schema: &Schema, value: &Value) -> Option<usize> {
    let (items, part) = (value.as_array()?, schema.subschema(Keyword::Contains)?);
    Some(items.iter().filter(|item| accepts(part, item)).count())
}

/// Checks a string format. A valid cron expression that runs too often breaks `minimumInterval` instead.
fn check_format(
    schema: &Schema,
    format: StringFormat,
    text: &str,
) -> Result<(), (Keyword, FormatError)> {
    use string_format::StringFormat as Format;
    let format = match format {
        StringFormat::Uuid => Format::Uuid,
        StringFormat::Uri => Format::Uri,
        StringFormat::Email => Format::Email,
        StringFormat::DateTime => Format::DateTime,
        StringFormat::Date => Format::Date,
        StringFormat::Time => Format::Time,
        StringFormat::Duration => Format::Duration,
        StringFormat::Hostname => Format::Hostname,
        StringFormat::Ipv4 => Format::Ipv4,
        StringFormat::Ipv6 => Format::Ipv6,
        StringFormat::JsonPointer => Format::JsonPointer,
        StringFormat::Regex => Format::Regex,
        StringFormat::TimeZone => Format::TimeZone,
        StringFormat::Cron => {
            Format::Cron { minimum_interval: None }
                .check(text)
                .map_err(|error| (Keyword::Format, error))?;
            let Some(seconds) = schema.count(Keyword::MinimumInterval) else { return Ok(()) };
            let minimum_interval = Some(Duration::from_secs(seconds));
            let checked = Format::Cron { minimum_interval }.check(text);
            return checked.map_err(|error| (Keyword::MinimumInterval, error));
        }
        StringFormat::SchedulePhrase => Format::SchedulePhrase,
    };
    format.check(text).map_err(|error| (Keyword::Format, error))
}

fn check_constant(
    schema: &Schema,
    constraint: &Constraint,
    value: &Value,
    note: &mut dyn FnMut(Keyword, Message),
) {
    let Operand::Value(constant) = &constraint.operand else { return };
    let message: Message = match (constant, value) {
        (Value::Bool(constant), Value::Bool(value)) if constant != value => {
            if *constant { "is not true" } else { "is not false" }.into()
        }
        (Value::String(constant), Value::String(value)) if constant != value => {
            Message::is_not(constant.clone())
        }
        (Value::Number(constant), Value::Number(_)) => match SchemaNumber::new(schema, value) {
            Some(number) if number.breaks(Keyword::Const, constant) => {
                limit_message(Keyword::Const, figure(schema, constant))
            }
            _ => return,
        },
        _ => return,
    };
    note(Keyword::Const, message);
}

/// A number as its schema reads it.
#[derive(Debug, Clone, Copy)]
pub(super) enum SchemaNumber {
    /// A whole number of 64 bits.
    Whole(i64),
    /// The nearest float of a whole number of more than 64 bits, as a value of an integer.
    Beyond(f64),
    /// The nearest float of any number, as a value of a number.
    Float(f64),
}

impl SchemaNumber {
    /// Reads a number as an integer or a number, by the schema. Returns `None` if the value is no number, or an
    /// integer has a fraction.
    pub(super) fn new(schema: &Schema, value: &Value) -> Option<Self> {
        let number = value.as_number()?;
        if schema.shape != Shape::Integer {
            return number.as_f64().map(Self::Float);
        }
        match (number.as_i64(), number.as_f64()?) {
            (Some(value), _) => Some(Self::Whole(value)),
            (None, value) if value.fract() != 0.0 => None,
            (None, value) => Some(whole(value).map_or(Self::Beyond(value), Self::Whole)),
        }
    }

    /// Returns whether the number is beyond a limit.
    fn breaks(self, keyword: Keyword, limit: &Number) -> bool {
        let float = limit.as_f64().unwrap_or_default();
        let order = match (self, limit.as_i64()) {
            (Self::Whole(value), Some(limit)) => value.cmp(&limit),
            (Self::Whole(value), None) => (value as f64).total_cmp(&float),
            // Every limit is a number of 64 bits.
            (Self::Beyond(value), _) => value.total_cmp(&0.0),
            (Self::Float(value), _) => {
                value.partial_cmp(&float).unwrap_or(std::cmp::Ordering::Equal)
            }
        };
        match keyword {
            Keyword::Minimum => order.is_lt(),
            Keyword::Maximum => order.is_gt(),
            Keyword::ExclusiveMinimum => order.is_le(),
            Keyword::ExclusiveMaximum => order.is_ge(),
            Keyword::MultipleOf => match (self, limit.as_i64()) {
                (Self::Whole(value), Some(limit)) => value.checked_rem(limit) != Some(0),
                (Self::Whole(value), None) => !is_multiple(value as f64, float),
                (Self::Beyond(value) | Self::Float(value), _) => !is_multiple(value, float),
            },
            _ => order.is_ne(),
        }
    }
}

fn figure(schema: &Schema, limit: &Number) -> Figure {
    match limit.as_i64().filter(|_| schema.shape == Shape::Integer) {
        Some(limit) => Figure::Whole(limit),
        None => Figure::Float(limit.as_f64().unwrap_or_default()),
    }
}

fn limit_message(keyword: Keyword, limit: Figure) -> Message {
    let (before, after) = match keyword {
        Keyword::Minimum => ("is below", ", the minimum"),
        Keyword::Maximum => ("is above", ", the maximum"),
        Keyword::ExclusiveMinimum => ("is not more than", ""),
        Keyword::ExclusiveMaximum => ("is not less than", ""),
        Keyword::MultipleOf => ("is not a multiple of", ""),
        _ => ("is not", ""),
    };
    Message::limit(before, limit, after)
}
