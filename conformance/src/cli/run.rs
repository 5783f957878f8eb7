//! `run`: runs the cases against a server, and ends with a verdict.

mod doctor;
mod progress;

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, ValueEnum};
use indexmap::IndexMap;
use libtest_mimic::ColorSetting;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::challenge::Challenge;
use webdata_cases::marker::Marker;
use webdata_conformance::Contract;
use webdata_spec::model::Level;
use webdata_suite::doctor::DoctorOptions;
use webdata_suite::outcome::{Outcome, OutcomeKind, Reason};
use webdata_suite::plan::{FailFast, Limits, Plan, Selection, Shard};
use webdata_suite::report::{
    ProfileReport, Report, Verdict, brief, headline, prepare_folder, summary, write,
};
use webdata_suite::run::Runner;
use webdata_suite::waivers::Waiver;
use webdata_suite::{Printable, Suite, describe_duration, waivers};

use super::exploration::{ExplorationArguments, ExplorationSummary, FINDINGS, PreparedExploration};
use super::github_actions::{self, write_annotations};
use super::option_values::{REPORT_DIR, all_or_count, duration, whole_number};
use super::output::{print, warn};
use super::preflight::PreflightArguments;
use super::process::{USAGE, exit_code, listen_for_signals, processors, report_unwritten, runtime};
use super::signature::Signer;
use super::target::{ChosenTarget, ContractArguments, RetryArguments, TargetArguments};
use progress::{Progress, Verbosity, show_examples};

pub(super) fn run(arguments: &RunArguments) -> Result<u8> {
    let verbosity = arguments.verbosity()?;
    let deadline = arguments.deadline()?;
    let signer = arguments.sign.as_deref().map(Signer::read).transpose()?;
    let contract = arguments.contract.load()?;
    let mut suite = contract.suite()?.with_samples(arguments.challenge.as_ref(), None);
    let waivers = arguments.waivers.as_deref().map(|path| waivers::load(path, &suite.cases));
    let waivers = waivers.transpose()?.unwrap_or_default();
    let exploration = arguments.prepare_exploration()?;
    let runtime = runtime()?;
    let mut chosen = choose_target(arguments, &contract, &suite, runtime.handle())?;
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
        let output = (arguments.json, arguments.verbose > 0);
        return doctor::run(&suite, options, output, runtime.handle());
    }
    // The embedded server has no other users, and nextest runs each case as a process of its own.
    if !chosen.is_embedded() && !libtest.list && !libtest.exact {
        let marker = new_marker();
        suite = suite.with_samples(arguments.challenge.as_ref(), Some(&marker));
        chosen.target.marker = Some(marker);
    }
    let stop = listen_for_signals(runtime.handle()).context("cannot listen for signals")?;
    if !libtest.list {
        let jobs = requested_jobs.unwrap_or_else(processors);
        chosen.set_up(&suite, jobs, &arguments.report_dir, &stop)?;
    }
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
    let run_id = arguments.run_id.clone().or_else(github_actions::run_id);
    let report = report.with_waivers(&suite, waivers);
    let report = if run_id.is_some() { report.with_run_id(run_id) } else { report };
    let folder = arguments.report_dir.as_path();
    let written = write(&report, folder).map_err(anyhow::Error::from);
    let written = written.and_then(|()| signer.map_or(Ok(()), |signer| signer.sign(folder)));
    show_examples(verbosity, arguments.findings, &suite, &report);
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
    write_annotations(&report);
    Ok(match written.and(printed) {
        Ok(()) => exit_code(&report, is_tidy),
        Err(error) => report_unwritten(&format!("{error:#}")),
    })
}

/// Returns the marker of a run that starts now.
fn new_marker() -> Marker {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Marker::new(u32::try_from(now.as_secs()).unwrap_or(u32::MAX), fastrand::u32(..))
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
    chosen.target.retries = arguments.retry.retries.into();
    Ok(chosen)
}

