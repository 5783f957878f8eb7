//! The steps at which a fault of the server corrupts the world or accepts a wrong key.
//!
//! Except for requests that change nothing, this module does not decide whether a request is rejected. The
//! server first does its work correctly, and the fault corrupts the result afterwards.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use serde_json::Value;

use crate::contract::errors::RequestError;
use crate::contract::json;
use crate::contract::operation::{Guard, Operation};
use crate::contract::schema::Properties;
use crate::faults::request::ReceivedRequest;
use crate::faults::{KeyForm, ResourceMistake, StorageMistake};
use crate::service::backend::Backend;
use crate::world::store::ResourceId;
use crate::world::teams::{KeyPermissions, Keys, Team};

/// The time between reading and writing a resource in a server that loses updates.
const UPDATE_PAUSE: Duration = Duration::from_millis(50);

/// The parts of a request that a storage fault needs after the request was handled.
pub(super) struct FaultContext {
    name: ResourceId,
    operation: String,
    body: Option<Value>,
    /// The keywords of JSON Schema that the body breaks.
    broken: Vec<String>,
    /// The old values of properties that other requests changed between reading and writing.
    overtaken: Properties,
}

/// Returns the permissions of a sender whose key the guard rejects but a fault of the server accepts.
pub(super) fn accept_wrong_key(
    backend: &Backend,
    operation: &str,
    guard: &Guard,
    headers: &HeaderMap,
) -> Option<KeyPermissions> {
    let accepted = backend.faults.accepted_form(operation)?;
    let shown = guard.header_value(headers).and_then(|shown| shown.split_once(' '));
    let follows_scheme = |is_word: &dyn Fn(&str) -> bool| {
        shown
            .is_some_and(|(word, key)| guard.is_of_scheme(word) && is_word(word) && !key.is_empty())
    };
    let is_accepted = match accepted {
        KeyForm::LowerCaseScheme => follows_scheme(&|word| word == word.to_lowercase()),
        KeyForm::UpperCaseScheme => follows_scheme(&|word| word == word.to_uppercase()),
        KeyForm::ExtraSpaces => {
            follows_scheme(&|_| shown.is_some_and(|(_, key)| key.starts_with(' ')))
        }
        other => key_form(guard, headers, &backend.world.keys) == other,
    };
    is_accepted.then(|| KeyPermissions::full(Team::HOME))
}

/// Rejects a request that a fault of the server takes for a wrong one.
///
/// # Errors
/// The error that the fault names.
pub(super) fn reject_wrongly(
    backend: &Backend,
    operation: &str,
    parameters: &[(&str, String)],
    headers: &HeaderMap,
    body: Option<&Bytes>,
) -> Result<(), RequestError> {
    if !backend.faults.inspects_requests() {
        return Ok(());
    }
    let headers = headers.iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    let headers: Vec<(String, String)> = headers.collect();
    let body = body.map_or(&[][..], |body| body.as_ref());
    let row = backend
        .faults
        .on_request(operation, &ReceivedRequest { parameters, headers: &headers, body });
    row.map_or(Ok(()), |row| Err(backend.contract.request_error(row)))
}

/// Rejects a request whose path has no operation of its method, if a fault of the server changes that error.
///
/// # Errors
/// The error that the fault names.
pub(super) fn reject_method_wrongly(backend: &Backend, path: &str) -> Result<(), RequestError> {
    let mut operations = backend.contract.on_path(path);
    let row = operations.find_map(|operation| backend.faults.on_other_method(&operation.id));
    row.map_or(Ok(()), |row| Err(backend.contract.request_error(row)))
}

