//! The reason why a string does not have a format. Messages never repeat the string.

use std::borrow::Cow;
use std::fmt;

/// The reason why a string does not have a format.
///
/// The message is a short predicate in lower case (`"is not …"`, `"has …"`) that follows the place of the
/// string. It never repeats the string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(Cow<'static, str>);

impl FormatError {
    /// Makes an error with a constant message.
    pub(crate) const fn fixed(message: &'static str) -> Self {
        Self(Cow::Borrowed(message))
    }

    /// Makes an error with a message that contains arguments of the format.
    pub(crate) const fn with_message(message: String) -> Self {
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
