//! The result of a comparison: one change, its kind, and what it breaks. Does not compare.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::ClauseId;

/// One changed statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The identity of the statement.
    pub clause: ClauseId,
    /// Whether the statement is new, removed or different.
    pub kind: ChangeKind,
    /// The statement of the old contract, if it has one.
    pub before: Option<String>,
    /// The statement of the new contract, if it has one.
    pub after: Option<String>,
    /// Whether the change breaks clients or servers.
    pub breaks: Breaks,
    /// Whether the change breaks only users of what the old contract deprecates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub announced: bool,
    /// Whether the change breaks clients only by new parts of responses. Generated clients preserve unknown
    /// parts, so their users need not act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// The reason, as a short phrase.
    pub why: String,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the new contract has the statement.
    Added,
    /// Only the old contract has the statement.
    Removed,
    /// Both contracts have the statement, with different content.
    Changed,
}

/// What a change breaks; the page of [`mod@crate::diff`] defines the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Breaks {
    /// Clients and servers.
    Both,
    /// Clients.
    Clients,
    /// Servers.
    Servers,
    /// Prose changed, which a person must read.
    Unjudged,
    /// Neither clients nor servers.
    Neither,
}

impl Breaks {
    /// Returns whether correct clients may fail.
    #[must_use]
    pub fn clients(self) -> bool {
        matches!(self, Self::Both | Self::Clients)
    }

    /// Returns whether conformant servers may fail.
    #[must_use]
    pub fn servers(self) -> bool {
        matches!(self, Self::Both | Self::Servers)
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl fmt::Display for Breaks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
