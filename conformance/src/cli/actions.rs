//! What a run tells GitHub Actions: annotations in the log, and the summary of the job.
//!
//! Elsewhere it does nothing.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use webdata_conformance::report::{Report, annotations, markdown};

use super::say;

/// Annotates the log and adds to the job's summary, where GitHub Actions runs this.
pub(super) fn tell(report: &Report) -> Result<()> {
    if std::env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return Ok(());
    }
    say(&annotations(report))?;
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let path = PathBuf::from(path);
    // The file belongs to the job, whose other steps have written into it.
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| writeln!(file, "{}", markdown(report)));
    written.with_context(|| format!("cannot add to the job's summary {}", path.display()))
}
