//! The arguments of `run`, and what they mean for a plan.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, ValueEnum};
use libtest_mimic::ColorSetting;
use webdata_cases::challenge::Challenge;
use webdata_spec::model::Level;
use webdata_suite::describe_duration;
use webdata_suite::plan::{Selection, Shard};

use super::super::contract::ContractArguments;
use super::super::duration::duration;
use super::super::exploration::{ExplorationArguments, PreparedExploration};
use super::super::number::whole_number;
use super::super::preflight::PreflightArguments;
use super::super::progress::Verbosity;
use super::super::target::TargetArguments;

/// The heading of the options for an exploration, in the help text.
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
    pub(super) filters: Vec<String>,
    /// The folder for the reports.
    #[arg(long, value_name = "DIR", default_value = "target/conformance")]
    pub(super) report_dir: PathBuf,
    /// The number of cases that run side by side [default: the number in the target file, or the number that
    /// the fixtures and the latency of the server allow; for the embedded server, the number of processors].
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=256))]
    pub(super) jobs: Option<u16>,
    /// The time limit of the run in seconds; cases that have not started by then are not sent.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = whole_number::<u64>(1..=86_400))]
    pub(super) deadline: u64,
    /// The number of times that a safe request is sent again if the connection breaks, or if something other
    /// than the API responds, such as a gateway.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole_number::<u8>(0..=10))]
    pub(super) retries: u8,
    /// Send only the cases that fit in this time, such as 30s or 2m, those that notice the most faults first.
    /// The other cases are skipped, and the verdict says how many mutants the sent cases notice.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "libtest")]
    pub(super) budget: Option<Duration>,
    /// End the run at this many findings [without a number: 1]; the remaining cases are skipped.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = whole_number::<u16>(1..=65_535), conflicts_with = "libtest")]
    pub(super) fail_fast: Option<u16>,
    /// Run the cases in random order. The seed is printed, and `--shuffle=SEED` gives the same order again.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = whole_number::<u64>(0..=u64::MAX))]
    pub(super) shuffle: Option<Option<u64>>,
    /// Run only the cases of this profile of the contract, and claim the profile; may be given several times.
    /// Without this option, all cases are run, and `profiles` in the target file says which profiles are
    /// claimed.
    #[arg(long = "profile", value_name = "NAME")]
    pub(super) profiles: Vec<String>,
    /// Run only one of several equal parts of the cases: 2/4 is the second of four. `merge` joins the
    /// reports.
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<Shard>,
    /// The name of the run, so that `merge` does not join shards of different runs [default: the run of
    /// GitHub Actions, or none].
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub(super) run_id: Option<String>,
    /// Put a text that your customer chose into each request, and into the prose that the server stores.
    /// `verify --challenge` then tells the report from an older one. The text has 1 to 64 letters, digits and
    /// hyphens.
    #[arg(long, value_name = "TEXT", conflicts_with = "libtest")]
    pub(super) challenge: Option<Challenge>,
    /// Sign report.json with an SSH key, so that `ssh-keygen -Y verify` and `verify --signer` show who made
    /// the report. The signature is written to report.json.sig.
    #[arg(long, value_name = "KEY_FILE", conflicts_with = "libtest")]
    pub(super) sign: Option<PathBuf>,
    /// A file of waivers: known failures that do not count, each with its cases or its finding, its reason,
    /// ticket and last day.
    #[arg(long, value_name = "FILE")]
    pub(super) waivers: Option<PathBuf>,
    /// Only check whether a run can start: whether the server responds, whether keys and fixtures are valid,
    /// and which cases would be skipped. The check sends only updates without properties, which change
    /// nothing. The exit code is 0 if a run can start, 2 if not.
    #[arg(long)]
    pub(super) doctor: bool,
    /// After the cases, send random sequences of requests for this time, such as 60s. Failing sequences
    /// become cases of the report. See `explore --help`.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = EXPLORATION)]
    #[arg(conflicts_with_all = ["libtest", "shard", "doctor"])]
    pub(super) explore: Option<Duration>,
    /// The lowest level whose failures count.
    #[arg(long, value_enum, default_value_t = CountedLevel::Must)]
    pub(super) level: CountedLevel,
    /// Print only the verdict, and the cases that it is about.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print a line for each case, and why it is skipped; twice for all requests and responses.
    #[arg(short, long, action = ArgAction::Count)]
    pub(super) verbose: u8,
    /// Print the verdict and the counts, or the results of the doctor, as one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    /// Let the libtest runner call the cases, with these arguments, as `cargo test` and `cargo nextest` give
    /// them: --list, --exact, --skip, --format.
    #[arg(last = true, value_name = "LIBTEST ARGS")]
    pub(super) libtest: Vec<String>,
    #[command(flatten)]
    pub(super) contract: ContractArguments,
    #[command(flatten)]
    pub(super) preflight: PreflightArguments,
    // A heading applies to all options after it.
    #[command(flatten, next_help_heading = EXPLORATION)]
    pub(super) exploration: ExplorationArguments,
    #[command(flatten)]
    pub(super) target: TargetArguments,
}

/// The lowest level whose failures count, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum CountedLevel {
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
    pub(super) fn verbosity(&self) -> Result<Verbosity> {
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
    pub(super) fn is_by_libtest(&self) -> bool {
        !self.libtest.is_empty()
    }

    /// Returns the time limit of the run.
    ///
    /// # Errors
    /// Fails if the budget is longer.
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

    /// Returns the lowest level whose failures count.
    pub(super) fn level(&self) -> Level {
        match self.level {
            CountedLevel::Must => Level::Must,
            CountedLevel::Should => Level::Should,
        }
    }

    /// Reads the corpus of the exploration after the cases, if one is requested.
    ///
    /// # Errors
    /// Fails if the corpus cannot be read, or if options of an exploration are given without one.
    pub(super) fn prepare_exploration(&self) -> Result<Option<PreparedExploration>> {
        let options = &self.exploration;
        if self.explore.is_none() && (options.seed.is_some() || options.corpus.is_some()) {
            bail!("`--seed` and `--corpus` need an exploration; add --explore 60s");
        }
        self.explore.map(|time| options.prepare(&self.report_dir, time)).transpose()
    }

    /// Returns which cases run.
    pub(super) fn selection(&self, libtest: &libtest_mimic::Arguments) -> Selection {
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
    pub(super) fn libtest_arguments(&self) -> Result<libtest_mimic::Arguments> {
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
