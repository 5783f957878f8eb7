//! Handles a creation that repeats an idempotency key: returns the first resource instead of creating another.
//!
//! This module does not build the new resource.

use serde_json::Value;

use super::resource_steps::ResourceRequest;
use crate::contract::request_error::RequestError;
use crate::contract::schema::Properties;
use crate::faults::ResourceMistake;
use crate::service::resources;
use crate::world::store::{Creation, ExistingResource, ResourceId};
use crate::world::teams::Team;

impl ResourceRequest<'_> {
    /// Stores a new resource, unless the idempotency key of the request has created one already. Returns the
    /// earlier resource in that case.
    pub(super) fn store_once(
        &self,
        id: &str,
        properties: &Properties,
        body: &Value,
    ) -> Result<Option<ExistingResource>, RequestError> {
        let (backend, type_name, team) = (self.backend, &self.resource.type_name, self.team);
        let mistake = self.mistake();
        let key = self.operation.conditional.key.as_ref();
        let key = key.filter(|_| mistake != Some(&ResourceMistake::IgnoresKey));
        let key = key.and_then(|(header, reused)| {
            Some((self.headers.get(header)?.to_str().ok()?.to_owned(), reused))
        });
        let Some((key, reused)) = key else {
            resources::store(backend, type_name, id, team.clone(), properties);
            return Ok(None);
        };
        let name = ResourceId { type_name: type_name.clone(), id: id.to_owned() };
        let creation = Creation { operation: self.operation.id.clone(), key, body: body.clone() };
        let is_same = |owner: &Team, other: &Creation| {
            let is_team = owner == team || mistake == Some(&ResourceMistake::SharesKeys);
            let key_depends_on_body = mistake == Some(&ResourceMistake::DividesKeyByBody);
            is_team
                && other.operation == self.operation.id
                && other.key == creation.key
                && (!key_depends_on_body || other.body == *body)
        };
        let store = &backend.world.store;
        let earlier =
            store.insert_once(name, team.clone(), properties.clone(), creation.clone(), is_same);
        let forgets = mistake == Some(&ResourceMistake::ForgetsBody);
        match (&earlier, reused) {
            (Some(earlier), Some(row)) if earlier.body != *body && !forgets => {
                Err(RequestError::new(row))
            }
            _ => Ok(earlier),
        }
    }
}
