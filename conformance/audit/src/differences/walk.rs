//! Walks a body along its schema, and visits each value with the schemas of its place.
//!
//! This module does not know what is done with a value.

use axum::http::Method;
use serde_json::{Map, Value};
use webdata_spec::model::{JsonType, Object, Operation, ResourceEffect, Schema, Shape};
use webdata_spec::{Spec, Step};

use crate::exchange::ProxyRequest;

/// A segment of a path into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    /// Into a property.
    Name(String),
    /// Into an item of a list.
    Item(usize),
}

pub(super) struct Place<'p> {
    pub(super) spec: &'p Spec,
    /// The segments from the body to the value.
    pub(super) segments: &'p [Segment],
    /// The schemas that apply here: those of every type that is referred to, and of every alternative.
    pub(super) schemas: &'p [&'p Schema],
    /// Whether the value is a property that its object may lack.
    pub(super) is_optional: bool,
}

/// The decision of a visitor about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visited {
    /// The value stays, with the visitor's changes.
    Stays,
    /// The property or item is removed.
    Goes,
}

/// Returns the operation that a request calls.
pub(crate) fn operation<'s>(spec: &'s Spec, method: &Method, path: &str) -> Option<&'s Operation> {
    let path = path.strip_prefix(&spec.service.base_path)?;
    spec.operations.values().find(|operation| {
        operation.endpoint.as_ref().is_some_and(|endpoint| {
            let both = || endpoint.path.split('/').zip(path.split('/'));
            endpoint.method == method.as_str()
                && endpoint.path.split('/').count() == path.split('/').count()
                && both().all(|(segment, sent)| segment.starts_with('{') || segment == sent)
        })
    })
}

/// Returns the resource in the body of a response to a request.
pub(crate) fn resource<'b>(
    spec: &Spec,
    request: &ProxyRequest,
    body: &'b mut Value,
) -> Option<&'b mut Map<String, Value>> {
    let called = operation(spec, &request.method, request.uri.path())?;
    body.pointer_mut(&called.resource.as_ref()?.pointer())?.as_object_mut()
}

/// Returns whether a request updates the resource that its path names.
pub(super) fn is_update(spec: &Spec, request: &ProxyRequest) -> bool {
    operation(spec, &request.method, request.uri.path())
        .and_then(Operation::resource_effect)
        .is_some_and(|effect| effect == ResourceEffect::Updates)
}

/// Visits every value of a body that has a schema, from the outside to the inside.
pub(super) fn visit(
    spec: &Spec,
    type_name: &str,
    body: &mut Value,
    visitor: &mut dyn FnMut(&Place<'_>, &mut Value) -> Visited,
) {
    if let Some(schema) = spec.schema(type_name) {
        let mut segments = Vec::new();
        // The body itself is never removed.
        let _ = value(spec, (&[schema], false), &mut segments, body, visitor);
    }
}

fn value(
    spec: &Spec,
    (named, is_optional): (&[&Schema], bool),
    segments: &mut Vec<Segment>,
    value_here: &mut Value,
    visitor: &mut dyn FnMut(&Place<'_>, &mut Value) -> Visited,
) -> Visited {
    let mut schemas = Vec::new();
    named.iter().for_each(|schema| alternatives(spec, schema, value_here, &mut schemas));
    let was_nested = value_here.is_object() || value_here.is_array();
    let visited = visitor(&Place { spec, segments, schemas: &schemas, is_optional }, value_here);
    // A visitor that puts a value into an object would do so again in that object, without end.
    if visited == Visited::Goes || !was_nested {
        return visited;
    }
    // The visitor may have changed the variant.
    schemas.clear();
    named.iter().for_each(|schema| alternatives(spec, schema, value_here, &mut schemas));
    match value_here {
        Value::Object(members) => members.retain(|name, member| {
            let inside: Vec<&Schema> =
                schemas.iter().filter_map(|schema| part(schema, name, JsonType::Object)).collect();
            let mut objects = schemas.iter().filter_map(|schema| schema.object());
            let is_required = |object: &Object| {
                object.properties.get(name).is_some_and(|property| property.required)
            };
            let is_optional = !objects.any(is_required);
            segments.push(Segment::Name(name.clone()));
            let visited = match inside.is_empty() {
                true => Visited::Stays,
                false => value(spec, (&inside, is_optional), segments, member, visitor),
            };
            segments.pop();
            visited == Visited::Stays
        }),
        Value::Array(items) => {
            let mut at = 0;
            items.retain_mut(|item| {
                let inside: Vec<&Schema> = schemas
                    .iter()
                    .filter_map(|schema| part(schema, &at.to_string(), JsonType::Array))
                    .collect();
                segments.push(Segment::Item(at));
                let visited = value(spec, (&inside, false), segments, item, visitor);
                segments.pop();
                at += 1;
                visited == Visited::Stays
            });
        }
        _ => {}
    }
    Visited::Stays
}

/// Returns the schema of a part of an object or a list. A part of any value may be any value.
fn part<'s>(schema: &'s Schema, token: &str, within: JsonType) -> Option<&'s Schema> {
    match schema.shape.json_type() {
        None => (schema.shape == Shape::Any).then_some(schema),
        Some(json_type) => schema.child(token).filter(|_| json_type == within),
    }
}

