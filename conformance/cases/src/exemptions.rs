//! Reads a file of exemptions. Each has a reason, and patterns for the identities of clauses, mutants or cases.
//!
//! The caller decides what an exemption means.

use serde::Deserialize;
use wildmatch::WildMatch;

/// The error for a file of exemptions that cannot be read.
pub use toml::de::Error as ReadError;

/// The exemptions of one file.
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
    /// Patterns of identities, in which `*` matches any characters.
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
    /// Parses the contents of a file of exemptions.
    ///
    /// # Errors
    /// Returns an error if the contents are not TOML of the expected form.
    ///
    /// ```
    /// use webdata_cases::exemptions::{Exemptions, ReadError};
    ///
    /// let exemptions = Exemptions::read(
    ///     r#"
    ///     [[reason]]
    ///     why     = "no response shows the unit"
    ///     clauses = ["*.unit"]
    ///     "#,
    /// )?;
    /// assert_eq!(exemptions.reason("Page.delay.unit"), Some("no response shows the unit"));
    /// assert_eq!(exemptions.reason("Page.delay.maximum"), None);
    /// # Ok::<(), ReadError>(())
    /// ```
    pub fn read(contents: &str) -> Result<Self, ReadError> {
        toml::from_str(contents)
    }

    /// Returns the reason of the first exemption that matches an identity, or `None` if no exemption matches.
    #[must_use]
    pub fn reason(&self, id: &str) -> Option<&str> {
        let named = |exemption: &&Exemption| {
            exemption.ids.iter().any(|pattern| pattern.pattern.matches(id))
        };
        self.exemptions.iter().find(named).map(|exemption| exemption.why.as_str())
    }

    /// Returns the patterns that match none of these identities. Such patterns can be deleted.
    #[must_use]
    pub fn unused(&self, things: &[&str]) -> Vec<&str> {
        let names = |pattern: &&Pattern| things.iter().any(|id| pattern.pattern.matches(id));
        let written = self.exemptions.iter().flat_map(|exemption| &exemption.ids);
        written.filter(|pattern| !names(pattern)).map(|pattern| pattern.written.as_str()).collect()
    }
}
