//! Known failures that do not count, until a day: which cases, why, and where it is followed up.
//!
//! What becomes of a waiver in a run is for the report to say.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wildmatch::WildMatch;

/// A known failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The identities of its cases; `*` stands for any characters, `?` for one.
    pub cases: String,
    /// Why the failure is let pass.
    pub reason: String,
    /// Where it is followed up.
    pub ticket: String,
    /// The last day, in UTC, on which it holds.
    pub expires: Date,
}

impl Waiver {
    /// Whether it is about a case.
    #[must_use]
    pub fn names(&self, id: &str) -> bool {
        self.pattern().matches(id)
    }

    pub(crate) fn pattern(&self) -> WildMatch {
        WildMatch::new(&self.cases)
    }
}