/// Returns the number of jobs, if the arguments or the target file give one. For the embedded server, the
/// default is the number of processors.
fn requested_jobs(arguments: &RunArguments, chosen: &ChosenTarget) -> Option<usize> {
    let jobs = arguments.jobs.map(usize::from).or(chosen.target.settings.jobs);
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
        let Self { arguments, suite, chosen, plan, libtest, stop, .. } = self;
        // nextest runs each case in its own process, so the check would be repeated for each case.
        if chosen.is_embedded() || libtest.list || libtest.exact {
            return Some(requested_jobs.unwrap_or_else(processors));
        }
        let (target, limits) = (&chosen.target, (deadline, *stop));
        let latency = arguments.preflight.check(suite, chosen, limits, arguments.quiet)?;
        let limit = latency.and(Some(deadline)).filter(|_| arguments.budget.is_none());
        let is_quiet = arguments.quiet || latency.is_none();
        let latency = latency.unwrap_or_default();
        doctor::choose_jobs(requested_jobs, plan, target, latency, limit, is_quiet)
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
            chosen.provide(&suite, &plan)?;
        }
        let mut libtest = libtest.clone();
        libtest.test_threads.get_or_insert(jobs);
        let progress = Progress::new(&suite.spec, verbosity, waivers, stop.clone());
        let runner = match arguments.is_by_libtest() {
            true => Runner::Libtest(&libtest),
            false if verbosity == Verbosity::Quiet => Runner::Threads(jobs),
            false => Runner::Watched(jobs, &progress),
        };
        let target = chosen.target.clone();
        let sent = plan.sent_ids();
        let report = suite.run(plan, target.clone(), arguments.level(), runner, runtime);
        progress.end();
        let explored = exploration
            .filter(|_| report.is_ok())
            .map(|exploration| {
                exploration.explore(&suite, (&target, &sent), (None, FINDINGS), stop, runtime)
            })
            .transpose();
        let is_tidy = chosen.release();
        let (mut report, explored) = (report?, explored?);
        let mut summary = None;
        if let Some(explored) = explored {
            suite = explored.suite;
            report = report.with_exploration(&suite, explored.exploration);
            summary = Some(explored.summary);
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

const EXPLORATION: &str = "Exploration after the cases";

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
    /// Run only cases whose identity contains one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// The folder for the reports.
    #[arg(long, value_name = "DIR", default_value = REPORT_DIR)]
    report_dir: PathBuf,
    /// The number of cases that run side by side [default: the number in the target file, or the number that
    /// the fixtures and the latency of the server allow; for the embedded server, the number of processors].
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=256))]
    jobs: Option<u16>,
    /// The time limit of the run in seconds; cases that have not started by then are not sent.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = whole_number::<u64>(1..=86_400))]
    deadline: u64,
    #[command(flatten)]
    retry: RetryArguments,
    /// Send only the cases that fit in this time, such as 30s or 2m, those that notice the most faults first.
    /// The other cases are skipped, and the verdict says how many mutants the sent cases notice.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "libtest")]
    budget: Option<Duration>,
    /// End the run at this many findings [without a number: 1]; the remaining cases are skipped.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = whole_number::<u16>(1..=65_535), conflicts_with = "libtest")]
    fail_fast: Option<u16>,
    /// Show the example of this many findings, or of all of them; each finding has a line all the same.
    #[arg(long, value_name = "all|N", default_value = "5", value_parser = all_or_count)]
    findings: usize,
    /// Run the cases in random order. The seed is printed, and `--shuffle=SEED` gives the same order again.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = whole_number::<u64>(0..=u64::MAX))]
    shuffle: Option<Option<u64>>,
    /// Run only the cases of this profile of the contract, and claim the profile; may be given several times.
    /// Without this option, all cases are run, and `profiles` in the target file says which profiles are
    /// claimed.
    #[arg(long = "profile", value_name = "NAME")]
    profiles: Vec<String>,
    /// Run only one of several equal parts of the cases: 2/4 is the second of four. `merge` joins the
    /// reports.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// The name of the run, so that `merge` does not join shards of different runs [default: the run of
    /// GitHub Actions, or none].
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    run_id: Option<String>,
    /// Put a text that your customer chose into each request, and into the prose that the server stores.
    /// `verify --challenge` then tells the report from an older one. The text has 1 to 64 letters, digits and
    /// hyphens.
    #[arg(long, value_name = "TEXT", conflicts_with = "libtest")]
    challenge: Option<Challenge>,
    /// Sign report.json with an Ed25519 key of SSH, so that `ssh-keygen -Y verify` and `verify --signer` show who made
    /// the report. The signature is written to report.json.sig.
    #[arg(long, value_name = "KEY_FILE", conflicts_with = "libtest")]
    sign: Option<PathBuf>,
    /// A file of waivers: known failures that do not count, each with its cases or its finding, its reason,
    /// ticket and last day.
    #[arg(long, value_name = "FILE")]
    waivers: Option<PathBuf>,
    /// Only check whether a run can start: whether the server responds, whether keys and fixtures are valid,
    /// and what the target lacks. With --verbose, print each line to add. The check sends only updates without properties, which change
    /// nothing. The exit code is 0 if a run can start, 2 if not.
    #[arg(long)]
    doctor: bool,
    /// After the cases, send random sequences of requests for this time, such as 60s. Failing sequences
    /// become cases of the report. See `explore --help`.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = EXPLORATION)]
    #[arg(conflicts_with_all = ["libtest", "shard", "doctor"])]
    explore: Option<Duration>,
    /// The lowest level whose failures count.
    #[arg(long, value_enum, default_value_t = CountedLevel::Must)]
    level: CountedLevel,
    /// Print only the verdict, the findings, and what else needs an action.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print a line for each case, and why it is skipped; twice for all requests and responses.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    /// Print the verdict and the counts, or the results of the doctor, as one JSON object.
    #[arg(long)]
    json: bool,
    /// Let the libtest runner call the cases, with these arguments, as `cargo test` and `cargo nextest` give
    /// them: --list, --exact, --skip, --format.
    #[arg(last = true, value_name = "LIBTEST ARGS")]
    libtest: Vec<String>,
    #[command(flatten)]
    contract: ContractArguments,
    #[command(flatten)]
    preflight: PreflightArguments,
    // A heading applies to all options after it.
    #[command(flatten, next_help_heading = EXPLORATION)]
    exploration: ExplorationArguments,
    #[command(flatten)]
    target: TargetArguments,
}

