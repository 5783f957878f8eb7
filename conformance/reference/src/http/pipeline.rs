//! The steps from a request to its answer: who sends it, to what, with which body, to what effect.
//!
//! It must not hold any fact of the contract; each step reads what it decides by from `contract`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use webdata_spec::model::Schema;

use super::Shared;
use super::body::Sent;
use super::change::Change;
use super::check::Violation;
use super::circumstances;
use super::contract::{Contract, Operation, Resource};
use super::faults::spoiled;
use super::feed;
use super::guard::Guard;
use super::refusal::{Refusal, judged, parsed, refused};
use super::request_log::Entry;
use super::services::Call;
use super::store::{Name, Properties};
use super::teams::{Standing, Team};
use super::update;

/// The header that asks for a row of the catalogue by its identity. It works with a key that may use
/// the operation, and is no part of the contract.
pub const PROVOKE: &str = "x-reference-provoke";

/// Answers any request.
pub(super) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let began = Instant::now();
    let (parts, body) = request.into_parts();
    let (method, path) = (parts.method.as_str(), parts.uri.path());
    let contract = &shared.contract;
    let found = contract.operation(method, path);
    // Even of a request that will be refused the body is taken in, or the connection would be lost.
    // The room for it is kept until the answer is there.
    let (sent, _room) = match &found {
        Some((operation, _)) if operation.request.is_some() => {
            shared.body_limit.read(contract, body).await
        }
        _ => (Ok(Bytes::new()), None),
    };
    let told = sent.as_ref().ok().filter(|_| shared.feed.has_bodies()).cloned();
    let mut entry = Entry::of(shared.clock.now(), method, path);
    let answered = match found {
        Some((operation, parameters)) => {
            entry.operation = Some(operation.id.clone());
            let body = sent.as_ref().ok();
            let mut faulty =
                body.and_then(|body| shared.faults.receive(operation, &parameters, body));
            if let Some(received) = &mut faulty {
                received.before(&shared).await;
            }
            let (held_back, failure) = shared.trouble.next();
            // Even no time at all would be waited for until the timer looks again.
            if !held_back.is_zero() {
                tokio::time::sleep(held_back).await;
            }
            let headers = &parts.headers;
            let answered = match failure {
                Some(row) => Err(row.into()),
                None => operate(&shared, operation, parameters, headers, sent, &mut entry),
            };
            if let Some(received) = &faulty {
                received.after(&shared, answered.as_ref().err().map(|refusal| refusal.row.id()));
            }
            answered.map_err(|refusal| refusal.by(operation))
        }
        None => unknown_path(&shared, &parts.headers, &mut entry),
    };
    let row = answered.as_ref().err().map(|refusal| refusal.row.id());
    let fault = shared.faults.of_answer(entry.operation.as_deref(), row);
    let mut answer = answered.unwrap_or_else(|refusal| refusal.answer());
    if let Some(change) = fault {
        answer = spoiled(change, answer).await;
    }
    entry.status = answer.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    if !shared.feed.is_heard() {
        shared.requests.add(entry);
        return answer;
    }
    shared.requests.add(entry.clone());
    feed::tell(&shared, entry, told, answer).await
}

fn unknown_path(
    shared: &Shared,
    headers: &HeaderMap,
    entry: &mut Entry,
) -> Result<Response, Refusal> {
    let contract = &shared.contract;
    let sender = admit(contract.guard.as_ref(), shared, headers, entry)?;
    match provoked(contract, &sender, headers)? {
        Some(response) => Ok(response),
        None => Err(Arc::clone(&contract.unknown_path).into()),
    }
}

