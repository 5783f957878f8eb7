//! The tables of spellings: how a string looks, and what a server does with it.

mod addresses;
mod others;
mod schedules;

use webdata_spec::model::StringFormat;

/// What a server does with a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Accepts it, although it is invalid.
    Accept,
    /// Rejects it, although it is valid.
    Reject,
    /// Fails, whether it is valid or not.
    Fail,
}

/// Strings of a format that look alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    pub(super) format: StringFormat,
    pub(super) does: Does,
    /// The word in identities.
    pub(super) way: &'static str,
    /// The expression that these strings match.
    pub(super) like: &'static str,
    /// What is special about them.
    pub(super) says: &'static str,
    /// Whether every place of the format has such a server, rather than the first one alone.
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
