//! Profiles: named sets of features. A server may claim some of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The first segment of the identities of cases that belong to no operation.
pub const SERVICE_FEATURE: &str = "service";

/// A named set of features. Each case belongs to one profile: the profile that lists a need of the case, or
/// else the profile with the longest feature that the identity of the case begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name.
    pub id: String,
    /// What a server of the profile offers.
    pub doc: String,
    /// The beginnings of case identities, in whole `::` segments.
    pub features: Vec<String>,
    /// The needs whose cases belong to this profile, whatever the identities of the cases are.
    pub needs: Vec<ProfileNeed>,
}

/// The needs of a case that can decide its profile.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileNeed {
    /// The runner must be reachable for webhooks.
    Webhooks,
}

impl fmt::Display for ProfileNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Webhooks => "webhooks",
        })
    }
}
