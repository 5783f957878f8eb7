//! What a run writes: its report, and what it prints at the end.

use std::path::PathBuf;

use anyhow::Result;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args};
use indexmap::IndexMap;
use serde::Serialize;
use webdata_suite::outcome::{OutcomeKind, Reason};
use webdata_suite::report::{ProfileReport, Report, Verdict, brief, headline, summary, write};
use webdata_suite::{Printable, Suite};

use super::progress::{Verbosity, show_examples};
use crate::cli::exploration::ExplorationSummary;
use crate::cli::github_actions::{self, write_annotations};
use crate::cli::option_values::{REPORT_DIR, all_or_count};
use crate::cli::output::{print, print_summary};
use crate::cli::process::{exit_code, report_unwritten};
use crate::cli::signature::Signer;

#[derive(Debug, Args)]
pub(super) struct ResultArguments {
    /// The folder for the reports.
    #[arg(long, value_name = "DIR", default_value = REPORT_DIR)]
    pub(super) report_dir: PathBuf,
    /// The name of the run, so that `merge` does not join shards of different runs [default: the run of
    /// GitHub Actions, or none].
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    run_id: Option<String>,
    /// Sign report.json with an Ed25519 key of SSH, so that `ssh-keygen -Y verify` and `verify --signer` show who made
    /// the report. The signature is written to report.json.sig.
    #[arg(long, value_name = "KEY_FILE")]
    pub(super) sign: Option<PathBuf>,
    /// Show the example of this many findings, or of all of them; each finding has a line all the same.
    #[arg(long, value_name = "all|N", default_value = "5", value_parser = all_or_count)]
    findings: usize,
    /// Print only the verdict, the findings, and what else needs an action.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print a line for each case, and why it is skipped; twice for all requests and responses.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    /// Print the verdict and the counts, or the results of the doctor, as one JSON object.
    #[arg(long)]
    pub(super) json: bool,
}

impl ResultArguments {
    /// Returns the amount of output.
    pub(super) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Progress,
            (false, 1) => Verbosity::Cases,
            (false, _) => Verbosity::Exchanges,
        }
    }

    /// Writes and signs the report of a run, prints the results, and returns the exit code. A run is tidy if the
    /// resources that were created for it are removed.
    pub(super) fn write(
        &self,
        suite: &Suite,
        mut report: Report,
        explored: Option<ExplorationSummary>,
        signer: Option<Signer>,
        is_tidy: bool,
    ) -> Result<u8> {
        let run_id = self.run_id.clone().or_else(github_actions::run_id);
        if run_id.is_some() {
            report = report.with_run_id(run_id);
        }
        let folder = self.report_dir.as_path();
        let written = write(&report, folder).map_err(anyhow::Error::from);
        let written = written.and_then(|()| signer.map_or(Ok(()), |signer| signer.sign(folder)));
        show_examples(self.verbosity(), self.findings, suite, &report);
        let reasons = report.cases.iter().map(|case| &case.outcome.reason);
        let interrupted = reasons.filter(|it| matches!(it, Reason::Interrupted { .. })).count();
        let counts = Counts {
            verdict: report.verdict,
            says: headline(&report),
            profiles: &report.profiles,
            cases: report.scope.manifest.count,
            outcomes: &report.outcomes,
            interrupted,
            duration_seconds: report.duration_seconds,
            explored,
        };
        let printed = if self.json {
            print(&Printable::json(&counts)?)
        } else {
            let mut text = if self.quiet {
                brief(&report)
            } else {
                summary(&report, written.is_ok().then_some(folder))
            };
            if let Some(explored) = &counts.explored {
                text.push_line(explored.describe(suite));
            }
            if interrupted > 0 {
                text.push_line(format_args!(
                    "interrupted: {interrupted} cases were cut off or not sent"
                ));
            }
            print_summary(&text)
        };
        write_annotations(&report);
        Ok(match written.and(printed) {
            Ok(()) => exit_code(&report, is_tidy),
            Err(error) => report_unwritten(&format!("{error:#}")),
        })
    }
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
