//! Clauses: the single statements of the contract, each with an identity.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of a clause, such as `MonitorUpdate.name.maxLength`.
///
/// It is what violations name, cases cover, faults break and reports count.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct ClauseId(String);

impl ClauseId {
    /// Takes a path as it stands.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The clause one step further down.
    #[must_use]
    pub fn child(&self, step: &str) -> Self {
        Self(format!("{}.{step}", self.0))
    }

    /// Whether it is another clause, or stands below it.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        let rest = self.0.strip_prefix(&other.0);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How firmly the contract states a clause.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Stated.
    #[default]
    Must,
    /// Stated with "when available", "typically" or the like.
    Should,
    /// Not shown.
    Open,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// One statement of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// The identity.
    pub id: ClauseId,
    /// How firmly it is stated.
    pub level: Level,
    /// What it says, as a short phrase: `at most 256 characters`.
    pub says: String,
    /// The heading of the contract.
    pub source: String,
}
