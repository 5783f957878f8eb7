//! Replaces invalid values of requests by valid ones for the server behind, and restores them in responses.
//!
//! This module does not know why a value is accepted.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use webdata_cases::derive::string_of_length;
use webdata_spec::Spec;
use webdata_spec::model::{Additional, Keyword, Object, Resource, Schema, Shape, StringFormat};

use super::conversion::number as parse_number;
use super::selector::ValueSelector;
use super::value_path::Segment;
use super::walk::{Visited, called, value_at};
use crate::exchange::{LayerContext, ProxyRequest, ProxyResponse};

#[derive(Debug, Default)]
pub(super) struct AcceptedValues {
    /// The number of accepted values.
    count: usize,
    /// The accepted values, by the path of the resource.
    stored: HashMap<String, Vec<Replacement>>,
}

/// An invalid value, and the valid one that is stored in its place.
#[derive(Debug)]
struct Replacement {
    segments: Vec<Segment>,
    stand_in: Value,
    original: Value,
}

impl AcceptedValues {
    /// Returns the body with valid values in place of the selected ones, or `None` if no value is selected.
    pub(super) fn take(
        &mut self,
        spec: &Spec,
        type_name: &str,
        values: &ValueSelector,
        request: &ProxyRequest,
    ) -> Option<Value> {
        let mut body = request.body.clone();
        let mut passed = Vec::new();
        values.visit(spec, type_name, &mut body, &mut |place, value| {
            if values.selects(place, value) {
                self.count += 1;
                let stand_in = stand_in(place.spec, place.schemas, value, self.count);
                let original = std::mem::replace(value, stand_in.clone());
                let segments = place.segments.to_vec();
                passed.push(Replacement { segments, stand_in, original });
            }
            Visited::Stays
        });
        let stored = self.stored.entry(request.uri.path().to_lowercase()).or_default();
        // If a request sets a property again, the values that were accepted for the property before are forgotten.
        stored.retain(|accepted| match accepted.segments.first() {
            Some(Segment::Member(name)) => request.body.get(name).is_none(),
            _ => false,
        });
        let has_passed = !passed.is_empty();
        stored.extend(passed);
        has_passed.then_some(body)
    }

    pub(super) fn restore(&self, context: &LayerContext<'_>, response: &mut ProxyResponse) {
        let stored = self.stored.get(&context.original.uri.path().to_lowercase());
        let called = called(context.spec, context.original);
        let place = called.and_then(|called| called.resource.as_ref()).map(Resource::pointer);
        let returned = place.and_then(|place| response.body.pointer_mut(&place));
        if let (Some(returned), true) = (returned, response.status.is_success()) {
            for accepted in stored.into_iter().flatten() {
                if let Some(value) = value_at(returned, &accepted.segments)
                    && holds(value, &accepted.stand_in)
                {
                    *value = accepted.original.clone();
                }
            }
        }
    }
}

/// Returns whether a value equals another one. Properties that the server behind has added to `value` are ignored.
fn holds(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => other
            .iter()
            .all(|(name, other)| value.get(name).is_some_and(|value| holds(value, other))),
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len()
                && value.iter().zip(other).all(|(value, other)| holds(value, other))
        }
        _ => value == other,
    }
}

/// Returns a value that is valid by one of these schemas and close to the one that was sent. `number` makes strings
/// of most formats differ.
fn stand_in(spec: &Spec, schemas: &[&Schema], sent: &Value, number: usize) -> Value {
    let is_concrete = |schema: &&&Schema| {
        !matches!(schema.shape, Shape::Ref(_) | Shape::OneOf(_) | Shape::Union(_))
    };
    let concrete = || schemas.iter().filter(is_concrete);
    let alike = concrete().find(|schema| has_shape(&schema.shape, sent));
    match alike.or_else(|| concrete().next()) {
        Some(schema) => stand_in_value(spec, schema, sent, number),
        None => Value::Null,
    }
}

