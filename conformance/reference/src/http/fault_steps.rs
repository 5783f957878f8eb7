//! The steps around which a server's fault does something to the world, or takes a key.
//!
//! It must not decide whether a request is refused, but for one that changes nothing. What the
//! server does rightly is done before, and spoiled afterwards.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use serde_json::Value;
use uuid::Uuid;

use crate::contract::guard::Guard;
use crate::contract::operation::Operation;
use crate::contract::refusal::Refusal;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::faults::request::ReceivedRequest;
use crate::faults::{JobFault, KeyForm, StorageMistake};
use crate::service::backend::Backend;
use crate::service::call::Call;
use crate::service::operations::Service;
use crate::world::store::Name;
use crate::world::teams::{KeyPermissions, Keys, Team};

/// How long a resource is in hand between reading and writing.
const BETWEEN: Duration = Duration::from_millis(50);

/// What a request is about, as far as a fault needs it after the request was handled.
pub(super) struct Received {
    type_name: String,
    id: String,
    operation: String,
    body: Option<Value>,
    /// What others stored while the resource was in hand, as it was before.
    overtaken: Properties,
}

/// What the sender of a request may do that the guard of an operation refused, where it is let in
/// all the same.
pub(super) fn admit(
    backend: &Backend,
    operation: &str,
    guard: &Guard,
    headers: &HeaderMap,
) -> Option<KeyPermissions> {
    let accepted = backend.faults.accepted_form(operation)?;
    let shown = guard.header_value(headers).and_then(|shown| shown.split_once(' '));
    let is_behind = |is_word: &dyn Fn(&str) -> bool| {
        shown
            .is_some_and(|(word, key)| guard.is_of_scheme(word) && is_word(word) && !key.is_empty())
    };
    let is_accepted = match accepted {
        KeyForm::LowerCaseScheme => is_behind(&|word| word == word.to_lowercase()),
        KeyForm::UpperCaseScheme => is_behind(&|word| word == word.to_uppercase()),
        KeyForm::ExtraSpaces => is_behind(&|_| shown.is_some_and(|(_, key)| key.starts_with(' '))),
        other => form_of(guard, headers, &backend.world.keys) == other,
    };
    is_accepted.then(|| KeyPermissions::full(Team::HOME))
}

