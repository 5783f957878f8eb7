//! `badge`: prints the badge of a report.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_suite::report::{badge, read};

use super::output::print;

/// Print the badge of a report as SVG, with the profiles, the verdict and the day of the run.
///
/// `run` and `merge` write the same badge to badge.svg beside the report. Exit codes: 0 printed, 2 the report
/// cannot be read, or was changed after it was written.
#[derive(Debug, Args)]
pub(super) struct BadgeArguments {
    /// The report.json of a run.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
}

pub(super) fn run(arguments: &BadgeArguments) -> Result<u8> {
    let path = arguments.report.display();
    let document = read(&arguments.report).with_context(|| path.to_string())?;
    if document.report.digest != document.digest {
        bail!("{path}: the report was changed after it was written; `verify` shows what is wrong");
    }
    print(&badge(&document.report)?)?;
    Ok(0)
}
