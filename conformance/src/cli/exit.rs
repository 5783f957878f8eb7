//! The exit codes that `--help` promises.

use std::fmt::Display;

use webdata_suite::report::Report;

use super::output::warn;

/// The exit code for what is wrong with the command line or a file that it names.
pub(crate) const USAGE: u8 = 2;

/// The exit code for a run that left something open, or something behind.
pub(crate) const INCOMPLETE: u8 = 3;

/// Tells what could not be written once a run had ended, and returns the exit code: a verdict without its
/// report shows nothing to others.
pub(crate) fn tell_of_unwritten(error: &impl Display) -> u8 {
    warn(format_args!("error: {error}; make room for it, and run it again"));
    INCOMPLETE
}

/// The exit code of a run; one that left something of its own on the server is not complete.
pub(crate) fn exit_code(report: &Report, is_tidy: bool) -> u8 {
    match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    }
}
