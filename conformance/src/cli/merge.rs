//! `merge`: joins the reports of shards into the report of the run.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_suite::Untrusted;
use webdata_suite::report::{merge, read, summary, write};

use super::actions;
use super::contract::ReportedContracts;
use super::exit::report_unwritten;
use super::output::print;

/// Join the reports of all shards of a run into one report with one verdict.
///
/// The exit codes are those of `run`. It is 2 also if a shard is missing, occurs twice, or belongs to another
/// run or server: the shards of a run have one base URL, unless each used the embedded server.
#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The report.json of each shard.
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    /// The folder for the joined reports.
    #[arg(long, value_name = "DIR", default_value = "target/conformance")]
    report_dir: PathBuf,
    #[command(flatten)]
    contracts: ReportedContracts,
}

pub(super) fn run(arguments: &MergeArguments) -> Result<u8> {
    let mut parts = Vec::new();
    let mut unread = Vec::new();
    for path in &arguments.reports {
        let name = path.display().to_string();
        match read(path) {
            Ok(document) => parts.push((name, document)),
            Err(error) => unread.push(format!("{}: {error}", Untrusted::from_display(&name))),
        }
    }
    if !unread.is_empty() {
        bail!("{}", unread.join("\n"));
    }
    let hash = parts.first().map(|(_, document)| document.report.contract.hash.clone());
    let suite = arguments.contracts.suite(&hash.unwrap_or_default())?;
    let suite = suite.context(
        "the reports are of a contract that is not embedded in this program; name the folder of its pages with \
         --spec DIR",
    )?;
    let report = merge(parts, &suite)?;
    let folder = &arguments.report_dir;
    // Existing files are kept until they are replaced, since one of them may be a shard.
    let unwritten = write(&report, folder).err();
    print(&summary(&report, unwritten.is_none().then_some(folder.as_path())))?;
    actions::write_annotations(&report);
    Ok(match unwritten {
        Some(error) => report_unwritten(&error),
        None => report.verdict.exit_code(),
    })
}
