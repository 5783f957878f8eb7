//! The steps from a request to its response: authentication, validation, and the effect of the operation.
//!
//! The pipeline holds no fact of the contract; each step reads its decisions from `contract`.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde_json::Value;
use webdata_spec::model::{ResourceEffect, Schema};

use crate::contract::compiled_schema::Violation;
use crate::contract::errors::{RequestError, RespondedRow, Row};
use crate::contract::operation::{Guard, Operation, Resource};
use crate::contract::schema::{Properties, into_properties};
use crate::contract::validation::{
    parse, read_headers, read_query, request_error, scalar, validate,
};
use crate::contract::{Contract, multipart, rules};
use crate::faults::ResourceMistake;
use crate::http::fault_steps::{self, FaultContext};
use crate::http::recorder::RequestRecorder;
use crate::http::resource_steps::{ResourceRequest, not_found};
use crate::http::response::{self, error_response, insert_header, success_response, without_body};
use crate::service::backend::Backend;
use crate::service::behaviour::Call;
use crate::world::body_memory::{BodyMemory, BodyPermit};
use crate::world::request_log::Entry;
use crate::world::store::ResourceId;
use crate::world::teams::{KeyPermissions, Team};

/// The header with the identity of a catalogue row to respond with. The header works with every key that may
/// use the operation, and is not part of the contract.
pub const PROVOKE_HEADER: &str = "x-reference-provoke";

/// The header with the URL of a new resource.
const LOCATION: &str = "Location";

/// A body, or the error of a body that could not be read.
type ReceivedBody = Result<Bytes, Arc<Row>>;

/// Responds to any request.
pub(crate) async fn handle(State(backend): State<Arc<Backend>>, request: Request) -> Response {
    let began = Instant::now();
    let (Parts { method, uri, headers, .. }, body) = request.into_parts();
    let (contract, world) = (&backend.contract, &backend.world);
    let operation = contract.operation(method.as_str(), uri.path());
    // The body is read even if the request will be rejected, since the connection would be lost otherwise.
    // The room for the body is kept until the response is sent.
    let (sent, _room) = match &operation {
        Some((operation, _)) if operation.request.is_some() => {
            read_body(&world.body_memory, contract, body).await
        }
        _ => (Ok(Bytes::new()), None),
    };
    let body = sent.as_ref().cloned().unwrap_or_default();
    let recorder = RequestRecorder::new(&backend, uri, headers, body);
    let (path, query) = (recorder.uri.path(), recorder.uri.query());
    let headers = &recorder.request.headers;
    let mut entry = Entry::new(world.clock.now(), method.as_str(), path);
    let responded = match operation {
        Some((operation, parameters)) => {
            entry.operation = Some(operation.id.clone());
            let request_parts = (parameters, query);
            match response::stubbed_response(&backend, operation, headers, &recorder, &mut entry)
                .await
            {
                Some(response) => Ok(response),
                None => {
                    respond(&backend, operation, request_parts, headers, sent, &mut entry).await
                }
            }
        }
        None => unknown_path(&backend, path, headers, &mut entry),
    };
    let row = responded.as_ref().err().map(|error| error.row.id.as_str());
    let fault = backend.faults.on_response(entry.operation.as_deref(), row);
    let mut response = responded.unwrap_or_else(|error| {
        let mut response = error_response(&error);
        response.extensions_mut().insert(RespondedRow(error.row));
        response
    });
    if let Some(change) = fault {
        response = change.apply(response).await;
    }
    entry.status = response.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    recorder.record(&backend, entry, response).await
}

