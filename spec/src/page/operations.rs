//! `operations.toml`: how each operation is called, what it answers and what it changes.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{BehaviourPage, EffectPage, RefusalPage, SchemaPage};
use crate::model::Level;

/// An operation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OperationPage {
    /// What it does, in our own words.
    pub(crate) doc: String,
    /// The heading of the contract.
    pub(crate) source: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The HTTP method, in capitals.
    #[schemars(regex(pattern = r"^[A-Z]+$"))]
    pub(crate) method: Option<String>,
    /// The path below the base path, with `{parameters}`; left out with the method where the
    /// contract does not show them.
    #[schemars(regex(pattern = r"^/"))]
    pub(crate) path: Option<String>,
    /// The gap that says that method and path are not shown.
    pub(crate) gap: Option<String>,
    /// The authentication scheme.
    pub(crate) authentication: Option<String>,
    /// Path parameters, by name.
    #[serde(default)]
    pub(crate) parameters: IndexMap<String, SchemaPage>,
    /// The type of the request body.
    pub(crate) request: Option<String>,
    /// Whether a request without a body is refused; it is unless this says `false`.
    pub(crate) request_required: Option<bool>,
    /// The answer when all is well.
    pub(crate) response: Option<ResponsePage>,
    /// The type of the body of every answer that is not a success; the service's when left out.
    pub(crate) error_body: Option<String>,
    /// The resource that it works on.
    pub(crate) resource: Option<ResourcePage>,
    /// What it starts, for other operations to work on.
    pub(crate) starts: Option<StartsPage>,
    /// What it changes.
    #[serde(default)]
    pub(crate) effects: Vec<EffectPage>,
    /// When a request is refused although it is well formed.
    #[serde(default)]
    pub(crate) refusals: Vec<RefusalPage>,
    /// What else it does, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The errors that it may answer with beside those of every operation.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
}

/// The answer when all is well.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResponsePage {
    /// The HTTP status.
    #[schemars(range(min = 200, max = 299))]
    pub(crate) status: Option<u16>,
    /// The type of the body.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
}

/// The stored thing that an operation works on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResourcePage {
    /// Its type.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// The path parameter that names it.
    pub(crate) identified_by: String,
    /// The property of the resource that holds the same identity.
    pub(crate) identity: String,
    /// The property of the response body that it stands in.
    pub(crate) returned_in: String,
    /// The error when there is no such thing.
    pub(crate) unknown: String,
}

/// What an operation starts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StartsPage {
    /// The property of the answer that identifies it.
    pub(crate) identity: String,
    /// The path parameter by which other operations name it.
    pub(crate) parameter: String,
}
