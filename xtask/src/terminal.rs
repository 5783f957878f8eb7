//! Prints the output of tasks. A closed pipe is no error: the reader has read enough, and the exit code stays
//! the same.

use std::io::{self, Write};

use anyhow::Context as _;

/// Prints the result of a task on standard output.
pub(crate) fn out(text: &str) -> anyhow::Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to the standard output"),
    }
}

/// Prints a message on standard error. A message that cannot be printed is dropped.
pub(crate) fn err(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
