//! What stands around the wrong value of a case. Clients send several properties at once, and a check may depend on what
//! else is there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands around a wrong value, and the case that shows that a server accepts the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Around {
    /// What stands around the value.
    pub surroundings: Surroundings,
    /// The identity of the control: a case with the same surroundings and no wrong value. If the server rejects that,
    /// a rejection of the wrong value shows nothing.
    pub control: String,
}

/// What stands around a wrong value.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Surroundings {
    /// Every other property of the object that has the value, after the value.
    Siblings,
    /// Every other property of every object around the value, before the value. Flags have their other value, and
    /// discriminators are last. Where the value is the first or the last of several items, items of another variant
    /// and one of its own are there.
    Crowd,
}

impl Surroundings {
    /// All surroundings.
    pub(crate) const ALL: [Self; 2] = [Self::Siblings, Self::Crowd];

    /// Returns the word that names the surroundings.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Siblings => "siblings",
            Self::Crowd => "crowd",
        }
    }
}
