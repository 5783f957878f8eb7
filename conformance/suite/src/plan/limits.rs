//! What ends a run before all of its cases are sent, and why the others are skipped then.
//!
//! It must not look at a clock.

use std::time::Duration;

use webdata_spec::model::Level;

use crate::waivers::Waiver;

/// What ends a run before all of its cases are sent.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The time after which no further case is sent. The other cases are skipped.
    pub budget: Option<Duration>,
    /// How many findings end the run.
    pub fail_fast: Option<FailFast>,
}

/// How many findings end a run, and which count.
#[derive(Debug, Clone)]
pub struct FailFast {
    /// How many.
    pub findings: usize,
    /// The softest level whose failures count.
    pub level: Level,
    /// The failures that do not count.
    pub waivers: Vec<Waiver>,
}

/// Returns why a case is skipped that does not fit in a budget of so many seconds.
pub(crate) fn beyond_budget(seconds: f64) -> String {
    format!("beyond the budget of {seconds} s")
}

/// Returns why a case is skipped once there are so many findings.
pub(crate) fn beyond_findings(findings: usize) -> String {
    let plural = if findings == 1 { "" } else { "s" };
    format!("--fail-fast ended the run at {findings} finding{plural}")
}