/// Adds a schema and the schemas behind it: referred types, alternatives, and the variant of the value.
fn alternatives<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value, all: &mut Vec<&'s Schema>) {
    all.push(schema);
    let variant = schema.union().and_then(|union| {
        union.variants.get(value.get(&union.discriminator).and_then(Value::as_str)?)
    });
    let names = variant.map_or_else(|| schema.type_names(), |name| vec![name]);
    let named = names.into_iter().filter_map(|name| spec.schema(name));
    let kinds = schema.children().into_iter();
    let kinds = kinds.filter(|(step, _)| matches!(step, Step::Alternative(..)));
    let inner = named.chain(kinds.map(|(_, kind)| kind));
    inner.for_each(|schema| alternatives(spec, schema, value, all));
}

impl<'p> Place<'p> {
    /// Returns a place that the contract does not describe.
    pub(super) fn without_schema(spec: &'p Spec) -> Self {
        Self { spec, segments: &[], schemas: &[], is_optional: false }
    }

    /// Returns whether a value of a kind is allowed here.
    pub(super) fn takes(&self, is_kind: impl Fn(&Shape) -> bool) -> bool {
        self.schemas.iter().any(|schema| is_kind(&schema.shape))
    }

    /// Returns whether the JSON type of a value is allowed here.
    pub(super) fn takes_type_of(&self, value: &Value) -> bool {
        let takes_null =
            || self.schemas.iter().any(|schema| schema.nullable || schema.shape == Shape::Any);
        self.takes(|shape| match shape.json_type() {
            None => *shape == Shape::Any,
            Some(JsonType::Boolean) => value.is_boolean(),
            Some(JsonType::Integer) => value.is_i64() || value.is_u64(),
            Some(JsonType::Number) => value.is_number(),
            Some(JsonType::String) => value.is_string(),
            Some(JsonType::Array) => value.is_array(),
            Some(JsonType::Object) => value.is_object(),
        }) || value.is_null() && takes_null()
    }

    /// Returns the path in dot notation, with `items` for an item of a list.
    pub(super) fn path(&self) -> String {
        let segment = |segment: &Segment| match segment {
            Segment::Name(name) => name.clone(),
            Segment::Item(_) => "items".to_owned(),
        };
        self.segments.iter().map(segment).collect::<Vec<_>>().join(".")
    }
}

pub(super) fn value_at<'v>(body: &'v mut Value, segments: &[Segment]) -> Option<&'v mut Value> {
    segments.iter().try_fold(body, |value, segment| match segment {
        Segment::Name(name) => value.get_mut(name),
        Segment::Item(at) => value.get_mut(at),
    })
}

/// Calls `change` with each value at a JSON Pointer (RFC 6901), in which `*` stands for every item of a list.
pub(super) fn each_at(value: &mut Value, pointer: &str, change: &mut dyn FnMut(&mut Value)) {
    let Some((start, rest)) = pointer.split_once("/*") else {
        value.pointer_mut(pointer).into_iter().for_each(change);
        return;
    };
    let items = value.pointer_mut(start).and_then(Value::as_array_mut);
    items.into_iter().flatten().for_each(|item| each_at(item, rest, change));
}