/// The lowest level whose failures count, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum CountedLevel {
    /// Only clauses that the contract states firmly (`must`).
    Must,
    /// Also clauses that it states with "when available", "typically" and the like.
    Should,
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

Exit codes: 0 conformant to at least one profile, or partial: nothing that was run failed, but no profile was
run completely; 1 not conformant; 2 usage or configuration; 3 incomplete: cases could not be judged, or the
target lacks something for cases of a claimed profile. If the reports or the verdict cannot be written, as on
a full disk, the verdict is still printed, and the exit code is 3.";

impl RunArguments {
    /// Returns the amount of output.
    ///
    /// # Errors
    /// Fails if the libtest runner, which has its own output, runs the cases, and `-q` or `-v` is given.
    fn verbosity(&self) -> Result<Verbosity> {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Progress,
            (false, 1) => Verbosity::Cases,
            (false, _) => Verbosity::Exchanges,
        };
        if self.is_by_libtest() && verbosity != Verbosity::Progress {
            bail!(
                "`-q` and `-v` do not apply to the libtest runner; remove the arguments after `--`"
            );
        }
        Ok(verbosity)
    }

    /// Returns whether the libtest runner runs the cases.
    fn is_by_libtest(&self) -> bool {
        !self.libtest.is_empty()
    }

    /// Returns the time limit of the run.
    ///
    /// # Errors
    /// Fails if the budget is longer.
    fn deadline(&self) -> Result<Duration> {
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

    /// Returns the lowest level whose failures count.
    fn level(&self) -> Level {
        match self.level {
            CountedLevel::Must => Level::Must,
            CountedLevel::Should => Level::Should,
        }
    }

    /// Reads the corpus of the exploration after the cases, if one is requested.
    ///
    /// # Errors
    /// Fails if the corpus cannot be read, or if options of an exploration are given without one.
    fn prepare_exploration(&self) -> Result<Option<PreparedExploration>> {
        let options = &self.exploration;
        if self.explore.is_none() && (options.seed.is_some() || options.corpus.is_some()) {
            bail!("`--seed` and `--corpus` need an exploration; add --explore 60s");
        }
        self.explore.map(|time| options.prepare(&self.report_dir, time)).transpose()
    }

    fn selection(&self, libtest: &libtest_mimic::Arguments) -> Selection {
        Selection {
            filters: self.filters.iter().cloned().chain(libtest.filter.clone()).collect(),
            exact: libtest.exact,
            skip: libtest.skip.clone(),
            profiles: self.profiles.clone(),
            shard: self.shard,
        }
    }

    /// Parses the arguments of the libtest runner. Its output is terse by default, since the report is the
    /// record.
    fn libtest_arguments(&self) -> Result<libtest_mimic::Arguments> {
        let name = "webdata-conformance run --".to_owned();
        let words = std::iter::once(name).chain(self.libtest.iter().cloned());
        let mut arguments = libtest_mimic::Arguments::from_iter(words);
        if arguments.ignored || arguments.include_ignored || arguments.bench {
            bail!(
                "`--ignored`, `--include-ignored` and `--bench` have no meaning here: cases are skipped \
                 only for what the target lacks; remove them"
            );
        }
        arguments.quiet |= arguments.format.is_none();
        if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            arguments.color.get_or_insert(ColorSetting::Never);
        }
        Ok(arguments)
    }
}
