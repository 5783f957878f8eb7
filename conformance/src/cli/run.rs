//! `run`: cases against a server, ending in a verdict.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, ValueEnum};
use indexmap::IndexMap;
use libtest_mimic::ColorSetting;
use serde::Serialize;
use webdata_cases::challenge::Challenge;
use webdata_conformance::Contract;
use webdata_spec::model::Level;
use webdata_suite::Printable;
use webdata_suite::doctor::Question;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::plan::{FailFast, Limits, Selection, Shard};
use webdata_suite::report::{
    ProfileReport, Report, Verdict, brief, headline, prepare, summary, write,
};
use webdata_suite::run::{INTERRUPTED, Runner};
use webdata_suite::waivers;

use super::duration::duration;
use super::exit::{USAGE, exit_code, tell_of_unwritten};
use super::exploration::{ExplorationArguments, FINDINGS, Told};
use super::output::{say, warn};
use super::preflight::{PreflightArguments, Sides};
use super::progress::{Progress, Verbosity, show_examples};
use super::runtime::runtime;
use super::signature::Signer;
use super::target::TargetArguments;
use super::{actions, doctor, interrupt};

/// Run the cases against a server and end in a verdict.
///
/// The suite overwrites the resources that it is given as fixtures, and touches nothing else.
/// report.json, which is the record, and its views junit.xml, report.html, summary.md and badge.svg are
/// written into the report folder. Progress is printed on standard error, the verdict on standard output. Under
/// GitHub Actions, failures are annotated and the job's summary is added to. Ctrl-C, SIGTERM
/// and SIGHUP end a run early, with a report of what was judged; a second signal more than 2 s later ends the
/// process at once.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RunArguments {
    /// Run only cases whose identity contains one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Where the reports go.
    #[arg(long, value_name = "DIR", default_value = "target/conformance")]
    report_dir: PathBuf,
    /// How many cases run side by side [default: what the target file says, or as many as the fixtures
    /// and the time of a response make use of; for the embedded server, the number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// How long the run may take, in seconds; cases that have not started by then are not sent.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86400))]
    deadline: u64,
    /// How often a request that is safe to repeat is sent again where something else than the API answers, such
    /// as a gateway, or the connection breaks.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=10))]
    retries: u8,
    /// Send only the cases that fit in this time, such as 30s or 2m, the most telling first. The others
    /// are skipped, and the verdict says how many mutants the cases notice that were run.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "libtest")]
    budget: Option<Duration>,
    /// End the run at so many findings [without a number: 1]; the cases behind them are skipped.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "libtest")]
    fail_fast: Option<u16>,
    /// Run the cases in random order; the seed is printed, and `--shuffle=SEED` gives the same order
    /// again.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = clap::value_parser!(u64))]
    shuffle: Option<Option<u64>>,
    /// Run only the cases of this profile of the contract, and claim it; may be given several times.
    /// Without this, all cases are run, and `profiles` in the target file says what is claimed.
    #[arg(long = "profile", value_name = "NAME")]
    profiles: Vec<String>,
    /// Run only one of several equal parts of the cases: 2/4 is the second of four. `merge` joins
    /// their reports.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// What the run is called, so that `merge` joins no shards of different runs [default: under
    /// GitHub Actions its run, else nothing].
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    run_id: Option<String>,
    /// Put a text of your customer's into each request, and into the prose that the server stores, so that
    /// `verify --challenge` tells the report from one that was made before: 1 to 64 letters, digits and hyphens.
    #[arg(long, value_name = "TEXT", conflicts_with = "libtest")]
    challenge: Option<Challenge>,
    /// Sign report.json with an SSH key, so that `ssh-keygen -Y verify` and `verify --signer` show whose
    /// report it is; the signature is report.json.sig.
    #[arg(long, value_name = "PRIVATE KEY", conflicts_with = "libtest")]
    sign: Option<PathBuf>,
    /// Known failures that do not count: a file of waivers, each with its cases or its finding,
    /// its reason, ticket and last day.
    #[arg(long, value_name = "FILE")]
    waivers: Option<PathBuf>,
    /// Only look whether a run can start: that the server answers, that keys and fixtures are what
    /// they should be, and what would be skipped and why. All that it sends are updates that give no
    /// property, which change nothing. Ends with 0 when a run can start, with 2 when not.
    #[arg(long)]
    doctor: bool,
    /// Send random sequences of requests for so long behind the cases, such as 60s; those that fail are
    /// cases of the report, too. `explore --help` tells more.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(conflicts_with_all = ["libtest", "shard", "doctor"])]
    explore: Option<Duration>,
    #[command(flatten, next_help_heading = "Options for --explore")]
    exploration: ExplorationArguments,
    /// The softest level whose failures count.
    #[arg(long, value_enum, default_value_t = CountedLevel::Must)]
    level: CountedLevel,
    /// Tell nothing but the verdict, and which cases it is about.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// A line for each case, and why it is skipped; twice for all that is sent and received.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    /// Print the verdict and the counts, or what the doctor found, as one JSON object.
    #[arg(long)]
    json: bool,
    /// Have libtest's runner call the cases, with these arguments, as `cargo test` and `cargo nextest`
    /// give them: --list, --exact, --skip, --format.
    #[arg(last = true, value_name = "LIBTEST ARGS")]
    libtest: Vec<String>,
    /// The version of the contract.
    #[arg(long, value_name = "VERSION", default_value_t)]
    contract: Contract,
    #[command(flatten)]
    preflight: PreflightArguments,
    #[command(flatten)]
    target: TargetArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CountedLevel {
    /// What the contract states.
    Must,
    /// Also what it states with "when available", "typically" and the like.
    Should,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance run
      the embedded reference server: what a sound run looks like
  webdata-conformance run --base-url https://api.example.com --key-env API_KEY \\
      --fixture monitorId=ID,ID
      any server, with two monitors that the suite may overwrite; the key is in $API_KEY
  webdata-conformance run --target staging.toml updateMonitor:: -v
      only the cases of one operation, with a line for each
  webdata-conformance run --target staging.toml --profile core --profile webhooks
      the cases of two profiles, which the server has to meet whole
  webdata-conformance run --target staging.toml --shard 2/4 --report-dir reports/2
      the second of four machines
  webdata-conformance run --target staging.toml --budget 30s --fail-fast 3
      the most telling cases that fit in 30 s, up to the third finding
  webdata-conformance run --target staging.toml --explore 60s --seed 1
      all cases, and behind them a minute of random sequences, the same ones each time
  webdata-conformance run --target staging.toml -q --json
      one JSON object for a script
  webdata-conformance run updateMonitor:: -- --list
      what would be run

Exit codes: 0 conformant to at least one profile, or partial: nothing that was run failed, but no profile was
run whole; 1 not conformant; 2 usage or configuration; 3 incomplete: cases could not be judged, or a profile that
is claimed has cases that the target lacks something for. Where the reports or the verdict cannot be written, as on
a full disk, the verdict is printed all the same, and the run ends with 3.";

pub(super) fn run(arguments: RunArguments) -> Result<u8> {
    let level = match arguments.level {
        CountedLevel::Must => Level::Must,
        CountedLevel::Should => Level::Should,
    };
    let verbosity = match (arguments.quiet, arguments.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, 0) => Verbosity::Progress,
        (false, 1) => Verbosity::Cases,
        (false, _) => Verbosity::Exchanges,
    };
    let by_libtest = !arguments.libtest.is_empty();
    if by_libtest && verbosity != Verbosity::Progress {
        bail!("`-q` and `-v` are not for libtest's runner; leave out the arguments after `--`");
    }
    let deadline = Duration::from_secs(arguments.deadline);
    if let Some(budget) = arguments.budget.filter(|budget| *budget > deadline) {
        let (budget, deadline) = (budget.as_secs_f64(), deadline.as_secs());
        bail!(
            "the budget of {budget} s is longer than the deadline of {deadline} s; raise --deadline"
        );
    }
    let signer = arguments.sign.as_deref().map(Signer::read).transpose()?;
    let mut suite = arguments.contract.suite()?;
    if let Some(challenge) = &arguments.challenge {
        suite = suite.challenged(challenge);
    }
    let waivers = arguments.waivers.as_deref().map(|path| waivers::load(path, &suite.cases));
    let waivers = waivers.transpose()?.unwrap_or_default();
    let random = &arguments.exploration;
    if arguments.explore.is_none() && (random.seed.is_some() || random.corpus.is_some()) {
        bail!("`--seed` and `--corpus` are for an exploration; add --explore 60s");
    }
    let prepared = |time| random.prepare(&arguments.report_dir, time);
    let exploration = arguments.explore.map(prepared).transpose()?;
    let jobs = arguments.jobs.map(usize::from);
    let runtime = runtime()?;
    let mut chosen =
        arguments.target.choose(&suite, jobs.unwrap_or_else(processors), runtime.handle())?;
    chosen.target.challenge = arguments.challenge;
    chosen.target.retries = arguments.retries.into();
    let asked = jobs.or(chosen.target.jobs);
    let asked = asked.or_else(|| chosen.is_embedded().then(processors));
    let mut libtest = libtest_arguments(&arguments.libtest)?;
    let selection = Selection {
        filters: arguments.filters.into_iter().chain(libtest.filter.clone()).collect(),
        exact: libtest.exact,
        skip: libtest.skip.clone(),
        profiles: arguments.profiles,
        shard: arguments.shard,
    };
    if arguments.doctor {
        let question = Question {
            target: &chosen.target,
            selection: &selection,
            deadline,
            budget: arguments.budget,
            jobs: asked,
            processors: processors(),
        };
        return doctor::run(&suite, question, arguments.json, runtime.handle());
    }
    let stop = interrupt::listen(runtime.handle()).context("cannot listen for signals")?;
    let mut plan = suite.plan(&chosen.target, &selection)?;
    plan.shuffle = arguments.shuffle.map(|seed| seed.unwrap_or_else(|| fastrand::u64(..)));
    plan.deadline = Some(deadline);
    let fail_fast =
        |findings: u16| FailFast { findings: findings.into(), level, waivers: waivers.clone() };
    plan.limits =
        Limits { budget: arguments.budget, fail_fast: arguments.fail_fast.map(fail_fast) };
    plan.stop = stop.clone();
    let mut jobs = asked.unwrap_or_else(processors);
    // A case that is run by itself, as nextest does, has others before and behind it.
    if !chosen.is_embedded() && !libtest.list && !libtest.exact {
        let within = (deadline, &stop);
        let looked = arguments.preflight.look(
            &suite,
            &chosen.target,
            within,
            arguments.quiet,
            runtime.handle(),
        );
        let Some(latency) = looked else { return Ok(USAGE) };
        let sides = Sides { asked, processors: processors() };
        let limit = latency.and(Some(deadline)).filter(|_| arguments.budget.is_none());
        let is_quiet = arguments.quiet || latency.is_none();
        let latency = latency.unwrap_or_default();
        let settled = sides.settle(&plan, &chosen.target, latency, limit, is_quiet);
        let Some(settled) = settled else { return Ok(USAGE) };
        jobs = settled;
    }
    libtest.test_threads.get_or_insert(jobs);
    let folder = &arguments.report_dir;
    if !libtest.list {
        prepare(folder).context("there is no place for the reports; see --report-dir")?;
    }
    // Before the run, so that it can be had again even if the run is interrupted.
    if let (Some(seed), false) = (plan.shuffle, libtest.list) {
        warn(format_args!("in random order; --shuffle={seed} gives it again"));
    }
    if !libtest.list {
        chosen.provide(&suite, &plan, runtime.handle())?;
    }
    let progress = Progress::new(&suite.spec, verbosity, &waivers, stop.clone());
    let runner = match by_libtest {
        true => Runner::Libtest(&libtest),
        false => Runner::Watched(jobs, &progress),
    };
    let target = chosen.target.clone();
    let report = suite.run(plan, target.clone(), level, runner, runtime.handle());
    progress.end();
    let explored = exploration
        .filter(|_| report.is_ok())
        .map(|own| own.explore(&suite, &target, (None, FINDINGS), &stop, runtime.handle()))
        .transpose();
    let is_tidy = chosen.release();
    let mut report = report?;
    let mut random = None;
    if let Some(done) = explored? {
        random = Some(done.told());
        let explored;
        (suite, explored) = done.reported(&suite);
        report = report.with_exploration(&suite, explored);
    }
    if libtest.list {
        return Ok(0);
    }
    let run_id = arguments.run_id.or_else(github_run);
    let report = report.waived(&suite, waivers).called(run_id);
    let written = write(&report, folder).map_err(anyhow::Error::from);
    let written = written.and_then(|()| signer.map_or(Ok(()), |own| own.sign(folder)));
    show_examples(verbosity, &suite, &report);
    let said = if arguments.json {
        let counts = Counts { explored: random, ..Counts::of(&report) };
        say(&Printable::json(&counts)?)
    } else {
        let mut text = match arguments.quiet {
            true => brief(&report),
            false => summary(&report, written.is_ok().then_some(folder.as_path())),
        };
        if let Some(random) = random {
            text.push_line(random.in_words(&suite));
        }
        let interrupted = Counts::of(&report).interrupted;
        if interrupted > 0 {
            text.push_line(format_args!(
                "interrupted: {interrupted} cases were cut off or not sent"
            ));
        }
        say(&text)
    };
    actions::write_annotations(&report);
    Ok(match written.and(said) {
        Ok(()) => exit_code(&report, is_tidy),
        Err(error) => tell_of_unwritten(&format!("{error:#}")),
    })
}

