//! What became of the pages of a check.
//!
//! It must not compare pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What became of a page, by the names that the contract counts it under.
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

    /// Its name.
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

/// A page of a check.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Compared {
    pub(crate) target_id: Option<String>,
    pub(crate) url: String,
    pub(crate) outcome: Outcome,
    /// Why it could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Whether the goal is about it; `None` where it was not evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) relevant: Option<bool>,
    /// What changed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<String>,
    /// Whether an event tells of it, which it does right after the check.
    #[serde(skip)]
    pub(crate) is_announced: bool,
}

/// How many pages of a check became what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub(crate) fn new(pages: &[Compared]) -> Self {
        let mut counts = Self::default();
        for page in pages {
            *counts.0.entry(page.outcome).or_default() += 1;
        }
        counts
    }

    /// The count of a name that the contract lists.
    pub(crate) fn named(&self, name: &str) -> Option<u64> {
        if name == "totalPages" {
            return Some(self.0.values().sum());
        }
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)?;
        Some(self.0.get(&outcome).copied().unwrap_or_default())
    }
}
