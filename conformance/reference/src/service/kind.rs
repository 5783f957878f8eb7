//! Resource kinds: the server's knowledge about a resource type beyond the contract. A kind gives the initial
//! properties and the consequences of a change.
//!
//! A kind does not decide about requests, and repeats nothing that the contract states.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::contract::schema::Properties;

/// The behaviour of one resource type.
pub(crate) trait Kind: fmt::Debug + Send + Sync {
    /// Returns the properties of a new resource with this identity.
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties;

    /// Returns properties for fixtures of a test suite, which put resources into several states in turn.
    fn states(&self, _now: DateTime<Utc>) -> Vec<Properties> {
        vec![Properties::new()]
    }

    /// Brings a resource, which was changed from `before`, into its stored form.
    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>);
}
