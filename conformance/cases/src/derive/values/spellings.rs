//! Lists further strings of each format: valid ones that a server may not know, and invalid ones that are
//! one letter away from a valid one.

mod invalid;
mod valid;

pub(in crate::derive) use invalid::invalid;
pub(in crate::derive) use valid::valid;

/// A string of a format, behind its name.
type Named = (&'static str, &'static str);

/// Strings of a format.
pub(in crate::derive) struct Spellings {
    /// The strings that every place of the format is sent.
    pub(in crate::derive) everywhere: &'static [Named],
    /// The strings that one place of an operation is sent.
    pub(in crate::derive) once: &'static [Named],
}
