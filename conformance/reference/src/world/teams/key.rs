//! The permissions of an accepted key.
//!
//! This module does not hold keys, so that permissions can be shown.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::name::Team;

/// The permissions of an accepted key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct KeyPermissions {
    /// The team that the key acts for.
    pub(crate) team: Team,
    /// The identities of the operations that the key allows; `None` allows all of them.
    pub(crate) operations: Option<BTreeSet<String>>,
    /// The identity of the error row that every request with the key gets.
    pub(crate) provokes: Option<String>,
}

impl KeyPermissions {
    /// Allows every operation for a team.
    pub(crate) fn full(team: Team) -> Self {
        Self { team, operations: None, provokes: None }
    }

    /// Allows no operation, although the key is valid.
    pub(crate) fn none(team: Team) -> Self {
        Self { operations: Some(BTreeSet::new()), ..Self::full(team) }
    }

    /// Returns whether the key allows an operation.
    pub(crate) fn may_use(&self, operation: &str) -> bool {
        self.operations.as_ref().is_none_or(|operations| operations.contains(operation))
    }
}
