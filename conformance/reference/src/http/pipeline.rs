//! The steps from a request to its response: who sends it, to what, with which body, to what effect.
//!
//! It must not hold any fact of the contract; each step reads what it decides by from `contract`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;
use webdata_spec::model::Schema;

use super::authentication::{authenticate, permit};
use super::body::{self, Sent};
use super::fault_steps::{self, Received};
use super::observation;
use super::provocation::provoked;
use super::response::{refused, succeeded};
use crate::contract::Contract;
use crate::contract::compiled_schema::Violation;
use crate::contract::operation::{Operation, Resource};
use crate::contract::refusal::Refusal;
use crate::contract::schema;
use crate::contract::team_refusals;
use crate::contract::validation::{parse, rejected, validate};
use crate::service::backend::Backend;
use crate::service::call::Call;
use crate::service::change::Change;
use crate::service::operations::Service;
use crate::world::request_log::Entry;
use crate::world::store::Name;
use crate::world::teams::Team;

/// Responds to any request.
pub(crate) async fn handle(State(backend): State<Arc<Backend>>, request: Request) -> Response {
    let began = Instant::now();
    let (parts, body) = request.into_parts();
    let (method, path, headers) = (parts.method.as_str(), parts.uri.path(), &parts.headers);
    let (contract, world) = (&backend.contract, &backend.world);
    let found = contract.operation(method, path);
    // Even of a request that will be refused the body is taken in, or the connection would be lost.
    // The room for it is kept until the response is there.
    let (sent, _room) = match &found {
        Some((operation, _)) if operation.request.is_some() => {
            body::read(&world.body_limit, contract, body).await
        }
        _ => (Ok(Bytes::new()), None),
    };
    let shown = sent.as_ref().ok().filter(|_| world.feed.has_bodies()).cloned();
    let mut entry = Entry::new(world.clock.now(), method, path);
    let responded = match found {
        Some((operation, parameters)) => {
            entry.operation = Some(operation.id.clone());
            respond(&backend, operation, parameters, headers, sent, &mut entry).await
        }
        None => unknown_path(&backend, headers, &mut entry),
    };
    let row = responded.as_ref().err().map(|refusal| refusal.row.id());
    let fault = backend.faults.on_response(entry.operation.as_deref(), row);
    let mut response = responded.unwrap_or_else(|refusal| refused(&refusal));
    if let Some(change) = fault {
        response = change.apply(response).await;
    }
    entry.status = response.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    if !world.feed.is_heard() {
        world.requests.add(entry);
        return response;
    }
    world.requests.add(entry.clone());
    observation::report(&backend, entry, shown, response).await
}

/// Responds to a request for an operation, after the trouble that the server makes.
async fn respond(
    backend: &Backend,
    operation: &Operation,
    parameters: Vec<(&str, String)>,
    headers: &HeaderMap,
    sent: Sent,
    entry: &mut Entry,
) -> Result<Response, Refusal> {
    let body = sent.as_ref().ok();
    let mut faulty = body.and_then(|body| Received::new(backend, operation, &parameters, body));
    if let Some(received) = &mut faulty {
        received.before(backend).await;
    }
    let (held_back, failure) = backend.world.chance.trouble.next();
    // Even no time at all would be waited for until the timer looks again.
    if !held_back.is_zero() {
        tokio::time::sleep(held_back).await;
    }
    let responded = match failure {
        Some(row) => Err(row.into()),
        None => operate(backend, operation, parameters, headers, sent, entry),
    };
    if let Some(received) = &faulty {
        received.after(backend, responded.as_ref().err().map(|refusal| refusal.row.id()));
    }
    responded.map_err(|refusal| refusal.by(operation))
}

fn unknown_path(
    backend: &Backend,
    headers: &HeaderMap,
    entry: &mut Entry,
) -> Result<Response, Refusal> {
    let contract = &backend.contract;
    let sender = authenticate(contract.guard.as_ref(), backend, headers)?;
    entry.team = Some(sender.team.clone());
    match provoked(contract, &sender, headers)? {
        Some(response) => Ok(response),
        None => Err(Refusal::new(&contract.unknown_path)),
    }
}