/// Classifies the form of a key that the guard rejected.
fn key_form(guard: &Guard, headers: &HeaderMap, keys: &Keys) -> KeyForm {
    let Some(value) = guard.header_value(headers) else { return KeyForm::NoHeader };
    let words: Vec<&str> = value.split_whitespace().collect();
    match words[..] {
        [] => KeyForm::EmptyHeader,
        [key] if key == keys.valid => KeyForm::NoScheme,
        [_] => KeyForm::NoKey,
        [scheme, ..] if !guard.is_of_scheme(scheme) => KeyForm::OtherScheme,
        [_, key, ..] if key == keys.revoked => KeyForm::RevokedKey,
        [_, key, _, ..] if key.trim_end_matches(',') == keys.valid => KeyForm::TextBehindKey,
        [_, key, ..] if key.starts_with(&keys.valid) => KeyForm::LongerKey,
        [_, key, ..] if keys.valid.starts_with(key) => KeyForm::CutKey,
        [_, key, ..] if keys.valid.eq_ignore_ascii_case(key) => KeyForm::OtherCaseKey,
        _ => KeyForm::UnknownKey,
    }
}

/// Returns the wrong identity that the response to a start has, and its property, if the server has such a fault.
pub(super) fn wrong_job(
    backend: &Backend,
    operation: &Operation,
    team: &Team,
) -> Option<(String, String)> {
    let resource = operation.resource.as_ref()?;
    let id = match backend.faults.on_resource(&operation.id)? {
        ResourceMistake::NotCreated => backend.world.randomness.identities.next().to_string(),
        ResourceMistake::SameIdentity => {
            let jobs = backend.world.store.list(&resource.type_name, Some(team), None);
            let (_, oldest) = jobs.into_iter().next()?;
            oldest.get(&resource.identity)?.as_str()?.to_owned()
        }
        _ => return None,
    };
    Some((resource.identity.clone(), id))
}

/// Runs a change of a stored resource, with the fault of the server in its result.
pub(super) fn store(
    backend: &Backend,
    name: &ResourceId,
    operation: &str,
    body: &Value,
    stored: &mut Properties,
    change: impl FnOnce(&mut Properties) -> Result<Properties, RequestError>,
) -> Result<Properties, RequestError> {
    let Some(mistake) = backend.faults.on_storage(operation) else { return change(stored) };
    let before = stored.clone();
    let mut response = change(stored)?;
    let is_given = |property: &String| body.get(property).is_some();
    match mistake {
        StorageMistake::NotStored(property) if is_given(property) => {
            set_property(stored, property, before.get(property));
        }
        StorageMistake::Stale(property) if is_given(property) => {
            set_property(&mut response, property, before.get(property));
        }
        StorageMistake::Wipes(wiped) if !is_given(wiped) => {
            let kind = backend.kind(&name.type_name);
            let fresh = kind.map(|kind| kind.initial(&name.id, backend.world.clock.now()));
            let fresh = fresh.unwrap_or_default();
            set_property(stored, wiped, fresh.get(wiped));
            set_property(&mut response, wiped, fresh.get(wiped));
        }
        StorageMistake::NotStoredBeside { property, beside }
            if is_given(property) && is_given(beside) =>
        {
            set_property(stored, property, before.get(property));
            set_property(&mut response, property, before.get(property));
        }
        StorageMistake::NotStoredAgain if backend.faults.record_body(&name.id, body) => {
            for (property, _) in body.as_object().into_iter().flatten() {
                set_property(stored, property, before.get(property));
            }
        }
        StorageMistake::RejectsUnchanged(row) => {
            let members = body.as_object().into_iter().flatten();
            if members.into_iter().all(|(property, _)| before.get(property) == stored.get(property))
            {
                return Err(backend.contract.request_error(row));
            }
        }
        _ => {}
    }
    Ok(response)
}

