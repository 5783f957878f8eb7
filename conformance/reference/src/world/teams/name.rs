//! The names of teams.
//!
//! It must not know what a team may do.

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

    /// The team of a name.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}
