//! Who may call: the keys that the reference server knows and the teams that they belong to.
//!
//! It must not know how a key travels in a request; that stands in the contract.

use serde::Deserialize;

/// The teams whose resources the reference server keeps apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Team {
    /// The team of [`Keys::valid`].
    #[default]
    Home,
    /// The team of [`Keys::other_team`].
    Other,
}

/// The keys that the reference server knows; every other key is unknown to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// May do everything for [`Team::Home`].
    pub valid: String,
    /// Was valid once and is refused like a key that never was.
    pub revoked: String,
    /// Is valid, and lacks permission for every operation.
    pub limited: String,
    /// May do everything for [`Team::Other`].
    pub other_team: String,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            valid: "reference-valid-key".to_owned(),
            revoked: "reference-revoked-key".to_owned(),
            limited: "reference-limited-key".to_owned(),
            other_team: "reference-other-team-key".to_owned(),
        }
    }
}

/// What a key that is accepted allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Everything, for the team.
    Full(Team),
    /// Nothing, although the key is good.
    Limited,
}

impl Keys {
    /// What a key allows; `None` for one that is unknown or revoked.
    pub(super) fn standing(&self, key: &str) -> Option<Standing> {
        if key == self.valid {
            Some(Standing::Full(Team::Home))
        } else if key == self.other_team {
            Some(Standing::Full(Team::Other))
        } else if key == self.limited {
            Some(Standing::Limited)
        } else {
            None
        }
    }
}
