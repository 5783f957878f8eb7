//! The steps from a request to its response: authentication, validation, and the effect of the operation.
//!
//! The pipeline holds no fact of the contract; each step reads its decisions from `contract`.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use webdata_spec::model::{ResourceEffect, Schema};

use crate::contract::errors::{RequestError, RespondedRow, Row};
use crate::contract::operation::{Guard, Operation};
use crate::contract::schema::{Properties, into_properties};
use crate::contract::validation::{
    judge, parse, read_headers, read_query, request_error, scalar, validate,
};
use crate::contract::{Contract, multipart, rules};
use crate::http::recorder::{SenderTeam, UnreadBody};
use crate::http::resource_steps::{CheckedBody, ResourceRequest, ResourceResponse, not_found};
use crate::http::response::{self, error_response, insert_header, success_response, without_body};
use crate::service::backend::Backend;
use crate::service::behaviour::Call;
use crate::service::decisions::{HandledRequest, PathCondition};
use crate::world::store::ResourceId;
use crate::world::teams::{KeyPermissions, Team};

/// The header with the identity of a catalogue row to respond with. The header works with every key that may
/// use the operation, and is not part of the contract.
pub const PROVOKE_HEADER: &str = "x-reference-provoke";

/// The header with the URL of a new resource.
const LOCATION: &str = "Location";

/// A request for an operation, as it arrived.
struct Received<'r> {
    parameters: Vec<(&'r str, String)>,
    query: Option<&'r str>,
    headers: &'r HeaderMap,
    /// The body, or the error of a body that could not be read.
    body: Result<Bytes, Arc<Row>>,
}

/// Responds to any request, with the error row and the team of the sender as extensions of the response.
pub(crate) async fn handle(State(backend): State<Arc<Backend>>, request: Request) -> Response {
    let (Parts { method, uri, headers, extensions, .. }, body) = request.into_parts();
    let mut team = None;
    let responded = match backend.contract.operation(method.as_str(), uri.path()) {
        Some((operation, parameters)) => {
            let body = match extensions.get::<UnreadBody>() {
                Some(UnreadBody(row)) => Err(Arc::clone(row)),
                // The body is in memory already.
                None => Ok(to_bytes(body, usize::MAX).await.unwrap_or_default()),
            };
            let sent = (&method, &uri, &headers, body.as_ref().cloned().unwrap_or_default());
            match response::stubbed_response(&backend, operation, sent, &mut team).await {
                Some(response) => Ok(response),
                None => {
                    let received =
                        Received { parameters, query: uri.query(), headers: &headers, body };
                    respond(&backend, operation, received, &mut team).await
                }
            }
        }
        None => unknown_path(&backend, &headers, &mut team),
    };
    let mut response = responded.unwrap_or_else(|error| {
        let mut response = error_response(&error);
        response.extensions_mut().insert(RespondedRow(error.row));
        response
    });
    if let Some(team) = team {
        response.extensions_mut().insert(SenderTeam(team));
    }
    response
}

/// Responds to a request for an operation, after the injected delay or failure.
async fn respond(
    backend: &Backend,
    operation: &Operation,
    received: Received<'_>,
    team: &mut Option<Team>,
) -> Result<Response, RequestError> {
    let (delay, failure) = backend.world.randomness.fault_injection.next();
    let name = named_resource(operation, &received.parameters);
    let pause = backend.decisions.pause(&operation.id);
    let read = name.as_ref().filter(|_| !pause.is_zero());
    let read = read.and_then(|name| backend.world.store.read(name));
    // Even a sleep of zero would wait for the next tick of the timer.
    if !(delay + pause).is_zero() {
        tokio::time::sleep(delay + pause).await;
    }
    let bytes = received.body.as_ref().cloned().unwrap_or_default();
    let responded = match failure {
        Some(row) => Err(row.into()),
        None => operate(backend, operation, received, read.as_ref(), team),
    };
    if let Some(name) = name {
        let row = responded.as_ref().err().map(|error| &*error.row.id);
        let (bytes, team) = (&bytes[..], team.as_ref());
        let handled = HandledRequest { backend, operation, name, bytes, team, row };
        backend.decisions.handled(&handled);
    }
    responded.map_err(|error| backend.with_error_body(operation, error))
}