/// Responds to a request for an operation, after the injected delay or failure.
async fn respond(
    backend: &Backend,
    operation: &Operation,
    (parameters, query): (Vec<(&str, String)>, Option<&str>),
    headers: &HeaderMap,
    sent: ReceivedBody,
    entry: &mut Entry,
) -> Result<Response, RequestError> {
    let body = sent.as_ref().ok();
    let mut fault_context =
        body.and_then(|body| FaultContext::new(backend, operation, &parameters, body));
    if let Some(context) = &mut fault_context {
        context.before_handling(backend).await;
    }
    let (delay, failure) = backend.world.randomness.fault_injection.next();
    // Even a sleep of zero would wait for the next tick of the timer.
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    let responded = match failure {
        Some(row) => Err(row.into()),
        None => operate(backend, operation, (parameters, query), headers, sent, entry),
    };
    if let Some(context) = &fault_context {
        context
            .after_handling(backend, responded.as_ref().err().map(|error| error.row.id.as_str()));
    }
    responded.map_err(|error| backend.with_error_body(operation, error))
}

fn unknown_path(
    backend: &Backend,
    path: &str,
    headers: &HeaderMap,
    entry: &mut Entry,
) -> Result<Response, RequestError> {
    let contract = &backend.contract;
    fault_steps::reject_method_wrongly(backend, path)?;
    let sender = authenticate(contract.guard.as_ref(), backend, headers)?;
    entry.team = Some(sender.team.clone());
    match provoked_response(contract, &sender, headers)? {
        Some(response) => Ok(response),
        None => Err(RequestError::new(&contract.unknown_path)),
    }
}

fn operate(
    backend: &Backend,
    operation: &Operation,
    (parameters, query): (Vec<(&str, String)>, Option<&str>),
    headers: &HeaderMap,
    sent: ReceivedBody,
    entry: &mut Entry,
) -> Result<Response, RequestError> {
    let contract = &backend.contract;
    let sender = match (authenticate(operation.guard.as_ref(), backend, headers), &operation.guard)
    {
        (Err(error), Some(guard)) => {
            fault_steps::accept_wrong_key(backend, &operation.id, guard, headers).ok_or(error)?
        }
        (admitted, _) => {
            let admitted = admitted?;
            entry.team = Some(admitted.team.clone());
            admitted
        }
    };
    permit(backend, operation, &sender)?;
    if let Some(response) = provoked_response(contract, &sender, headers)? {
        return Ok(response);
    }
    let team = &sender.team;
    count_request(backend, team)?;
    fault_steps::reject_wrongly(backend, &operation.id, &parameters, headers, sent.as_ref().ok())?;
    let parameters = check_parameters(contract, operation, parameters)?;
    let query = check_query(contract, operation, query)?;
    check_headers(contract, operation, headers)?;
    let (named, parent) = match &operation.resource {
        Some(resource) => find_resources(backend, operation, resource, &parameters, team)?,
        None => (None, None),
    };
    let request = match &operation.request {
        Some(request) => Some((request, sent?)),
        None => None,
    };
    let request = request.filter(|(request, bytes)| request.required || !bytes.is_empty());
    let mut body = Value::Null;
    let mut verdict = None;
    if let Some((request, bytes)) = &request {
        let (faults, id) = (&backend.faults, &operation.id);
        body = match request.is_multipart {
            true => multipart::read(contract, request, headers, bytes)?,
            false => parse(contract, &faults.on_body(id, bytes))?,
        };
        let fault = faults.on_value(id);
        if let Some(row) = fault.and_then(|fault| fault.failure(&body)) {
            return Err(contract.request_error(row));
        }
        if let Some(fault) = fault {
            fault.read(&mut body);
        }
        let validated = fault.map_or(Cow::Borrowed(&body), |fault| fault.as_validated(&body));
        let now = backend.world.clock.now();
        let ignores = |violation: &Violation| {
            fault.is_some_and(|fault| fault.ignores_violation(&validated, violation, &now))
        };
        let checked = validate(contract, request, &validated, ignores);
        let schema = Some(&request.schema);
        let checked =
            checked.and_then(|()| check_team_state(backend, operation, team, schema, &body));
        if let Some(fault) = fault {
            fault.fill(&mut body);
        }
        verdict = Some(checked);
    } else {
        check_team_state(backend, operation, team, None, &Value::Null)?;
    }
    let performs = backend.behaviour.performs(&operation.id);
    let Some(resource) = operation.resource.as_ref().filter(|_| !performs) else {
        verdict.unwrap_or(Ok(()))?;
        return perform(backend, operation, team, &parameters, &body);
    };
    let body =
        request.as_ref().zip(verdict).map(|((request, _), verdict)| (*request, &body, verdict));
    let (named, query) = (named.as_ref(), &query);
    let above = resource.parents.last();
    let above = above.and_then(|above| text_of(&parameters, &above.identified_by));
    let parent = (parent.as_ref(), above);
    let resource_request =
        ResourceRequest { backend, operation, resource, team, named, parent, query, headers, body };
    let handled = resource_request.carry_out()?;
    let mut response = match handled.is_current {
        true => without_body(StatusCode::NOT_MODIFIED),
        false => success_response(&operation.success, &handled.body),
    };
    let is_version = |name| operation.conditional.version.as_ref() == Some(name);
    for (name, value) in &operation.success.headers {
        let location = handled.identity.as_ref().filter(|_| name.eq_ignore_ascii_case(LOCATION));
        let location =
            location.map(|id| location_of(contract, operation, headers, (&parameters, id)).into());
        let version = handled.version.clone().filter(|_| is_version(name)).map(Value::String);
        insert_header(&mut response, name, location.or(version).as_ref().unwrap_or(value));
    }
    Ok(response)
}

