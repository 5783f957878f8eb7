//! The `Debug` output of a secret.

use std::fmt;

/// Stands for a secret in the `Debug` of a generated type.
#[doc(hidden)]
pub struct Redacted {
    /// Whether the property has a value.
    pub is_given: bool,
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_given { "[redacted]" } else { "None" })
    }
}
