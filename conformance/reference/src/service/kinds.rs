//! What the reference server knows about resources beyond the contract: how one starts, and what
//! follows from a change of it.
//!
//! It must not decide about requests; nothing that the contract states belongs here.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::identities::Identities;
use super::monitors::{self, Monitors};
use super::store::Properties;

/// One kind of resource.
pub(super) trait Kind: fmt::Debug + Send + Sync {
    /// A new resource of this identity.
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties;

    /// Brings a resource that was changed from `before` into the form in which it is stored.
    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>);
}

/// The kinds that the server knows.
#[derive(Debug)]
pub(super) struct Kinds {
    monitors: Option<Monitors>,
}

impl Kinds {
    /// The kinds that a contract has types for.
    pub(super) fn of(
        spec: &Arc<Spec>,
        clauses: &HashSet<ClauseId>,
        identities: Arc<Identities>,
    ) -> Self {
        let has_monitors = spec.types.contains_key(monitors::TYPE);
        Self { monitors: has_monitors.then(|| Monitors::of(spec, clauses, identities)) }
    }

    /// The kind of a type.
    pub(super) fn kind(&self, type_name: &str) -> Option<&dyn Kind> {
        let monitors = self.monitors().filter(|_| type_name == monitors::TYPE);
        monitors.map(|monitors| monitors as &dyn Kind)
    }

    /// Monitors, where the contract has a type for them.
    pub(super) fn monitors(&self) -> Option<&Monitors> {
        self.monitors.as_ref()
    }
}