/// Returns the absolute URL at which a new resource can be read.
fn location_of(
    contract: &Contract,
    operation: &Operation,
    headers: &HeaderMap,
    (parameters, id): (&[(&str, String)], &str),
) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let resource = operation.resource.as_ref().map(|resource| resource.type_name.as_str());
    let reads = |type_name| contract.spec.operation_with_effect(ResourceEffect::Reads, type_name);
    let path = resource.and_then(reads).and_then(|reading| {
        let name = reading.resource.as_ref()?.identified_by.as_ref()?;
        let path = reading.endpoint.as_ref()?.path.replace(&format!("{{{name}}}"), id);
        let parents = parameters.iter();
        Some(parents.fold(path, |path, (name, id)| path.replace(&format!("{{{name}}}"), id)))
    });
    let path = path.unwrap_or_else(|| format!("/{id}"));
    format!("http://{host}{}{path}", contract.spec.service.base_path)
}

/// Rejects a request that the state of the sender's team does not allow.
fn check_team_state(
    backend: &Backend,
    operation: &Operation,
    team: &Team,
    schema: Option<&Schema>,
    body: &Value,
) -> Result<(), RequestError> {
    let (contract, spec) = (&backend.contract, &backend.contract.spec);
    let states = backend.world.teams.states(team);
    let error = rules::refusal_of_operation(spec, &operation.id, body, &states)
        .or_else(|| rules::refusal_of_body(spec, schema?, body, &states));
    error.map_or(Ok(()), |error| Err(contract.request_error(error)))
}

/// Responds with the result of an operation without a stored resource. The response of an operation that the
/// behaviour of the server does not perform is an example.
fn perform(
    backend: &Backend,
    operation: &Operation,
    team: &Team,
    parameters: &[(&str, String)],
    body: &Value,
) -> Result<Response, RequestError> {
    let call = Call { contract: &backend.contract, team, operation, parameters, body };
    let misnamed = fault_steps::wrong_job(backend, operation, team);
    let mut body = match backend.behaviour.perform(&call) {
        Some(result) => operation.success.with_result(result?),
        None => operation.success.example(),
    };
    if let (Some((identity, id)), Some(members)) = (misnamed, body.as_object_mut()) {
        members.insert(identity, id.into());
    }
    let mut response = success_response(&operation.success, &body);
    for (name, value) in &operation.success.headers {
        insert_header(&mut response, name, value);
    }
    Ok(response)
}

