//! `run`: runs the cases against a server, and ends with a verdict.

mod arguments;

use std::time::Duration;

use anyhow::{Context, Result};
use indexmap::IndexMap;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_conformance::Contract;
use webdata_suite::doctor::DoctorOptions;
use webdata_suite::outcome::{Outcome, OutcomeKind, Reason};
use webdata_suite::plan::{FailFast, Limits, Plan};
use webdata_suite::report::{
    ProfileReport, Report, Verdict, brief, headline, prepare_folder, summary, write,
};
use webdata_suite::run::Runner;
use webdata_suite::waivers::{self, Waiver};
use webdata_suite::{Printable, Suite};

use super::exit::{USAGE, exit_code, report_unwritten};
use super::exploration::{
    ExplorationLimits, ExplorationSummary, FINDINGS, FinishedExploration, PreparedExploration,
};
use super::output::{print, warn};
use super::preflight::{Parallelism, PreflightLimits};
use super::progress::{Progress, Verbosity, show_examples};
use super::runtime::runtime;
use super::signature::Signer;
use super::target::ChosenTarget;
use super::{actions, doctor, interrupt};

pub(crate) use arguments::RunArguments;

pub(super) fn run(arguments: &RunArguments) -> Result<u8> {
    let verbosity = arguments.verbosity()?;
    let deadline = arguments.deadline()?;
    let signer = arguments.sign.as_deref().map(Signer::read).transpose()?;
    let contract = arguments.contract.load()?;
    let mut suite = contract.suite()?;
    if let Some(challenge) = &arguments.challenge {
        suite = suite.with_challenge(challenge);
    }
    let waivers = arguments.waivers.as_deref().map(|path| waivers::load(path, &suite.cases));
    let waivers = waivers.transpose()?.unwrap_or_default();
    let exploration = arguments.prepare_exploration()?;
    let runtime = runtime()?;
    let chosen = choose_target(arguments, &contract, &suite, runtime.handle())?;
    let libtest = arguments.libtest_arguments()?;
    let selection = arguments.selection(&libtest);
    let requested_jobs = requested_jobs(arguments, &chosen);
    if arguments.doctor {
        let options = DoctorOptions {
            target: &chosen.target,
            selection: &selection,
            deadline,
            budget: arguments.budget,
            jobs: requested_jobs,
            processors: processors(),
        };
        return doctor::run(&suite, options, arguments.json, runtime.handle());
    }
    let stop = interrupt::listen(runtime.handle()).context("cannot listen for signals")?;
    let mut plan = suite.plan(&chosen.target, &selection)?;
    plan.shuffle = arguments.shuffle.map(|seed| seed.unwrap_or_else(|| fastrand::u64(..)));
    plan.deadline = Some(deadline);
    plan.limits = limits(arguments, &waivers);
    plan.stop = stop.clone();
    let prepared = PreparedRun {
        arguments,
        suite,
        chosen,
        plan,
        exploration,
        libtest: &libtest,
        waivers: &waivers,
        stop: &stop,
        runtime: runtime.handle(),
    };
    let Some(jobs) = prepared.choose_jobs(requested_jobs, deadline) else { return Ok(USAGE) };
    let finished = prepared.send(jobs, verbosity)?;
    if libtest.list {
        return Ok(0);
    }
    let FinishedRun { suite, report, explored, is_tidy } = finished;
    let run_id = arguments.run_id.clone().or_else(github_run);
    let report = report.with_waivers(&suite, waivers).with_run_id(run_id);
    let folder = arguments.report_dir.as_path();
    let written = write(&report, folder).map_err(anyhow::Error::from);
    let written = written.and_then(|()| signer.map_or(Ok(()), |signer| signer.sign(folder)));
    show_examples(verbosity, &suite, &report);
    let text = if arguments.json {
        Printable::json(&Counts { explored, ..Counts::from_report(&report) })?
    } else {
        let mut text = match arguments.quiet {
            true => brief(&report),
            false => summary(&report, written.is_ok().then_some(folder)),
        };
        text.push(&further_lines(&suite, &report, explored));
        text
    };
    let printed = print(&text);
    actions::write_annotations(&report);
    Ok(match written.and(printed) {
        Ok(()) => exit_code(&report, is_tidy),
        Err(error) => report_unwritten(&format!("{error:#}")),
    })
}

/// Chooses the server under test, and applies the options of the run to it.
fn choose_target(
    arguments: &RunArguments,
    contract: &Contract,
    suite: &Suite,
    runtime: &Handle,
) -> Result<ChosenTarget> {
    let jobs = arguments.jobs.map_or_else(processors, usize::from);
    let mut chosen = arguments.target.choose(contract, suite, jobs, runtime)?;
    chosen.target.challenge.clone_from(&arguments.challenge);
    chosen.target.retries = arguments.retries.into();
    Ok(chosen)
}

/// Returns the number of jobs, if the arguments or the target file give one. For the embedded server, the
/// default is the number of processors.
fn requested_jobs(arguments: &RunArguments, chosen: &ChosenTarget) -> Option<usize> {
    let jobs = arguments.jobs.map(usize::from).or(chosen.target.jobs);
    jobs.or_else(|| chosen.is_embedded().then(processors))
}

/// Returns the limits that end the run before all of its cases are sent.
fn limits(arguments: &RunArguments, waivers: &[Waiver]) -> Limits {
    let fail_fast = |findings: u16| FailFast {
        findings: findings.into(),
        level: arguments.level(),
        waivers: waivers.to_vec(),
    };
    Limits { budget: arguments.budget, fail_fast: arguments.fail_fast.map(fail_fast) }
}

