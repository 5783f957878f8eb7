//! The stored resources of all teams, and the one lock that keeps their updates whole.
//!
//! It must not know what is in a resource, and its lock is never held across an await.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::teams::Team;

/// A resource's properties.
pub(super) type Properties = Map<String, Value>;

/// Every stored resource, by its type and identity.
#[derive(Debug, Default)]
pub(super) struct Store(Mutex<HashMap<Name, Stored>>);

/// What names a resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Name {
    /// Its type.
    pub(super) type_name: String,
    /// Its identity.
    pub(super) id: String,
}

/// A resource as it stands, and whose it is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Stored {
    team: Team,
    properties: Properties,
}

impl Store {
    /// Adds a resource, or puts it in another one's place.
    pub(super) fn insert(&self, name: Name, team: Team, properties: Properties) {
        self.locked().insert(name, Stored { team, properties });
    }

    /// Whether a team has a resource.
    pub(super) fn has(&self, name: &Name, team: &Team) -> bool {
        self.locked().get(name).is_some_and(|stored| stored.team == *team)
    }

    /// Whose a resource is.
    pub(super) fn owner(&self, name: &Name) -> Option<Team> {
        self.locked().get(name).map(|stored| stored.team.clone())
    }

    /// What `look` finds in the resources of all teams, in no order.
    pub(super) fn find<R>(&self, look: impl Fn(&Name, &Team, &Properties) -> Option<R>) -> Vec<R> {
        let resources = self.locked();
        let found = resources.iter();
        found.filter_map(|(name, stored)| look(name, &stored.team, &stored.properties)).collect()
    }

    /// A resource as it stands, whichever team it belongs to.
    pub(super) fn read(&self, name: &Name) -> Option<Properties> {
        self.locked().get(name).map(|stored| stored.properties.clone())
    }

    /// Looks at a team's resource and stores what comes out of it, while nobody else can; `None`
    /// where the team has no such resource.
    pub(super) fn change<R>(
        &self,
        name: &Name,
        team: &Team,
        change: impl FnOnce(&mut Properties) -> R,
    ) -> Option<R> {
        let mut resources = self.locked();
        let stored = resources.get_mut(name).filter(|stored| stored.team == *team)?;
        Some(change(&mut stored.properties))
    }

    /// Every resource with its name, by name.
    pub(super) fn saved(&self) -> Vec<(Name, Stored)> {
        let resources = self.locked().clone();
        let mut saved: Vec<_> = resources.into_iter().collect();
        saved.sort_by(|(name, _), (other, _)| name.cmp(other));
        saved
    }

    /// Has the resources that were saved, and no others.
    pub(super) fn restore(&self, saved: Vec<(Name, Stored)>) {
        *self.locked() = saved.into_iter().collect();
    }

    /// Forgets every resource.
    pub(super) fn reset(&self) {
        self.locked().clear();
    }

    /// A thread that failed with the lock in hand leaves whole resources behind, because each
    /// change puts a finished resource in the old one's place.
    fn locked(&self) -> MutexGuard<'_, HashMap<Name, Stored>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
