//! The stored resources of all teams, behind one lock that makes updates atomic, and the fixtures among them.
//!
//! This module does not know the contents of resources. The lock is never held across an await.

use std::collections::HashMap;

use fastrand::Rng;
use serde_json::Value;

use crate::contract::schema::Properties;
use crate::shared::Shared;
use crate::world::teams::Team;

/// Every stored resource, by type and identity.
#[derive(Debug, Default)]
pub(crate) struct Store(Shared<Resources>);

#[derive(Debug, Default)]
struct Resources {
    all: HashMap<ResourceId, StoredResource>,
    /// The position of the next resource in the order of creation.
    next: u64,
}

/// The type and the identity of a resource, which together are unique.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceId {
    /// The name of the type.
    pub type_name: String,
    /// The identity of the resource.
    pub id: String,
}

/// A resource with its position among all resources, by age.
pub type PositionedResource = (u64, Properties);

/// A stored resource and the team that owns it.
#[derive(Debug)]
struct StoredResource {
    team: Team,
    properties: Properties,
    /// The resource that this one belongs to, besides its team.
    parent: Option<ResourceId>,
    /// The position in the order of creation.
    position: u64,
    /// How the resource was created, if the request had an idempotency key.
    creation: Option<Creation>,
}

/// The creation of a resource by a request with an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    /// The identity of the operation.
    pub operation: String,
    /// The idempotency key.
    pub key: String,
    /// The body.
    pub body: Value,
}

/// A resource that an earlier request created with the same idempotency key.
#[derive(Debug)]
pub(crate) struct ExistingResource {
    pub(crate) id: String,
    pub(crate) properties: Properties,
    /// The request body that created the resource.
    pub(crate) body: Value,
}

impl Resources {
    fn insert(
        &mut self,
        name: ResourceId,
        (team, parent): (Team, Option<ResourceId>),
        properties: Properties,
        creation: Option<Creation>,
    ) {
        let position = self.next;
        self.next += 1;
        self.all.insert(name, StoredResource { team, properties, parent, position, creation });
    }
}

impl Store {
    /// Adds a resource, or replaces the one of the same name.
    pub(crate) fn insert(
        &self,
        name: ResourceId,
        owners: (Team, Option<ResourceId>),
        properties: Properties,
    ) {
        self.0.lock().insert(name, owners, properties, None);
    }

    /// Adds a resource with an idempotency key, or returns the earlier resource whose creation `is_same` accepts.
    pub(crate) fn insert_once(
        &self,
        name: ResourceId,
        owners: (Team, Option<ResourceId>),
        properties: Properties,
        creation: Creation,
        is_same: impl Fn(&Team, &Creation) -> bool,
    ) -> Option<ExistingResource> {
        let mut resources = self.0.lock();
        let earlier = resources.all.iter().find_map(|(resource_name, stored)| {
            let creation = stored.creation.as_ref();
            let creation = creation.filter(|creation| is_same(&stored.team, creation))?;
            let (id, properties) = (resource_name.id.clone(), stored.properties.clone());
            Some(ExistingResource { id, properties, body: creation.body.clone() })
        });
        if earlier.is_none() {
            resources.insert(name, owners, properties, Some(creation));
        }
        earlier
    }

    /// Removes a team's resource, and returns whether there was one.
    pub(crate) fn remove(&self, name: &ResourceId, team: &Team) -> bool {
        self.remove_if(name, team, |_| true)
    }

    /// Removes a team's resource and all that belongs to it, if `allows` returns true for the resource. Returns
    /// whether it was removed.
    pub(crate) fn remove_if(
        &self,
        name: &ResourceId,
        team: &Team,
        allows: impl FnOnce(&Properties) -> bool,
    ) -> bool {
        let mut resources = self.0.lock();
        let existing = resources.all.get(name).filter(|stored| stored.team == *team);
        let is_removed = existing.is_some_and(|stored| allows(&stored.properties))
            && resources.all.remove(name).is_some();
        let mut gone: Vec<ResourceId> = is_removed.then(|| name.clone()).into_iter().collect();
        while let Some(parent) = gone.pop() {
            let children = resources
                .all
                .extract_if(|_, stored| stored.parent.as_ref() == Some(&parent))
                .map(|(name, _)| name);
            gone.extend(children);
        }
        is_removed
    }

