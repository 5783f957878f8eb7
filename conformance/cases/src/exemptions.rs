//! Exemptions that are written down on a page, each for things that are named by identity.
//!
//! What a reason excuses is for those who read the page to say.

use serde::Deserialize;
use wildmatch::WildMatch;

/// Why a page of exemptions cannot be read.
pub use toml::de::Error as ReadError;

/// A page of exemptions.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exemptions {
    #[serde(default, rename = "reason")]
    exemptions: Vec<Exemption>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exemption {
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

impl Exemptions {
    /// Reads a page.
    ///
    /// # Errors
    /// When the page does not say what it should.
    pub fn read(page: &str) -> Result<Self, ReadError> {
        toml::from_str(page)
    }

    /// The first reason for a thing.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<&str> {
        let named = |own: &&Exemption| own.ids.iter().any(|own| own.pattern.matches(id));
        self.exemptions.iter().find(named).map(|own| own.why.as_str())
    }

    /// What is written down for none of these things, so that it can go.
    #[must_use]
    pub fn idle(&self, things: &[&str]) -> Vec<&str> {
        let names = |own: &&Pattern| things.iter().any(|id| own.pattern.matches(id));
        let written = self.exemptions.iter().flat_map(|own| &own.ids);
        written.filter(|own| !names(own)).map(|own| own.written.as_str()).collect()
    }
}
