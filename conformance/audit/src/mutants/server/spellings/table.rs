//! The tables of spellings: how a string looks, and what a server does with it.

mod addresses;
mod others;
mod schedules;

use webdata_spec::model::StringFormat;

/// How a server treats a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
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
    pub(super) does: Does,
    /// The way in identities.
    pub(super) way: &'static str,
    /// The pattern that the strings match.
    pub(super) like: &'static str,
    /// The description of the strings.
    pub(super) says: &'static str,
    /// Whether every place of the format has such a mutant, rather than only the first.
    pub(super) everywhere: bool,
}

const fn spelling(
    format: StringFormat,
    does: Does,
    way: &'static str,
    like: &'static str,
    says: &'static str,
) -> Spelling {
    Spelling { format, does, way, like, says, everywhere: false }
}

const fn everywhere(
    format: StringFormat,
    does: Does,
    way: &'static str,
    like: &'static str,
    says: &'static str,
) -> Spelling {
    Spelling { everywhere: true, ..spelling(format, does, way, like, says) }
}

/// Returns every spelling, by format.
pub(super) fn all() -> impl Iterator<Item = &'static Spelling> {
    schedules::SPELLINGS.iter().chain(&addresses::SPELLINGS).chain(&others::SPELLINGS)
}