    /// Returns the resources of a type, the oldest first, each with its position in the order of creation. A team
    /// or a parent restricts the list to its resources.
    pub(crate) fn list(
        &self,
        type_name: &str,
        team: Option<&Team>,
        parent: Option<&ResourceId>,
    ) -> Vec<PositionedResource> {
        let resources = self.0.lock();
        let is_listed = |(name, stored): &(&ResourceId, &StoredResource)| {
            name.type_name == type_name
                && team.is_none_or(|team| stored.team == *team)
                && (parent.is_none() || stored.parent.as_ref() == parent)
        };
        let listed = resources.all.iter().filter(is_listed);
        let mut listed: Vec<_> =
            listed.map(|(_, stored)| (stored.position, stored.properties.clone())).collect();
        listed.sort_by_key(|(position, _)| *position);
        listed
    }

    pub(crate) fn has(&self, name: &ResourceId, team: &Team) -> bool {
        self.0.lock().all.get(name).is_some_and(|stored| stored.team == *team)
    }

    /// Returns the resource that a resource belongs to.
    pub(crate) fn parent(&self, name: &ResourceId) -> Option<ResourceId> {
        self.0.lock().all.get(name)?.parent.clone()
    }

    /// Returns the newest resource of a type that a team has. With a parent, only its resources count.
    pub(crate) fn newest(
        &self,
        type_name: &str,
        team: &Team,
        parent: Option<&ResourceId>,
    ) -> Option<ResourceId> {
        let resources = self.0.lock();
        let is_meant = |(name, stored): &(&ResourceId, &StoredResource)| {
            name.type_name == type_name
                && stored.team == *team
                && (parent.is_none() || stored.parent.as_ref() == parent)
        };
        let of_type = resources.all.iter().filter(is_meant);
        of_type.max_by_key(|(_, stored)| stored.position).map(|(name, _)| name.clone())
    }

    pub(crate) fn owner(&self, name: &ResourceId) -> Option<Team> {
        self.0.lock().all.get(name).map(|stored| stored.team.clone())
    }

    /// Returns the results of `select` for the resources of all teams, in no order.
    pub(crate) fn find<R>(
        &self,
        select: impl Fn(&ResourceId, &Team, &Properties) -> Option<R>,
    ) -> Vec<R> {
        let resources = self.0.lock();
        let every = resources.all.iter();
        every.filter_map(|(name, stored)| select(name, &stored.team, &stored.properties)).collect()
    }

    /// Returns a resource, whichever team owns it.
    pub(crate) fn read(&self, name: &ResourceId) -> Option<Properties> {
        self.0.lock().all.get(name).map(|stored| stored.properties.clone())
    }

    /// Changes a team's resource while the store is locked; `None` if the team has no such resource.
    pub(crate) fn change<R>(
        &self,
        name: &ResourceId,
        team: &Team,
        change: impl FnOnce(&mut Properties) -> R,
    ) -> Option<R> {
        let mut resources = self.0.lock();
        let stored = resources.all.get_mut(name).filter(|stored| stored.team == *team)?;
        Some(change(&mut stored.properties))
    }

    /// Changes several of a team's resources while the store is locked. An error of `change` leaves all of
    /// them as they were. Returns `None` if the team lacks one of them.
    pub(crate) fn change_all<R, E>(
        &self,
        names: &[ResourceId],
        team: &Team,
        change: impl FnOnce(&mut [Properties]) -> Result<R, E>,
    ) -> Option<Result<R, E>> {
        let mut resources = self.0.lock();
        let find = |name| resources.all.get(name).filter(|stored| stored.team == *team);
        let current = names.iter().map(|name| Some(find(name)?.properties.clone()));
        let mut current: Vec<Properties> = current.collect::<Option<_>>()?;
        let changed = change(&mut current);
        if changed.is_ok() {
            for (name, properties) in names.iter().zip(current) {
                if let Some(stored) = resources.all.get_mut(name) {
                    stored.properties = properties;
                }
            }
        }
        Some(changed)
    }

    pub(super) fn reset(&self) {
        self.0.reset();
    }
}

/// The fixtures with the properties that they are created with, in the order of their creation.
#[derive(Debug, Default)]
pub(crate) struct Fixtures(Shared<Vec<(ResourceId, Team, Properties)>>);

impl Fixtures {
    /// Adds a fixture and returns its identity, which depends only on the number of fixtures before it.
    pub(crate) fn add(&self, type_name: &str, team: Team, given: Properties) -> String {
        let mut fixtures = self.0.lock();
        let bits = Rng::with_seed(fixtures.len() as u64).u128(..);
        let id = uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_string();
        let name = ResourceId { type_name: type_name.to_owned(), id: id.clone() };
        fixtures.push((name, team, given));
        id
    }

    pub(crate) fn all(&self) -> Vec<(ResourceId, Team, Properties)> {
        self.0.lock().clone()
    }
}
