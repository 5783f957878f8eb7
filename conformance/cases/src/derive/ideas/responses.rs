//! Responses: their shape, also for every fixture in its initial state, and the identity of the requested
//! resource.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{Additional, ClauseId, EffectKind, ResourceEffect, Schema, Shape};

use crate::case::{Argument, Body, Case, Expected, Member};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::no_op_body;
use crate::derive::values::places::places;
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::broken;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let derived = [success_shape(context), error_shape(context), each_fixture(context)];
    derived.into_iter().flatten().collect()
}

/// Makes the case that tests each fixture before other cases change it.
fn each_fixture(context: &OperationContext<'_>) -> Option<Case> {
    let response = context.operation.response_type()?;
    let body = match context.effect_on_resource()? {
        ResourceEffect::Reads => Body::None,
        ResourceEffect::Updates => Body::Json(least_update(context)?),
        _ => return None,
    };
    let clause = context.operation.clause().child("response");
    let mut step = context.succeeds(identity(context, &clause).into_iter().collect());
    step.request.body = body;
    let is_fixture = |argument: &Argument| matches!(argument, Argument::Fixture { .. });
    step.request.arguments().find(|argument| is_fixture(argument))?;
    let id = context.id(&["response", "each-fixture"]);
    let mut case = context.case(id, context.operation.level, clause, vec![step]);
    case.each_fixture = true;
    case.clauses.extend(clauses_of(context, response));
    Some(case)
}

/// Returns the body of the update that changes least. It is empty if the contract accepts that. Otherwise it
/// has one property, unless an operation reads the resource.
fn least_update(context: &OperationContext<'_>) -> Option<Value> {
    context.effect(&EffectKind::KeepsOmitted)?;
    let (schema, nothing) = (context.request_schema()?, json!({}));
    let minimal = context.repair(context.samples.value(schema, Extent::Minimal));
    if minimal == nothing && broken(schema, &nothing).is_empty() {
        return Some(nothing);
    }
    no_op_body(context, "").filter(|_| !context.is_readable())
}

/// Expects the identity from the path in the response.
fn identity(context: &OperationContext<'_>, clause: &ClauseId) -> Option<Member> {
    let (resource, _) = context.resource()?;
    let same = resource.identified_by.clone().map(Expected::Parameter)?;
    context.member(&resource.identity, same, clause.clone())
}

/// Makes the case of a success, if the contract says anything about it.
fn success_shape(context: &OperationContext<'_>) -> Option<Case> {
    let of = |word: &str| context.operation.clause().child(word);
    let path = context.operation.endpoint.is_some().then(|| of("path"));
    let response = context.operation.response.is_some().then(|| of("response"));
    let clause = response.or_else(|| path.clone())?;
    let members = identity(context, &clause).into_iter().collect();
    // Only a list with items shows their shape.
    let is_list = context.effect_on_resource() == Some(ResourceEffect::Lists);
    let stored = context.known_resource(0, 0).filter(|_| is_list).map(|(step, _)| step);
    let steps = stored.into_iter().chain([context.succeeds(members)]).collect();
    let id = context.id(&["response", "shape"]);
    let mut case = context.case(id, context.operation.level, clause, steps);
    if path.is_some() {
        case.clauses.push(ClauseId::new("service.basePath"));
    }
    case.clauses.extend(path);
    let response = context.operation.response.as_ref();
    if response.is_none_or(|response| response.type_name.is_some()) {
        case.clauses.push(ClauseId::new("service.mediaType"));
    }
    if let Some(headers) = response.and_then(|response| response.headers.as_ref()) {
        case.clauses.push(of("responseHeaders"));
        case.clauses.extend(clauses_of(context, headers));
    }
    if let Some(response) = context.operation.response_type() {
        case.clauses.extend(clauses_of(context, response));
    }
    Some(case)
}

/// Makes the case of an error. Any error shows the shape that all errors share.
fn error_shape(context: &OperationContext<'_>) -> Option<Case> {
    context.operation.request.as_ref()?;
    let error = &context.spec.service.validation_failure;
    let is_list = context.request_schema()?.items().is_some();
    let other = if is_list { json!({}) } else { json!([]) };
    let step = context.fails(context.request(Body::Json(other)), error)?;
    let mut clauses = clauses_of(context, &context.operation.error_body).into_iter();
    let id = context.id(&["response", "error-shape"]);
    let mut case = context.case(id, context.operation.level, clauses.next()?, vec![step]);
    case.clauses.extend(clauses);
    case.breaks = context.request_schema().map(|schema| schema.clause.child("type"));
    Some(case)
}

/// Returns the clauses of a type that any body of the type shows.
pub(super) fn clauses_of(context: &OperationContext<'_>, type_name: &str) -> Vec<ClauseId> {
    let Some(schema) = context.spec.schema(type_name) else { return Vec::new() };
    // The cases that send a value also cover its constraints in the response.
    let sent: HashSet<&str> =
        context.places().iter().map(|place| place.schema.clause.as_str()).collect();
    let mut clauses = Vec::new();
    for place in places(schema, context.samples) {
        let mut add = |of: &Schema, word: &str| clauses.push(of.clause.child(word));
        if place.required == Some(true) {
            add(place.property, "required");
        }
        if !place.is_alternative && !context.spec.json_types(place.schema).is_empty() {
            add(place.schema, "type");
        }
        if place.property.nullable {
            add(place.property, "nullable");
        }
        match &place.schema.shape {
            Shape::Enum(_) => add(place.schema, "enum"),
            Shape::String if place.schema.format().is_some() => add(place.schema, "format"),
            Shape::Union(_) => add(place.schema, "discriminator"),
            _ if place.schema.constant().is_some() => add(place.schema, "const"),
            Shape::Object(object) if object.additional == Additional::Forbidden => {
                add(place.schema, "additionalProperties");
            }
            _ => {}
        }
        let is_sent = sent.contains(place.schema.clause.as_str());
        for constraint in place.schema.constraints.iter().filter(|_| !is_sent) {
            clauses.push(place.schema.clause.child(constraint.keyword.name()));
        }
    }
    clauses
}
