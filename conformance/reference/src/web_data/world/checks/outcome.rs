//! The outcomes of the web pages of a check.
//!
//! This module does not compare pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The outcome of a web page, named as in the contract's summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    New,
    Changed,
    Same,
    Removed,
    Error,
}

impl Outcome {
    const ALL: [Self; 5] = [Self::New, Self::Changed, Self::Same, Self::Removed, Self::Error];

    /// Returns the name of the outcome in the contract.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Same => "same",
            Self::Removed => "removed",
            Self::Error => "error",
        }
    }
}

/// A web page of a check, compared with the check before.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct CheckedPage {
    pub(crate) target_id: Option<String>,
    pub(crate) url: String,
    pub(crate) outcome: Outcome,
    /// Why the page could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Whether the page is relevant to the goal; `None` if the goal was not evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) relevant: Option<bool>,
    /// The changes of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<String>,
    /// Whether an event reports the page right after the check.
    #[serde(skip)]
    pub(crate) is_announced: bool,
}

/// The number of web pages of a check, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub(crate) fn new(pages: &[CheckedPage]) -> Self {
        let mut counts = Self::default();
        for page in pages {
            *counts.0.entry(page.outcome).or_default() += 1;
        }
        counts
    }

    /// Returns the count for a name in the contract's summary.
    pub(crate) fn named(&self, name: &str) -> Option<u64> {
        if name == "totalPages" {
            return Some(self.0.values().sum());
        }
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)?;
        Some(self.0.get(&outcome).copied().unwrap_or_default())
    }
}
