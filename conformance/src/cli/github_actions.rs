//! The variables and files by which GitHub Actions and a process that it runs exchange data.

use std::env::{var, var_os};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use webdata_suite::Printable;
use webdata_suite::report::{Report, annotations, markdown};

use super::output::warn_in_lines;

/// Returns the name of the run, which stays the same when jobs are run again.
pub(super) fn run_id() -> Option<String> {
    var("GITHUB_RUN_ID").ok().filter(|id| !id.is_empty())
}

/// Writes annotations to standard error, and adds to the summary of the job.
pub(super) fn write_annotations(report: &Report) {
    if var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return;
    }
    let mut text = annotations(report);
    let summary = var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    if let Some(path) = summary.map(PathBuf::from) {
        // Other steps of the job may have written to the file before.
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", markdown(report)));
        if let Err(cause) = written {
            let path = path.display();
            let warning = format!("cannot add to {path}: {cause}");
            text.push(&Printable::annotation("warning", "the job's summary", &warning));
        }
    }
    // If no one reads standard error, the report still has the failures.
    warn_in_lines(&text);
}
