//! Why a string is not of a format: a message that never repeats the string. Judges nothing.

use std::borrow::Cow;
use std::fmt;

/// Why a string is not of a format.
///
/// The message is a short lower-case predicate (`"is not …"`, `"has …"`), made to stand after the
/// place of the string; it never repeats the string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(Cow<'static, str>);

impl FormatError {
    /// An error whose message is known when the program is compiled.
    pub(crate) const fn fixed(message: &'static str) -> Self {
        Self(Cow::Borrowed(message))
    }

    /// An error whose message holds figures from arguments.
    pub(crate) const fn worded(message: String) -> Self {
        Self(Cow::Owned(message))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl From<FormatError> for Cow<'static, str> {
    fn from(error: FormatError) -> Self {
        error.0
    }
}