/// A run of which nothing has been sent yet.
struct PreparedRun<'r> {
    arguments: &'r RunArguments,
    suite: Suite,
    chosen: ChosenTarget,
    plan: Plan,
    exploration: Option<PreparedExploration>,
    libtest: &'r libtest_mimic::Arguments,
    waivers: &'r [Waiver],
    stop: &'r CancellationToken,
    runtime: &'r Handle,
}

/// A run that has ended, before its report is written.
struct FinishedRun {
    /// The suite, with the failing sequences of the exploration as cases.
    suite: Suite,
    report: Report,
    explored: Option<ExplorationSummary>,
    /// Whether the resources that were created for the run are removed.
    is_tidy: bool,
}

impl PreparedRun<'_> {
    /// Checks a server that is not the embedded one, and returns the number of jobs. Returns `None` if the run
    /// cannot start.
    fn choose_jobs(&self, requested_jobs: Option<usize>, deadline: Duration) -> Option<usize> {
        let Self { arguments, suite, chosen, plan, libtest, stop, runtime, .. } = self;
        // nextest runs each case in its own process, so the check would be repeated for each case.
        if chosen.is_embedded() || libtest.list || libtest.exact {
            return Some(requested_jobs.unwrap_or_else(processors));
        }
        let (target, limits) = (&chosen.target, PreflightLimits { deadline, stop });
        let latency =
            arguments.preflight.check(suite, target, &limits, arguments.quiet, runtime)?;
        let parallelism = Parallelism { requested_jobs, processors: processors() };
        let limit = latency.and(Some(deadline)).filter(|_| arguments.budget.is_none());
        let is_quiet = arguments.quiet || latency.is_none();
        parallelism.choose_jobs(plan, target, latency.unwrap_or_default(), limit, is_quiet)
    }

    /// Sends the cases, and then the sequences of the exploration.
    fn send(self, jobs: usize, verbosity: Verbosity) -> Result<FinishedRun> {
        let Self { arguments, mut suite, mut chosen, plan, exploration, .. } = self;
        let Self { libtest, waivers, stop, runtime, .. } = self;
        if !libtest.list {
            prepare_folder(&arguments.report_dir)
                .context("cannot write reports into this folder; see --report-dir")?;
            // The seed is printed before the run, so that it is known even if the run is interrupted.
            if let Some(seed) = plan.shuffle {
                warn(format_args!(
                    "the cases run in random order; --shuffle={seed} gives the same order again"
                ));
            }
            chosen.provide(&suite, &plan, runtime)?;
        }
        let mut libtest = libtest.clone();
        libtest.test_threads.get_or_insert(jobs);
        let progress = Progress::new(&suite.spec, verbosity, waivers, stop.clone());
        let runner = match arguments.is_by_libtest() {
            true => Runner::Libtest(&libtest),
            false => Runner::Watched(jobs, &progress),
        };
        let target = chosen.target.clone();
        let report = suite.run(plan, target.clone(), arguments.level(), runner, runtime);
        progress.end();
        let explored = exploration
            .filter(|_| report.is_ok())
            .map(|exploration| {
                let limits = ExplorationLimits { requests: None, findings: FINDINGS };
                exploration.explore(&suite, &target, &limits, stop, runtime)
            })
            .transpose();
        let is_tidy = chosen.release();
        let (mut report, explored) = (report?, explored?);
        let summary = explored.as_ref().map(FinishedExploration::summary);
        if let Some(explored) = explored {
            let exploration;
            (suite, exploration) = explored.into_report(&suite);
            report = report.with_exploration(&suite, exploration);
        }
        Ok(FinishedRun { suite, report, explored: summary, is_tidy })
    }
}

/// Returns the lines after the summary: the exploration, and an interruption.
fn further_lines(
    suite: &Suite,
    report: &Report,
    explored: Option<ExplorationSummary>,
) -> Printable {
    let mut text = Printable::default();
    if let Some(explored) = explored {
        text.push_line(explored.describe(suite));
    }
    let interrupted = Counts::from_report(report).interrupted;
    if interrupted > 0 {
        text.push_line(format_args!("interrupted: {interrupted} cases were cut off or not sent"));
    }
    text
}

/// Returns the run ID of GitHub Actions, which stays the same when jobs are run again.
fn github_run() -> Option<String> {
    std::env::var("GITHUB_RUN_ID").ok().filter(|id| !id.is_empty())
}

/// The results of a run for scripts; the report has the rest.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts<'r> {
    verdict: Verdict,
    /// The verdict and its reason, in one line.
    says: String,
    /// The verdict of each profile of the contract.
    profiles: &'r [ProfileReport],
    cases: usize,
    outcomes: &'r IndexMap<OutcomeKind, usize>,
    /// The number of cases that an interruption cut off or kept from being sent.
    interrupted: usize,
    duration_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    explored: Option<ExplorationSummary>,
}

impl<'r> Counts<'r> {
    fn from_report(report: &'r Report) -> Self {
        let was_interrupted =
            |outcome: &Outcome| matches!(outcome.reason, Reason::Interrupted { .. });
        Self {
            verdict: report.verdict,
            says: headline(report),
            profiles: &report.profiles,
            cases: report.scope.manifest.count,
            outcomes: &report.outcomes,
            interrupted: report.cases.iter().filter(|case| was_interrupted(&case.outcome)).count(),
            duration_seconds: report.duration_seconds,
            explored: None,
        }
    }
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
