//! What the reference server knows about resources beyond the contract: how one starts, and what
//! follows from a change of it.
//!
//! It must not decide about requests; nothing that the contract states belongs here.

use std::collections::HashMap;
use std::fmt;

use chrono::{DateTime, Utc};
use webdata_spec::Spec;

use super::monitors::{self, Monitors};
use super::store::Properties;

/// One kind of resource.
pub(super) trait Kind: fmt::Debug + Send + Sync {
    /// A new resource of this identity.
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties;

    /// Brings a resource that was changed from `before` into the form in which it is stored.
    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>);
}

/// The kinds that the server knows, by the name of their type.
#[derive(Debug)]
pub(super) struct Kinds(HashMap<&'static str, Box<dyn Kind>>);

impl Kinds {
    /// The kinds that a contract has types for.
    pub(super) fn of(spec: &Spec) -> Self {
        let monitors = (monitors::TYPE, Box::new(Monitors::of(spec)) as Box<dyn Kind>);
        let known = [monitors].into_iter();
        Self(known.filter(|(name, _)| spec.types.contains_key(*name)).collect())
    }

    /// The kind of a type.
    pub(super) fn kind(&self, type_name: &str) -> Option<&dyn Kind> {
        self.0.get(type_name).map(Box::as_ref)
    }
}
