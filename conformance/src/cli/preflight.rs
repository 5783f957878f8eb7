//! What is looked at before cases are sent, in lines on standard error, and how many jobs are of use.
//!
//! Must not send anything where the set-up is wrong.

use std::time::Duration;

use clap::Args;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_suite::Suite;
use webdata_suite::doctor::{Preflight, State, Workload, preflight};
use webdata_suite::plan::Plan;
use webdata_suite::target::Target;

use super::output::warn;

/// Whether the server is looked at before a run.
#[derive(Debug, Clone, Args)]
pub(super) struct PreflightArguments {
    /// Send the cases at once. Otherwise a few requests go first that change nothing, and the run does not
    /// start where a key is rejected, a fixture is not there, the base URL is wrong, webhooks find no way
    /// back, or the run does not fit its deadline.
    #[arg(long)]
    no_preflight: bool,
}

impl PreflightArguments {
    /// Checks a server and prints its mistakes; returns `None` if a run cannot start. With `--no-preflight`, the
    /// server is assumed to respond at once.
    pub(super) fn look(
        &self,
        suite: &Suite,
        target: &Target,
        (deadline, stop): (Duration, &CancellationToken),
        is_quiet: bool,
        runtime: &Handle,
    ) -> Option<Option<Duration>> {
        if self.no_preflight {
            return Some(None);
        }
        let looking = preflight(suite, target, deadline, stop.clone());
        let Some(found) = runtime.block_on(stop.run_until_cancelled(looking)) else {
            // The run that follows says that it was called off, and sends nothing.
            return Some(None);
        };
        warn_of(&found, is_quiet);
        if !found.can_run() {
            warn("nothing else was sent; --no-preflight sends the cases all the same");
            return None;
        }
        Some(found.latency)
    }
}

fn warn_of(found: &Preflight, is_quiet: bool) {
    for check in &found.checks {
        match check.state {
            State::Ok => {}
            State::Problem => warn(format_args!("error: {check}")),
            State::Warning | State::Fault if is_quiet => {}
            State::Warning => warn(format_args!("warning: {check}")),
            State::Fault => warn(format_args!("warning: {check}; the cases judge that")),
        }
    }
}

/// How many cases run side by side: as many as were asked for, or as are of use to a plan.
pub(super) struct Sides {
    pub(super) asked: Option<usize>,
    pub(super) processors: usize,
}

impl Sides {
    /// Says how many jobs there are and how long the run takes, and returns the jobs; none where the run is
    /// longer than it may be. `deadline` is none where it may be as long as it likes.
    pub(super) fn settle(
        &self,
        plan: &Plan,
        target: &Target,
        latency: Duration,
        deadline: Option<Duration>,
        is_quiet: bool,
    ) -> Option<usize> {
        let work = Workload::new(plan, target);
        let useful = work.jobs(latency, self.processors);
        let jobs = self.asked.unwrap_or(useful.count);
        let fixed = (jobs, self.asked.is_some());
        let too_long =
            deadline.and_then(|limit| work.too_long(latency, fixed, self.processors, limit));
        if let Some(says) = too_long {
            warn(format_args!("error: {says}"));
            return None;
        }
        if !is_quiet {
            let why = match self.asked {
                Some(_) => String::new(),
                None => format!(": {}", useful.reason),
            };
            let plural = if jobs == 1 { "job" } else { "jobs" };
            warn(format_args!("{jobs} {plural}{why}; {}", work.describe(latency, jobs)));
        }
        Some(jobs)
    }
}
