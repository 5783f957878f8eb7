//! Selects the values of a request that a fault is about.
//!
//! This module does not know what is done with them.

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Shape};

use super::condition::Condition;
use super::walk::{Place, Segment, Visited, visit};

/// Selects values of a body. Without any field, every value that has a schema is selected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ValueSelector {
    /// The places: ends of paths such as `email.recipients` or `targets.items`, identities of clauses such as
    /// `ScrapeRequest.url`, or `metadata.*` for all values within a place.
    at: Vec<String>,
    /// The kind of value that the schema of the place allows.
    kind: Option<ValueKind>,
    /// The class of the value that is sent.
    is: Option<ValueClass>,
    /// Whether the type of the value is not allowed at its place.
    unfit: Option<bool>,
    /// A pattern that a string matches; with a kind of number, a pattern that the digits match.
    #[serde(deserialize_with = "pattern")]
    like: Option<Regex>,
    /// The list of selected values.
    among: Option<Vec<Value>>,
    /// The identity of the clause whose limit the value breaks, or a keyword for any limit of that keyword.
    limit: Option<String>,
    /// The unit of lengths.
    by: Option<LengthUnit>,
    /// The condition on the request or the response.
    pub(super) when: Option<Condition>,
    /// A property that the object lacks.
    lacks: Option<String>,
    /// Other values that must be in the same request.
    with: Option<Box<ValueSelector>>,
}

/// A kind of value, by the schema of its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ValueKind {
    Uri,
    Email,
    Uuid,
    DateTime,
    Cron,
    SchedulePhrase,
    TimeZone,
    Boolean,
    Integer,
    Number,
    /// A string of any format.
    String,
    /// A string without format and pattern.
    PlainString,
    Enum,
    Array,
    Object,
}

/// A class of values, by the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ValueClass {
    Null,
    /// A null in a list.
    NullItem,
    EmptyText,
    /// A string of blanks only.
    BlankText,
    Text,
    Boolean,
    Number,
    /// A number that is not an integer.
    Fraction,
    EmptyList,
    OneItemList,
    List,
    EmptyObject,
    Object,
    /// An object that lacks a required property.
    IncompleteObject,
    /// An object of any variant but the first.
    LaterVariant,
}

impl ValueClass {
    fn holds_for(self, place: &Place<'_>, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, value) => value.is_null(),
            (Self::NullItem, value) => {
                value.is_null() && matches!(place.segments.last(), Some(Segment::Item(_)))
            }
            (Self::EmptyText, Value::String(text)) => text.is_empty(),
            (Self::BlankText, Value::String(text)) => !text.is_empty() && text.trim().is_empty(),
            (Self::Fraction, Value::Number(number)) => {
                number.as_f64().is_some_and(|number| number.fract() != 0.0)
            }
            (Self::EmptyList, Value::Array(items)) => items.is_empty(),
            (Self::OneItemList, Value::Array(items)) => items.len() == 1,
            (Self::EmptyObject, Value::Object(members)) => members.is_empty(),
            (Self::Text, Value::String(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::List, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            (Self::IncompleteObject, Value::Object(members)) => {
                place.schemas.iter().any(|schema| {
                    let Some(object) = schema.object() else { return false };
                    let mut properties = object.properties.iter();
                    properties
                        .any(|(name, property)| property.required && !members.contains_key(name))
                })
            }
            (Self::LaterVariant, Value::Object(members)) => place.schemas.iter().any(|schema| {
                let Some(union) = schema.union() else { return false };
                let tag = members.get(&union.discriminator).and_then(Value::as_str);
                let place = tag.and_then(|tag| union.variants.get_index_of(tag));
                place.is_some_and(|place| place > 0)
            }),
            _ => false,
        }
    }
}

/// A unit of the length of strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LengthUnit {
    Bytes,
}

pub(super) fn pattern<'de, D: serde::Deserializer<'de>>(
    source: D,
) -> Result<Option<Regex>, D::Error> {
    let text = String::deserialize(source)?;
    Regex::new(&text).map(Some).map_err(serde::de::Error::custom)
}

impl ValueSelector {
    /// Returns whether the selector looks at the values themselves, and not only at the exchange.
    pub(super) fn depends_on_values(&self) -> bool {
        !self.at.is_empty()
            || self.kind.is_some()
            || self.is.is_some()
            || self.unfit.is_some()
            || self.like.is_some()
            || self.among.is_some()
            || self.limit.is_some()
            || self.lacks.is_some()
    }

    /// Returns whether the required other values are in the same request.
    pub(super) fn has_other_values(&self, spec: &Spec, type_name: &str, body: &Value) -> bool {
        self.with.as_ref().is_none_or(|others| others.selects_any_in(spec, type_name, body))
    }

