//! What the reference server knows about a kind of resource beyond the contract: how one starts, and
//! what follows from a change of it.
//!
//! It must not decide about requests; nothing that the contract states belongs here.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::contract::schema::Properties;

/// One kind of resource.
pub(crate) trait Kind: fmt::Debug + Send + Sync {
    /// A new resource of this identity.
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties;

    /// What resources that a suite works on are given, in turn, so that they are in several states.
    fn states(&self, _now: DateTime<Utc>) -> Vec<Properties> {
        vec![Properties::new()]
    }

    /// Brings a resource that was changed from `before` into the form in which it is stored.
    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>);
}
