//! Selects the exchanges, and the values of a request or a response, that a difference is about.
//!
//! This module does not know what is done with them.

use std::collections::BTreeMap;
use std::str::FromStr;

use regex::Regex;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Additional, ClauseId, Equality, Schema, Shape, Side};

use super::condition::{Condition, Part};
use super::enclosing::{ItemPosition, owner};
use super::value_path::{Segment, ValuePath, visit_within};
use super::walk::{Place, Visited, Visitor, alternatives, called, each_at, resource, visit};
use crate::exchange::{LayerContext, ProxyRequest, ProxyResponse, error_text};

/// Selects values of a body. Without any field, every value that has a schema is selected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ValueSelector {
    /// The exact place. Without it, the places follow from the schemas of the operation's bodies.
    #[serde(skip)]
    pub(crate) exact: Option<ExactPlace>,
    /// The kind of response that is changed: successes, or those of one error row.
    #[serde(skip)]
    pub(crate) of: Option<ResponseKind>,
    /// The operation that the request calls.
    pub(crate) operation: Option<String>,
    /// The place in a response, whatever its type and its status code, as a JSON Pointer (RFC 6901). `*` stands
    /// for every item of a list.
    pub(crate) pointer: Option<String>,
    /// The places: ends of paths such as `cover.colours` or `tracks.items`, identities of clauses such as
    /// `AlbumUpdate.cover`, or `metadata.*` for all values within a place.
    pub(crate) at: Vec<String>,
    /// The kind of value that the schema of the place allows.
    pub(crate) kind: Option<ValueKind>,
    /// The way in which strings at the place are compared.
    pub(crate) compared_as: Option<Equality>,
    /// Classes of the value itself, one of which must hold.
    #[serde(deserialize_with = "one_or_many")]
    pub(crate) is: Option<Vec<ValueClass>>,
    /// Whether the type of the value is not allowed at its place.
    pub(crate) unfit: Option<bool>,
    /// A pattern that a string matches. If `kind` is a number, the digits of a number may match, too.
    #[serde(deserialize_with = "pattern")]
    pub(crate) like: Option<Regex>,
    /// The list of selected values.
    pub(crate) among: Option<Vec<Value>>,
    /// The identity of the clause whose limit the value breaks, or a keyword for any limit of that keyword.
    pub(crate) limit: Option<String>,
    /// Gaps of the contract, one of which leaves the value open at its place.
    pub(crate) gaps: Vec<String>,
    /// Error rows, one of which has the value as its text.
    pub(crate) errors: Vec<String>,
    /// A number that the value exceeds.
    pub(crate) above: Option<f64>,
    /// The unit of lengths.
    pub(crate) by: Option<LengthUnit>,
    /// The condition on the request or the response.
    pub(crate) when: Option<Condition>,
    /// A property that the object lacks.
    pub(crate) lacks: Option<String>,
    /// Properties of the object, each with a pattern that its JSON matches. The JSON of a property that is missing
    /// is empty.
    #[serde(deserialize_with = "patterns")]
    pub(crate) having: Vec<(String, Regex)>,
    /// Properties of the object around the value, each with a pattern that its JSON matches.
    #[serde(deserialize_with = "patterns")]
    pub(crate) beside: Vec<(String, Regex)>,
    /// The position of the innermost item on the way to the value.
    pub(crate) item: Option<ItemPosition>,
    /// Properties of the stored resource, each with a pattern that its JSON matches.
    #[serde(deserialize_with = "patterns")]
    pub(crate) stored: Vec<(String, Regex)>,
    /// Properties of the resource in a successful response, each with a pattern that its JSON matches.
    #[serde(deserialize_with = "patterns")]
    pub(crate) returned: Vec<(String, Regex)>,
    /// Other values that must be in the same request.
    pub(crate) with: Option<Box<ValueSelector>>,
}

