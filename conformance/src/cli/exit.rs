//! The exit codes that `--help` promises.

use std::fmt::Display;

use webdata_suite::report::Report;

use super::output::warn;

/// The exit code for a mistake in the command line or in a file that it names.
pub(crate) const USAGE: u8 = 2;

/// The exit code for a run that did not judge all cases, or left resources on the server.
pub(crate) const INCOMPLETE: u8 = 3;

/// Reports what could not be written at the end of a run, and returns the exit code. Without its report, a
/// verdict proves nothing to others.
pub(crate) fn report_unwritten(error: &impl Display) -> u8 {
    warn(format_args!(
        "error: {error}; free disk space or write to another folder, then run the command again"
    ));
    INCOMPLETE
}

/// Returns the exit code of a run. A run that left resources on the server is incomplete.
pub(crate) fn exit_code(report: &Report, is_tidy: bool) -> u8 {
    match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    }
}