/// Counts a request of a team against the rate limit of its subscription.
fn count_request(backend: &Backend, team: &Team) -> Result<(), RequestError> {
    match backend.world.teams.count_request(team, backend.world.clock.now()) {
        Ok(()) => Ok(()),
        Err(exceeded) => {
            let rejection = backend.contract.reject_at("limits.rate", &Value::Null);
            let wait_seconds = Some(exceeded.wait_seconds);
            rejection.map_err(|error| RequestError { wait_seconds, ..error })
        }
    }
}

/// Returns the names of the resource in the path and of its parent, as far as the path names them.
///
/// # Errors
/// The error of the first of them that the team does not have, or that does not belong to the one before it.
fn find_resources(
    backend: &Backend,
    operation: &Operation,
    resource: &Resource,
    parameters: &[(&str, String)],
    team: &Team,
) -> Result<(Option<ResourceId>, Option<ResourceId>), RequestError> {
    let store = &backend.world.store;
    let mistake = backend.faults.on_resource(&operation.id);
    let finds_all = mistake == Some(&ResourceMistake::FindsForeign);
    let name_of = |type_name: &str, parameter: &str| ResourceId {
        type_name: type_name.to_owned(),
        id: text_of(parameters, parameter).unwrap_or_default().to_owned(),
    };
    let is_owned =
        |name: &ResourceId| store.owner(name).is_some_and(|owner| owner == *team || finds_all);
    // The resource above, with its path parameter.
    let mut above: Option<(ResourceId, &String)> = None;
    let is_below = |name: &ResourceId, above: &Option<(ResourceId, &String)>| {
        above.as_ref().is_none_or(|(parent, parameter)| {
            let ignored =
                |known: &String| mistake == Some(&ResourceMistake::IgnoresParent(known.clone()));
            ignored(parameter) || store.parent(name).as_ref() == Some(parent)
        })
    };
    for parent in &resource.parents {
        let name = name_of(&parent.type_name, &parent.identified_by);
        let accepts = ResourceMistake::AcceptsUnknownParent(parent.identified_by.clone());
        let is_known = store.owner(&name).is_some();
        if !is_known && mistake == Some(&accepts) {
            above = None;
            continue;
        }
        if !is_owned(&name) {
            return Err(Arc::clone(if is_known { &parent.foreign } else { &parent.unknown }).into());
        }
        if !is_below(&name, &above) {
            return Err(Arc::clone(&parent.unknown).into());
        }
        above = Some((name, &parent.identified_by));
    }
    let named = resource.identified_by.as_ref();
    let named = named.map(|parameter| name_of(&resource.type_name, parameter));
    if let Some(name) = &named {
        if !is_owned(name) {
            return Err(not_found(backend, resource, name));
        }
        if !is_below(name, &above) {
            return Err(Arc::clone(&resource.unknown).into());
        }
    }
    Ok((named, above.map(|(name, _)| name)))
}

/// Returns the value of a path parameter.
fn text_of<'p>(parameters: &'p [(&str, String)], name: &str) -> Option<&'p str> {
    let mut known = parameters.iter().filter(|(known, _)| *known == name);
    known.next().map(|(_, text)| text.as_str())
}

/// Parses and validates the query as an object of its type.
fn check_query(
    contract: &Contract,
    operation: &Operation,
    query: Option<&str>,
) -> Result<Properties, RequestError> {
    let Some(request) = &operation.query else { return Ok(Properties::new()) };
    let read = read_query(&contract.spec, &request.type_name, query.unwrap_or_default());
    let read = Value::Object(read);
    validate(contract, request, &read, |_| false)?;
    Ok(into_properties(read))
}

/// Validates the headers that the contract describes.
fn check_headers(
    contract: &Contract,
    operation: &Operation,
    headers: &HeaderMap,
) -> Result<(), RequestError> {
    let Some(request) = &operation.headers else { return Ok(()) };
    let read = Value::Object(read_headers(&contract.spec, &request.type_name, headers));
    validate(contract, request, &read, |_| false)
}

