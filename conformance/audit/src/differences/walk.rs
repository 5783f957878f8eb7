//! Walks a body along its schema, and visits each value with the schemas of its place.
//!
//! This module does not know what is done with a value.

use std::borrow::Cow;

use axum::http::Method;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{JsonType, Object, Operation, ResourceEffect, Schema, Shape};

use super::value_path::{Segment, each_part};
use crate::exchange::ProxyRequest;

pub(super) struct Place<'p> {
    pub(super) spec: &'p Spec,
    /// The segments from the body to the value.
    pub(super) segments: &'p [Segment],
    /// The schemas that apply here: those of every type that is referred to, and of every alternative.
    pub(super) schemas: &'p [&'p Schema],
    /// Whether the value is a property that its object may lack.
    pub(super) is_optional: bool,
}

/// Changes the value at a place, and decides whether the value stays.
pub(super) type Visitor<'v> = dyn FnMut(&Place<'_>, &mut Value) -> Visited + 'v;

/// The decision of a visitor about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visited {
    /// The value stays, with the visitor's changes.
    Stays,
    /// The property or item is removed.
    Goes,
}

/// Returns the operation that a request calls.
pub(super) fn called<'s>(spec: &'s Spec, request: &ProxyRequest) -> Option<&'s Operation> {
    operation(spec, &request.method, request.uri.path())
}

/// Returns the operation with a method and a path.
pub(super) fn operation<'s>(spec: &'s Spec, method: &Method, path: &str) -> Option<&'s Operation> {
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
    body.pointer_mut(&called(spec, request)?.resource.as_ref()?.pointer())?.as_object_mut()
}

/// Returns whether a request updates the resource that its path names.
pub(super) fn is_update(spec: &Spec, request: &ProxyRequest) -> bool {
    called(spec, request).and_then(Operation::resource_effect) == Some(ResourceEffect::Updates)
}

/// Visits every value of a body that has a schema, from the outside to the inside.
pub(super) fn visit(spec: &Spec, type_name: &str, body: &mut Value, visitor: &mut Visitor<'_>) {
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
    visitor: &mut Visitor<'_>,
) -> Visited {
    let schemas = alternatives(spec, named, value_here);
    let was_nested = value_here.is_object() || value_here.is_array();
    let visited = visitor(&Place { spec, segments, schemas: &schemas, is_optional }, value_here);
    // If the visitor has wrapped the value, the value is not visited again: it would be wrapped without end.
    if visited == Visited::Goes || !was_nested {
        return visited;
    }
    // The visitor may have changed the variant.
    let schemas = alternatives(spec, named, value_here);
    let within = if value_here.is_array() { JsonType::Array } else { JsonType::Object };
    each_part(segments, value_here, &mut |segments, part_here| {
        let token = match segments.last() {
            Some(Segment::Member(name)) => Cow::Borrowed(name.as_str()),
            Some(Segment::Item(at)) => at.to_string().into(),
            Some(Segment::Each | Segment::Where(..)) | None => "".into(),
        };
        let inside: Vec<&Schema> =
            schemas.iter().filter_map(|schema| part(schema, &token, within)).collect();
        let is_required = |object: &Object| {
            object.properties.get(&*token).is_some_and(|property| property.required)
        };
        let mut objects = schemas.iter().filter_map(|schema| schema.object());
        let is_optional = within == JsonType::Object && !objects.any(is_required);
        if inside.is_empty() {
            Visited::Stays
        } else {
            value(spec, (&inside, is_optional), segments, part_here, visitor)
        }
    });
    Visited::Stays
}

/// Returns the schema of a part of an object or a list. Where any value is allowed, its parts may be any value.
fn part<'s>(schema: &'s Schema, token: &str, within: JsonType) -> Option<&'s Schema> {
    match schema.shape.json_type() {
        None => (schema.shape == Shape::Any).then_some(schema),
        Some(json_type) => schema.child(token).filter(|_| json_type == within),
    }
}

/// Returns schemas, each followed by those that it refers to: types, alternatives, and the variant of the value.
pub(super) fn alternatives<'s>(
    spec: &'s Spec,
    schemas: &[&'s Schema],
    value: &Value,
) -> Vec<&'s Schema> {
    let (mut all, mut open) = (Vec::new(), Vec::from_iter(schemas.iter().rev().copied()));
    while let Some(schema) = open.pop() {
        all.push(schema);
        if let Shape::OneOf(kinds) = &schema.shape {
            open.extend(kinds.iter().rev());
            continue;
        }
        let variant = schema.union().and_then(|union| {
            union.variants.get(value.get(&union.discriminator).and_then(Value::as_str)?)
        });
        let names = variant.map_or_else(|| schema.type_names(), |name| vec![name]);
        open.extend(names.into_iter().rev().filter_map(|name| spec.schema(name)));
    }
    all
}

impl<'p> Place<'p> {
    pub(super) fn objects(&self) -> impl Iterator<Item = &'p Object> {
        self.schemas.iter().filter_map(|schema| schema.object())
    }

    /// Returns a place that the contract does not describe: it [`Self::takes`] every kind, but the type of no
    /// value.
    pub(super) fn without_schema(spec: &'p Spec) -> Self {
        Self { spec, segments: &[], schemas: &[], is_optional: false }
    }

    /// Returns whether a value of a kind is allowed here.
    pub(super) fn takes(&self, is_kind: impl Fn(&Shape) -> bool) -> bool {
        self.schemas.is_empty() || self.schemas.iter().any(|schema| is_kind(&schema.shape))
    }

    /// Returns whether the JSON type of a value is allowed here.
    pub(super) fn takes_type_of(&self, value: &Value) -> bool {
        if self.schemas.is_empty() {
            return false;
        }
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
            Segment::Member(name) => name.clone(),
            Segment::Each | Segment::Item(_) | Segment::Where(..) => "items".to_owned(),
        };
        self.segments.iter().map(segment).collect::<Vec<_>>().join(".")
    }
}

pub(super) fn value_at<'v>(body: &'v mut Value, segments: &[Segment]) -> Option<&'v mut Value> {
    segments.iter().try_fold(body, |value, segment| match segment {
        Segment::Member(name) => value.get_mut(name),
        Segment::Item(at) => value.get_mut(at),
        Segment::Each | Segment::Where(..) => None,
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
