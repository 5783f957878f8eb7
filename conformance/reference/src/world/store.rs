//! The stored resources of all teams, and the one lock that keeps their updates whole.
//!
//! It must not know what is in a resource, and its lock is never held across an await.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::part::Part;
use super::teams::Team;
use crate::contract::schema::Properties;

/// Every stored resource, by its type and identity.
#[derive(Debug, Default)]
pub(crate) struct Store(Mutex<Resources>);

#[derive(Debug, Default)]
struct Resources {
    all: HashMap<Name, Stored>,
    /// The place that the next resource has in the order of creation.
    next: u64,
}

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
    /// Its place in the order of creation.
    #[serde(default)]
    place: u64,
    /// How it was made, where the request said by which key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<Made>,
}

/// The creation of a resource that had a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Made {
    /// The identity of the operation.
    pub(crate) operation: String,
    /// The key.
    pub(crate) key: String,
    /// The body.
    pub(crate) body: Value,
}

/// A resource that was made before.
#[derive(Debug)]
pub(crate) struct Earlier {
    pub(crate) id: String,
    pub(crate) properties: Properties,
    /// The body that it was made with.
    pub(crate) body: Value,
}

impl Resources {
    fn insert(&mut self, name: Name, team: Team, properties: Properties, made: Option<Made>) {
        let place = self.next;
        self.next += 1;
        self.all.insert(name, Stored { team, properties, place, made });
    }
}

impl Store {
    /// Adds a resource, or puts it in another one's place.
    pub(crate) fn insert(&self, name: Name, team: Team, properties: Properties) {
        self.locked().insert(name, team, properties, None);
    }

    /// Adds a resource that is made with a key, unless there is one already that was made in the same
    /// way, which is returned.
    pub(crate) fn insert_once(
        &self,
        name: Name,
        team: Team,
        properties: Properties,
        made: Made,
        is_same: impl Fn(&Team, &Made) -> bool,
    ) -> Option<Earlier> {
        let mut resources = self.locked();
        let earlier = resources.all.iter().find_map(|(own, stored)| {
            let made = stored.made.as_ref().filter(|made| is_same(&stored.team, made))?;
            let (id, properties) = (own.id.clone(), stored.properties.clone());
            Some(Earlier { id, properties, body: made.body.clone() })
        });
        if earlier.is_none() {
            resources.insert(name, team, properties, Some(made));
        }
        earlier
    }

    /// Removes a team's resource; whether there was one.
    pub(crate) fn remove(&self, name: &Name, team: &Team) -> bool {
        self.remove_if(name, team, |_| true)
    }

    /// Removes a team's resource where a look at it allows that; whether it was removed.
    pub(crate) fn remove_if(
        &self,
        name: &Name,
        team: &Team,
        allows: impl FnOnce(&Properties) -> bool,
    ) -> bool {
        let mut resources = self.locked();
        let own = resources.all.get(name).filter(|stored| stored.team == *team);
        own.is_some_and(|stored| allows(&stored.properties)) && resources.all.remove(name).is_some()
    }

    /// A team's resources of a type, the oldest first, each with its place in the order of creation.
    pub(crate) fn list(&self, type_name: &str, team: &Team) -> Vec<(u64, Properties)> {
        let resources = self.locked();
        let own = resources.all.iter();
        let own = own.filter(|(name, own)| name.type_name == type_name && own.team == *team);
        let mut found: Vec<_> = own.map(|(_, own)| (own.place, own.properties.clone())).collect();
        found.sort_by_key(|(place, _)| *place);
        found
    }

    /// Whether a team has a resource.
    pub(crate) fn has(&self, name: &Name, team: &Team) -> bool {
        self.locked().all.get(name).is_some_and(|stored| stored.team == *team)
    }

    /// Whose a resource is.
    pub(crate) fn owner(&self, name: &Name) -> Option<Team> {
        self.locked().all.get(name).map(|stored| stored.team.clone())
    }

    /// What `look` finds in the resources of all teams, in no order.
    pub(crate) fn find<R>(&self, look: impl Fn(&Name, &Team, &Properties) -> Option<R>) -> Vec<R> {
        let resources = self.locked();
        let found = resources.all.iter();
        found.filter_map(|(name, stored)| look(name, &stored.team, &stored.properties)).collect()
    }

    /// A resource as it stands, whichever team it belongs to.
    pub(crate) fn read(&self, name: &Name) -> Option<Properties> {
        self.locked().all.get(name).map(|stored| stored.properties.clone())
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
        let stored = resources.all.get_mut(name).filter(|stored| stored.team == *team)?;
        Some(change(&mut stored.properties))
    }

    /// The resources of a type, whichever team they belong to, as `list` has them.
    pub(crate) fn list_of_all(&self, type_name: &str) -> Vec<(u64, Properties)> {
        let resources = self.locked();
        let own = resources.all.iter().filter(|(name, _)| name.type_name == type_name);
        let mut found: Vec<_> = own.map(|(_, own)| (own.place, own.properties.clone())).collect();
        found.sort_by_key(|(place, _)| *place);
        found
    }

    /// Looks at several of a team's resources and stores what comes out of it, all or nothing, while
    /// nobody else can; `None` where the team lacks one of them.
    pub(crate) fn change_all<R, E>(
        &self,
        names: &[Name],
        team: &Team,
        change: impl FnOnce(&mut [Properties]) -> Result<R, E>,
    ) -> Option<Result<R, E>> {
        let mut resources = self.locked();
        let own = |name| resources.all.get(name).filter(|stored| stored.team == *team);
        let found = names.iter().map(|name| Some(own(name)?.properties.clone()));
        let mut found: Vec<Properties> = found.collect::<Option<_>>()?;
        let changed = change(&mut found);
        if changed.is_ok() {
            for (name, properties) in names.iter().zip(found) {
                if let Some(stored) = resources.all.get_mut(name) {
                    stored.properties = properties;
                }
            }
        }
        Some(changed)
    }

    /// A thread that failed with the lock in hand leaves whole resources behind, because each
    /// change puts a finished resource in the old one's place.
    fn locked(&self) -> MutexGuard<'_, Resources> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Store {
    type Saved = Vec<(Name, Stored)>;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.locked() = Resources::default();
    }

    /// Every resource with its name, by name.
    fn save(&self) -> Vec<(Name, Stored)> {
        let resources = self.locked().all.clone();
        let mut saved: Vec<_> = resources.into_iter().collect();
        saved.sort_by(|(name, _), (other, _)| name.cmp(other));
        saved
    }

    fn restore(&self, saved: Vec<(Name, Stored)>) {
        let next = saved.iter().map(|(_, own)| own.place + 1).max().unwrap_or_default();
        *self.locked() = Resources { all: saved.into_iter().collect(), next };
    }
}
