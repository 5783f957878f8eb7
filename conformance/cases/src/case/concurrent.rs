//! Defines the expected result of several concurrent updates, which the server may apply in any order.

use indexmap::IndexMap;
use serde::Serialize;

use super::expect::Member;

/// The result of concurrent updates in some order: each property has the value that the last update of it
/// sets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnyOrder {
    /// The values before the updates, by property. Where the contract says that a rejected update changes
    /// nothing, they are possible results too.
    pub before: IndexMap<String, Vec<Member>>,
    /// The concurrent updates.
    pub updates: Vec<ConcurrentUpdate>,
}

/// One of several concurrent updates.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConcurrentUpdate {
    /// The index of the step, from 0. The judge ignores an update that the server rejected.
    pub step: usize,
    /// The properties that the update sets, each with its expected values. The list is empty where the
    /// contract leaves the value open.
    pub sets: IndexMap<String, Vec<Member>>,
}
