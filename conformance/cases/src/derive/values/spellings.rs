//! Lists further strings of each format: valid ones that a server may not support, and invalid ones that
//! differ in one letter from a valid one.

mod invalid;
mod valid;

pub(in crate::derive) use invalid::invalid;
pub(in crate::derive) use valid::valid;

/// The name of a string, and the string.
type NamedString = (&'static str, &'static str);

/// Strings of a format.
pub(in crate::derive) struct Spellings {
    /// The strings that are sent to every place of the format.
    pub(in crate::derive) everywhere: &'static [NamedString],
    /// The strings that are sent to one place of each operation.
    pub(in crate::derive) once: &'static [NamedString],
}
