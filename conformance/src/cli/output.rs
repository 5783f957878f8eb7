//! What the commands say on standard output and standard error.
//!
//! Nothing else in this program writes to either, which `conformance/clippy.toml` sees to; so each text that
//! is not ours becomes [`Printable`] before it is seen.

#![expect(clippy::disallowed_methods, reason = "what is written here is printable")]

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Context as _;
use webdata_suite::Printable;

/// Writes a text to standard output, without its colours where they are not wanted. A reader that has
/// gone away has read what it wanted.
pub(crate) fn say(text: &Printable) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Tells people something on standard error, in one line whatever stands in it.
pub(crate) fn warn(line: impl Display) {
    warn_in_lines(&Printable::line(line));
}

/// Prints a message on standard error. Failures to print are ignored, so that reports and clean-up do not
/// depend on a reader.
pub(crate) fn warn_in_lines(text: &Printable) {
    drop(anstream::stderr().lock().write_all(text.as_bytes()));
}

/// Asks a question on standard error, behind which the answer is typed.
pub(crate) fn ask(question: &str) {
    drop(anstream::stderr().lock().write_all(format!("{question}: ").as_bytes()));
}

/// Tells people of an error. Its own line ends stay; foreign texts in errors have none.
pub(crate) fn warn_of(error: &str) {
    warn_in_lines(&Printable::with_own_line_ends(&format!("error: {error}\n")));
}
