//! The result of a comparison: one change, its kind, and what it breaks. A verdict collects the reasons one by
//! one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::{ClauseId, Retry};
use crate::statements::fact::Allowance;

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
    /// The reason, as a short phrase.
    pub why: String,
}

impl Change {
    /// Returns the subject of the change: an operation, a type, or a row of a page.
    #[must_use]
    pub fn subject(&self) -> &str {
        let clause = self.clause.as_str();
        let words = clause.match_indices('.').map(|(at, _)| at);
        // Types, whose names start with a capital, are at the top; everything else is below the name of its page.
        let depth =
            if clause.starts_with(|first: char| first.is_ascii_uppercase()) { 0 } else { 1 };
        words.into_iter().nth(depth).map_or(clause, |end| &clause[..end])
    }
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

/// What a change breaks, as far as known.
#[derive(Default)]
pub(super) struct Verdict {
    clients: bool,
    servers: bool,
    unjudged: bool,
    reasons: Vec<String>,
}

impl Verdict {
    /// Creates a verdict that neither side is broken, with a reason.
    pub(super) fn neither(why: impl Into<String>) -> Self {
        Self { reasons: vec![why.into()], ..Self::default() }
    }

    /// Creates a verdict that clients and servers are broken, with a reason.
    pub(super) fn both(why: impl Into<String>) -> Self {
        Self { clients: true, servers: true, ..Self::neither(why) }
    }

    /// Creates a verdict that only clients are broken, with a reason.
    pub(super) fn clients(why: impl Into<String>) -> Self {
        Self { clients: true, ..Self::neither(why) }
    }

    /// Creates a verdict that only servers are broken, with a reason.
    pub(super) fn servers(why: impl Into<String>) -> Self {
        Self { servers: true, ..Self::neither(why) }
    }

    /// Creates a verdict that a person must read the change, with a reason.
    pub(super) fn needs_review(why: impl Into<String>) -> Self {
        Self { unjudged: true, ..Self::neither(why) }
    }

    /// Adds a reason why clients or servers are broken. Does nothing if neither is.
    pub(super) fn add(&mut self, clients: bool, servers: bool, why: impl Into<String>) {
        if clients || servers {
            self.clients |= clients;
            self.servers |= servers;
            let why = why.into();
            if !self.reasons.contains(&why) {
                self.reasons.push(why);
            }
        }
    }

    /// Returns the verdict, or "neither" with this reason if the verdict has no reason.
    pub(super) fn or(self, why: &str) -> Self {
        if self.reasons.is_empty() { Self::neither(why) } else { self }
    }

    /// Returns what the change breaks, and the reason; `otherwise` is the reason if none was added.
    pub(super) fn describe(self, otherwise: &str) -> (Breaks, String) {
        let breaks = match (self.clients, self.servers) {
            (true, true) => Breaks::Both,
            (true, false) => Breaks::Clients,
            (false, true) => Breaks::Servers,
            (false, false) if self.unjudged => Breaks::Unjudged,
            (false, false) => Breaks::Neither,
        };
        let reasons = self.reasons.join("; ");
        (breaks, if reasons.is_empty() { otherwise.to_owned() } else { reasons })
    }
}

/// Classifies the change of an allowance. `None` means that the contract does not state the allowance, or not
/// with `must`; clients are free then.
pub(super) fn classify_allowance(before: Option<&Allowance>, after: Option<&Allowance>) -> Verdict {
    let mut verdict = Verdict::default();
    match (before, after) {
        (None, None) => return verdict,
        (Some(_), None) => return Verdict::neither("the rule no longer binds clients"),
        (None, Some(Allowance::AfterError(Retry::Backoff))) => {}
        (None, Some(_)) => verdict.add(true, false, "the rule now binds clients"),
        (Some(Allowance::AfterError(was)), Some(Allowance::AfterError(is))) => {
            verdict.add(
                rank(*is) < rank(*was),
                false,
                "clients may repeat the request in fewer cases",
            );
        }
        (Some(Allowance::AfterStatuses(was)), Some(Allowance::AfterStatuses(is))) => {
            let fewer = !was.is_subset(is);
            verdict.add(fewer, false, "clients may no longer repeat requests after a status code");
        }
        (Some(Allowance::AtPace(was)), Some(Allowance::AtPace(is))) => {
            verdict.add(is.attempts < was.attempts, false, "clients have fewer attempts");
            // Jitter is added to the wait: a change of the jitter makes no client repeat too soon.
            let longer = is.base_seconds > was.base_seconds || is.cap_seconds > was.cap_seconds;
            verdict.add(longer, false, "clients that wait as before repeat too soon");
        }
        (Some(_), Some(_)) => verdict.add(true, false, "another rule binds clients"),
    }
    verdict.or("clients that retry as before remain correct")
}

/// Ranks how often requests are repeated after an error: never, sometimes, always.
fn rank(retry: Retry) -> u8 {
    match retry {
        Retry::Never => 0,
        Retry::Sometimes => 1,
        Retry::Backoff => 2,
    }
}
