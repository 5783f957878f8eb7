//! The mistakes in the description of a target, each with its place, its reason and its remedy.

use std::fmt;
use std::io;
use std::path::PathBuf;

use webdata_spec::model::ClauseId;

use super::KeyCommandError;

/// A mistake in the description of a target.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The file could not be opened.
    #[error("cannot read the target file {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file has mistakes.
    #[error("the target file {} cannot be used:\n{}", path.display(), lines(mistakes))]
    Mistaken {
        /// The file.
        path: PathBuf,
        /// Every mistake, in the order of the lines.
        mistakes: Vec<Mistake>,
    },
    /// A variable for a secret is not set.
    #[error("the environment variable {variable} is not set; it should hold {what}")]
    MissingVariable {
        /// The variable.
        variable: String,
        /// The setting that needs the variable.
        what: String,
    },
    /// The file itself contains a key.
    #[error(
        "{0} is written in the target file, which must not contain keys; put it into an \
         environment variable and write `{{ env = \"VARIABLE\" }}`, or name the command that prints it: \
         `{{ command = [\"PROGRAM\"] }}`"
    )]
    KeyInFile(String),
    /// A command printed no usable key.
    #[error("the command for {what} gives no key: {cause}")]
    KeyCommand {
        /// The key.
        what: String,
        /// The reason.
        cause: KeyCommandError,
    },
    /// A header has a command, which only keys may have.
    #[error(
        "{place} has a `command` for `{name}`, which only `key` may have; write the value of the header, or \
         `{{ env = \"VARIABLE\" }}`"
    )]
    CommandForHeader {
        /// The table.
        place: &'static str,
        /// The header's name.
        name: String,
    },
    /// The value of the variable cannot be sent in a header.
    #[error(
        "the environment variable {variable} holds characters that a header cannot carry; give it printable \
         ASCII only, without a line break"
    )]
    UnusableKey {
        /// The variable.
        variable: String,
    },
    /// A header that cannot be sent.
    #[error("{place} has a header that cannot be sent: `{name}`; {reason}")]
    Header {
        /// The table.
        place: &'static str,
        /// The header's name.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// Two entries are about the same circumstance.
    #[error(
        "the target file has two entries for {operation} in the circumstance {clause}; remove one"
    )]
    DuplicateCircumstance {
        /// The operation.
        operation: String,
        /// The circumstance.
        clause: ClauseId,
    },
    /// The base URL cannot be used.
    #[error(
        "the base URL `{url}` cannot be used: {reason}; write it like `https://api.example.com`"
    )]
    BaseUrl {
        /// The URL of the file, without credentials.
        url: String,
        /// Why.
        reason: &'static str,
    },
    /// The proxy cannot be used. The value may contain a password, so it is not repeated.
    #[error(
        "`proxy` cannot be used: {0}; write `http://proxy.example.com:3128`, `none`, or, where it \
         takes a password, `{{ env = \"PROXY_URL\" }}`"
    )]
    Proxy(&'static str),
    /// A number is too small or too large.
    #[error("`{name} = {written}` is out of range; write {range}")]
    Number {
        /// The key.
        name: &'static str,
        /// The value in the file.
        written: String,
        /// The allowed range.
        range: &'static str,
    },
    /// A file of `[tls]` cannot be used.
    #[error("`[tls]`: {} cannot be used: {reason}", path.display())]
    Tls {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Only one of the two files of a client certificate is named.
    #[error(
        "`[tls]` names only one of `client-certificate-file` and `client-key-file`; a client \
         certificate needs both"
    )]
    HalfIdentity,
    /// A feature is switched off without the reason that reports show.
    #[error("`[off]` gives no reason for `{0}`; write why the server does not offer it")]
    NoReason(String),
    /// A setting of a recipe cannot work.
    #[error("`[provision.{parameter}]`: {reason}")]
    Recipe {
        /// The path parameter.
        parameter: String,
        /// The reason and the remedy.
        reason: String,
    },
}

/// A mistake in a target file, with its place and its remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1; `None` if something is missing in the file.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: usize,
    /// The line up to the start of a value, which may be a secret.
    pub shown: String,
    /// The mistake.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, shown, message } = self;
        let Some(line) = line else { return f.write_str(message) };
        write!(f, "line {line}, column {column}: {message}\n{line:>6} | {shown}")?;
        if *column <= shown.chars().count() {
            write!(f, "\n       | {:>column$}", "^")?;
        }
        Ok(())
    }
}

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
