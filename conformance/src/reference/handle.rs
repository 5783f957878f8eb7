//! The steps from a request to its answer: who sends it, to what, with which body, to what effect.
//!
//! It must not hold any fact of the contract; each step reads what it decides by from `contract`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::Shared;
use super::answer::Row;
use super::change::Change;
use super::contract::{Contract, Operation, Resource};
use super::control;
use super::guard::Guard;
use super::keys::{Standing, Team};
use super::refusal::{Refusal, judged, parsed, refused};
use super::store::{Name, Properties};

/// The header that asks for a row of the catalogue by its identity. It works with a key that may do
/// everything, and is no part of the contract.
pub const PROVOKE: &str = "x-reference-provoke";

/// A body, or the row that answers one that could not be taken in.
type Sent = Result<Bytes, Arc<Row>>;

/// Answers any request.
pub(super) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let (method, path) = (parts.method.as_str(), parts.uri.path());
    let contract = &shared.contract;
    if control::is_meant(path) {
        return match read(contract, body).await {
            Ok(body) => control::answer(&shared, method, path, &body),
            Err(row) => row.answer(&[]),
        };
    }
    let found = contract.operation(method, path);
    // Even of a request that will be refused the body is taken in, or the connection would be lost.
    let sent = match &found {
        Some((operation, _)) if operation.request.is_some() => read(contract, body).await,
        _ => Ok(Bytes::new()),
    };
    let answered = match found {
        Some((operation, parameters)) => {
            operate(&shared, operation, parameters, &parts.headers, sent)
        }
        None => unknown_path(&shared, &parts.headers),
    };
    answered.unwrap_or_else(|refusal| refusal.row.answer(&refusal.violations))
}

async fn read(contract: &Contract, body: Body) -> Sent {
    let mut request = Request::new(body);
    DefaultBodyLimit::max(contract.body_bytes).apply(&mut request);
    Bytes::from_request(request, &()).await.map_err(|rejection| {
        let is_too_large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
        let row =
            if is_too_large { &contract.body_too_large } else { &contract.validation_failure };
        Arc::clone(row)
    })
}

fn unknown_path(shared: &Shared, headers: &HeaderMap) -> Result<Response, Refusal> {
    let contract = &shared.contract;
    if let Some(guard) = &contract.guard {
        guard.admit(headers, &shared.keys)?;
    }
    match provoked(contract, headers) {
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
) -> Result<Response, Refusal> {
    let contract = &shared.contract;
    let team = authenticate(operation.guard.as_ref(), shared, headers)?;
    if let Some(response) = provoked(contract, headers) {
        return Ok(response);
    }
    let parameters = check_parameters(contract, operation, parameters)?;
    let found = match &operation.resource {
        Some(resource) => Some(find(shared, resource, &parameters, team)?),
        None => None,
    };
    let unchanged = |found: Option<Name>| {
        let read = found.as_ref().and_then(|name| shared.store.read(name));
        operation.success.answer(read.unwrap_or_default())
    };
    let Some(request) = &operation.request else {
        return Ok(unchanged(found));
    };
    let bytes = sent?;
    if bytes.is_empty() && !request.required {
        return Ok(unchanged(found));
    }
    let body = parsed(contract, &bytes)?;
    let verdict = judged(contract, request, &body);
    let properties = match (found, &operation.resource, &request.update) {
        (Some(name), Some(resource), Some(update)) => {
            let change = Change { contract, name: &name, schema: &request.schema, update, body };
            let changed = shared.store.change(&name, team, |stored| change.make(stored, verdict));
            changed.ok_or_else(|| Arc::clone(&resource.unknown))??
        }
        _ => verdict.map(|()| Properties::new())?,
    };
    Ok(operation.success.answer(properties))
}

/// The name of the resource that the parameters mean, where the team has it.
fn find(
    shared: &Shared,
    resource: &Resource,
    parameters: &[(&str, String)],
    team: Team,
) -> Result<Name, Refusal> {
    let identity = parameters.iter().find(|(name, _)| *name == resource.identified_by);
    let id = identity.map(|(_, value)| value.clone()).unwrap_or_default();
    let name = Name { type_name: resource.type_name.clone(), id };
    if shared.store.has(&name, team) { Ok(name) } else { Err(Arc::clone(&resource.unknown).into()) }
}

fn authenticate(
    guard: Option<&Guard>,
    shared: &Shared,
    headers: &HeaderMap,
) -> Result<Team, Refusal> {
    let Some(guard) = guard else {
        return Ok(Team::default());
    };
    match guard.admit(headers, &shared.keys)? {
        Standing::Full(team) => Ok(team),
        Standing::Limited => Err(guard.forbidden().into()),
    }
}

/// The answer that a sender asked for, where one did.
fn provoked(contract: &Contract, headers: &HeaderMap) -> Option<Response> {
    let id = headers.get(PROVOKE)?;
    let row = id.to_str().ok().and_then(|id| contract.catalogue.find(id));
    Some(row.map_or_else(
        || {
            let known: Vec<&str> = contract.catalogue.ids().collect();
            let text = format!("{PROVOKE}: no such error; there are {}\n", known.join(", "));
            (StatusCode::BAD_REQUEST, text).into_response()
        },
        |row| row.answer(&[]),
    ))
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