/// The exact place of values in a body.
#[derive(Debug, Clone)]
pub(crate) struct ExactPlace {
    pub(crate) path: ValuePath,
    /// The clause of the schema at the path. Without a schema, the type of no value fits.
    pub(crate) schema: Option<ClauseId>,
    pub(crate) reach: Reach,
}

/// The values that an exact place stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The values at the path.
    Here,
    /// The values at the path, and every value inside, the outer first.
    Within,
    /// The values at the path within every object of the body, at any depth, that has the path's first property.
    Anywhere,
}

/// The responses that a difference is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ResponseKind {
    /// Responses without an error row.
    Success,
    /// Responses of the error row with this identity.
    Row(String),
}

impl ResponseKind {
    pub(super) fn is_of(&self, row: Option<&str>) -> bool {
        match self {
            Self::Success => row.is_none(),
            Self::Row(wanted) => row == Some(wanted),
        }
    }
}

impl ExactPlace {
    pub(super) fn visit(&self, spec: &Spec, body: &mut Value, visitor: &mut Visitor<'_>) {
        let schema = self.schema.as_ref().and_then(|clause| spec.schema_at(clause.as_str()));
        let mut visit_with = |schema: Option<&Schema>, segments: &[Segment], value: &mut Value| {
            let schemas = alternatives(spec, schema.as_slice(), value);
            visitor(&Place { spec, segments, schemas: &schemas, is_optional: false }, value)
        };
        self.each_start(body, &mut |start| {
            self.path.visit(start, &mut |at, value| match self.reach {
                Reach::Here | Reach::Anywhere => visit_with(schema, at, value),
                Reach::Within => visit_within(&mut at.to_vec(), value, &mut |inner, value| {
                    visit_with(schema.filter(|_| inner.len() == at.len()), inner, value)
                }),
            });
        });
    }

    /// Adds the last property of the path where it is missing.
    pub(super) fn fill(&self, body: &mut Value, value: &Value) {
        self.each_start(body, &mut |start| self.path.fill(start, value));
    }

    /// Calls `change` with each value that the path starts in.
    fn each_start(&self, body: &mut Value, change: &mut dyn FnMut(&mut Value)) {
        match self.reach {
            Reach::Here | Reach::Within => change(body),
            Reach::Anywhere => self.path.each_start(body, change),
        }
    }
}

/// A kind of value, by the schema of its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ValueKind {
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
    /// A list whose order has no meaning.
    UnorderedArray,
    Object,
    /// A property of a stated type that its object may lack.
    Optional,
}

/// A class of values, by the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ValueClass {
    Null,
    NotNull,
    /// `false`, 0, or an empty string.
    Falsy,
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
    /// An integer that is written with a fraction of zero.
    ZeroFraction,
    /// The default of the place.
    Default,
    EmptyList,
    OneItemList,
    List,
    EmptyObject,
    Object,
    /// An object with listed properties that may have others.
    OpenObject,
    /// An object that lacks a required property.
    IncompleteObject,
    /// An object of any variant but the first.
    LaterVariant,
}

