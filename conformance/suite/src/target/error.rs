//! What can be wrong with the description of a target: where, why, and what to write instead.

use std::fmt;
use std::io;
use std::path::PathBuf;

use webdata_spec::model::ClauseId;

use super::KeyCommandError;

/// What is wrong with the description of a target.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The file could not be opened.
    #[error("cannot read the target file {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The file has mistakes, of which these are all.
    #[error("the target file {} cannot be used:\n{}", path.display(), lines(wrong))]
    Mistaken {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, in the order of its lines.
        wrong: Vec<Mistake>,
    },
    /// A variable that should hold something secret is not set.
    #[error("the environment variable {variable} is not set; it should hold {what}")]
    MissingVariable {
        /// The variable.
        variable: String,
        /// What it should hold.
        what: String,
    },
    /// A key stands in the file itself.
    #[error(
        "{0} stands in the target file, where it does not belong; put it into a variable of the \
         environment, and write `{{ env = \"VARIABLE\" }}`, or `{{ command = [\"PROGRAM\"] }}` for what \
         prints it"
    )]
    KeyInFile(String),
    /// A command gives no key.
    #[error("the command for {what} gives no key: {cause}")]
    KeyCommand {
        /// The key.
        what: String,
        /// Why.
        cause: KeyCommandError,
    },
    /// A header that has a command.
    #[error("{place} has a `command` for `{name}`; only a key can have one")]
    CommandForHeader {
        /// The table.
        place: &'static str,
        /// The header's name.
        name: String,
    },
    /// The variable holds what no header can carry.
    #[error("the environment variable {variable} holds characters that a header cannot carry")]
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
    /// Two entries tell how to meet one circumstance.
    #[error("the target file tells twice how to call {operation} in the circumstance {clause}")]
    Twice {
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
        /// As it was written, without credentials.
        url: String,
        /// Why.
        reason: &'static str,
    },
    /// The proxy cannot be used; what was written may hold a password, so it is not repeated.
    #[error(
        "`proxy` cannot be used: {0}; write `http://proxy.example.com:3128`, `none`, or, where it \
         takes a password, `{{ env = \"PROXY_URL\" }}`"
    )]
    Proxy(&'static str),
    /// A number that is too small or too large.
    #[error("`{name} = {written}` in the target file cannot be used; write {range}")]
    Number {
        /// The key.
        name: &'static str,
        /// What was written.
        written: String,
        /// What could be.
        range: &'static str,
    },
    /// A file of `[tls]` that cannot be used.
    #[error("`[tls]`: {} cannot be used: {reason}", path.display())]
    Tls {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Only one of the two files that make a client's certificate is named.
    #[error(
        "`[tls]` names only one of `client-certificate-file` and `client-key-file`; a client's \
         certificate takes both"
    )]
    HalfIdentity,
    /// A feature that is switched off without a reason, which reports would show.
    #[error("`[off]` gives no reason for `{0}`; write why the server does not offer it")]
    NoReason(String),
    /// Something in a recipe cannot work.
    #[error("`[provision.{parameter}]`: {reason}")]
    Recipe {
        /// The path parameter.
        parameter: String,
        /// Why, and what to do.
        reason: String,
    },
}

/// A mistake in a target file: where, what, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1; none where the mistake is that something is missing in the file.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: usize,
    /// What stands there, up to where a value begins: that may be a secret.
    pub shown: String,
    /// What is wrong.
    pub says: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, shown, says } = self;
        let Some(line) = line else { return f.write_str(says) };
        write!(f, "line {line}, column {column}: {says}\n{line:>6} | {shown}")?;
        if *column <= shown.chars().count() {
            write!(f, "\n       | {:>column$}", "^")?;
        }
        Ok(())
    }
}

fn lines(wrong: &[Mistake]) -> String {
    wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
