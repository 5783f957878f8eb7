//! When the cases are sent: how many side by side, in which order, and until when.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use webdata_spec::model::Level;
use webdata_suite::doctor::Workload;
use webdata_suite::plan::{FailFast, Limits, Plan};
use webdata_suite::waivers::Waiver;
use webdata_suite::{Suite, describe_duration, pluralize};

use crate::cli::option_values::{duration, whole_number};
use crate::cli::output::warn;
use crate::cli::preflight::PreflightArguments;
use crate::cli::process::processors;
use crate::cli::target::{ChosenTarget, RetryArguments};

#[derive(Debug, Args)]
pub(super) struct ScheduleArguments {
    /// The number of cases that run side by side [default: the number in the target file, or the number that
    /// the fixtures and the latency of the server allow; for the embedded server, the number of processors].
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=256))]
    pub(super) jobs: Option<u16>,
    /// The time limit of the run in seconds; cases that have not started by then are not sent.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = whole_number::<u64>(1..=86_400))]
    deadline: u64,
    #[command(flatten)]
    pub(super) retry: RetryArguments,
    /// Send only the cases that fit in this time, such as 30s or 2m, those that notice the most faults first.
    /// The other cases are skipped, and the verdict says how many mutants the sent cases notice.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) budget: Option<Duration>,
    /// End the run at this many findings [without a number: 1]; the remaining cases are skipped.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = whole_number::<u16>(1..=65_535))]
    fail_fast: Option<u16>,
    /// Run the cases in random order. The seed is printed, and `--shuffle=SEED` gives the same order again.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = whole_number::<u64>(0..=u64::MAX))]
    shuffle: Option<Option<u64>>,
    #[command(flatten)]
    preflight: PreflightArguments,
}

impl ScheduleArguments {
    /// Returns the time limit of the run.
    ///
    /// # Errors
    /// If the budget is longer.
    pub(super) fn deadline(&self) -> Result<Duration> {
        let deadline = Duration::from_secs(self.deadline);
        if let Some(budget) = self.budget.filter(|budget| *budget > deadline) {
            bail!(
                "--budget is {}, longer than --deadline with {}; raise --deadline",
                describe_duration(budget),
                describe_duration(deadline)
            );
        }
        Ok(deadline)
    }

    /// Returns the number of jobs, if the option or the target file gives one. For the embedded server, the
    /// default is the number of processors.
    pub(super) fn requested_jobs(&self, chosen: &ChosenTarget) -> Option<usize> {
        let jobs = self.jobs.map(usize::from).or(chosen.target.settings.jobs);
        jobs.or_else(|| chosen.is_embedded().then(processors))
    }

    /// Gives a plan its order, and the limits that end the run before all of its cases are sent.
    pub(super) fn apply(&self, plan: &mut Plan, level: Level, waivers: &[Waiver]) {
        plan.shuffle = self.shuffle.map(|seed| seed.unwrap_or_else(|| fastrand::u64(..)));
        plan.deadline = Some(Duration::from_secs(self.deadline));
        let fail_fast = |findings: u16| FailFast {
            findings: findings.into(),
            level,
            waivers: waivers.to_vec(),
        };
        plan.limits = Limits { budget: self.budget, fail_fast: self.fail_fast.map(fail_fast) };
    }

    /// Checks the server, prints the number of jobs and the expected duration, and returns the number of jobs: that
    /// which was requested, or that which the plan can use. Returns `None` if the run cannot start, or would exceed
    /// the deadline; with a budget, it never does.
    pub(super) fn checked_jobs(
        &self,
        suite: &Suite,
        chosen: &ChosenTarget,
        plan: &Plan,
        is_quiet: bool,
    ) -> Option<usize> {
        let deadline = Duration::from_secs(self.deadline);
        let measured = self.preflight.check(suite, chosen, (deadline, &plan.stop), is_quiet)?;
        let speed = measured.unwrap_or_default();
        let work = Workload::new(plan, &chosen.target);
        let useful = work.jobs(speed, processors());
        let requested = self.requested_jobs(chosen);
        let jobs = requested.unwrap_or(useful.count);
        if measured.is_none() {
            return Some(jobs);
        }
        let fixed = (jobs, requested.is_some());
        let exceeded = work.exceeded_deadline(speed, fixed, processors(), deadline);
        if let Some(says) = exceeded.filter(|_| self.budget.is_none()) {
            warn(format_args!("error: {says}"));
            return None;
        }
        if !is_quiet {
            let why = match requested {
                Some(_) => String::new(),
                None => format!(": {}", useful.reason),
            };
            let count = pluralize(jobs, "job");
            warn(format_args!("{count}{why}; {}", work.describe(speed, jobs)));
        }
        Some(jobs)
    }
}