impl ValueClass {
    fn holds_for(self, place: &Place<'_>, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, value) => value.is_null(),
            (Self::NotNull, value) => !value.is_null(),
            (Self::Falsy, Value::Bool(truth)) => !truth,
            (Self::Falsy, Value::Number(number)) => number.as_f64() == Some(0.0),
            (Self::Falsy, Value::String(text)) => text.is_empty(),
            (Self::NullItem, value) => {
                value.is_null() && matches!(place.segments.last(), Some(Segment::Item(_)))
            }
            (Self::EmptyText, Value::String(text)) => text.is_empty(),
            (Self::BlankText, Value::String(text)) => !text.is_empty() && text.trim().is_empty(),
            (Self::Fraction, Value::Number(number)) => {
                number.as_f64().is_some_and(|number| number.fract() != 0.0)
            }
            (Self::ZeroFraction, Value::Number(number)) => {
                number.is_f64() && number.as_f64().is_some_and(|number| number.fract() == 0.0)
            }
            (Self::Default, value) => {
                place.schemas.iter().any(|schema| schema.default.as_ref() == Some(value))
            }
            (Self::OpenObject, Value::Object(_)) => place.objects().any(|object| {
                object.additional == Additional::Open && !object.properties.is_empty()
            }),
            (Self::EmptyList, Value::Array(items)) => items.is_empty(),
            (Self::OneItemList, Value::Array(items)) => items.len() == 1,
            (Self::EmptyObject, Value::Object(members)) => members.is_empty(),
            (Self::Text, Value::String(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::List, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            (Self::IncompleteObject, Value::Object(members)) => place.objects().any(|object| {
                let mut properties = object.properties.iter();
                properties.any(|(name, property)| property.required && !members.contains_key(name))
            }),
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LengthUnit {
    Bytes,
    Utf16,
}

pub(crate) fn one_or_many<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<Vec<ValueClass>>, D::Error> {
    let classes = match Value::deserialize(source)? {
        Value::Array(classes) => classes,
        class => vec![class],
    };
    serde_json::from_value(classes.into()).map(Some).map_err(D::Error::custom)
}

/// Reads a regular expression of strings or of bytes.
pub(super) fn pattern<'de, D, R>(source: D) -> Result<Option<R>, D::Error>
where
    D: Deserializer<'de>,
    R: FromStr<Err = regex::Error>,
{
    String::deserialize(source)?.parse().map(Some).map_err(D::Error::custom)
}

fn patterns<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<(String, Regex)>, D::Error> {
    let all = BTreeMap::<String, String>::deserialize(source)?.into_iter();
    all.map(|(name, text)| Ok((name, text.parse().map_err(D::Error::custom)?))).collect()
}

/// Returns whether the JSON of each property matches its pattern.
fn has_properties(value: &Value, properties: &[(String, Regex)]) -> bool {
    properties.iter().all(|(name, like)| {
        let json = value.get(name).map(Value::to_string).unwrap_or_default();
        like.is_match(&json)
    })
}

impl ValueSelector {
    /// Selects the values at a path of a body, with the clause of their schema.
    pub(crate) fn at_place(path: ValuePath, schema: &ClauseId) -> Self {
        let exact = ExactPlace { path, schema: Some(schema.clone()), reach: Reach::Here };
        Self { exact: Some(exact), ..Self::default() }
    }

    /// Visits the values of a body at the exact place, or else every value that has a schema. Values in another
    /// object or at another position of a list are left out.
    pub(super) fn visit(
        &self,
        spec: &Spec,
        type_name: &str,
        body: &mut Value,
        visitor: &mut Visitor<'_>,
    ) {
        // The visitor may change a list while its items are visited.
        let unchanged = self.looks_around().then(|| body.clone());
        let mut visitor = |place: &Place<'_>, value: &mut Value| match &unchanged {
            Some(body) if !self.is_enclosed(body, place.segments) => Visited::Stays,
            _ => visitor(place, value),
        };
        match &self.exact {
            Some(exact) => exact.visit(spec, body, &mut visitor),
            None => visit(spec, type_name, body, &mut visitor),
        }
    }

    fn looks_around(&self) -> bool {
        !self.beside.is_empty() || self.item.is_some()
    }

    /// Returns whether the object and the list around a value fit.
    fn is_enclosed(&self, body: &Value, segments: &[Segment]) -> bool {
        let around = owner(body, segments).unwrap_or(&Value::Null);
        has_properties(around, &self.beside)
            && self.item.is_none_or(|position| position.holds_at(body, segments))
    }

    /// Returns whether the selector looks at the values of a request, and not only at the exchange.
    pub(super) fn depends_on_values(&self) -> bool {
        let names_values = self.exact.is_some()
            || self.above.is_some()
            || !self.at.is_empty()
            || !self.gaps.is_empty()
            || !self.errors.is_empty()
            || !self.having.is_empty()
            || self.looks_around()
            || self.kind.is_some()
            || self.compared_as.is_some()
            || self.is.is_some()
            || self.unfit.is_some()
            || self.like.is_some()
            || self.among.is_some()
            || self.limit.is_some()
            || self.lacks.is_some();
        self.pointer.is_none() && names_values
    }

    /// Returns whether a selector of values in responses looks at the body of the request, too.
    pub(super) fn needs_body(&self) -> bool {
        self.with.is_some()
            || self.when.is_some_and(|when| {
                when.part() == Part::Body || when == Condition::ValidationFailure
            })
    }

    /// Returns whether earlier or concurrent exchanges decide what is selected.
    pub(super) fn depends_on_memory(&self) -> bool {
        let of_others =
            [Condition::KnownResource, Condition::AfterRejection, Condition::Concurrent];
        !self.stored.is_empty() || self.when.is_some_and(|when| of_others.contains(&when))
    }

    /// Returns whether the request calls the operation of the selector, and the stored resource fits.
    pub(super) fn is_about(&self, context: &LayerContext<'_>, request: &ProxyRequest) -> bool {
        let called = || called(context.spec, request);
        self.operation.as_ref().is_none_or(|id| called().is_some_and(|called| called.id == *id))
            && (self.stored.is_empty()
                || context.before.is_object() && has_properties(context.before, &self.stored))
    }

    /// Returns whether a response has a selected value at `pointer`, and the `returned` properties.
    pub(super) fn is_returned(&self, context: &LayerContext<'_>, response: &ProxyResponse) -> bool {
        let mut body = response.body.clone();
        let mut is_at_place = self.pointer.is_none();
        if let Some(pointer) = &self.pointer {
            each_at(&mut body, pointer, &mut |value| {
                is_at_place |= self.selects(&Place::without_schema(context.spec), value);
            });
        }
        let mut has_resource = || {
            let returned =
                resource(context.spec, context.original, &mut body).cloned().map(Value::Object);
            response.status.is_success()
                && returned.is_some_and(|returned| has_properties(&returned, &self.returned))
        };
        is_at_place && (self.returned.is_empty() || has_resource())
    }

    /// Returns whether the required other values are in the same request.
    pub(super) fn has_other_values(&self, spec: &Spec, type_name: &str, body: &Value) -> bool {
        self.with.as_ref().is_none_or(|others| others.selects_any_in(spec, type_name, body))
    }

    /// Returns whether a body has a selected value. The condition `when` is not checked.
    pub(super) fn selects_any_in(&self, spec: &Spec, type_name: &str, body: &Value) -> bool {
        let mut selected = !self.depends_on_values();
        if !selected {
            self.visit(spec, type_name, &mut body.clone(), &mut |place, value| {
                selected |= self.selects(place, value);
                Visited::Stays
            });
        }
        selected && self.has_other_values(spec, type_name, body)
    }

    /// Returns whether a value at a place is selected.
    pub(super) fn selects(&self, place: &Place<'_>, value: &Value) -> bool {
        self.kind.is_none_or(|kind| kind.holds_for(place))
            && self.compared_as.is_none_or(|equality| {
                place.schemas.iter().any(|schema| schema.equality() == equality)
            })
            && self.is.as_ref().is_none_or(|all| all.iter().any(|it| it.holds_for(place, value)))
            && self.unfit.is_none_or(|unfit| unfit != place.takes_type_of(value))
            && self.above.is_none_or(|above| value.as_f64().is_some_and(|it| it > above))
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
            && has_properties(value, &self.having)
            && (self.gaps.is_empty() || self.gaps.iter().any(|gap| is_left_open(gap, place, value)))
            && (self.errors.is_empty()
                || self.errors.iter().any(|row| error_text(place.spec, row) == value.as_str()))
            && self.limit.as_ref().is_none_or(|clause| self.breaks(clause, place, value))
            && self.is_at(place)
    }

    fn is_at(&self, place: &Place<'_>) -> bool {
        if self.at.is_empty() {
            return true;
        }
        let path = place.path();
        let names = path.replace(".items", "");
        self.at.iter().any(|at| {
            if at.starts_with(|first: char| first.is_uppercase()) {
                place.schemas.iter().any(|schema| schema.clause.as_str() == at)
            } else {
                match at.strip_suffix(".*") {
                    Some(around) => path.split('.').rev().skip(1).any(|segment| segment == around),
                    None => ends_with(&path, at) || ends_with(&names, at),
                }
            }
        })
    }

    /// Returns whether a value breaks a limit, counted in `by`. Without `by`, lengths are counted in the unit
    /// of the contract.
    fn breaks(&self, clause: &str, place: &Place<'_>, value: &Value) -> bool {
        let clause = ClauseId::new(clause);
        let of = clause.around();
        let Some(keyword) = clause.keyword() else { return false };
        let is_named = |clause: &str| of.is_empty() || clause == of;
        let mut named = place.schemas.iter().filter(|schema| is_named(schema.clause.as_str()));
        let Some(limit) = named.find_map(|schema| schema.number(keyword)) else { return false };
        let size = match value {
            Value::String(text) => match self.by {
                None => text.chars().count() as f64,
                Some(LengthUnit::Bytes) => text.len() as f64,
                Some(LengthUnit::Utf16) => text.encode_utf16().count() as f64,
            },
            Value::Array(items) => items.len() as f64,
            Value::Object(members) => members.len() as f64,
            Value::Number(number) => number.as_f64().unwrap_or_default(),
            _ => return false,
        };
        match keyword.side() {
            Some(Side::Maximum) => size > limit,
            Some(Side::Minimum) => size < limit,
            None => false,
        }
    }
}

/// Returns whether a gap of the contract leaves a value at a place open. A gap without values leaves open every
/// value of a type that its place allows.
fn is_left_open(gap: &str, place: &Place<'_>, value: &Value) -> bool {
    let Some(gap) = place.spec.gaps.get(gap) else { return false };
    let mut schemas = place.schemas.iter().filter(|schema| schema.clause == gap.place);
    if gap.values.is_empty() {
        schemas.any(|schema| Place { schemas: &[*schema], ..*place }.takes_type_of(value))
    } else {
        schemas.next().is_some() && gap.values.contains(value)
    }
}

fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|start| start.is_empty() || start.ends_with('.'))
}

impl ValueKind {
    fn holds_for(self, place: &Place<'_>) -> bool {
        let any =
            |holds: &dyn Fn(&Schema) -> bool| place.schemas.iter().any(|schema| holds(schema));
        let format =
            |name| any(&|schema| schema.format().is_some_and(|format| format.name() == name));
        match self {
            // A pattern may require that a string is an absolute URL.
            Self::Uri => {
                let of_http = |pattern: &str| pattern.contains("http");
                format("uri") || any(&|schema| schema.pattern().is_some_and(of_http))
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
            Self::PlainString => any(&|schema| {
                schema.shape == Shape::String
                    && schema.format().is_none()
                    && schema.pattern().is_none()
            }),
            Self::Enum => place.takes(|shape| matches!(shape, Shape::Enum(_))),
            Self::Array => place.takes(|shape| matches!(shape, Shape::Array { .. })),
            Self::UnorderedArray => Self::Array.holds_for(place) && !any(&|schema| schema.ordered),
            Self::Object => {
                place.takes(|shape| matches!(shape, Shape::Object(_) | Shape::Union(_)))
            }
            Self::Optional => {
                place.is_optional && !place.takes(|shape| matches!(shape, Shape::Any))
            }
        }
    }
}

/// Returns the number of nested lists and objects at the deepest place of a JSON text.
pub(super) fn depth(text: &[u8]) -> usize {
    let (mut now, mut deepest) = (0_usize, 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b'[' | b'{' if !is_quoted => now += 1,
            b']' | b'}' if !is_quoted => now = now.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(now);
    }
    deepest
}