fn operate(
    backend: &Backend,
    operation: &Operation,
    parameters: Vec<(&str, String)>,
    headers: &HeaderMap,
    sent: Sent,
    entry: &mut Entry,
) -> Result<Response, Refusal> {
    let contract = &backend.contract;
    let sender = match (authenticate(operation.guard.as_ref(), backend, headers), &operation.guard)
    {
        (Err(refusal), Some(guard)) => {
            fault_steps::admit(backend, &operation.id, guard, headers).ok_or(refusal)?
        }
        (admitted, _) => {
            let admitted = admitted?;
            entry.team = Some(admitted.team.clone());
            admitted
        }
    };
    permit(backend, operation, &sender)?;
    if let Some(response) = provoked(contract, &sender, headers)? {
        return Ok(response);
    }
    let team = &sender.team;
    count(backend, team)?;
    let parameters = check_parameters(contract, operation, parameters)?;
    let found = match &operation.resource {
        Some(resource) => Some(find(backend, resource, &parameters, team)?),
        None => None,
    };
    let request = match &operation.request {
        Some(request) => Some((request, sent?)),
        None => None,
    };
    let Some((request, bytes)) =
        request.filter(|(request, bytes)| request.required || !bytes.is_empty())
    else {
        admit_by_state(backend, operation, team, None, &Value::Null)?;
        return unchanged(backend, operation, team, &parameters, found.as_ref(), &Value::Null);
    };
    let mut body = parse(contract, &bytes)?;
    let (faults, id) = (&backend.faults, &operation.id);
    faults.on_parsed(id, &mut body);
    let validated = faults.on_validation(id, &body);
    let forgives = |violation: &Violation| faults.forgives(id, &validated, violation);
    let verdict = validate(contract, request, &validated, forgives);
    let verdict = verdict
        .and_then(|()| admit_by_state(backend, operation, team, Some(&request.schema), &body));
    faults.on_validated(id, &mut body);
    let (Some(name), Some(resource), Some(effects)) =
        (&found, &operation.resource, &request.effects)
    else {
        verdict?;
        return unchanged(backend, operation, team, &parameters, found.as_ref(), &body);
    };
    let (schema, now) = (&request.schema, backend.world.clock.now());
    schema::write_integers_plainly(&contract.spec, schema, &mut body);
    let kind = backend.kinds.kind(&name.type_name);
    let change = Change { contract, id: &name.id, kind, schema, effects, body: &body, now };
    let changed = backend.world.store.change(name, team, |stored| {
        let make = |stored: &mut _| change.make(stored, verdict);
        fault_steps::store(backend, name, id, &body, stored, make)
    });
    let changed = changed.ok_or_else(|| Arc::clone(&resource.unknown))??;
    backend.world.checks.alarm.changed(&changed);
    Ok(succeeded(&operation.success, &operation.success.with_resource(changed)))
}

/// Refuses what the state of the sender's team does not allow.
fn admit_by_state(
    backend: &Backend,
    operation: &Operation,
    team: &Team,
    schema: Option<&Schema>,
    body: &Value,
) -> Result<(), Refusal> {
    let (contract, spec) = (&backend.contract, &backend.contract.spec);
    let states = backend.world.teams.states(team);
    let refused = team_refusals::of_operation(spec, &operation.id, body, &states)
        .or_else(|| team_refusals::of_body(spec, schema?, body, &states));
    refused.map_or(Ok(()), |error| Err(contract.refusal(error)))
}

/// Responds with what a service finds, or with the resource as it stands.
fn unchanged(
    backend: &Backend,
    operation: &Operation,
    team: &Team,
    parameters: &[(&str, String)],
    found: Option<&Name>,
    body: &Value,
) -> Result<Response, Refusal> {
    let success = &operation.success;
    let body = match Service::find(&operation.id) {
        Some(service) => {
            let call = Call::new(backend, team, operation, parameters, body);
            success.with_found(fault_steps::perform(backend, service, &call)?)
        }
        None => {
            let read = found.and_then(|name| backend.world.store.read(name));
            success.with_resource(read.unwrap_or_default())
        }
    };
    Ok(succeeded(success, &body))
}

/// Counts a request of a team, where the contract has a limit on that.
fn count(backend: &Backend, team: &Team) -> Result<(), Refusal> {
    match backend.world.teams.count_request(team, backend.world.clock.now()) {
        Ok(()) => Ok(()),
        Err(exceeded) => {
            let refused = backend.contract.refuse_at("limits.rate", &Value::Null);
            refused.map_err(|refusal| refusal.waiting(exceeded.wait_seconds))
        }
    }
}

/// The name of the resource that the parameters mean, where the team has it.
fn find(
    backend: &Backend,
    resource: &Resource,
    parameters: &[(&str, String)],
    team: &Team,
) -> Result<Name, Refusal> {
    let identity = parameters.iter().find(|(name, _)| *name == resource.identified_by);
    let id = identity.map(|(_, value)| value.clone()).unwrap_or_default();
    let name = Name { type_name: resource.type_name.clone(), id };
    if backend.world.store.has(&name, team) {
        Ok(name)
    } else {
        Err(Arc::clone(&resource.unknown).into())
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
        let violations = parameter.compiled.violations(&value);
        if violations.is_empty() {
            Ok((name, if parameter.ignores_case { text.to_lowercase() } else { text }))
        } else {
            Err(rejected(contract, &parameter.schema, &value, violations))
        }
    });
    checked.collect()
}
