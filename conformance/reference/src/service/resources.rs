//! The creation of stored resources, by an operation or by the control plane.
//!
//! This module knows no property of a resource except its identity.

use serde_json::Value;

use super::backend::Backend;
use super::kind::UnknownKind;
use crate::contract::schema::{self, Properties};
use crate::world::store::ResourceId;
use crate::world::teams::Team;

/// Creates a resource with the initial properties of its kind, overwritten by the given ones. Without an
/// identity, the resource gets a new one.
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
    if !given.is_empty() {
        properties.extend(normalize_integers(backend, type_name, given));
        kind.settle(&Properties::new(), &mut properties, now);
    }
    store(backend, type_name, &id, team, &properties);
    Ok((id, properties))
}

/// Stores a new resource.
pub(crate) fn store(
    backend: &Backend,
    type_name: &str,
    id: &str,
    team: Team,
    properties: &Properties,
) {
    let name = ResourceId { type_name: type_name.to_owned(), id: id.to_owned() };
    backend.world.store.insert(name, team, properties.clone());
    backend.behaviour.resource_changed(properties);
}

/// Writes the whole numbers among the properties of a resource without a fraction.
fn normalize_integers(backend: &Backend, type_name: &str, given: Properties) -> Properties {
    let spec = &backend.contract.spec;
    let mut body = Value::Object(given);
    if let Some(named_type) = spec.types.get(type_name) {
        schema::normalize_integers(spec, &named_type.schema, &mut body);
    }
    match body {
        Value::Object(given) => given,
        _ => Properties::new(),
    }
}