/// What GitHub Actions calls this run. Jobs that are run again are of the same run.
fn github_run() -> Option<String> {
    std::env::var("GITHUB_RUN_ID").ok().filter(|id| !id.is_empty())
}

/// What a script wants to know of a run; the report has the rest.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts<'r> {
    verdict: Verdict,
    /// The verdict and why it is what it is, in one line.
    says: String,
    /// How the server does in each profile of the contract.
    profiles: &'r [ProfileReport],
    cases: usize,
    outcomes: &'r IndexMap<OutcomeKind, usize>,
    /// How many cases were cut off or not sent because the run was called off.
    interrupted: usize,
    duration_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    explored: Option<Told>,
}

impl<'r> Counts<'r> {
    fn of(report: &'r Report) -> Self {
        let was_interrupted = |outcome: &Outcome| {
            outcome.kind == OutcomeKind::Error && outcome.reason.ends_with(INTERRUPTED)
        };
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

/// The test runner's own arguments; the report is the record, so its output is terse unless asked.
fn libtest_arguments(words: &[String]) -> Result<libtest_mimic::Arguments> {
    let name = "webdata-conformance run --".to_owned();
    let words = std::iter::once(name).chain(words.iter().cloned());
    let mut arguments = libtest_mimic::Arguments::from_iter(words);
    if arguments.ignored || arguments.include_ignored || arguments.bench {
        bail!(
            "`--ignored`, `--include-ignored` and `--bench` mean nothing here: cases are skipped \
             only for what the target lacks; leave them out"
        );
    }
    arguments.quiet |= arguments.format.is_none();
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        arguments.color.get_or_insert(ColorSetting::Never);
    }
    Ok(arguments)
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