/// Returns the type and the identity of the resource in the path. The resource need not exist.
fn named_resource(operation: &Operation, parameters: &[(&str, String)]) -> Option<ResourceId> {
    let resource = operation.resource.as_ref()?;
    let id = text_of(parameters, resource.identified_by.as_ref()?)?;
    Some(ResourceId { type_name: resource.type_name.clone(), id: id.to_lowercase() })
}

/// Responds to a request whose path belongs to no operation. The key is checked first.
fn unknown_path(
    backend: &Backend,
    headers: &HeaderMap,
    team: &mut Option<Team>,
) -> Result<Response, RequestError> {
    let contract = &backend.contract;
    let sender = authenticate(contract.guard.as_ref(), backend, headers)?;
    *team = Some(sender.team.clone());
    match provoked_response(contract, &sender, headers)? {
        Some(response) => Ok(response),
        None => Err(RequestError::new(&contract.unknown_path)),
    }
}

/// Checks a request, and carries it out. `read` is the resource when the request arrived, if the server waited since.
fn operate(
    backend: &Backend,
    operation: &Operation,
    Received { parameters, query, headers, body }: Received<'_>,
    read: Option<&Properties>,
    team: &mut Option<Team>,
) -> Result<Response, RequestError> {
    let contract = &backend.contract;
    let sender = authenticate(operation.guard.as_ref(), backend, headers)?;
    *team = Some(sender.team.clone());
    permit(operation, &sender)?;
    if let Some(response) = provoked_response(contract, &sender, headers)? {
        return Ok(response);
    }
    let team = &sender.team;
    count_request(backend, team)?;
    let parameters = check_parameters(contract, operation, parameters)?;
    let query = check_query(contract, operation, query)?;
    check_headers(contract, operation, headers)?;
    let (named, parent) = find_resources(backend, operation, &parameters, team)?;
    let body = check_body(backend, operation, team, headers, body)?;
    let performs = backend.behaviour.performs(&operation.id);
    let Some(resource) = operation.resource.as_ref().filter(|_| !performs) else {
        let body = body.map_or(Ok(Value::Null), CheckedBody::valid)?;
        return perform(backend, operation, team, &parameters, &body);
    };
    let above = resource.parents.last();
    let above = above.and_then(|above| text_of(&parameters, &above.identified_by));
    let request = ResourceRequest {
        backend,
        operation,
        resource,
        team,
        named: named.as_ref(),
        parent: (parent.as_ref(), above),
        query: &query,
        headers,
        body,
        read,
    };
    let done = request.carry_out()?;
    Ok(resource_response(contract, operation, headers, (&parameters, done)))
}

/// Reads and validates a body. A state of the team that forbids the request counts as a mistake of its body.
///
/// # Errors
/// The body cannot be read, or the state of the team forbids a request without a body.
fn check_body<'o>(
    backend: &Backend,
    operation: &'o Operation,
    team: &Team,
    headers: &HeaderMap,
    sent: Result<Bytes, Arc<Row>>,
) -> Result<Option<CheckedBody<'o>>, RequestError> {
    let contract = &backend.contract;
    let request = match &operation.request {
        Some(request) => Some((request, sent?)),
        None => None,
    };
    let request = request.filter(|(request, bytes)| request.required || !bytes.is_empty());
    let Some((request, bytes)) = request else {
        check_team_state(backend, operation, team, None, &Value::Null)?;
        return Ok(None);
    };
    let mut body = if request.is_multipart {
        multipart::read(contract, request, headers, &bytes)?
    } else {
        parse(contract, &bytes)?
    };
    let (decisions, now) = (&backend.decisions, backend.world.clock.now());
    let of = |body: &Value| request.compiled.violations(body);
    let violations = decisions.violations(&operation.id, &body, now, &of);
    let schema = Some(&request.schema);
    let verdict = judge(contract, request, &body, violations)
        .and_then(|()| check_team_state(backend, operation, team, schema, &body));
    decisions.accept(&operation.id, &mut body);
    Ok(Some(CheckedBody { request, body, verdict }))
}

