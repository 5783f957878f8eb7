//! Describes what several updates leave that are sent together, where any order of them is right.

use indexmap::IndexMap;
use serde::Serialize;

use super::expect::Member;

/// What some order of updates leaves. Each property is as the last update leaves it that sets it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnyOrder {
    /// The members of each property as they were before, where the contract says that a rejected update
    /// changes nothing.
    pub before: IndexMap<String, Vec<Member>>,
    /// The updates.
    pub updates: Vec<Concurrent>,
}

/// One of several updates that are sent together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Concurrent {
    /// The step, from 0. An update that was rejected plays no part.
    pub step: usize,
    /// The properties that the update sets, each with the members that it then has. There are none where
    /// the contract leaves the value open.
    pub sets: IndexMap<String, Vec<Member>>,
}
