//! The origin of a habit, for the record of an audit.
//!
//! This module does not know how a habit is served.

use serde::{Deserialize, Serialize};

/// The origin of a habit, and the number of cases in which the habit acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The name of the origin, such as a library.
    pub origin: String,
    /// The address of the public thread.
    pub source: String,
    /// The mistake of the original implementation.
    pub mistake: String,
    /// The sentence of the contract that the server breaks.
    pub sentence: String,
    /// The number of cases with a request or a response that the habit changes.
    pub acts_in: usize,
}
