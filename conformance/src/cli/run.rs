//! `run`: runs the cases against a server, and ends with a verdict.

mod cases;
mod doctor;
mod libtest;
mod progress;
mod results;
mod schedule;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_cases::marker::Marker;
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::doctor::DoctorOptions;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Plan;
use webdata_suite::report::{CaseReport, Report, prepare_folder};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;
use webdata_suite::waivers::Waiver;

use super::exploration::{ExplorationArguments, FINDINGS, PreparedExploration};
use super::option_values::duration;
use super::output::warn;
use super::process::{USAGE, listen_for_signals, processors, runtime};
use super::signature::Signer;
use super::target::{ChosenTarget, ContractArguments, TargetArguments};
use cases::CaseArguments;
use libtest::{LibtestArguments, Way};
use progress::{Progress, Verbosity};
use results::ResultArguments;
use schedule::ScheduleArguments;

/// Run the cases against a server, and end with a verdict.
///
/// The suite overwrites the resources that it is given as fixtures, and touches nothing else. The command
/// writes report.json, which is the record, and its views junit.xml, report.html, summary.md and badge.svg
/// into the report folder. Progress goes to standard error, the verdict to standard output. Under GitHub
/// Actions, the command annotates failures and adds to the summary of the job. Ctrl-C, SIGTERM and SIGHUP end
/// a run early, with a report of the judged cases; a second signal more than 2 s later ends the process at
/// once.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    cases: CaseArguments,
    #[command(flatten)]
    schedule: ScheduleArguments,
    /// Only check whether a run can start: whether the server responds, whether keys and fixtures are valid,
    /// and what the target lacks. With --verbose, print each line to add. The check sends only updates without properties, which change
    /// nothing. The exit code is 0 if a run can start, 2 if not.
    #[arg(long)]
    doctor: bool,
    #[command(flatten)]
    results: ResultArguments,
    #[command(flatten)]
    libtest: LibtestArguments,
    #[command(flatten)]
    contract: ContractArguments,
    // A heading applies to all options after it.
    #[command(flatten)]
    exploration: LaterExplorationArguments,
    #[command(flatten)]
    target: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance run
      the embedded reference server: what a successful run looks like
  webdata-conformance run --base-url https://api.example.com --key-env API_KEY \\
      --fixture PARAMETER=ID,ID
      any server, with two resources that the suite may overwrite; the key is in $API_KEY
  webdata-conformance run --spec DIR --target staging.toml
      the contract whose pages are in a folder, instead of the embedded one
  webdata-conformance run --target staging.toml OPERATION:: -v
      only the cases of one operation, with a line for each
  webdata-conformance run --target staging.toml --profile core --profile webhooks
      the cases of two profiles, which the server has to meet completely
  webdata-conformance run --target staging.toml --shard 2/4 --report-dir reports/2
      the second of four machines
  webdata-conformance run --target staging.toml --budget 30s --fail-fast 3
      the cases that notice the most faults in 30 s, up to the third finding
  webdata-conformance run --target staging.toml --explore 60s --seed 1
      all cases, then a minute of random sequences, the same ones each time
  webdata-conformance run --target staging.toml -q --json
      one JSON object for a script
  webdata-conformance run OPERATION:: -- --list
      the cases that would run

Exit codes: 0 conformant to at least one profile, or partial: nothing that was run failed, but no profile was \
run completely; 1 not conformant; 2 usage or configuration; 3 incomplete: cases could not be judged, or the \
target lacks something for cases of a claimed profile. If the reports or the verdict cannot be written, as on \
a full disk, the verdict is still printed, and the exit code is 3.";

/// The exploration after the cases.
#[derive(Debug, Args)]
#[command(next_help_heading = "Exploration after the cases")]
struct LaterExplorationArguments {
    /// After the cases, send random sequences of requests for this time, such as 60s. Failing sequences
    /// become cases of the report. See `explore --help`.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(conflicts_with_all = ["shard", "doctor"])]
    explore: Option<Duration>,
    #[command(flatten)]
    options: ExplorationArguments,
}

impl LaterExplorationArguments {
    /// Reads the corpus, if an exploration is requested.
    ///
    /// # Errors
    /// If the corpus cannot be read, or if options of an exploration are given without one.
    fn prepare(&self, folder: &Path) -> Result<Option<PreparedExploration>> {
        let Self { explore, options } = self;
        if explore.is_none() && (options.seed.is_some() || options.corpus.is_some()) {
            bail!("`--seed` and `--corpus` need an exploration; add --explore 60s");
        }
        explore.map(|time| options.prepare(folder, time)).transpose()
    }
}

