//! The creation of stored resources, by the contract or besides it.
//!
//! It must not know a property of a resource but its identity.

use serde_json::Value;

use super::backend::Backend;
use crate::contract::schema::{self, Properties};
use crate::world::store::Name;
use crate::world::teams::Team;

/// A resource of this type cannot be created, because the server does not know how one starts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reference server does not know how a `{type_name}` starts")]
pub struct UnknownKind {
    /// The type.
    pub type_name: String,
}

/// Creates a resource as one of its kind starts, but for what is given.
///
/// # Errors
/// When the server does not know how a resource of this type starts.
pub(crate) fn create(
    backend: &Backend,
    type_name: &str,
    team: Team,
    mut given: Properties,
) -> Result<(String, Properties), UnknownKind> {
    let kind = backend.kinds.kind(type_name);
    let kind = kind.ok_or_else(|| UnknownKind { type_name: type_name.to_owned() })?;
    let world = &backend.world;
    let id = given.remove("id");
    let id = id.as_ref().and_then(Value::as_str).map(str::to_lowercase);
    let id = id.unwrap_or_else(|| world.randomness.identities.next().to_string());
    let now = world.clock.now();
    let mut properties = kind.initial(&id, now);
    if !given.is_empty() {
        properties.extend(written_plainly(backend, type_name, given));
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
    let name = Name { type_name: type_name.to_owned(), id: id.to_owned() };
    backend.world.store.insert(name, team, properties.clone());
    backend.world.checks.alarm.changed(properties);
}

/// The properties of a resource with whole numbers written as such.
fn written_plainly(backend: &Backend, type_name: &str, given: Properties) -> Properties {
    let spec = &backend.contract.spec;
    let mut given = Value::Object(given);
    if let Some(found) = spec.types.get(type_name) {
        schema::normalize_integers(spec, &found.schema, &mut given);
    }
    match given {
        Value::Object(given) => given,
        _ => Properties::new(),
    }
}
