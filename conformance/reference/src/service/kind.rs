//! Resource kinds: the server's knowledge about a resource type beyond the contract. A kind gives the initial
//! properties and the consequences of a change.
//!
//! A kind does not decide about requests, and repeats nothing that the contract states.

use std::fmt;

use chrono::{DateTime, Utc};

use super::table::{Cell, Column};
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
    fn settle(&self, _before: &Properties, _changed: &mut Properties, _now: DateTime<Utc>) {}

    /// Returns the identity of the error for a change that the state of a resource blocks.
    fn blocked(&self) -> Option<&'static str> {
        None
    }

    /// Marks a resource as deleted and returns true, or returns false if deleted resources are not kept.
    fn mark_deleted(&self, _properties: &mut Properties) -> bool {
        false
    }

    /// Ranks a resource by how many operations are possible in its state, the most first; `None` for a deleted
    /// resource.
    fn rank(&self, _properties: &Properties) -> Option<u8> {
        Some(0)
    }

    /// Returns further columns of the dashboard.
    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    /// Returns the cells of the further columns for a resource.
    fn cells(&self, _properties: &Properties) -> Vec<Cell> {
        Vec::new()
    }
}

/// The error for a resource type whose initial properties the server does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the reference server cannot create a `{type_name}`: it does not know the initial properties"
)]
pub struct UnknownKind {
    /// The name of the type.
    pub type_name: String,
}
