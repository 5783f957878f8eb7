//! Whom a change breaks, gathered reason by reason.

use super::change::Breaks;

/// What has been found so far.
#[derive(Default)]
pub(super) struct Verdict {
    clients: bool,
    /// Clients are broken that do not keep what is new in answers.
    forgetful: bool,
    servers: bool,
    unjudged: bool,
    reasons: Vec<String>,
}

impl Verdict {
    /// Nobody is broken, for this reason.
    pub(super) fn neither(why: impl Into<String>) -> Self {
        Self { reasons: vec![why.into()], ..Self::default() }
    }

    /// Clients and servers are broken, for this reason.
    pub(super) fn both(why: impl Into<String>) -> Self {
        let mut verdict = Self::default();
        verdict.add(true, true, why);
        verdict
    }

    /// Only clients are broken, for this reason.
    pub(super) fn clients(why: impl Into<String>) -> Self {
        let mut verdict = Self::default();
        verdict.add(true, false, why);
        verdict
    }

    /// Only servers are broken, for this reason.
    pub(super) fn servers(why: impl Into<String>) -> Self {
        let mut verdict = Self::default();
        verdict.add(false, true, why);
        verdict
    }

    /// Someone has to read it, for this reason.
    pub(super) fn unjudged(why: impl Into<String>) -> Self {
        Self { unjudged: true, ..Self::neither(why) }
    }

    /// Adds those who are broken, if any are, with the reason.
    pub(super) fn add(&mut self, clients: bool, servers: bool, why: impl Into<String>) {
        if clients || servers {
            self.clients |= clients;
            self.servers |= servers;
            self.give(why.into());
        }
    }

    fn give(&mut self, why: String) {
        if !self.reasons.contains(&why) {
            self.reasons.push(why);
        }
    }

    /// Adds the clients that do not keep what is new in answers, if there is such, with the reason.
    pub(super) fn add_new_in_answers(&mut self, is_new: bool, why: impl Into<String>) {
        if is_new {
            self.forgetful = true;
            self.give(why.into());
        }
    }

    /// Whether clients are broken only by what is new in answers.
    pub(super) fn is_kept(&self) -> bool {
        self.forgetful && !self.clients
    }

    /// The verdict, with this reason where nobody was found to be broken.
    pub(super) fn or(self, why: &str) -> Self {
        if self.reasons.is_empty() { Self::neither(why) } else { self }
    }

    /// Returns whom the change breaks and why; `otherwise` where no reason was found.
    pub(super) fn describe(self, otherwise: &str) -> (Breaks, String) {
        let breaks = match (self.clients || self.forgetful, self.servers) {
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