    /// Returns whether a body has such a value. The condition is not checked.
    pub(super) fn selects_any_in(&self, spec: &Spec, type_name: &str, body: &Value) -> bool {
        if !self.has_other_values(spec, type_name, body) {
            return false;
        }
        if !self.depends_on_values() {
            return true;
        }
        let mut selected = false;
        let mut copy = body.clone();
        visit(spec, type_name, &mut copy, &mut |place, value| {
            selected |= self.selects(place, value);
            Visited::Stays
        });
        selected
    }

    /// Returns whether a value at a place is selected.
    pub(super) fn selects(&self, place: &Place<'_>, value: &Value) -> bool {
        self.is_at(place)
            && self.kind.is_none_or(|kind| kind.holds_for(place))
            && self.is.is_none_or(|class| class.holds_for(place, value))
            && self.unfit.is_none_or(|unfit| unfit != place.takes_type_of(value))
            && self.among.as_ref().is_none_or(|all| all.contains(value))
            && self.like.as_ref().is_none_or(|like| match value {
                Value::String(text) => like.is_match(text),
                Value::Number(number) => {
                    let counts = matches!(self.kind, Some(ValueKind::Integer | ValueKind::Number));
                    counts && like.is_match(&number.to_string())
                }
                _ => false,
            })
            && self.lacks.as_ref().is_none_or(|name| {
                value.as_object().is_some_and(|members| !members.contains_key(name))
            })
            && self.limit.as_ref().is_none_or(|clause| self.breaks(clause, place, value))
    }

    fn is_at(&self, place: &Place<'_>) -> bool {
        if self.at.is_empty() {
            return true;
        }
        let path = place.path();
        let names = path.replace(".items", "");
        self.at.iter().any(|at| match at.starts_with(|first: char| first.is_uppercase()) {
            true => place.schemas.iter().any(|schema| schema.clause.as_str() == at),
            false => match at.strip_suffix(".*") {
                Some(around) => path.split('.').rev().skip(1).any(|segment| segment == around),
                None => ends_with(&path, at) || ends_with(&names, at),
            },
        })
    }

    /// Returns whether a value breaks a limit, counted in `by`. Without `by`, lengths are counted in the unit
    /// of the contract.
    fn breaks(&self, clause: &str, place: &Place<'_>, value: &Value) -> bool {
        let (of, keyword) = clause.rsplit_once('.').unwrap_or(("", clause));
        let Some(keyword) = Keyword::ALL.iter().find(|known| known.name() == keyword) else {
            return false;
        };
        let is_named = |clause: &str| of.is_empty() || clause == of;
        let mut named = place.schemas.iter().filter(|schema| is_named(schema.clause.as_str()));
        let Some(limit) = named.find_map(|schema| schema.number(*keyword)) else { return false };
        let size = match value {
            Value::String(text) => length(text, self.by) as f64,
            Value::Array(items) => items.len() as f64,
            Value::Object(members) => members.len() as f64,
            Value::Number(number) => number.as_f64().unwrap_or_default(),
            _ => return false,
        };
        match keyword.name().starts_with("max") {
            true => size > limit,
            false => size < limit,
        }
    }
}

fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|start| start.is_empty() || start.ends_with('.'))
}

fn length(text: &str, unit: Option<LengthUnit>) -> usize {
    match unit {
        None => text.chars().count(),
        Some(LengthUnit::Bytes) => text.len(),
    }
}

impl ValueKind {
    fn holds_for(self, place: &Place<'_>) -> bool {
        let format = |name: &str| {
            place
                .schemas
                .iter()
                .any(|schema| schema.format().is_some_and(|format| format.name() == name))
        };
        match self {
            // A pattern may require that a string is an absolute URL.
            Self::Uri => {
                let of_http = |pattern: &str| pattern.contains("http");
                format("uri")
                    || place.schemas.iter().any(|schema| schema.pattern().is_some_and(of_http))
            }
            Self::Email => format("email"),
            Self::Uuid => format("uuid"),
            Self::DateTime => format("date-time"),
            Self::Cron => format("cron"),
            Self::SchedulePhrase => format("schedule-phrase"),
            Self::TimeZone => format("time-zone"),
            Self::Boolean => place.takes(|shape| matches!(shape, Shape::Boolean)),
            Self::Integer => place.takes(|shape| matches!(shape, Shape::Integer)),
            Self::Number => place.takes(|shape| matches!(shape, Shape::Integer | Shape::Number)),
            Self::String => place.takes(|shape| matches!(shape, Shape::String)),
            Self::PlainString => place.schemas.iter().any(|schema| {
                matches!(schema.shape, Shape::String)
                    && schema.format().is_none()
                    && schema.pattern().is_none()
            }),
            Self::Enum => place.takes(|shape| matches!(shape, Shape::Enum(_))),
            Self::Array => place.takes(|shape| matches!(shape, Shape::Array { .. })),
            Self::Object => {
                place.takes(|shape| matches!(shape, Shape::Object(_) | Shape::Union(_)))
            }
        }
    }
}
