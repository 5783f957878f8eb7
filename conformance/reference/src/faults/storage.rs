//! Faults in what is stored of an update.
//!
//! It must not decide whether a request is refused, but for one that changes nothing. What the
//! server does rightly is done before, and spoiled afterwards.

use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use serde_json::Value;

use super::{Fault, Faults};
use crate::contract::Operation;
use crate::store::{Name, Properties};
use crate::{Shared, refusal::Refusal};

/// An operation on a stored resource stores something else than it should.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageFault {
    /// The identity of the operation.
    pub operation: String,
    /// What it does.
    pub mistake: StorageMistake,
}

/// What is stored wrongly.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum StorageMistake {
    /// A property that is given is answered with, and not stored.
    NotStored(String),
    /// A property that is given is stored, and the answer shows it as it was before.
    Stale(String),
    /// A property that is not given starts anew.
    Wipes(String),
    /// A property that is given is stored in every resource of the team.
    StoredEverywhere(String),
    /// A property of a request that is refused with a row of the catalogue is stored.
    KeptOfRefused {
        /// The property.
        property: String,
        /// The identity of the row.
        row: String,
    },
    /// An update is read, changed and written in three steps, so that one in between is lost.
    LostUpdate,
    /// An update that changes nothing is refused with a row of the catalogue.
    RefusesUnchanged(String),
}

/// How long a resource is in hand between reading and writing.
const BETWEEN: Duration = Duration::from_millis(50);

/// What a request is about, as far as a fault needs it after the request was handled.
pub(in super::super) struct Received {
    type_name: String,
    id: String,
    operation: String,
    body: Option<Value>,
    /// What others stored while the resource was in hand, as it was before.
    overtaken: Properties,
}

impl Faults {
    fn of_storage(&self, operation: &str) -> Option<&StorageMistake> {
        match &self.0 {
            Some(Fault::Storage(fault)) if fault.operation == operation => Some(&fault.mistake),
            _ => None,
        }
    }

    /// What a request is about, where there is a fault that asks for it.
    pub(in super::super) fn receive(
        &self,
        operation: &Operation,
        parameters: &[(&str, String)],
        body: &Bytes,
    ) -> Option<Received> {
        self.of_storage(&operation.id)?;
        let resource = operation.resource.as_ref()?;
        let id = parameters.iter().find(|(name, _)| *name == resource.identified_by)?;
        Some(Received {
            type_name: resource.type_name.clone(),
            id: id.1.to_lowercase(),
            operation: operation.id.clone(),
            body: serde_json::from_slice(body).ok(),
            overtaken: Properties::default(),
        })
    }

    /// Stores what a change leaves, or something else.
    pub(in super::super) fn store(
        &self,
        shared: &Shared,
        name: &Name,
        operation: &str,
        body: &Value,
        stored: &mut Properties,
        change: impl FnOnce(&mut Properties) -> Result<Properties, Refusal>,
    ) -> Result<Properties, Refusal> {
        let Some(mistake) = self.of_storage(operation) else { return change(stored) };
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
                let kind = shared.contract.kinds.kind(&name.type_name);
                let fresh = kind.map(|kind| kind.initial(&name.id, shared.clock.now()));
                let fresh = fresh.unwrap_or_default();
                put(stored, wiped, fresh.get(wiped));
                put(&mut answered, wiped, fresh.get(wiped));
            }
            StorageMistake::RefusesUnchanged(row) => {
                let given = body.as_object().into_iter().flatten();
                if given
                    .into_iter()
                    .all(|(property, _)| before.get(property) == stored.get(property))
                {
                    return Err(shared.contract.refusal(row));
                }
            }
            _ => {}
        }
        Ok(answered)
    }
}

impl Received {
    /// Takes a resource in hand, and lets others in before it is written.
    pub(in super::super) async fn before(&mut self, shared: &Shared) {
        if shared.faults.of_storage(&self.operation) != Some(&StorageMistake::LostUpdate) {
            return;
        }
        let read = shared.store.read(&self.name()).unwrap_or_default();
        tokio::time::sleep(BETWEEN).await;
        let found = shared.store.read(&self.name()).unwrap_or_default();
        self.overtaken = read;
        self.overtaken.retain(|property, value| found.get(property) != Some(value));
    }

    /// Stores what should not be, now that a request was handled: answered with success, or
    /// refused with a row of the catalogue.
    pub(in super::super) fn after(&self, shared: &Shared, row: Option<&str>) {
        let given = |property: &str| self.body.as_ref()?.get(property).cloned();
        match (shared.faults.of_storage(&self.operation), row) {
            (Some(StorageMistake::KeptOfRefused { property, row }), Some(refused))
                if row == refused =>
            {
                if let Some(value) = given(property) {
                    store_in(shared, &self.name(), property, &value);
                }
            }
            (Some(StorageMistake::LostUpdate), None) => self.write_back(shared),
            (Some(StorageMistake::StoredEverywhere(property)), None) => {
                let Some(value) = given(property) else { return };
                let team = shared.store.owner(&self.name());
                let others = shared.store.find(|name, owner, _| {
                    let is_other = name.type_name == self.type_name && name.id != self.id;
                    (is_other && Some(owner) == team.as_ref()).then(|| name.clone())
                });
                others.iter().for_each(|name| store_in(shared, name, property, &value));
            }
            _ => {}
        }
    }

    /// Writes what was read over what others stored in between, save what the request changes.
    fn write_back(&self, shared: &Shared) {
        let Some(team) = shared.store.owner(&self.name()) else { return };
        let given =
            |property: &str| self.body.as_ref().is_some_and(|body| body.get(property).is_some());
        shared.store.change(&self.name(), &team, |stored| {
            let lost = self.overtaken.iter().filter(|(property, _)| !given(property));
            lost.for_each(|(property, value)| put(stored, property, Some(value)));
        });
    }

    fn name(&self) -> Name {
        Name { type_name: self.type_name.clone(), id: self.id.clone() }
    }
}

/// Stores a property as it was sent, whoever has the resource.
fn store_in(shared: &Shared, name: &Name, property: &str, value: &Value) {
    if let Some(team) = shared.store.owner(name) {
        shared.store.change(name, &team, |stored| {
            let before = stored.clone();
            put(stored, property, Some(value));
            if let Some(kind) = shared.contract.kinds.kind(&name.type_name) {
                kind.settle(&before, stored, shared.clock.now());
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
