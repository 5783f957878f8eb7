//! What the commands say on standard output and standard error.

use std::io::{self, Write};

use anyhow::Context as _;

/// Writes a text to standard output, without its colours where they are not wanted. A reader that has
/// gone away has read what it wanted.
pub(crate) fn say(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Tells people something on standard error. Nobody may be there to read it; reports, and what has
/// to be removed from a server, do not depend on that.
pub(crate) fn warn(text: &str) {
    drop(anstream::stderr().lock().write_all(format!("{text}\n").as_bytes()));
}
