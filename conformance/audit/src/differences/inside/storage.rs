//! Mistakes in what a change stores, and in what is stored although a request is rejected.

use std::time::Duration;

use serde_json::Value;
use webdata_reference::{ChangedResource, HandledRequest, Properties};

/// The time between reading and writing a resource in a server that loses updates.
const UPDATE_PAUSE: Duration = Duration::from_millis(50);

/// A mistake of storing a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StorageMistake {
    /// The response shows a new value of the property, but the value is not stored.
    NotStored(String),
    /// A new value of the property is stored, but the response shows the old value.
    Stale(String),
    /// A property that is left out is reset.
    Wipes(String),
    /// A new value of the property is stored in every resource of the team.
    StoredEverywhere(String),
    /// A property of a request that is rejected with an error row is stored.
    StoresRejected {
        /// The property.
        property: String,
        /// The identity of the row.
        row: String,
    },
    /// A property is stored although the request is rejected, if the request breaks only this keyword of JSON
    /// Schema.
    StoresBeforeCheck { property: String, keyword: &'static str },
    /// An update reads, changes and writes in three steps, so that a concurrent update is lost.
    LostUpdate,
    /// An update that changes nothing is rejected with this error row.
    RejectsUnchanged(String),
    /// A property is not stored if the request also has another property.
    NotStoredBeside { property: String, beside: String },
    /// A body that repeats an earlier body, but not the last one, gets a success and is not stored.
    NotStoredAgain,
}

impl StorageMistake {
    pub(super) fn pause(&self) -> Duration {
        if *self == Self::LostUpdate { UPDATE_PAUSE } else { Duration::ZERO }
    }

    pub(super) fn change(
        &self,
        change: &ChangedResource<'_>,
        repeats: impl FnOnce() -> bool,
        stored: &mut Properties,
        shown: &mut Properties,
    ) -> Result<(), String> {
        let before = change.before;
        let is_given = |property: &str| change.body.get(property).is_some();
        let revert =
            |properties: &mut Properties, name: &str| set(properties, name, before.get(name));
        match self {
            Self::NotStored(property) if is_given(property) => revert(stored, property),
            Self::Stale(property) if is_given(property) => revert(shown, property),
            Self::Wipes(wiped) if !is_given(wiped) => {
                let initial = (change.initial)();
                set(stored, wiped, initial.get(wiped));
                set(shown, wiped, initial.get(wiped));
            }
            Self::NotStoredBeside { property, beside }
                if is_given(property) && is_given(beside) =>
            {
                revert(stored, property);
                revert(shown, property);
            }
            Self::NotStoredAgain if repeats() => {
                let given = change.body.as_object().into_iter().flatten();
                given.for_each(|(property, _)| revert(stored, property));
            }
            Self::LostUpdate => {
                let read = change.read.into_iter().flatten();
                let overtaken = read.filter(|(name, value)| before.get(*name) != Some(*value));
                for (name, value) in overtaken.filter(|(name, _)| !is_given(name)) {
                    set(stored, name, Some(value));
                }
            }
            Self::RejectsUnchanged(row) => {
                let mut given = change.body.as_object().into_iter().flatten();
                if given.all(|(property, _)| before.get(property) == stored.get(property)) {
                    return Err(row.clone());
                }
            }
            Self::NotStored(_)
            | Self::Stale(_)
            | Self::Wipes(_)
            | Self::NotStoredBeside { .. }
            | Self::NotStoredAgain
            | Self::StoredEverywhere(_)
            | Self::StoresRejected { .. }
            | Self::StoresBeforeCheck { .. } => {}
        }
        Ok(())
    }

    pub(super) fn handled(&self, request: &HandledRequest<'_>) {
        let value_of = |property: &str| request.body()?.get(property).cloned();
        let store_sent = |property: &str| {
            value_of(property).into_iter().for_each(|value| request.store(property, &value));
        };
        match (self, request.row()) {
            (Self::StoresRejected { property, row }, Some(rejected)) if row == rejected => {
                store_sent(property);
            }
            (Self::StoresBeforeCheck { property, keyword }, Some(_)) => {
                let broken = request.broken_keywords();
                if !broken.is_empty() && broken.iter().all(|it| it == keyword) {
                    store_sent(property);
                }
            }
            (Self::StoredEverywhere(property), None) => {
                let value = value_of(property);
                value.into_iter().for_each(|value| request.store_in_others(property, &value));
            }
            _ => {}
        }
    }
}

fn set(properties: &mut Properties, name: &str, value: Option<&Value>) {
    match value {
        Some(value) => properties.insert(name.to_owned(), value.clone()),
        None => properties.shift_remove(name),
    };
}
