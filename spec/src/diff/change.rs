//! The result of a comparison: one change, its kind, and whom the change breaks. Does not compare.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::ClauseId;

/// One statement that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The identity of the statement.
    pub clause: ClauseId,
    /// Whether it is new, gone or different.
    pub kind: ChangeKind,
    /// What the old contract says, where it says anything.
    pub before: Option<String>,
    /// What the new contract says, where it says anything.
    pub after: Option<String>,
    /// Whom the change breaks.
    pub breaks: Breaks,
    /// Whether it breaks only those who use what the old contract says is deprecated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub announced: bool,
    /// Whether it breaks clients only by what is new in answers. Generated clients keep what they do not
    /// know, so nobody who uses one has to act on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// Why, as a short phrase.
    pub why: String,
}

/// What became of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The old contract does not have it.
    Added,
    /// The new contract does not have it.
    Removed,
    /// Both have it, and say different things.
    Changed,
}

/// Whom a change breaks; the page of [`mod@crate::diff`] defines the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Breaks {
    /// Clients and servers.
    Both,
    /// Clients.
    Clients,
    /// Servers.
    Servers,
    /// It is prose, and someone has to read it.
    Unjudged,
    /// Nobody.
    Neither,
}

impl Breaks {
    /// Whether clients that were right may fail.
    #[must_use]
    pub fn clients(self) -> bool {
        matches!(self, Self::Both | Self::Clients)
    }

    /// Whether servers that were conformant may fail.
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
