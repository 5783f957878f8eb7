//! The exit codes that `--help` promises.

use webdata_suite::report::Report;

/// The exit code for what is wrong with the command line or a file that it names.
pub(crate) const USAGE: u8 = 2;

/// The exit code for a run that left something open, or something behind.
pub(crate) const INCOMPLETE: u8 = 3;

/// The exit code of a run; one that left something of its own on the server is not complete.
pub(crate) fn exit_code(report: &Report, is_tidy: bool) -> u8 {
    match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    }
}