fn operate(
    shared: &Shared,
    operation: &Operation,
    parameters: Vec<(&str, String)>,
    headers: &HeaderMap,
    sent: Sent,
    entry: &mut Entry,
) -> Result<Response, Refusal> {
    let contract = &shared.contract;
    let sender = admit(operation.guard.as_ref(), shared, headers, entry);
    let sender = match (sender, &operation.guard) {
        (Err(refusal), Some(guard)) => {
            shared.faults.admit(&operation.id, guard, headers, &shared.keys).ok_or(refusal)
        }
        (admitted, _) => admitted,
    }?;
    permit(shared, operation, &sender)?;
    if let Some(response) = provoked(contract, &sender, headers)? {
        return Ok(response);
    }
    let team = sender.team;
    count(shared, &team)?;
    let parameters = check_parameters(contract, operation, parameters)?;
    let found = match &operation.resource {
        Some(resource) => Some(find(shared, resource, &parameters, &team)?),
        None => None,
    };
    let unchanged = |found: Option<Name>, body: &Value| match operation.service {
        Some(service) => {
            let call = Call::new(shared, &team, operation, &parameters, body);
            Ok(operation.success.answer_with(service.perform(&call)?))
        }
        None => {
            let read = found.as_ref().and_then(|name| shared.store.read(name));
            Ok(operation.success.answer(read.unwrap_or_default()))
        }
    };
    let states = shared.teams.states(&team);
    let admitted = |schema: Option<&Schema>, body: &Value| {
        let spec = &contract.spec;
        let refused = circumstances::of_operation(spec, &operation.id, body, &states);
        let refused = refused
            .or_else(|| circumstances::of_body(spec, schema?, body, &states))
            .map(|error| contract.refusal(error));
        refused.map_or(Ok(()), Err)
    };
    let Some(request) = &operation.request else {
        admitted(None, &Value::Null)?;
        return unchanged(found, &Value::Null);
    };
    let bytes = sent?;
    if bytes.is_empty() && !request.required {
        admitted(None, &Value::Null)?;
        return unchanged(found, &Value::Null);
    }
    let mut body = parsed(contract, &bytes)?;
    let faults = &shared.faults;
    faults.read(&operation.id, &mut body);
    let seen = faults.as_judged(&operation.id, &body);
    let forgives = |violation: &Violation| faults.forgives(&operation.id, &seen, violation);
    let verdict = judged(contract, request, &seen, forgives);
    let verdict = verdict.and_then(|()| admitted(Some(&request.schema), &body));
    faults.fill(&operation.id, &mut body);
    let properties = match (found, &operation.resource, &request.update) {
        (Some(name), Some(resource), Some(update)) => {
            let (schema, now) = (&request.schema, shared.clock.now());
            update::write_integers_plainly(&contract.spec, schema, &mut body);
            let change = Change { contract, name: &name, schema, update, body: &body, now };
            let changed = shared.store.change(&name, &team, |stored| {
                let make = |stored: &mut Properties| change.make(stored, verdict);
                faults.store(shared, &name, &operation.id, &body, stored, make)
            });
            let changed = changed.ok_or_else(|| Arc::clone(&resource.unknown))??;
            shared.checks.alarm.changed(&changed);
            changed
        }
        (found, ..) => {
            verdict?;
            return unchanged(found, &body);
        }
    };
    Ok(operation.success.answer(properties))
}

/// Counts a request of a team, where the contract has a limit on that.
fn count(shared: &Shared, team: &Team) -> Result<(), Refusal> {
    match shared.teams.count_request(team, shared.clock.now()) {
        Ok(()) => Ok(()),
        Err(exceeded) => {
            let refused = shared.contract.refuse_at("limits.rate", &Value::Null);
            refused.map_err(|refusal| refusal.waiting(exceeded.wait_seconds))
        }
    }
}

/// The name of the resource that the parameters mean, where the team has it.
fn find(
    shared: &Shared,
    resource: &Resource,
    parameters: &[(&str, String)],
    team: &Team,
) -> Result<Name, Refusal> {
    let identity = parameters.iter().find(|(name, _)| *name == resource.identified_by);
    let id = identity.map(|(_, value)| value.clone()).unwrap_or_default();
    let name = Name { type_name: resource.type_name.clone(), id };
    if shared.store.has(&name, team) { Ok(name) } else { Err(Arc::clone(&resource.unknown).into()) }
}

/// Who sends a request, and what the key allows; without authentication, everybody may do all.
fn admit(
    guard: Option<&Guard>,
    shared: &Shared,
    headers: &HeaderMap,
    entry: &mut Entry,
) -> Result<Standing, Refusal> {
    let sender = match guard {
        Some(guard) => guard.admit(headers, &shared.teams)?,
        None => Standing::full(Team::HOME),
    };
    entry.team = Some(sender.team.clone());
    Ok(sender)
}

/// Refuses an operation that the sender's key may not use.
fn permit(shared: &Shared, operation: &Operation, sender: &Standing) -> Result<(), Refusal> {
    let may_use = sender.may_use(&operation.id) || shared.faults.permits(&operation.id);
    match &operation.guard {
        Some(guard) if !may_use => Err(guard.forbidden().into()),
        _ => Ok(()),
    }
}

/// Answers with the row that the sender asked for, or that was set up for the key.
///
/// # Errors
/// The row, where one is to answer.
fn provoked(
    contract: &Contract,
    sender: &Standing,
    headers: &HeaderMap,
) -> Result<Option<Response>, Refusal> {
    let named = headers.get(PROVOKE).map(|id| id.to_str().unwrap_or_default());
    let Some(id) = sender.provokes.as_deref().or(named) else { return Ok(None) };
    match contract.catalogue.find(id) {
        Some(row) => Err(row.into()),
        None => {
            let known: Vec<&str> = contract.catalogue.ids().collect();
            let text = format!("{PROVOKE}: no such error; there are {}\n", known.join(", "));
            Ok(Some((StatusCode::BAD_REQUEST, text).into_response()))
        }
    }
}

/// The parameters as the store knows them.
fn check_parameters<'p>(
    contract: &Contract,
    operation: &Operation,
    parameters: Vec<(&'p str, String)>,
) -> Result<Vec<(&'p str, String)>, Refusal> {
    let checked = parameters.into_iter().map(|(name, text)| {
        let found = operation.parameters.iter().find(|parameter| parameter.name == name);
        let Some(parameter) = found else {
            return Ok((name, text));
        };
        let value = Value::String(text.clone());
        let violations = parameter.check.violations(&value);
        if violations.is_empty() {
            Ok((name, if parameter.ignores_case { text.to_lowercase() } else { text }))
        } else {
            Err(refused(contract, &parameter.schema, &value, violations))
        }
    });
    checked.collect()
}
