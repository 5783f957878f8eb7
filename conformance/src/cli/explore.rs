//! `explore`: sends random sequences of requests to a server, and reports the smallest ones that fail.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use webdata_suite::Printable;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, prepare_folder, summary, write};

use super::exploration::{ExplorationArguments, FINDINGS, FinishedExploration};
use super::option_values::whole_number;
use super::output::{print, print_summary};
use super::preflight::PreflightArguments;
use super::process::{INCOMPLETE, USAGE, exit_code, listen_for_signals, report_unwritten, runtime};
use super::target::{ContractArguments, RetryArguments, TargetArguments};

/// Send random sequences of requests, and shrink those that fail.
///
/// The contract judges each sequence as it judges a case: by its requests, and by the state that is stored
/// between them. A failing sequence is shrunk to the fewest and smallest requests that fail for the same
/// reason. Failing sequences become findings: the command writes report.json and its views into the report
/// folder, and the sequences into a corpus, which is sent first the next time. The suite overwrites the
/// resources that it is given as fixtures, removes what it creates, ends the runs that it starts, and touches
/// nothing else.
///
/// Exit codes: 0 no sequence fails, 1 a sequence fails, 2 usage or configuration, 3 incomplete.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExploreArguments {
    /// The time in seconds for sending new sequences.
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = whole_number::<u64>(0..=86_400))]
    seconds: u64,
    /// Send no new sequence after this many requests.
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=u64::MAX))]
    requests: Option<usize>,
    /// End at this many findings, each about another clause or place.
    #[arg(long, value_name = "N", default_value_t = FINDINGS)]
    #[arg(value_parser = whole_number::<usize>(0..=u64::MAX))]
    findings: usize,
    #[command(flatten)]
    retry: RetryArguments,
    /// The folder for the reports.
    #[arg(long, value_name = "DIR", default_value = "target/exploration")]
    report_dir: PathBuf,
    #[command(flatten)]
    exploration: ExplorationArguments,
    /// Print the counts and the findings as one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    contract: ContractArguments,
    #[command(flatten)]
    preflight: PreflightArguments,
    #[command(flatten)]
    target: TargetArguments,
}

/// The longest time that rate limits may delay the requests of the check before the exploration.
const MAX_PREFLIGHT: Duration = Duration::from_secs(600);

const EXAMPLES: &str = "\
Examples:
  webdata-conformance explore --seconds 10
      the embedded reference server
  webdata-conformance explore --target staging.toml --seed 7
      a minute, with the same requests as every other run with this seed
  webdata-conformance explore --target staging.toml --seconds 0 --corpus found.jsonl
      only the sequences that failed before";

pub(super) fn explore(arguments: &ExploreArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let suite = contract.suite()?;
    arguments.contract.warn_about_clauses(&contract, &suite)?;
    let folder = &arguments.report_dir;
    let time = Duration::from_secs(arguments.seconds);
    let exploration = arguments.exploration.prepare(folder, time)?;
    let runtime = runtime()?;
    let stop = listen_for_signals(runtime.handle()).context("cannot listen for signals")?;
    let mut chosen = arguments.target.choose(&contract, &suite, 1, runtime.handle())?;
    chosen.target.retries = arguments.retry.retries.into();
    chosen.set_up(&suite, 1, folder, &stop)?;
    let mut plan = suite.plan(&chosen.target, &Selection::default())?;
    plan.stop = stop.clone();
    let checked = arguments.preflight.check(&suite, &chosen, (MAX_PREFLIGHT, &stop), false);
    if checked.is_none() {
        return Ok(USAGE);
    }
    prepare_folder(folder).context("cannot write reports into this folder; see --report-dir")?;
    chosen.provide(&suite, &plan)?;
    let target = chosen.target.clone();
    let limits = (arguments.requests, arguments.findings);
    let sent = plan.sent_ids();
    let done = exploration.explore(&suite, (&target, &sent), limits, &stop, runtime.handle());
    let is_tidy = chosen.release();
    let FinishedExploration { summary: counts, suite, exploration } = done?;
    let report =
        (!counts.found.is_empty()).then(|| Report::from_exploration(&target, &suite, exploration));
    let unwritten = report.as_ref().and_then(|report| write(report, folder).err());
    let written = unwritten.is_none().then_some(folder.as_path());
    if arguments.json {
        print(&Printable::json(&counts)?)?;
    } else {
        let mut text = report.as_ref().map(|report| summary(report, written)).unwrap_or_default();
        text.push_line(counts.describe(&suite));
        print_summary(&text)?;
    }
    if let Some(error) = unwritten {
        return Ok(report_unwritten(&error));
    }
    Ok(match report {
        Some(report) => exit_code(&report, is_tidy),
        None if stop.is_cancelled() || !is_tidy => INCOMPLETE,
        None => 0,
    })
}
