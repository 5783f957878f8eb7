//! What a run tells GitHub Actions: annotations in the log, and the summary of the job.
//!
//! Elsewhere it does nothing. It must not decide how the run ends.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use webdata_suite::Printable;
use webdata_suite::report::{Report, annotations, markdown};

use super::output::warn_in_lines;

/// Annotates the log, by standard error, and adds to the job's summary, where GitHub Actions runs this.
pub(super) fn write_annotations(report: &Report) {
    if std::env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return;
    }
    let mut text = annotations(report);
    let summary = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    if let Some(path) = summary.map(PathBuf::from) {
        // The file belongs to the job, whose other steps have written into it.
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", markdown(report)));
        if let Err(cause) = written {
            let path = path.display();
            let says = format!("cannot add to {path}: {cause}");
            text.push(&Printable::annotation("warning", "the job's summary", &says));
        }
    }
    // A failure to print is ignored, since the report has the same content.
    warn_in_lines(&text);
}
