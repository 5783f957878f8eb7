//! The names of teams.
//!
//! This module does not know the permissions of a team.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The name of a team, whose resources are kept apart from those of others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(Cow<'static, str>);

impl Team {
    /// The team of [`Keys::valid`](super::Keys::valid).
    pub const HOME: Self = Self(Cow::Borrowed("home"));
    /// The team of [`Keys::other_team`](super::Keys::other_team).
    pub const OTHER: Self = Self(Cow::Borrowed("other"));

    /// Creates a team name.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Returns the name as a string.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}
