//! `run`: cases against a server, ending in a verdict.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use libtest_mimic::ColorSetting;
use webdata_conformance::doctor::Question;
use webdata_conformance::plan::{Selection, Shard};
use webdata_conformance::report::{prepare, summary, write};
use webdata_conformance::run::Runner;
use webdata_conformance::waivers;

use webdata_spec::model::Level;

use super::target::TargetArguments;
use super::{INCOMPLETE, actions, doctor, say, suite};

/// Run the cases against a server and end in a verdict.
///
/// The suite overwrites the resources that it is given as fixtures, and touches nothing else.
/// report.json, which is the record, and its views junit.xml, report.html and summary.md are written into
/// the report folder. Under GitHub Actions, failures are annotated and the job's summary is added to.
#[derive(Debug, Args)]
pub(super) struct RunArguments {
    /// Run only cases whose identity contains one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Where the reports go.
    #[arg(long, value_name = "DIR", default_value = "target/conformance")]
    report_dir: PathBuf,
    /// How many cases run side by side [default: what the target file says, or the number of
    /// processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// How long the run may take, in seconds; cases that have not started by then are not sent.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86400))]
    deadline: u64,
    /// Run the cases in random order; the seed is printed, and `--shuffle=SEED` gives the same order
    /// again.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = clap::value_parser!(u64))]
    shuffle: Option<Option<u64>>,
    /// Run only one of several equal parts of the cases: 2/4 is the second of four. `merge` joins
    /// their reports.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Known failures that do not count: a file of waivers, each with its cases, reason, ticket and
    /// last day.
    #[arg(long, value_name = "FILE")]
    waivers: Option<PathBuf>,
    /// Only look whether a run can start: that the server answers, that keys and fixtures are what
    /// they should be, and what would be skipped and why. Nothing on the server changes. Ends with 0
    /// when a run can start, with 2 when not.
    #[arg(long)]
    doctor: bool,
    /// Say what was found as JSON.
    #[arg(long, requires = "doctor")]
    json: bool,
    /// The softest level whose failures count.
    #[arg(long, value_enum, default_value_t = CountedLevel::Must)]
    level: CountedLevel,
    /// Arguments for the test runner, as `cargo test` takes them: --exact, --list, --skip.
    #[arg(last = true, value_name = "LIBTEST ARGS")]
    libtest: Vec<String>,
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

pub(super) fn run(arguments: RunArguments) -> Result<u8> {
    let level = match arguments.level {
        CountedLevel::Must => Level::Must,
        CountedLevel::Should => Level::Should,
    };
    let suite = suite()?;
    let waivers = arguments.waivers.as_deref().map(|path| waivers::load(path, &suite.cases));
    let waivers = waivers.transpose()?.unwrap_or_default();
    let jobs = arguments.jobs.map(usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime that drives requests")?;
    let mut chosen =
        arguments.target.choose(&suite, jobs.unwrap_or_else(processors), runtime.handle())?;
    let jobs = jobs.or(chosen.target.jobs).unwrap_or_else(processors);
    let libtest = libtest_arguments(&arguments.libtest, jobs)?;
    let selection = Selection {
        filters: arguments.filters.into_iter().chain(libtest.filter.clone()).collect(),
        exact: libtest.exact,
        skip: libtest.skip.clone(),
        shard: arguments.shard,
    };
    if arguments.doctor {
        let deadline = Duration::from_secs(arguments.deadline);
        let question = Question { target: &chosen.target, selection: &selection, deadline };
        return doctor::look(&suite, question, arguments.json, runtime.handle());
    }
    let runner = Runner::Libtest(&libtest);
    let mut plan = suite.plan(&chosen.target, &selection)?;
    plan.shuffle = arguments.shuffle.map(|seed| seed.unwrap_or_else(|| fastrand::u64(..)));
    plan.deadline = Some(Duration::from_secs(arguments.deadline));
    let folder = &arguments.report_dir;
    if !libtest.list {
        prepare(folder).context("there is no place for the reports; see --report-dir")?;
    }
    // Before the run, so that it can be had again even if the run is interrupted.
    if let (Some(seed), false) = (plan.shuffle, libtest.list) {
        say(&format!("in random order; --shuffle={seed} gives it again\n"))?;
    }
    if !libtest.list {
        chosen.provide(&suite, &plan, runtime.handle())?;
    }
    let report = suite.run(plan, chosen.target.clone(), level, runner, runtime.handle());
    let is_tidy = chosen.release(runtime.handle());
    let report = report?;
    if libtest.list {
        return Ok(0);
    }
    let report = report.waived(&suite, waivers);
    write(&report, folder)?;
    say(&summary(&report, folder))?;
    actions::tell(&report)?;
    Ok(match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    })
}

/// The test runner's own arguments; the report is the record, so its output is terse unless asked.
fn libtest_arguments(words: &[String], jobs: usize) -> Result<libtest_mimic::Arguments> {
    let name = "webdata-conformance run --".to_owned();
    let words = std::iter::once(name).chain(words.iter().cloned());
    let mut arguments = libtest_mimic::Arguments::from_iter(words);
    if arguments.ignored || arguments.include_ignored || arguments.bench {
        bail!(
            "`--ignored`, `--include-ignored` and `--bench` mean nothing here: cases are skipped \
             only for what the target lacks; leave them out"
        );
    }
    arguments.test_threads.get_or_insert(jobs);
    arguments.quiet |= arguments.format.is_none();
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        arguments.color.get_or_insert(ColorSetting::Never);
    }
    Ok(arguments)
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
