//! Reasons that are written down on a page, each for things that are named by identity.
//!
//! What a reason excuses is for those who read the page to say.

use serde::Deserialize;
use wildmatch::WildMatch;

/// A page of reasons.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    #[serde(default, rename = "reason")]
    reasons: Vec<Reason>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
    /// Identities; `*` stands for any characters.
    #[serde(alias = "clauses", alias = "mutants", alias = "cases")]
    ids: Vec<Pattern>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(from = "String")]
struct Pattern {
    written: String,
    pattern: WildMatch,
}

impl From<String> for Pattern {
    fn from(written: String) -> Self {
        Self { pattern: WildMatch::new(&written), written }
    }
}

impl Reasons {
    /// Reads a page.
    ///
    /// # Errors
    /// When the page does not say what it should.
    pub fn read(page: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(page)
    }

    /// The first reason for a thing.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<&str> {
        let named = |reason: &&Reason| reason.ids.iter().any(|own| own.pattern.matches(id));
        self.reasons.iter().find(named).map(|reason| reason.why.as_str())
    }

    /// What is written down for none of these things, so that it can go.
    #[must_use]
    pub fn idle(&self, things: &[&str]) -> Vec<&str> {
        let names = |own: &&Pattern| things.iter().any(|id| own.pattern.matches(id));
        let written = self.reasons.iter().flat_map(|reason| &reason.ids);
        written.filter(|own| !names(own)).map(|own| own.written.as_str()).collect()
    }
}