impl FaultContext {
    /// Captures a request if the server has a storage fault of its operation.
    pub(super) fn new(
        backend: &Backend,
        operation: &Operation,
        parameters: &[(&str, String)],
        body: &Bytes,
    ) -> Option<Self> {
        backend.faults.on_storage(&operation.id)?;
        let resource = operation.resource.as_ref()?;
        let identified_by = resource.identified_by.as_ref()?;
        let (_, id) = parameters.iter().find(|(name, _)| name == identified_by)?;
        let body = json::parse(body).ok();
        let violations = operation.request.as_ref().zip(body.as_ref());
        let violations = violations.map(|(request, body)| request.compiled.violations(body));
        let broken = violations.unwrap_or_default();
        Some(Self {
            name: ResourceId { type_name: resource.type_name.clone(), id: id.to_lowercase() },
            operation: operation.id.clone(),
            body,
            broken: broken.into_iter().map(|violation| violation.keyword).collect(),
            overtaken: Properties::default(),
        })
    }

    /// Reads a resource and pauses, so that other requests can change the resource before it is written.
    pub(super) async fn before_handling(&mut self, backend: &Backend) {
        if backend.faults.on_storage(&self.operation) != Some(&StorageMistake::LostUpdate) {
            return;
        }
        let read = backend.world.store.read(&self.name).unwrap_or_default();
        tokio::time::sleep(UPDATE_PAUSE).await;
        let properties = backend.world.store.read(&self.name).unwrap_or_default();
        self.overtaken = read;
        self.overtaken.retain(|property, value| properties.get(property) != Some(value));
    }

    /// Corrupts the store after a request was handled. `row` is the error row of a rejected request.
    pub(super) fn after_handling(&self, backend: &Backend, row: Option<&str>) {
        let value_of = |property: &str| self.body.as_ref()?.get(property).cloned();
        let store_sent = |property: &str| {
            if let Some(value) = value_of(property) {
                store_in(backend, &self.name, property, &value);
            }
        };
        match (backend.faults.on_storage(&self.operation), row) {
            (Some(StorageMistake::StoresRejected { property, row }), Some(rejected))
                if row == rejected =>
            {
                store_sent(property);
            }
            (Some(StorageMistake::StoresBeforeCheck { property, keyword }), Some(_))
                if !self.broken.is_empty() && self.broken.iter().all(|it| it == keyword) =>
            {
                store_sent(property);
            }
            (Some(StorageMistake::LostUpdate), None) => self.write_back(backend),
            (Some(StorageMistake::StoredEverywhere(property)), None) => {
                let Some(value) = value_of(property) else { return };
                let team = backend.world.store.owner(&self.name);
                let others = backend.world.store.find(|name, owner, _| {
                    let is_other = name.type_name == self.name.type_name && *name != self.name;
                    (is_other && Some(owner) == team.as_ref()).then(|| name.clone())
                });
                others.iter().for_each(|name| store_in(backend, name, property, &value));
            }
            _ => {}
        }
    }

    /// Restores the old values of properties that other requests changed in the meantime.
    fn write_back(&self, backend: &Backend) {
        let Some(team) = backend.world.store.owner(&self.name) else { return };
        let is_given =
            |property: &str| self.body.as_ref().is_some_and(|body| body.get(property).is_some());
        backend.world.store.change(&self.name, &team, |stored| {
            let lost = self.overtaken.iter().filter(|(property, _)| !is_given(property));
            lost.for_each(|(property, value)| set_property(stored, property, Some(value)));
        });
    }
}

/// Stores the sent value of a property, regardless of which team has the resource.
fn store_in(backend: &Backend, name: &ResourceId, property: &str, value: &Value) {
    if let Some(team) = backend.world.store.owner(name) {
        backend.world.store.change(name, &team, |stored| {
            let before = stored.clone();
            set_property(stored, property, Some(value));
            if let Some(kind) = backend.kind(&name.type_name) {
                kind.settle(&before, stored, backend.world.clock.now());
            }
        });
    }
}

fn set_property(properties: &mut Properties, name: &str, value: Option<&Value>) {
    match value {
        Some(value) => properties.insert(name.to_owned(), value.clone()),
        None => properties.shift_remove(name),
    };
}