/// Refuses a request that is taken for a wrong one.
///
/// # Errors
/// The refusal.
pub(super) fn take(
    backend: &Backend,
    operation: &str,
    parameters: &[(&str, String)],
    headers: &HeaderMap,
    body: Option<&Bytes>,
) -> Result<(), Refusal> {
    if !backend.faults.are_in_requests() {
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
    row.map_or(Ok(()), |row| Err(backend.contract.refusal(row)))
}

/// Refuses another method than a path has, where that is done wrongly.
///
/// # Errors
/// The refusal.
pub(super) fn try_method(backend: &Backend, path: &str) -> Result<(), Refusal> {
    let mut found = backend.contract.on_path(path);
    let row = found.find_map(|operation| backend.faults.on_other_method(&operation.id));
    row.map_or(Ok(()), |row| Err(backend.contract.refusal(row)))
}

/// The form of a key that was refused.
fn form_of(guard: &Guard, headers: &HeaderMap, keys: &Keys) -> KeyForm {
    let Some(value) = guard.header_value(headers) else { return KeyForm::NoHeader };
    let words: Vec<&str> = value.split_whitespace().collect();
    match words[..] {
        [] => KeyForm::EmptyHeader,
        [key] if key == keys.valid => KeyForm::NoScheme,
        [_] => KeyForm::NoKey,
        [scheme, ..] if !guard.is_of_scheme(scheme) => KeyForm::OtherScheme,
        [_, key, ..] if key == keys.revoked => KeyForm::RevokedKey,
        [_, key, ..] if key.starts_with(&keys.valid) => KeyForm::LongerKey,
        [_, key, ..] if keys.valid.starts_with(key) => KeyForm::CutKey,
        [_, key, ..] if keys.valid.eq_ignore_ascii_case(key) => KeyForm::OtherCaseKey,
        _ => KeyForm::UnknownKey,
    }
}

/// Has a service carry a request out, or something else.
pub(super) fn perform(
    backend: &Backend,
    service: Service,
    call: &Call<'_>,
) -> Result<ServiceResult, Refusal> {
    let Some(fault) = backend.faults.on_service() else { return service.perform(call) };
    let (jobs, id) = (&backend.world.jobs, call.parameter("jobId"));
    let before = jobs.read(id).and_then(|job| job.cancelled);
    let mut performed = service.perform(call);
    match (fault, service, &mut performed) {
        (JobFault::CancelDoesNothing, Service::CancelAgent, Ok(_)) => {
            jobs.change(id, |job| job.cancelled = before);
        }
        (JobFault::StartForgets, Service::StartAgent, Ok(found)) => {
            found.shown.insert("id".to_owned(), Uuid::new_v4().to_string().into());
        }
        (JobFault::Leaks { operation, row }, _, Err(refusal)) if operation == call.operation() => {
            let others = format!("operations.{operation}.refusals.other-teams-job");
            if refusal.clause.as_ref() == Some(&others) {
                *refusal = backend.contract.refusal(row);
            }
        }
        _ => {}
    }
    performed
}

/// Stores what a change leaves, or something else.
pub(super) fn store(
    backend: &Backend,
    name: &Name,
    operation: &str,
    body: &Value,
    stored: &mut Properties,
    change: impl FnOnce(&mut Properties) -> Result<Properties, Refusal>,
) -> Result<Properties, Refusal> {
    let Some(mistake) = backend.faults.on_storage(operation) else { return change(stored) };
    let before = stored.clone();
    let mut answered = change(stored)?;
    let is_given = |property: &String| body.get(property).is_some();
    match mistake {
        StorageMistake::NotStored(property) if is_given(property) => {
            put(stored, property, before.get(property));
        }
        StorageMistake::Stale(property) if is_given(property) => {
            put(&mut answered, property, before.get(property));
        }
        StorageMistake::Wipes(wiped) if !is_given(wiped) => {
            let kind = backend.kinds.kind(&name.type_name);
            let fresh = kind.map(|kind| kind.initial(&name.id, backend.world.clock.now()));
            let fresh = fresh.unwrap_or_default();
            put(stored, wiped, fresh.get(wiped));
            put(&mut answered, wiped, fresh.get(wiped));
        }
        StorageMistake::NotStoredBeside { property, beside }
            if is_given(property) && is_given(beside) =>
        {
            put(stored, property, before.get(property));
            put(&mut answered, property, before.get(property));
        }
        StorageMistake::NotStoredAgain if backend.faults.is_known(&name.id, body) => {
            for (property, _) in body.as_object().into_iter().flatten() {
                put(stored, property, before.get(property));
            }
        }
        StorageMistake::RejectsUnchanged(row) => {
            let given = body.as_object().into_iter().flatten();
            if given.into_iter().all(|(property, _)| before.get(property) == stored.get(property)) {
                return Err(backend.contract.refusal(row));
            }
        }
        _ => {}
    }
    Ok(answered)
}

impl Received {
    /// What a request is about, where there is a fault that asks for it.
    pub(super) fn new(
        backend: &Backend,
        operation: &Operation,
        parameters: &[(&str, String)],
        body: &Bytes,
    ) -> Option<Self> {
        backend.faults.on_storage(&operation.id)?;
        let resource = operation.resource.as_ref()?;
        let identified_by = resource.identified_by.as_ref()?;
        let id = parameters.iter().find(|(name, _)| name == identified_by)?;
        Some(Self {
            type_name: resource.type_name.clone(),
            id: id.1.to_lowercase(),
            operation: operation.id.clone(),
            body: serde_json::from_slice(body).ok(),
            overtaken: Properties::default(),
        })
    }

    /// Takes a resource in hand, and lets others in before it is written.
    pub(super) async fn before(&mut self, backend: &Backend) {
        if backend.faults.on_storage(&self.operation) != Some(&StorageMistake::LostUpdate) {
            return;
        }
        let read = backend.world.store.read(&self.name()).unwrap_or_default();
        tokio::time::sleep(BETWEEN).await;
        let found = backend.world.store.read(&self.name()).unwrap_or_default();
        self.overtaken = read;
        self.overtaken.retain(|property, value| found.get(property) != Some(value));
    }

    /// Stores what should not be, now that a request was handled: answered with success, or
    /// refused with a row of the catalogue.
    pub(super) fn after(&self, backend: &Backend, row: Option<&str>) {
        let given = |property: &str| self.body.as_ref()?.get(property).cloned();
        match (backend.faults.on_storage(&self.operation), row) {
            (Some(StorageMistake::StoresRejected { property, row }), Some(refused))
                if row == refused =>
            {
                if let Some(value) = given(property) {
                    store_in(backend, &self.name(), property, &value);
                }
            }
            (Some(StorageMistake::LostUpdate), None) => self.write_back(backend),
            (Some(StorageMistake::StoredEverywhere(property)), None) => {
                let Some(value) = given(property) else { return };
                let team = backend.world.store.owner(&self.name());
                let others = backend.world.store.find(|name, owner, _| {
                    let is_other = name.type_name == self.type_name && name.id != self.id;
                    (is_other && Some(owner) == team.as_ref()).then(|| name.clone())
                });
                others.iter().for_each(|name| store_in(backend, name, property, &value));
            }
            _ => {}
        }
    }

    /// Writes what was read over what others stored in between, save what the request changes.
    fn write_back(&self, backend: &Backend) {
        let Some(team) = backend.world.store.owner(&self.name()) else { return };
        let given =
            |property: &str| self.body.as_ref().is_some_and(|body| body.get(property).is_some());
        backend.world.store.change(&self.name(), &team, |stored| {
            let lost = self.overtaken.iter().filter(|(property, _)| !given(property));
            lost.for_each(|(property, value)| put(stored, property, Some(value)));
        });
    }

    fn name(&self) -> Name {
        Name { type_name: self.type_name.clone(), id: self.id.clone() }
    }
}

/// Stores a property as it was sent, whoever has the resource.
fn store_in(backend: &Backend, name: &Name, property: &str, value: &Value) {
    if let Some(team) = backend.world.store.owner(name) {
        backend.world.store.change(name, &team, |stored| {
            let before = stored.clone();
            put(stored, property, Some(value));
            if let Some(kind) = backend.kinds.kind(&name.type_name) {
                kind.settle(&before, stored, backend.world.clock.now());
            }
        });
    }
}

fn put(properties: &mut Properties, name: &str, value: Option<&Value>) {
    match value {
        Some(value) => properties.insert(name.to_owned(), value.clone()),
        None => properties.shift_remove(name),
    };
}
