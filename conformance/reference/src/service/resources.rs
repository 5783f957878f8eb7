//! Changes of stored resources, of the clock, and of the whole server.
//!
//! A change of a resource is carried out whole or rejected. A rejected update stores its valid properties, unless
//! the contract says that it changes nothing. This module knows no property of a resource except its identity.

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::model::Schema;

use crate::contract::effects::Effects;
use crate::contract::errors::RequestError;
use crate::contract::operation::Parent;
use crate::contract::schema::{self, Properties};
use crate::contract::validation::validation_failure;
use crate::contract::{Contract, rules};
use crate::service::backend::Backend;
use crate::service::behaviour::{Kind, UnknownKind};
use crate::world::clock::ClockLimitExceeded;
use crate::world::store::ResourceId;
use crate::world::teams::Team;

pub(crate) struct ResourceChange<'c> {
    pub(crate) contract: &'c Contract,
    /// The identity of the resource.
    pub(crate) id: &'c str,
    pub(crate) kind: Option<&'c dyn Kind>,
    pub(crate) schema: &'c Schema,
    pub(crate) effects: &'c Effects,
    /// The body, with whole numbers written without a fraction.
    pub(crate) body: &'c Value,
    pub(crate) now: DateTime<Utc>,
}

impl ResourceChange<'_> {
    /// Stores the change and returns the changed resource, or rejects the change.
    pub(crate) fn apply(
        self,
        stored: &mut Properties,
        verdict: Result<(), RequestError>,
    ) -> Result<Properties, RequestError> {
        let blocked = self.kind.and_then(Kind::blocked);
        let blocked = blocked.and_then(|error| self.contract.catalogue.find(error));
        let blocked = blocked.filter(|_| self.effects.is_blocked(stored));
        let illegal = self.effects.illegal_move(stored, self.body);
        let blocked = blocked.or_else(|| self.contract.catalogue.find(illegal?));
        let error = match verdict.and_then(|()| blocked.map_or(Ok(()), |row| Err(row.into()))) {
            Err(error) => error,
            Ok(()) => {
                let (spec, body) = (&self.contract.spec, self.body);
                let next = Value::Object(self.next_properties(stored, body));
                // A body that replaces the whole resource is validated by itself.
                let validated = if self.effects.replaces_all() { body } else { &next };
                let violations =
                    rules::rules_broken_after_update(spec, self.schema, body, validated);
                match next {
                    Value::Object(next) if violations.is_empty() => {
                        stored.clone_from(&next);
                        return Ok(next);
                    }
                    _ => validation_failure(self.contract, violations),
                }
            }
        };
        if let Some(kept) = self.effects.properties_stored_despite_rejection(self.body) {
            *stored = self.next_properties(stored, &kept);
        }
        Err(error)
    }

    fn next_properties(&self, stored: &Properties, body: &Value) -> Properties {
        let now = self.now;
        let kind = self.kind;
        let initial = || kind.map(|kind| kind.initial(self.id, now)).unwrap_or_default();
        let mut next = self.effects.apply_request(stored, body, initial);
        if let Some(kind) = kind {
            kind.settle(stored, &mut next, now);
        }
        next
    }
}

/// Creates a resource with the initial properties of its kind, overwritten by the given ones. Without an identity,
/// the resource gets a new one. If the type has parents, the resource belongs to the team's newest parent.
///
/// # Errors
/// Fails if the server does not know the initial properties of this type.
pub(crate) fn create(
    backend: &Backend,
    type_name: &str,
    team: Team,
    id: Option<String>,
    given: Properties,
) -> Result<(String, Properties), UnknownKind> {
    let kind = backend.kind(type_name);
    let kind = kind.ok_or_else(|| UnknownKind { type_name: type_name.to_owned() })?;
    let world = &backend.world;
    let id = id
        .map(|id| id.to_lowercase())
        .unwrap_or_else(|| world.randomness.identities.next().to_string());
    let now = world.clock.now();
    let mut properties = kind.initial(&id, now);
    let operations = backend.contract.operations.iter();
    let resources = operations.filter_map(|operation| operation.resource.as_ref());
    let mut of_type = resources.filter(|resource| resource.type_name == type_name);
    let parent = of_type.find_map(|resource| resource.parents.last());
    let owner = parent.and_then(|parent| world.store.newest(&parent.type_name, &team, None));
    if let (Some(Parent { property: Some(property), .. }), Some(owner)) = (parent, &owner) {
        properties.insert(property.clone(), owner.id.as_str().into());
    }
    if !given.is_empty() {
        properties.extend(normalize_integers(backend, type_name, given));
        kind.settle(&Properties::new(), &mut properties, now);
    }
    store(backend, type_name, &id, (team, owner), &properties);
    Ok((id, properties))
}

pub(crate) fn store(
    backend: &Backend,
    type_name: &str,
    id: &str,
    owners: (Team, Option<ResourceId>),
    properties: &Properties,
) {
    let name = ResourceId { type_name: type_name.to_owned(), id: id.to_owned() };
    backend.world.store.insert(name, owners, properties.clone());
    backend.behaviour.resource_changed(properties);
}

/// Writes the whole numbers among the properties of a resource without a fraction.
fn normalize_integers(backend: &Backend, type_name: &str, given: Properties) -> Properties {
    let spec = &backend.contract.spec;
    let mut body = Value::Object(given);
    if let Some(named_type) = spec.types.get(type_name) {
        schema::normalize_integers(spec, &named_type.schema, &mut body);
    }
    schema::into_properties(body)
}

/// Resets the server to its state at the start.
pub(crate) fn reset(backend: &Backend) {
    let world = &backend.world;
    backend.behaviour.suspended(&mut || {
        world.reset();
        backend.behaviour.reset();
        for (name, team, given) in world.fixtures.all() {
            // The kind is known, since the resource was created before.
            drop(create(backend, &name.type_name, team, Some(name.id), given));
        }
    });
}

/// Moves the clock ahead, and does everything that is due by then.
///
/// # Errors
/// Fails without any change if the clock would pass the year 9999.
pub(crate) fn advance(backend: &Backend, seconds: u32) -> Result<(), ClockLimitExceeded> {
    backend.behaviour.advance(&backend.world.clock, seconds)
}
