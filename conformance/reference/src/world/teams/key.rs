//! What a key that is accepted allows.
//!
//! It must not hold a key, so that it can be shown.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::name::Team;

/// What a key that is accepted allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Standing {
    /// The team that it acts for.
    pub(crate) team: Team,
    /// The operations that it may use, by identity; all of them where there is no list.
    pub(crate) operations: Option<BTreeSet<String>>,
    /// The row of the catalogue that answers each of its requests, where one does.
    pub(crate) provokes: Option<String>,
}

impl Standing {
    /// Everything, for a team.
    pub(crate) fn full(team: Team) -> Self {
        Self { team, operations: None, provokes: None }
    }

    /// Nothing, although the key is good.
    pub(crate) fn nothing(team: Team) -> Self {
        Self { operations: Some(BTreeSet::new()), ..Self::full(team) }
    }

    /// Whether it may use an operation.
    pub(crate) fn may_use(&self, operation: &str) -> bool {
        self.operations.as_ref().is_none_or(|operations| operations.contains(operation))
    }
}
