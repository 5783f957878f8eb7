//! The tables of spellings: how a string looks, and what a server does with it.

mod addresses;
mod others;
mod schedules;

use webdata_spec::model::StringFormat;

/// How a server treats a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Treatment {
    /// The server accepts the string, although it is invalid.
    Accept,
    /// The server rejects the string, although it is valid.
    Reject,
    /// The server fails, whether the string is valid or not.
    Fail,
}

/// Strings of a format that match a pattern, and how a server treats them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    pub(super) format: StringFormat,
    pub(super) treatment: Treatment,
    /// The suffix of the identity.
    pub(super) suffix: &'static str,
    /// The pattern that the strings match.
    pub(super) like: &'static str,
    /// The description of the strings.
    pub(super) description: &'static str,
    /// Whether every place of the format has such a mutant, rather than only the first.
    pub(super) everywhere: bool,
}

const fn spelling(
    format: StringFormat,
    treatment: Treatment,
    suffix: &'static str,
    like: &'static str,
    description: &'static str,
) -> Spelling {
    Spelling { format, treatment, suffix, like, description, everywhere: false }
}

const fn everywhere(
    format: StringFormat,
    treatment: Treatment,
    suffix: &'static str,
    like: &'static str,
    description: &'static str,
) -> Spelling {
    Spelling { everywhere: true, ..spelling(format, treatment, suffix, like, description) }
}

/// Returns every spelling, by format.
pub(super) fn all() -> impl Iterator<Item = &'static Spelling> {
    schedules::SPELLINGS.iter().chain(&addresses::SPELLINGS).chain(&others::SPELLINGS)
}
