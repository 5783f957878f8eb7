//! The verdict on a change, which collects reasons one by one.

use super::change::Breaks;

/// What a change breaks, as far as known.
#[derive(Default)]
pub(super) struct Verdict {
    clients: bool,
    /// Whether the change breaks clients that do not preserve new parts of responses.
    new_in_responses: bool,
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
        let mut verdict = Self::default();
        verdict.add(true, true, why);
        verdict
    }

    /// Creates a verdict that only clients are broken, with a reason.
    pub(super) fn clients(why: impl Into<String>) -> Self {
        let mut verdict = Self::default();
        verdict.add(true, false, why);
        verdict
    }

    /// Creates a verdict that only servers are broken, with a reason.
    pub(super) fn servers(why: impl Into<String>) -> Self {
        let mut verdict = Self::default();
        verdict.add(false, true, why);
        verdict
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
            self.add_reason(why.into());
        }
    }

    fn add_reason(&mut self, why: String) {
        if !self.reasons.contains(&why) {
            self.reasons.push(why);
        }
    }

    /// If `is_new`, adds a reason why clients are broken that do not preserve new parts of responses.
    pub(super) fn add_new_in_responses(&mut self, is_new: bool, why: impl Into<String>) {
        if is_new {
            self.new_in_responses = true;
            self.add_reason(why.into());
        }
    }

    /// Returns whether only new parts of responses break clients.
    pub(super) fn breaks_only_by_new_parts(&self) -> bool {
        self.new_in_responses && !self.clients
    }

    /// Returns the verdict, or "neither" with this reason if the verdict has no reason.
    pub(super) fn or(self, why: &str) -> Self {
        if self.reasons.is_empty() { Self::neither(why) } else { self }
    }

    /// Returns what the change breaks, and the reason; `otherwise` is the reason if none was added.
    pub(super) fn describe(self, otherwise: &str) -> (Breaks, String) {
        let breaks = match (self.clients || self.new_in_responses, self.servers) {
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
