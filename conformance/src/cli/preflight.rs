//! The check of a server before cases are sent.

use std::time::Duration;

use clap::Args;
use tokio_util::sync::CancellationToken;
use webdata_suite::Suite;
use webdata_suite::doctor::{Check, Severity, Speed, preflight};

use super::output::warn;
use super::target::ChosenTarget;

/// The option that skips the check of the server before cases are sent.
#[derive(Debug, Clone, Args)]
pub(super) struct PreflightArguments {
    /// Skip the check of the server before the first case. The check sends a few requests that change nothing,
    /// and one request of a case for each fixture, which shows whether another run uses it. Without this option,
    /// no case is sent if a key is rejected, a fixture does not exist, the base URL is wrong, or webhooks cannot
    /// reach this machine; and, for `run`, if the cases would take longer than --deadline.
    #[arg(long)]
    no_preflight: bool,
}

impl PreflightArguments {
    /// Checks a server and prints the problems. Rate limits may delay the check by `deadline`, and `stop` ends it.
    ///
    /// Returns `None` if a run cannot start, and otherwise the speed of the server. The speed is `None`
    /// if the check was skipped or interrupted. The embedded server is not checked.
    pub(super) fn check(
        &self,
        suite: &Suite,
        chosen: &ChosenTarget,
        (deadline, stop): (Duration, &CancellationToken),
        is_quiet: bool,
    ) -> Option<Option<Speed>> {
        if self.no_preflight || chosen.is_embedded() {
            return Some(None);
        }
        let checks = preflight(suite, &chosen.target, deadline, stop.clone());
        let Some(preflight) = chosen.runtime.block_on(stop.run_until_cancelled(checks)) else {
            // The run that follows reports the interruption, and sends nothing.
            return Some(None);
        };
        print_checks(&preflight.checks, is_quiet);
        if !preflight.can_run() {
            warn(
                "no case was sent: fix the errors above, or skip these checks with --no-preflight",
            );
            return None;
        }
        Some(preflight.speed)
    }
}

/// Prints what is wrong with a target; with `is_quiet`, only what keeps a run from starting.
pub(super) fn print_checks(checks: &[Check], is_quiet: bool) {
    for check in checks {
        match check.state {
            Severity::Ok => {}
            Severity::Problem => warn(format_args!("error: {check}")),
            Severity::Warning | Severity::Fault if is_quiet => {}
            Severity::Warning => warn(format_args!("warning: {check}")),
            Severity::Fault => warn(format_args!("warning: {check}; the cases will judge it")),
        }
    }
}
