//! Responses: their shape, deprecation notices, and responses in states and circumstances that the target brings about.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{
    Additional, Channel, ClauseId, Condition, EffectKind, Level, NamedResource, Refusal,
    ResourceEffect, Schema, Shape, Situation, SituationResponse, StandIn, Test,
};

use super::errors::NOT_MULTIPART;
use crate::case::{Argument, Body, BodyContent, Case, Expected, Member, Purpose, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::acceptance::is_testable_by_itself;
use crate::derive::context::changes::no_op_body;
use crate::derive::context::requests::UNKNOWN_ID;
use crate::derive::values::places::{Position, places};
use crate::derive::values::samples::Extent;
use crate::interpreter::holds;
use crate::interpreter::limits::broken;

/// Makes cases of the shape of responses, also for every fixture in its initial state, and of the identity of the
/// requested resource.
pub(super) fn responses(context: &OperationContext<'_>) -> Vec<Case> {
    let derived =
        [success_shape(context), error_shape(context), each_fixture(context), again(context)];
    derived.into_iter().flatten().collect()
}

/// Makes the case that sends the same read twice. Stored resources have no such case: other ideas read them twice.
fn again(context: &OperationContext<'_>) -> Option<Case> {
    let is_read = context.operation.endpoint.as_ref()?.method == "GET";
    context.operation.response.as_ref()?;
    let clause = context.operation.clause().child("response");
    let steps = vec![context.succeeds(Vec::new()), context.succeeds(Vec::new())];
    let is_alone = context.operation.stored_resource().is_none();
    (is_read && is_alone).then(|| context.case(&["response", "again"], clause, steps))
}

/// Makes the case that tests each fixture before other cases change it.
fn each_fixture(context: &OperationContext<'_>) -> Option<Case> {
    let response = context.operation.response_type()?;
    let body = match context.effect_on_resource()? {
        ResourceEffect::Reads => Body::None,
        ResourceEffect::Updates => Body::Json(smallest_update(context)?),
        _ => return None,
    };
    let clause = context.operation.clause().child("response");
    let mut step = context.succeeds(context.identity_of_path(&clause).into_iter().collect());
    step.request.body = body;
    let is_fixture = |argument: &Argument| matches!(argument, Argument::Fixture { .. });
    step.request.arguments().find(|argument| is_fixture(argument))?;
    let case = context.case(&["response", "each-fixture"], clause, vec![step]);
    Some(Case { each_fixture: true, ..case.with_clauses(clauses_of(context, response)) })
}

/// Returns the body of the smallest update: an empty object if the contract accepts it, otherwise an object with one
/// property. Returns `None` in the second case if an operation reads the resource.
fn smallest_update(context: &OperationContext<'_>) -> Option<Value> {
    context.effect(&EffectKind::KeepsOmitted)?;
    let (schema, nothing) = (context.request_schema()?, json!({}));
    let minimal = context.repair(context.samples.value(schema, Extent::Minimal));
    if minimal == nothing && broken(schema, &nothing).is_empty() {
        return Some(nothing);
    }
    no_op_body(context, "").filter(|_| !context.related.is_readable())
}

/// Makes the case of a success, if the contract says anything about it.
fn success_shape(context: &OperationContext<'_>) -> Option<Case> {
    let clause_of = |word: &str| context.operation.clause().child(word);
    let path = context.operation.endpoint.is_some().then(|| clause_of("path"));
    let response = context.operation.response.is_some().then(|| clause_of("response"));
    let clause = response.or_else(|| path.clone())?;
    // A case deletes only what it has created.
    if context.effect_on_resource() == Some(ResourceEffect::Deletes) {
        context.related.created_in(0)?;
    }
    let members = context.identity_of_path(&clause).into_iter().collect();
    // Only a list with items shows their shape.
    let is_list = context.effect_on_resource() == Some(ResourceEffect::Lists);
    let stored = context.known_resource(0, 0).filter(|_| is_list).map(|(step, _)| step);
    let mut act = context.succeeds(members);
    if context.effect_on_resource() == Some(ResourceEffect::Cancels) {
        act = context.on_resource(&context.related.created_in(0)?, act);
    }
    let steps = stored.into_iter().chain([act]).collect();
    let response = context.operation.response.as_ref();
    let has_body = response.is_none_or(|response| response.type_name.is_some());
    let headers = response.and_then(|response| response.headers.as_ref());
    let clauses = path.iter().map(|_| ClauseId::new("service.basePath")).chain(path.clone());
    let clauses = clauses.chain(has_body.then(|| ClauseId::new("service.mediaType")));
    let clauses = clauses.chain(headers.map(|_| clause_of("responseHeaders")));
    let is_multipart = context.operation.is_multipart();
    let clauses = clauses.chain(is_multipart.then(|| clause_of("requestMediaType")));
    let types = headers.into_iter().chain(context.operation.response_type());
    let clauses = clauses.chain(types.flat_map(|name| clauses_of(context, name)));
    Some(context.case(&["response", "shape"], clause, steps).with_clauses(clauses))
}

/// Makes the case of an error. Any error shows the shape that all errors share.
fn error_shape(context: &OperationContext<'_>) -> Option<Case> {
    context.operation.request.as_ref()?;
    let is_list = context.request_schema()?.items().is_some();
    let other = if is_list { json!({}) } else { json!([]) };
    let is_multipart = context.operation.is_multipart();
    let step = context.invalid(if is_multipart {
        Body::Text(NOT_MULTIPART.to_owned())
    } else {
        Body::Json(other)
    })?;
    let mut clauses = clauses_of(context, &context.operation.error_body).into_iter();
    let breaks = context.request_schema().filter(|_| !is_multipart);
    let breaks = breaks.map(|schema| schema.clause.child("type"));
    let case = context.case(&["response", "error-shape"], clauses.next()?, vec![step]);
    Some(Case { breaks, ..case.with_clauses(clauses) })
}

/// Returns the clauses of a type that any body of the type shows.
fn clauses_of(context: &OperationContext<'_>, type_name: &str) -> Vec<ClauseId> {
    let Some(schema) = context.spec.schema(type_name) else { return Vec::new() };
    // The cases that send a value also cover its constraints in the response.
    let sent: HashSet<&str> =
        context.places.iter().map(|place| place.schema.clause.as_str()).collect();
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

/// Makes cases of deprecation notices: every success of a deprecated operation states the dates in its headers.
pub(super) fn notices(context: &OperationContext<'_>) -> Vec<Case> {
    let notices = context.operation.notices().into_iter();
    let case = notices.map(|notice| {
        let value = Expected::Equal(notice.value.into());
        let date = Member::in_header(notice.header, value, notice.clause.clone());
        let word = notice.clause.word().to_owned();
        context.case(&[&word, "said"], notice.clause, vec![context.succeeds(vec![date])])
    });
    case.collect()
}

/// Makes cases in which the operation is called in a state of a resource, or in a circumstance that a clause is
/// about. The target states how to bring each about. The events in a list that the operation returns are among them.
pub(super) fn situations(context: &OperationContext<'_>) -> Vec<Case> {
    let id = &context.operation.id;
    let of_states = context.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let of_states = of_states.filter(|situation| situation.operation == *id);
    let situations = of_states.chain(&context.operation.situations);
    let listed =
        context.spec.channels.values().filter(|channel| channel.operation.as_ref() == Some(id));
    let answered = situations.filter_map(|situation| situation_case(context, situation));
    answered.chain(listed.flat_map(|channel| events(context, channel))).collect()
}

fn situation_case(context: &OperationContext<'_>, situation: &Situation) -> Option<Case> {
    let clause = &situation.clause;
    let member = |name: &String, value| Member::new(format!("/{name}"), value, clause.clone());
    let request = context.in_circumstance(clause);
    let mut found_type = None;
    let step = match &situation.response {
        SituationResponse::Error(error) => context.fails(request, error)?,
        SituationResponse::Success(success) => {
            let equal =
                |(name, value): (&String, &_)| member(name, Expected::Equal(Clone::clone(value)));
            let mut members: Vec<Member> = success.members.iter().map(equal).collect();
            members.extend(success.absent.iter().map(|name| member(name, Expected::Absent)));
            members.extend(success.optional.iter().map(equal).map(Member::whole_is_omissible));
            found_type.clone_from(&success.found);
            let contents = success.anywhere.iter().map(|(name, value)| {
                let (name, value) = (name.clone(), value.clone());
                BodyContent::Member { name, value }
            });
            let found = success.found.clone().map(|type_name| BodyContent::Object { type_name });
            let sentence = success.says.clone().filter(|_| !success.words.is_empty());
            let words = success.words.clone();
            let sentence = sentence.map(|meaning| BodyContent::Text { meaning, words });
            let contents = contents.chain(found).chain(sentence);
            members.extend(contents.map(|sought| Member::with_content(sought, clause.clone())));
            Step { request, ..context.succeeds(members) }
        }
    };
    let mut steps = with_preparation(context, situation, step);
    let last = terminal_clause(context, situation);
    if last.is_some() {
        // No job leaves a terminal state, so a second read shows the same.
        steps.extend(steps.last().cloned());
    }
    let case = context.case(&["situations", &situation.id], situation, steps).with_clauses(last);
    Some(with_type(context, case, found_type.as_ref()))
}

/// Returns the clause about terminal states, if the situation is a read of a job in a terminal state.
fn terminal_clause(context: &OperationContext<'_>, situation: &Situation) -> Option<ClauseId> {
    let resource = context.operation.resource.as_ref()?;
    let is_read = resource.is_job && resource.effect == ResourceEffect::Reads;
    let lifecycle = context.spec.job_lifecycle(&resource.type_name).filter(|_| is_read)?;
    let SituationResponse::Success(success) = &situation.response else { return None };
    let state = success.members.get(&lifecycle.property)?.as_str()?;
    lifecycle.terminal.iter().any(|last| last == state).then(|| lifecycle.terminal_clause())
}

/// Returns the step. If the situation names an earlier operation, a first step calls that operation, whose response has
/// the path parameters.
fn with_preparation(
    context: &OperationContext<'_>,
    situation: &Situation,
    mut step: Step,
) -> Vec<Step> {
    let Some(before) = situation.after.as_ref().and_then(|id| context.spec.operations.get(id))
    else {
        return vec![step];
    };
    for (name, argument) in &mut step.request.parameters {
        if !before.parameters.contains_key(name) {
            *argument = Argument::ResponseValue { step: 0, pointer: format!("**/{name}") };
        }
    }
    let before = OperationContext::for_other_operation(context.spec, before);
    let request = before.in_circumstance(&situation.clause);
    let first = Step { request, ..before.succeeds(Vec::new()) };
    vec![Step { purpose: Purpose::Arrange, ..first }, step]
}

/// Makes the cases of a list of events: one for each event, and one for each situation that causes an event.
fn events(context: &OperationContext<'_>, channel: &Channel) -> Vec<Case> {
    let of_clauses = channel.events.values().map(|event| {
        let clause = channel.clause().child(&event.name);
        let sought = BodyContent::Event {
            name: event.name.clone(),
            carries: event.carries.clone(),
            members: serde_json::Map::new(),
        };
        event_case(context, (&event.name, channel.level), &clause, (sought, event.carries.as_ref()))
    });
    let situations = context.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let of_situations = situations.filter_map(|situation| {
        let SituationResponse::Success(success) = &situation.response else { return None };
        let event = success.event.as_ref().filter(|event| event.channel == channel.id)?;
        let carries = channel.events.get(&event.name).and_then(|event| event.carries.clone());
        let (name, members) = (event.name.clone(), event.members.clone());
        let sought = BodyContent::Event { name, carries: carries.clone(), members };
        let named = (&situation.id, situation.level);
        Some(event_case(context, named, &situation.clause, (sought, carries.as_ref())))
    });
    of_clauses.chain(of_situations).collect()
}

fn event_case(
    context: &OperationContext<'_>,
    (name, level): (&String, Level),
    clause: &ClauseId,
    (sought, carries): (BodyContent, Option<&String>),
) -> Case {
    let request = context.in_circumstance(clause);
    let members = vec![Member::with_content(sought, clause.clone())];
    let step = Step { request, ..context.succeeds(members) };
    let case = context.case(&["situations", name], (level, clause.clone()), vec![step]);
    with_type(context, case, carries)
}

/// Adds the clauses of a type that the case searches for.
fn with_type(context: &OperationContext<'_>, case: Case, name: Option<&String>) -> Case {
    case.with_clauses(name.into_iter().flat_map(|name| clauses_of(context, name)))
}

/// Makes cases of errors in circumstances that no body brings about. The target states how to bring them about.
pub(super) fn refusals(context: &OperationContext<'_>) -> Vec<Case> {
    let cases = context.operation.refusals.iter().filter(|refusal| refusal.names.is_none());
    let cases =
        cases.filter_map(|refusal| refusal_case(context, refusal, &[], context.valid_request()));
    let cases = cases.chain(refusals_of_bodies(context)).chain(refusals_of_operations(context));
    cases.chain(unknown_named_resources(context)).collect()
}

/// Makes cases of bodies that name a resource that does not exist.
fn unknown_named_resources(context: &OperationContext<'_>) -> Vec<Case> {
    let case = |(refusal, named, _): (&Refusal, &NamedResource, &StandIn)| {
        let mut body = context.baseline();
        body[&named.property] = UNKNOWN_ID.into();
        let request = Request { circumstance: None, ..context.request(body) };
        let step = context.fails(request, &refusal.error)?;
        Some(context.case(&["refusals", &refusal.id], refusal, vec![step]))
    };
    let is_sent = is_testable_by_itself(context.spec, context.operation);
    context.named_resources().filter(|_| is_sent).filter_map(case).collect()
}

/// Makes cases in which the server rejects a part of the body because of the state of the team.
fn refusals_of_bodies(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let stores_body = context.effect_on_resource().is_some_and(ResourceEffect::stores);
    for place in context.places.iter().filter(|_| stores_body) {
        let Some(object) = place.schema.object() else { continue };
        let [full, minimal] = [Extent::Full, Extent::Minimal]
            .map(|extent| context.samples.value(place.schema, extent));
        for refusal in object.refusals.iter().filter(|refusal| refusal.team_state.is_some()) {
            if refusal.when.is_none() && minimal != full {
                // The refusal does not depend on the properties of the object.
                let body = context.repair(place.body(&minimal, Position::Only));
                let request = context.request(body);
                let at = [place.name.as_str(), "least"];
                cases.extend(refusal_case(context, refusal, &at, request));
            }
            let mut value = full.clone();
            if let Some(Condition { path, test: Test::Equals(wanted) }) = &refusal.when {
                value[path.root()] = wanted.clone();
            }
            if refusal.when.as_ref().is_some_and(|when| !holds(when, &value)) {
                continue;
            }
            let body = context.repair(place.body(&value, Position::Only));
            let request = context.request(body);
            cases.extend(refusal_case(context, refusal, &[place.name.as_str()], request));
        }
    }
    cases
}

/// Makes cases of the refusals of types, for an operation that stores nothing and lists their errors. The contract
/// shows only the error, so the target states the request.
fn refusals_of_operations(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.stored_resource().is_some() {
        return Vec::new();
    }
    let may_be = |refusal: &Refusal| context.operation.errors.contains(&refusal.error);
    let refusals = context.spec.type_refusals().filter(|(_, refusal)| may_be(refusal));
    let case = |(name, refusal): (&str, &_)| {
        refusal_case(context, refusal, &[name], context.valid_request())
    };
    refusals.filter_map(case).collect()
}

fn refusal_case(
    context: &OperationContext<'_>,
    refusal: &Refusal,
    at: &[&str],
    request: Request,
) -> Option<Case> {
    let request = Request { circumstance: Some(refusal.clause.clone()), ..request };
    let step = context.fails(request, &refusal.error)?;
    let parts = [&["refusals"], at, &[&*refusal.id]].concat();
    let case = context.case(&parts, refusal, vec![step]);
    let operation = context.operation;
    if operation.error_body == context.spec.service.error_body {
        return Some(case);
    }
    let error_body = [operation.clause().child("errorBody")];
    let clauses = error_body.into_iter().chain(clauses_of(context, &operation.error_body));
    Some(case.with_clauses(clauses))
}