pub(super) fn run(arguments: &RunArguments) -> Result<u8> {
    let RunArguments { cases, schedule, results, .. } = arguments;
    let way = arguments.libtest.way(results.verbosity())?;
    let deadline = schedule.deadline()?;
    let signer = results.sign.as_deref().map(Signer::read).transpose()?;
    let contract = arguments.contract.load()?;
    let mut suite = contract.suite()?.with_samples(cases.challenge.as_ref(), None);
    if matches!(way, Way::Watched(_)) {
        arguments.contract.warn_about_clauses(&contract, &suite)?;
    }
    let waivers = cases.waivers(&suite)?;
    let exploration = arguments.exploration.prepare(&results.report_dir)?;
    let runtime = runtime()?;
    let jobs = schedule.jobs.map_or_else(processors, usize::from);
    let mut chosen = arguments.target.choose(&contract, &suite, jobs, runtime.handle())?;
    chosen.target.challenge.clone_from(&cases.challenge);
    chosen.target.retries = schedule.retry.retries.into();
    let selection = match &way {
        Way::Watched(_) => cases.selection(),
        Way::Libtest(libtest) => libtest::select(libtest, cases.selection()),
    };
    let requested_jobs = schedule.requested_jobs(&chosen);
    if arguments.doctor {
        let options = DoctorOptions {
            target: &chosen.target,
            selection: &selection,
            deadline,
            budget: schedule.budget,
            jobs: requested_jobs,
            processors: processors(),
        };
        let is_verbose = results.verbosity() > Verbosity::Progress;
        return doctor::run(&suite, options, (results.json, is_verbose), runtime.handle());
    }
    let stop = listen_for_signals(runtime.handle()).context("cannot listen for signals")?;
    let plan = |suite: &Suite, target: &Target| -> Result<Plan> {
        let mut plan = suite.plan(target, &selection)?;
        schedule.apply(&mut plan, cases.level(), &waivers);
        plan.stop = stop.clone();
        Ok(plan)
    };
    let is_one_case = match &way {
        Way::Libtest(libtest) if libtest.list => {
            let plan = plan(&suite, &chosen.target)?;
            let runner = Runner::Libtest(libtest);
            suite.run(plan, chosen.target.clone(), cases.level(), runner, runtime.handle())?;
            return Ok(0);
        }
        // nextest runs each case as a process of its own.
        Way::Libtest(libtest) => libtest.exact,
        Way::Watched(_) => false,
    };
    // The embedded server has no other users.
    if !chosen.is_embedded() && !is_one_case {
        let marker = new_marker();
        suite = suite.with_samples(cases.challenge.as_ref(), Some(&marker));
        chosen.target.marker = Some(marker);
    }
    let jobs = requested_jobs.unwrap_or_else(processors);
    chosen.set_up(&suite, jobs, &results.report_dir, &stop)?;
    let plan = plan(&suite, &chosen.target)?;
    let checked =
        (!is_one_case).then(|| schedule.checked_jobs(&suite, &chosen, &plan, results.quiet));
    let Some(jobs) = checked.unwrap_or(Some(jobs)) else { return Ok(USAGE) };
    prepare_folder(&results.report_dir)
        .context("cannot write reports into this folder; see --report-dir")?;
    // The seed is printed before the run, so that it is known even if the run is interrupted.
    if let Some(seed) = plan.shuffle {
        warn(format_args!(
            "the cases run in random order; --shuffle={seed} gives the same order again"
        ));
    }
    chosen.provide(&suite, &plan)?;
    let (target, runtime, sent) = (chosen.target.clone(), chosen.runtime.clone(), plan.sent_ids());
    let report = send(way, &suite, &chosen, plan, (jobs, cases.level()), &waivers);
    let explored = exploration
        .filter(|_| report.is_ok())
        .map(|it| it.explore(&suite, (&target, &sent), (None, FINDINGS), &stop, &runtime))
        .transpose();
    let is_alone = chosen.is_embedded() && !contract.extends_reference_server();
    let is_tidy = chosen.release();
    let (mut report, explored) = (report?, explored?);
    let is_lacking =
        |case: &CaseReport| matches!(case.outcome.kind, OutcomeKind::Fail | OutcomeKind::Skip);
    if is_alone && report.cases.iter().any(is_lacking) {
        warn(
            "note: the embedded server does what the pages state, and no more; what else it needs for the cases that \
             were skipped or failed is said in conformance/reference.toml beside the pages (docs/your-own-contract.md)",
        );
    }
    let mut summary = None;
    if let Some(explored) = explored {
        suite = explored.suite;
        report = report.with_exploration(&suite, explored.exploration);
        summary = Some(explored.summary);
    }
    results.write(&suite, report.with_waivers(&suite, waivers), summary, signer, is_tidy)
}

/// Sends the cases of a plan, and prints the progress in the way that was chosen.
fn send(
    way: Way,
    suite: &Suite,
    chosen: &ChosenTarget,
    plan: Plan,
    (jobs, level): (usize, Level),
    waivers: &[Waiver],
) -> Result<Report> {
    let stop = plan.stop.clone();
    let call =
        |runner: Runner<'_>| suite.run(plan, chosen.target.clone(), level, runner, &chosen.runtime);
    Ok(match way {
        Way::Watched(Verbosity::Quiet) => call(Runner::Threads(jobs))?,
        Way::Watched(verbosity) => {
            let progress = Progress::new(suite, verbosity, waivers, stop);
            let report = call(Runner::Watched(jobs, &progress));
            progress.end();
            report?
        }
        Way::Libtest(mut libtest) => {
            libtest.test_threads.get_or_insert(jobs);
            call(Runner::Libtest(&libtest))?
        }
    })
}

/// Returns the marker of a run that starts now.
fn new_marker() -> Marker {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Marker::new(u32::try_from(now.as_secs()).unwrap_or(u32::MAX), fastrand::u32(..))
}
