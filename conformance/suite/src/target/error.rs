//! Mistakes in a target: of single settings, and of the file or the variables as a whole.

use std::io;
use std::path::PathBuf;

/// A setting of a target that does not fit the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingMistake {
    /// The keys that lead to the setting in a target file.
    pub path: Vec<String>,
    /// The mistake and its remedy.
    pub message: String,
}

impl SettingMistake {
    pub(super) fn new(path: &[&str], message: String) -> Self {
        Self { path: path.iter().map(|step| (*step).to_owned()).collect(), message }
    }
}

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
    #[error("the target file {} cannot be used:\n{}", path.display(), mistakes.join("\n"))]
    Mistaken {
        /// The file.
        path: PathBuf,
        /// Every mistake with its place and its remedy, in the order of the lines.
        mistakes: Vec<String>,
    },
    /// A variable for a secret is not set.
    #[error("the environment variable {variable} is not set; it should hold {what}")]
    MissingVariable {
        /// The variable.
        variable: String,
        /// The setting that needs the variable.
        what: String,
    },
    /// The value of the variable cannot be sent in a header.
    #[error(
        "the environment variable {variable} holds characters that a header cannot carry; give it printable \
         ASCII only, without a line break such as the carriage return of a file from Windows"
    )]
    UnusableKey {
        /// The variable.
        variable: String,
    },
    /// The base URL cannot be used.
    #[error(
        "the base URL `{url}` cannot be used: {reason}; write it like `https://api.example.com`"
    )]
    BaseUrl {
        /// The URL of the file, without credentials.
        url: String,
        /// Why.
        reason: String,
    },
}
