//! The reason why bytes are not a value of a type: they are not JSON, or the JSON breaks the contract.

use std::fmt;

use crate::violation::Violations;

/// The reason why bytes are not a value of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError {
    /// The bytes are not JSON: they are not UTF-8, have a syntax error, a number beyond a 64-bit float, an
    /// unpaired surrogate, or more than 127 nested lists and objects.
    Json {
        /// The line of the mistake, from 1.
        line: usize,
        /// The column of the mistake, in bytes, from 1. For a mistake at the end of a line, it may be the
        /// first column of the next line.
        column: usize,
        /// The syntax error.
        message: String,
    },
    /// The JSON breaks the contract, with every violation.
    Violations(Violations),
}

impl ParseError {
    /// Returns the error for bytes that are not UTF-8.
    pub(crate) fn not_text(json: &[u8], error: std::str::Utf8Error) -> Self {
        let before = &json[..error.valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let column = before.len() - start + 1;
        Self::Json { line, column, message: "a byte that is not UTF-8".to_owned() }
    }

    /// Returns the violations, if the bytes are JSON.
    #[must_use]
    pub const fn violations(&self) -> Option<&Violations> {
        match self {
            Self::Json { .. } => None,
            Self::Violations(violations) => Some(violations),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { line, column, message } => {
                write!(f, "cannot be read as JSON: {message} at line {line} column {column}")
            }
            Self::Violations(violations) => violations.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<Violations> for ParseError {
    fn from(violations: Violations) -> Self {
        Self::Violations(violations)
    }
}

impl From<serde_json::Error> for ParseError {
    fn from(error: serde_json::Error) -> Self {
        // `serde_json` counts column 0 at the start of a line.
        let (line, column) = (error.line().max(1), error.column().max(1));
        let mut message = error.to_string();
        if let Some(place) = message.rfind(" at line ") {
            message.truncate(place);
        }
        Self::Json { line, column, message }
    }
}
