//! A change of a stored resource, which is carried out whole or rejected.
//!
//! A rejected change leaves nothing behind, unless the contract does not promise that.

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::model::Schema;

use super::kind::Kind;
use crate::contract::Contract;
use crate::contract::effects::Effects;
use crate::contract::request_error::RequestError;
use crate::contract::rules;
use crate::contract::schema::Properties;
use crate::contract::validation::validation_failure;

/// A change of a stored resource.
pub(crate) struct Change<'c> {
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

impl Change<'_> {
    /// Stores the change and returns the changed resource, or rejects the change.
    pub(crate) fn apply(
        self,
        stored: &mut Properties,
        verdict: Result<(), RequestError>,
    ) -> Result<Properties, RequestError> {
        let blocked = self.kind.and_then(Kind::blocked);
        let blocked = blocked.and_then(|error| self.contract.catalogue.find(error));
        let blocked = blocked.filter(|_| self.effects.is_blocked(stored));
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
