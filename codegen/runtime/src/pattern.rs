//! Regular expressions that are compiled at their first use.

use std::sync::OnceLock;

use regex::Regex;

/// A regular expression in the dialect that Rust and ECMAScript share.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Takes an expression that the generator has compiled before.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// Returns the expression.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Returns whether some part of the text matches. An expression that does not compile matches nothing.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.source).ok());
        compiled.as_ref().is_some_and(|compiled| compiled.is_match(text))
    }
}
