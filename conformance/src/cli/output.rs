//! Writes to standard output and standard error.
//!
//! No other module of this program writes there, which `conformance/clippy.toml` enforces. So every foreign
//! string becomes [`Printable`] before it is shown.

#![expect(clippy::disallowed_methods, reason = "only printable text is written here")]

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Context as _;
use terminal_size::Width;
use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};
use webdata_suite::Printable;

/// The column of a summary at which the text after the label begins.
const TEXT_COLUMN: usize = 11;

/// Writes a text to standard output, without colours if they are not wanted. A reader that closes the pipe is
/// no error.
pub(crate) fn print(text: &Printable) -> anyhow::Result<()> {
    write_out(text)
}

/// Prints a summary. Lines that are too long for the terminal continue below the text of their first line; a pipe gets
/// each line whole.
pub(crate) fn print_summary(text: &Printable) -> anyhow::Result<()> {
    match terminal_width() {
        Some(width) => write_out(&wrapped(text, width)),
        None => write_out(text),
    }
}

/// Returns the width of the terminal that standard output is, in columns.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map(|(Width(width), _)| usize::from(width))
}

/// Wraps the lines of a summary, and never within a word or between backticks, so that names and lines of a target file
/// can still be copied.
fn wrapped(summary: &str, width: usize) -> String {
    let wrapped = summary.lines().map(|line| {
        let is_item = line.get(TEXT_COLUMN..).is_some_and(|text| text.starts_with("- "));
        let column = if is_item { TEXT_COLUMN + 2 } else { TEXT_COLUMN };
        let Some((label, text)) = line.split_at_checked(column) else {
            return format!("{line}\n");
        };
        let indent = " ".repeat(column);
        let options = textwrap::Options::new(width)
            .break_words(false)
            .initial_indent(label)
            .subsequent_indent(&indent)
            .word_separator(WordSeparator::Custom(words))
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(text, options) + "\n"
    });
    wrapped.collect()
}

/// Splits a line at its blanks, but not between backticks.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut is_code = false;
    let pieces = line.split_inclusive(move |c| {
        is_code ^= c == '`';
        c == ' ' && !is_code
    });
    Box::new(pieces.map(Word::from))
}

fn write_out(text: &str) -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_of_a_summary_continue_below_their_text() {
        let summary = "\
server     http://127.0.0.1:8080
skipped    add to the target: `limited = 1`; 12 more cases
           - an operation does not do what the contract says
";
        let expected = "\
server     http://127.0.0.1:8080
skipped    add to the target:
           `limited = 1`; 12
           more cases
           - an operation does
             not do what the
             contract says
";
        assert_eq!(wrapped(summary, 30), expected);
    }
}