/// Validates the path parameters, and writes identities in lower case as the store does.
fn check_parameters<'p>(
    contract: &Contract,
    operation: &Operation,
    parameters: Vec<(&'p str, String)>,
) -> Result<Vec<(&'p str, String)>, RequestError> {
    let checked = parameters.into_iter().map(|(name, text)| {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        let Some(parameter) = parameter else {
            return Ok((name, text));
        };
        let value = scalar(&contract.spec, &parameter.schema, text.clone());
        let violations = parameter.compiled.violations(&value);
        if violations.is_empty() {
            Ok((name, if parameter.ignores_case { text.to_lowercase() } else { text }))
        } else {
            let mut error = request_error(contract, &parameter.schema, &value, violations);
            for violation in &mut error.violations {
                violation.steps.insert(0, parameter.name.clone());
            }
            Err(error)
        }
    });
    checked.collect()
}

/// Returns the team and the permissions of the sender. Without authentication, every sender may use
/// everything.
///
/// # Errors
/// The error of a key that is missing, malformed, unknown or revoked.
pub(super) fn authenticate(
    guard: Option<&Guard>,
    backend: &Backend,
    headers: &HeaderMap,
) -> Result<KeyPermissions, RequestError> {
    let Some(guard) = guard else { return Ok(KeyPermissions::full(Team::HOME)) };
    let standing = guard.key(headers).and_then(|key| backend.world.teams.permissions(key));
    standing.ok_or_else(|| RequestError::new(&guard.rejected))
}

/// Rejects an operation that the sender's key may not use.
///
/// # Errors
/// The error of the contract for a forbidden operation.
pub(super) fn permit(
    backend: &Backend,
    operation: &Operation,
    sender: &KeyPermissions,
) -> Result<(), RequestError> {
    let may_use = sender.may_use(&operation.id) || backend.faults.permits(&operation.id);
    match &operation.guard {
        Some(guard) if !may_use => Err(RequestError::new(&guard.forbidden)),
        _ => Ok(()),
    }
}

/// Responds with the row that the header names, or that was set up for the key.
///
/// # Errors
/// The error of the row.
fn provoked_response(
    contract: &Contract,
    sender: &KeyPermissions,
    headers: &HeaderMap,
) -> Result<Option<Response>, RequestError> {
    let named = headers.get(PROVOKE_HEADER).map(|id| id.to_str().unwrap_or_default());
    let Some(id) = sender.provokes.as_deref().or(named) else { return Ok(None) };
    match contract.catalogue.find(id) {
        Some(row) => Err(row.into()),
        None => {
            let known: Vec<&str> = contract.catalogue.ids().collect();
            let text = format!(
                "{PROVOKE_HEADER}: the catalogue has no such error; it has {}\n",
                known.join(", ")
            );
            Ok(Some((StatusCode::BAD_REQUEST, text).into_response()))
        }
    }
}

/// Reads a body once there is room for it. The caller keeps the room as long as the body.
async fn read_body<'l>(
    memory: &'l BodyMemory,
    contract: &Contract,
    body: Body,
) -> (ReceivedBody, BodyPermit<'l>) {
    let (max, hint) = (contract.body_bytes, body.size_hint());
    // A body whose stated length is too large is rejected at once.
    if hint.lower() > max as u64 {
        return (Err(Arc::clone(&contract.body_too_large)), None);
    }
    // A body without a stated length needs room for the maximum size.
    let stated = hint.exact().and_then(|stated| usize::try_from(stated).ok());
    let Ok(room) = memory.reserve(stated.unwrap_or(max)).await else {
        return (Err(Arc::clone(&contract.validation_failure)), None);
    };
    // Reserved room that is not used takes no memory.
    let mut received: Vec<u8> = Vec::with_capacity(stated.unwrap_or_default());
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let row = match part {
            Ok(part) if part.len() <= max - received.len() => {
                received.extend_from_slice(&part);
                continue;
            }
            Ok(_) => &contract.body_too_large,
            Err(_) => &contract.validation_failure,
        };
        return (Err(Arc::clone(row)), room);
    }
    (Ok(received.into()), room)
}
