//! `replay`: runs one case against a server, and prints its requests and responses.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use webdata_spec::model::Level;
use webdata_suite::plan::Selection;
use webdata_suite::report::read;
use webdata_suite::run::Runner;
use webdata_suite::{Printable, Untrusted, describe_duration, failure_message};

use super::list::find;
use super::option_values::REPORT_DIR;
use super::output::print;
use super::process::{exit_code, listen_for_signals, runtime};
use super::target::{ContractArguments, RetryArguments, TargetArguments};
use super::transcript::transcript;

/// Run one case, and print its requests and responses.
///
/// The suite overwrites the resources that it is given as fixtures, and touches nothing else. No report is
/// written. A failure counts whatever the level of the case.
///
/// Exit codes: 0 the case passes, 1 it fails, 2 usage or configuration, 3 it could not be judged.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReplayArguments {
    /// The identity of the case, as in `list` and in reports.
    #[arg(value_name = "CASE")]
    id: String,
    /// The report of an exploration, whose failing sequences can be replayed, too:
    /// `OPERATION::explored::1`.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    retry: RetryArguments,
    /// Print only the record of the case, as in report.json.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    contract: ContractArguments,
    #[command(flatten)]
    target: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance replay CASE
      the embedded reference server; `list` prints every case
  webdata-conformance replay CASE --target staging.toml
      a server of yours
  webdata-conformance replay OPERATION::explored::1 --report target/exploration/report.json
      a sequence that an exploration has found";

pub(super) fn replay(arguments: &ReplayArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let mut suite = contract.suite()?;
    if let Some(path) = &arguments.report {
        let document = read(path).with_context(|| path.display().to_string())?;
        let explored = document.report.explored;
        suite = suite.with_sequences(&explored.map(|explored| explored.failed).unwrap_or_default());
    }
    let case = find(&suite, &arguments.id)?;
    let runtime = runtime()?;
    let stop = listen_for_signals(runtime.handle()).context("cannot listen for signals")?;
    let mut chosen = arguments.target.choose(&contract, &suite, 1, runtime.handle())?;
    chosen.target.retries = arguments.retry.retries.into();
    let filters = vec![case.id.clone()];
    let selection = Selection { filters, exact: true, ..Selection::default() };
    chosen.set_up(&suite, 1, Path::new(REPORT_DIR), &stop)?;
    let mut plan = suite.plan(&chosen.target, &selection)?;
    plan.stop = stop;
    chosen.provide(&suite, &plan)?;
    let target = chosen.target.clone();
    let report = suite.run(plan, target, Level::Should, Runner::Threads(1), runtime.handle());
    let is_tidy = chosen.release();
    let report = report?;
    let exit_code = exit_code(&report, is_tidy);
    // The control of the case may be there, too.
    let mut reported = report.cases.iter();
    let case_report = reported.find(|reported| reported.id == case.id);
    let case_report = case_report.context("the run has no record of the case")?;
    if arguments.json {
        print(&Printable::pretty_json(case_report)?)?;
        return Ok(exit_code);
    }
    let outcome = &case_report.outcome;
    let mut text = format!("case     {}\nserver   {}\n", case.id, report.server.name);
    text.push_str(&transcript(case, outcome));
    text.push_str(&format!("outcome  {} in {}", outcome.kind, describe_duration(outcome.duration)));
    let message = failure_message(case, outcome, &suite.clauses);
    let reason = match (&message, &outcome.observed) {
        (None, Some(observed)) => {
            format!(": {}: {}", observed.gap, Untrusted::from_display(&observed.answer))
        }
        (None, None) if !outcome.reason.is_empty() => {
            format!(": {}", Untrusted::from_display(&outcome.reason))
        }
        _ => String::new(),
    };
    text.push_str(&format!("{reason}\n{}", message.unwrap_or_default()));
    print(&Printable::multiline(&text))?;
    Ok(exit_code)
}
