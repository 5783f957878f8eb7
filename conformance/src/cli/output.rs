//! Writes to standard output and standard error.
//!
//! No other module of this program writes there, which `conformance/clippy.toml` enforces. So every foreign
//! string becomes [`Printable`] before it is shown.

#![expect(clippy::disallowed_methods, reason = "only printable text is written here")]

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Context as _;
use webdata_suite::Printable;

/// Writes a text to standard output, without colours if they are not wanted. A reader that closes the pipe is
/// no error.
pub(crate) fn print(text: &Printable) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Writes one line to standard error; line ends within it are escaped.
pub(crate) fn warn(line: impl Display) {
    warn_in_lines(&Printable::line(line));
}

/// Writes to standard error, and ignores errors: reports and the removal of resources must not depend on a
/// reader.
pub(crate) fn warn_in_lines(text: &Printable) {
    drop(anstream::stderr().lock().write_all(text.as_bytes()));
}

/// Writes a question to standard error, after which the answer is typed.
pub(crate) fn ask(question: &str) {
    drop(anstream::stderr().lock().write_all(format!("{question}: ").as_bytes()));
}

/// Writes an error to standard error. Our own line ends stay; foreign texts in errors have none.
pub(crate) fn print_error(error: &str) {
    warn_in_lines(&Printable::multiline(&format!("error: {error}\n")));
}
