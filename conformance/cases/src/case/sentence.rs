//! Defines the sentence that a case cites: what a section of a document says about which strings are valid.

use std::fmt;

use serde::Serialize;
use webdata_spec::model::{Clause, Level};

/// The name of the contract among the documents.
const CONTRACT: &str = "the contract";

/// A sentence of a document that says which strings are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sentence {
    document: &'static str,
    section: &'static str,
    says: &'static str,
    /// How firmly the documents that the contract names, taken together, state the sentence.
    pub(crate) level: Level,
}

impl Sentence {
    /// The sentence of the contract about the clause that a case is named after.
    pub(crate) const STATED: Self = Self::must(CONTRACT, "", "");

    /// Returns a sentence on which all documents that the contract names agree.
    pub(crate) const fn must(
        document: &'static str,
        section: &'static str,
        says: &'static str,
    ) -> Self {
        Self { document, section, says, level: Level::Must }
    }

    /// Returns a sentence that only recommends, or that a careful engineer may not be able to follow.
    pub(crate) const fn should(
        document: &'static str,
        section: &'static str,
        says: &'static str,
    ) -> Self {
        Self { document, section, says, level: Level::Should }
    }
}

/// The sentence that makes the string of a case valid or invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The document, such as `RFC 3986`, or `the contract`.
    pub document: String,
    /// The section of the document; for the contract, the heading.
    pub section: String,
    /// What the section says, in our own words.
    pub says: String,
}

impl Citation {
    /// Returns whether the sentence stands in the contract.
    #[must_use]
    pub fn is_of_contract(&self) -> bool {
        self.document == CONTRACT
    }

    /// Fills in a sentence of the contract from the clause that the case is named after.
    pub(crate) fn complete(&mut self, clause: &Clause) {
        if self.is_of_contract() {
            self.section.clone_from(&clause.source);
            self.says.clone_from(&clause.statement);
        }
    }
}

impl From<Sentence> for Citation {
    fn from(sentence: Sentence) -> Self {
        let Sentence { document, section, says, level: _ } = sentence;
        Self { document: document.into(), section: section.into(), says: says.into() }
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.section.is_empty() { "" } else { ", " };
        write!(f, "{}{separator}{}: {}", self.document, self.section, self.says)
    }
}
