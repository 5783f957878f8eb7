//! `profiles.toml`: named sets of features, of which a server may claim some.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::ProfileNeed;

/// A named set of features.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProfilePage {
    /// What a server offers that meets it, in our own words.
    pub(crate) doc: String,
    /// The starts of the identities of its cases, in whole `::` segments: the identity of an operation,
    /// or that and what stands behind it. Cases of no operation begin with `service`. A case belongs to
    /// the profile of the longest start that it has.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// Needs of cases that are of this profile, whatever their identities begin with.
    #[serde(default)]
    pub(crate) needs: Vec<ProfileNeed>,
}
