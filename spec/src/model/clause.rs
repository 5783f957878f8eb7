//! Clauses: the single requirements of the contract, each with an identity.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of a clause, such as `AlbumUpdate.name.maxLength`.
///
/// Violations name clauses, cases cover them, mutants break them, and reports count them.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct ClauseId(String);

impl ClauseId {
    /// Creates the identity from a whole path.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// Returns the path with one more step at its end.
    #[must_use]
    pub fn child(&self, step: &str) -> Self {
        Self(format!("{}.{step}", self.0))
    }

    /// Returns whether this clause equals the other clause or is below it.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        is_within(&self.0, &other.0)
    }

    /// Returns the path as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a path equals another one or is below it.
pub(crate) fn is_within(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
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
    /// The contract states the clause.
    #[default]
    Must,
    /// The contract qualifies the clause, with words such as "when available" or "typically".
    Should,
    /// The contract does not show the clause.
    Open,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// One requirement of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// The identity.
    pub id: ClauseId,
    /// How firmly the contract states the clause.
    pub level: Level,
    /// The requirement as a short phrase: `at most 256 characters`.
    pub statement: String,
    /// The heading of the contract's text; empty for a contract without a text.
    pub source: String,
}

/// Returns the level of a clause and the heading of the contract's text, if the contract has one: `must; Books`.
#[must_use]
pub fn level_and_heading(level: Level, heading: &str) -> String {
    let separator = if heading.is_empty() { "" } else { "; " };
    format!("{level}{separator}{heading}")
}
