//! `profiles.toml`: named sets of features. A server may claim some of them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::ProfileNeed;

/// A named set of features.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProfilePage {
    /// What a server of the profile offers, in prose.
    pub(crate) doc: String,
    /// Beginnings of case identities, in whole `::` segments: the identity of an operation, alone or with
    /// further segments. Cases of no operation begin with `service`. A case belongs to the profile with the
    /// longest matching beginning.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// The needs whose cases belong to this profile, whatever the identities of the cases are.
    #[serde(default)]
    pub(crate) needs: Vec<ProfileNeed>,
}
