//! Profiles: named sets of features, of which a server may claim some.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The first segment of the identities of cases that are of no operation.
pub const SERVICE_FEATURE: &str = "service";

/// A named set of features. Each case belongs to one profile: to the one that names a need of the
/// case, or else to the one of the longest feature that the identity of the case begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name.
    pub id: String,
    /// What a server offers that meets it.
    pub doc: String,
    /// The starts of the identities of its cases, in whole `::` segments.
    pub features: Vec<String>,
    /// Needs of cases that are of this profile, whatever their identities begin with.
    pub needs: Vec<ProfileNeed>,
}

/// What a case may need of a target that makes the case one of a profile.
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
    /// Webhooks that reach the runner.
    Webhooks,
}

impl fmt::Display for ProfileNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Webhooks => "webhooks",
        })
    }
}
