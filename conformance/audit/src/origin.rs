//! The origin of a habit, for the record of an audit.
//!
//! It must not know how a habit is served.

use serde::{Deserialize, Serialize};

/// Where a habit comes from, and what it does to a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The place, such as a library.
    pub origin: String,
    /// The public thread.
    pub source: String,
    /// The mistake, as it was made there.
    pub mistake: String,
    /// The sentence of the contract that the server breaks.
    pub sentence: String,
    /// How many cases send a request, or get a response, that the habit changes.
    pub acts_in: usize,
}
