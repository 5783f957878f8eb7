//! What the tasks print. Whoever closes the pipe has read enough: that is no fault, and the task
//! ends with the exit code that it would have had.

use std::io::{self, Write};

use anyhow::Context as _;

/// Prints text that is the outcome of a task.
pub(crate) fn out(text: &str) -> anyhow::Result<()> {
    quietly(writeln!(io::stdout().lock(), "{text}")).context("cannot write to the standard output")
}

/// Prints text about a task. Where that cannot be, there is nobody left to tell.
pub(crate) fn err(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

fn quietly(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
