//! The limits that end a run before all of its cases are sent.
//!
//! This module does not look at a clock.

use std::time::Duration;

use webdata_spec::model::Level;

use crate::waivers::Waiver;

/// The limits that end a run before all of its cases are sent.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The time after which no further case is sent. The other cases are skipped.
    pub budget: Option<Duration>,
    /// The number of findings that ends the run.
    pub fail_fast: Option<FailFast>,
}

/// The number of findings that ends a run, and which findings count.
#[derive(Debug, Clone)]
pub struct FailFast {
    /// The number.
    pub findings: usize,
    /// The lowest level whose failures count.
    pub level: Level,
    /// The failures that do not count.
    pub waivers: Vec<Waiver>,
}
