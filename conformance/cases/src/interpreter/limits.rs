//! Checks the keywords that limit one value, such as `maxLength` and `minItems`.
//!
//! Nested values are not checked, except for the items of `contains` and the names of `propertyNames`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Number, Value};
use webdata_runtime::decode::{canonical, is_multiple, whole};
use webdata_runtime::string_format::StringFormat as Format;
use webdata_runtime::{Figure, Message};
use webdata_spec::model::{Constraint, Keyword, Operand, Schema, Shape, Side, StringFormat};

use super::value::kind_mistake;

/// Calls `note` with each keyword of a schema that a value breaks, and a message. A keyword for another JSON type is
/// not broken: the number 7 keeps `maxLength`.
pub(super) fn check(schema: &Schema, value: &Value, note: &mut dyn FnMut(Keyword, Message)) {
    for constraint in &schema.constraints {
        if let Some(message) = mistake(schema, constraint, value) {
            note(constraint.keyword, message);
        }
        if let (Keyword::DependentRequired, Value::Object(members)) = (constraint.keyword, value) {
            let has = |name: &String| members.contains_key(name);
            for (name, needs) in schema.dependents().filter(|(name, _)| has(name)) {
                for other in needs.iter().filter(|other| !has(other)) {
                    note(constraint.keyword, format!("has `{name}` and lacks `{other}`").into());
                }
            }
        }
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
    is_of_kind(schema, value) && broken(schema, value).is_empty()
}

/// Returns whether a plain value is valid: its JSON type, its limits and its format.
pub(crate) fn accepts(schema: &Schema, value: &Value) -> bool {
    let mut is_valid = is_of_kind(schema, value);
    check(schema, value, &mut |_, _| is_valid = false);
    is_valid
}

/// Returns whether a value has the JSON type of a schema and, for an enum, is listed.
fn is_of_kind(schema: &Schema, value: &Value) -> bool {
    let is_listed = |words: &[String]| words.iter().any(|word| value == word);
    kind_mistake(schema, value).is_none() && schema.words().is_none_or(is_listed)
}

/// Returns a message if a value breaks a constraint.
fn mistake(schema: &Schema, constraint: &Constraint, value: &Value) -> Option<Message> {
    let keyword = constraint.keyword;
    let count = |counted, count| count_mistake(constraint, counted, count);
    match keyword {
        Keyword::Const => constant_mistake(schema, constraint, value),
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf => {
            let (number, limit) = (SchemaNumber::new(schema, value)?, constraint.number()?);
            number.breaks(keyword, limit).then(|| limit_message(keyword, figure(schema, limit)))
        }
        Keyword::MinLength | Keyword::MaxLength => {
            count("characters", value.as_str()?.chars().count())
        }
        Keyword::Pattern => {
            let Operand::Pattern(pattern) = &constraint.operand else { return None };
            let is_broken = !pattern.is_match(value.as_str()?);
            is_broken.then(|| Message::does_not_match(pattern.source().to_owned()))
        }
        Keyword::Format => {
            let Operand::Format(format) = constraint.operand else { return None };
            runtime_format(format).check(value.as_str()?).err().map(|error| Cow::from(error).into())
        }
        // An invalid cron expression breaks the format instead.
        Keyword::MinimumInterval => {
            let (text, seconds) = (value.as_str()?, schema.count(keyword)?);
            Format::Cron { minimum_interval: None }.check(text).ok()?;
            let minimum_interval = Some(Duration::from_secs(seconds));
            let checked = Format::Cron { minimum_interval }.check(text);
            checked.err().map(|error| Cow::from(error).into())
        }
        Keyword::MinItems | Keyword::MaxItems => count("items", value.as_array()?.len()),
        Keyword::UniqueItems => {
            let mut seen = HashSet::new();
            let is_unique = value.as_array()?.iter().all(|item| seen.insert(canonical(item)));
            (!is_unique).then(|| "has two equal items".into())
        }
        Keyword::Contains => {
            let lacks =
                contained(schema, value)? == 0 && schema.count(Keyword::MinContains) != Some(0);
            lacks.then(|| "has no item of the kind that it must have".into())
        }
        // A list without any matching item breaks `contains` instead.
        Keyword::MinContains => {
            count("items of a kind", contained(schema, value).filter(|count| *count > 0)?)
        }
        Keyword::MaxContains => count("items of a kind", contained(schema, value)?),
        Keyword::MinProperties | Keyword::MaxProperties => {
            count("properties", value.as_object()?.len())
        }
        Keyword::PropertyNames => {
            let part = schema.subschema(keyword)?;
            let mut names = value.as_object()?.keys();
            let is_broken = names.any(|name| !accepts(part, &name.as_str().into()));
            is_broken.then(|| "has a name that the contract does not allow".into())
        }
        Keyword::ExactlyOne => {
            let Operand::Names(names) = &constraint.operand else { return None };
            let members = value.as_object()?;
            let count = names.iter().filter(|name| members.contains_key(*name)).count();
            let names = || names.join("`, `");
            (count != 1)
                .then(|| format!("has {count} of `{}`, exactly one is allowed", names()).into())
        }
        // `Pass::check_object` notes forbidden properties, and `check` notes each missing dependent.
        Keyword::AdditionalProperties | Keyword::DependentRequired => None,
    }
}

fn count_mistake(constraint: &Constraint, counted: &'static str, count: usize) -> Option<Message> {
    let limit = usize::try_from(constraint.number()?.as_u64()?).unwrap_or(usize::MAX);
    match constraint.keyword.side()? {
        Side::Minimum => (count < limit).then(|| Message::too_few(count, counted, limit)),
        Side::Maximum => (count > limit).then(|| Message::too_many(count, counted, limit)),
    }
}

/// Returns the number of items that `contains` describes, or `None` if the value is no list.
fn contained(schema: &Schema, value: &Value) -> Option<usize> {
    let (items, part) = (value.as_array()?, schema.subschema(Keyword::Contains)?);
    Some(items.iter().filter(|item| accepts(part, item)).count())
}

fn runtime_format(format: StringFormat) -> Format {
    match format {
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
        StringFormat::Cron => Format::Cron { minimum_interval: None },
        StringFormat::SchedulePhrase => Format::SchedulePhrase,
    }
}

fn constant_mistake(schema: &Schema, constraint: &Constraint, value: &Value) -> Option<Message> {
    let Operand::Value(constant) = &constraint.operand else { return None };
    match (constant, value) {
        (Value::Bool(constant), Value::Bool(value)) if constant != value => {
            Some(if *constant { "is not true" } else { "is not false" }.into())
        }
        (Value::String(constant), Value::String(value)) if constant != value => {
            Some(Message::is_not(constant.clone()))
        }
        (Value::Number(constant), Value::Number(_)) => {
            let is_broken = SchemaNumber::new(schema, value)?.breaks(Keyword::Const, constant);
            is_broken.then(|| limit_message(Keyword::Const, figure(schema, constant)))
        }
        _ => None,
    }
}

/// A number as its schema reads it.
#[derive(Debug, Clone, Copy)]
pub(super) enum SchemaNumber {
    /// A whole number of 64 bits for an integer schema.
    Whole(i64),
    /// A whole number of more than 64 bits for an integer schema, as the nearest float.
    Beyond(f64),
    /// Any number for a number schema, as the nearest float.
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

    /// Returns whether the number breaks a keyword with this limit.
    fn breaks(self, keyword: Keyword, limit: &Number) -> bool {
        let float = limit.as_f64().unwrap_or_default();
        let order = match (self, limit.as_i64()) {
            (Self::Whole(value), Some(limit)) => value.cmp(&limit),
            (Self::Whole(value), None) => (value as f64).total_cmp(&float),
            // A limit has at most 64 bits, so the sign of the number decides.
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