/// Builds the response to a request that was carried out on a resource.
fn resource_response(
    contract: &Contract,
    operation: &Operation,
    headers: &HeaderMap,
    (parameters, done): (&[(&str, String)], ResourceResponse),
) -> Response {
    let mut response = if done.is_current {
        without_body(StatusCode::NOT_MODIFIED)
    } else {
        success_response(&operation.success, &done.body)
    };
    let is_version = |name| operation.conditional.version.as_ref() == Some(name);
    for (name, value) in &operation.success.headers {
        let location = done.identity.as_ref().filter(|_| name.eq_ignore_ascii_case(LOCATION));
        let location =
            location.map(|id| location_of(contract, operation, headers, (parameters, id)).into());
        let version = done.version.clone().filter(|_| is_version(name)).map(Value::String);
        insert_header(&mut response, name, location.or(version).as_ref().unwrap_or(value));
    }
    response
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

/// Rejects a request that the state of the sender's team does not allow, and one that names what the team does not have.
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
    let unknown = || names_unknown(backend, operation, team, body);
    error.or_else(unknown).map_or(Ok(()), |error| Err(contract.request_error(error)))
}

/// Returns the error of the first property that names a resource which the team does not have, if there is one.
fn names_unknown<'b>(
    backend: &'b Backend,
    operation: &Operation,
    team: &Team,
    body: &Value,
) -> Option<&'b str> {
    let refusals = &backend.contract.spec.operations.get(&operation.id)?.refusals;
    let unknown = refusals.iter().find(|refusal| {
        refusal.names.as_ref().is_some_and(|named| {
            let id = body.get(&named.property).and_then(Value::as_str);
            id.is_some_and(|id| {
                let name = ResourceId { type_name: named.type_name.clone(), id: id.to_lowercase() };
                backend.world.store.owner(&name).as_ref() != Some(team)
            })
        })
    });
    unknown.map(|refusal| refusal.error.as_str())
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
    let body = match backend.behaviour.perform(&call) {
        Some(result) => operation.success.with_result(result?),
        None => operation.success.example(),
    };
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

/// Returns the resource and its parent, if the path names them.
///
/// # Errors
/// The error of the first resource in the path that the team does not own, or that is not below the one before.
fn find_resources(
    backend: &Backend,
    operation: &Operation,
    parameters: &[(&str, String)],
    team: &Team,
) -> Result<(Option<ResourceId>, Option<ResourceId>), RequestError> {
    let Some(resource) = &operation.resource else { return Ok((None, None)) };
    let store = &backend.world.store;
    let finds = |condition: PathCondition<'_>, holds: bool| {
        backend.decisions.finds(&operation.id, condition, holds)
    };
    let name_of = |type_name: &String, parameter: &str, unknown: &Arc<Row>| {
        let id = text_of(parameters, parameter).ok_or_else(|| Arc::clone(unknown))?;
        Ok::<_, RequestError>(ResourceId { type_name: type_name.clone(), id: id.to_owned() })
    };
    let is_owned = |name: &ResourceId| {
        let owner = store.owner(name);
        owner.is_some_and(|owner| finds(PathCondition::IsOwn, owner == *team))
    };
    // The innermost parent so far, with its path parameter.
    let mut above: Option<(ResourceId, &String)> = None;
    let is_below = |name: &ResourceId, above: &Option<(ResourceId, &String)>| {
        above.as_ref().is_none_or(|(parent, parameter)| {
            let is_below = store.parent(name).as_ref() == Some(parent);
            finds(PathCondition::IsBelow(parameter), is_below)
        })
    };
    for parent in &resource.parents {
        let name = name_of(&parent.type_name, &parent.identified_by, &parent.unknown)?;
        let is_known = store.owner(&name).is_some();
        if !is_known && finds(PathCondition::Exists(&parent.identified_by), is_known) {
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
    let named = named
        .map(|parameter| name_of(&resource.type_name, parameter, &resource.unknown))
        .transpose()?;
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
    validate(contract, request, &read)?;
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
    validate(contract, request, &read)
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
pub(super) fn permit(operation: &Operation, sender: &KeyPermissions) -> Result<(), RequestError> {
    let forbidden = operation.guard.as_ref().and_then(|guard| guard.forbidden.as_ref());
    match forbidden {
        Some(row) if !sender.may_use(&operation.id) => Err(RequestError::new(row)),
        Some(_) | None => Ok(()),
    }
}

/// Rejects a request with the row that was set up for its key, or that [`PROVOKE_HEADER`] names. Responds with
/// status code 400 if the catalogue has no such row.
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
