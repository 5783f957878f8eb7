//! Patterns of strings, which are compiled at their first use.

use std::fmt;
use std::sync::OnceLock;

use regex::Regex;

/// A regular expression in the dialect that Rust and ECMAScript share. Patterns with the same source are equal.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern from its source.
    #[must_use]
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), compiled: OnceLock::new() }
    }

    /// Returns the source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns whether some part of a string matches. A source that does not compile matches nothing; the linter
    /// rejects it.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(&self.source).ok());
        compiled.as_ref().is_some_and(|compiled| compiled.is_match(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}