fn has_shape(shape: &Shape, value: &Value) -> bool {
    match shape {
        Shape::Boolean => value.is_boolean(),
        Shape::Integer | Shape::Number => value.is_number(),
        Shape::String | Shape::Enum(_) => value.is_string(),
        Shape::Array { .. } => value.is_array(),
        Shape::Object(_) | Shape::Map(_) => value.is_object(),
        _ => false,
    }
}

/// Returns a valid value of a schema, close to the one that was sent.
pub(super) fn stand_in_value(spec: &Spec, schema: &Schema, sent: &Value, number: usize) -> Value {
    let schema = spec.resolve(schema);
    match &schema.shape {
        Shape::Any => sent.clone(),
        Shape::Boolean => json!(true),
        Shape::Integer | Shape::Number => {
            let minimum = schema.number(Keyword::Minimum).unwrap_or(0.0);
            let maximum = schema.number(Keyword::Maximum).unwrap_or(f64::MAX);
            let near = sent.as_f64().unwrap_or(minimum).trunc().clamp(minimum, maximum.min(1e9));
            parse_number(&format!("{near:.0}")).unwrap_or_default()
        }
        Shape::String => text(schema, sent, number).into(),
        Shape::Enum(words) => words.first().cloned().into(),
        Shape::Array { items } => {
            let mut list = sent.as_array().cloned().unwrap_or_default();
            let count =
                |keyword| schema.count(keyword).and_then(|count| usize::try_from(count).ok());
            list.truncate(count(Keyword::MaxItems).unwrap_or(usize::MAX));
            while list.len() < count(Keyword::MinItems).unwrap_or(0) {
                list.push(stand_in_value(spec, items, &Value::Null, number + list.len()));
            }
            Value::Array(list)
        }
        Shape::Map(_) => json!({}),
        Shape::Object(object) => stand_in_object(spec, object, sent, number),
        Shape::Union(_) | Shape::OneOf(_) => {
            let first = spec.children(schema).into_iter().next();
            first.map(|(_, first)| stand_in_value(spec, first, sent, number)).unwrap_or_default()
        }
        Shape::Tuple(_) | Shape::Ref(_) => Value::Null,
    }
}

fn stand_in_object(spec: &Spec, object: &Object, sent: &Value, number: usize) -> Value {
    let mut members: Map<String, Value> = sent.as_object().cloned().unwrap_or_default();
    if object.additional == Additional::Forbidden {
        members.retain(|name, _| object.properties.contains_key(name));
    }
    for (name, property) in object.properties.iter().filter(|(_, property)| property.required) {
        if !members.contains_key(name) {
            let value = stand_in_value(spec, &property.schema, &Value::Null, number);
            members.insert(name.clone(), value);
        }
    }
    Value::Object(members)
}

fn text(schema: &Schema, sent: &Value, number: usize) -> String {
    let of_http = schema.pattern().is_some_and(|pattern| pattern.contains("http"));
    match schema.format().map(StringFormat::name) {
        None if of_http => format!("https://stand-in-{number}.example/"),
        Some("uri") => format!("https://stand-in-{number}.example/"),
        Some("email") => format!("stand-in-{number}@example.com"),
        Some("uuid") => format!("5eedca11-0000-4000-8000-{number:012}"),
        Some("cron") => format!("{} 3 * * {}", number % 60, number / 60 % 7),
        Some("schedule-phrase") => "every day".to_owned(),
        Some("time-zone") => "Europe/Berlin".to_owned(),
        _ if schema.pattern().is_some() => {
            let example = schema.examples.first().and_then(Value::as_str).map(str::to_owned);
            let made = || (1..=64).find_map(|length| string_of_length(schema, length));
            example.or_else(made).unwrap_or_default()
        }
        _ => {
            let max_length = schema.count(Keyword::MaxLength).unwrap_or(64);
            let max_length = usize::try_from(max_length).unwrap_or(64);
            let start = sent.as_str().unwrap_or_default().chars();
            let cut: String = start.take(max_length.saturating_sub(8)).collect();
            format!("{cut}x{number}")
        }
    }
}
