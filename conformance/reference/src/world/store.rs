//! The stored resources of all teams, and the one lock that keeps their updates whole.
//!
//! It must not know what is in a resource, and its lock is never held across an await.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::part::Part;
use super::teams::Team;
use crate::contract::schema::Properties;

/// Every stored resource, by its type and identity.
#[derive(Debug, Default)]
pub(crate) struct Store(Mutex<HashMap<Name, Stored>>);

/// What names a resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Name {
    /// Its type.
    pub(crate) type_name: String,
    /// Its identity.
    pub(crate) id: String,
}

/// A resource as it stands, and whose it is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Stored {
    team: Team,
    properties: Properties,
}

impl Store {
    /// Adds a resource, or puts it in another one's place.
    pub(crate) fn insert(&self, name: Name, team: Team, properties: Properties) {
        self.locked().insert(name, Stored { team, properties });
    }

    /// Whether a team has a resource.
    pub(crate) fn has(&self, name: &Name, team: &Team) -> bool {
        self.locked().get(name).is_some_and(|stored| stored.team == *team)
    }

    /// Whose a resource is.
    pub(crate) fn owner(&self, name: &Name) -> Option<Team> {
        self.locked().get(name).map(|stored| stored.team.clone())
    }

    /// What `look` finds in the resources of all teams, in no order.
    pub(crate) fn find<R>(&self, look: impl Fn(&Name, &Team, &Properties) -> Option<R>) -> Vec<R> {
        let resources = self.locked();
        let found = resources.iter();
        found.filter_map(|(name, stored)| look(name, &stored.team, &stored.properties)).collect()
    }

    /// A resource as it stands, whichever team it belongs to.
    pub(crate) fn read(&self, name: &Name) -> Option<Properties> {
        self.locked().get(name).map(|stored| stored.properties.clone())
    }

    /// Looks at a team's resource and stores what comes out of it, while nobody else can; `None`
    /// where the team has no such resource.
    pub(crate) fn change<R>(
        &self,
        name: &Name,
        team: &Team,
        change: impl FnOnce(&mut Properties) -> R,
    ) -> Option<R> {
        let mut resources = self.locked();
        let stored = resources.get_mut(name).filter(|stored| stored.team == *team)?;
        Some(change(&mut stored.properties))
    }

    /// A thread that failed with the lock in hand leaves whole resources behind, because each
    /// change puts a finished resource in the old one's place.
    fn locked(&self) -> MutexGuard<'_, HashMap<Name, Stored>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Store {
    type Saved = Vec<(Name, Stored)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.locked().clear();
    }

    /// Every resource with its name, by name.
    fn save(&self) -> Vec<(Name, Stored)> {
        let resources = self.locked().clone();
        let mut saved: Vec<_> = resources.into_iter().collect();
        saved.sort_by(|(name, _), (other, _)| name.cmp(other));
        saved
    }

    fn restore(&self, saved: Vec<(Name, Stored)>) {
        *self.locked() = saved.into_iter().collect();
    }
}
