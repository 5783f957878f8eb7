//! `operations.toml`: how each operation is called, what it answers and what it changes.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{BehaviourPage, DeprecatedPage, EffectPage, RefusalPage, SchemaPage};
use crate::model::{Direction, Level, PaginationStyle, ResourceEffect};

/// An operation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OperationPage {
    /// What it does, in our own words.
    pub(crate) doc: String,
    /// A title of a few words, such as `Update a book`, for documents that list operations; the
    /// first sentence of `doc` when left out.
    #[schemars(length(max = 60))]
    pub(crate) summary: Option<String>,
    /// The group that documents list it in, one of `tags` in `service.toml`; when left out, the
    /// type of its resource, or else the service.
    pub(crate) tag: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// That clients should stop calling it; a sentence says what to call instead.
    pub(crate) deprecated: Option<DeprecatedPage>,
    /// The date from which on it is deprecated, such as `2026-06-01`. Each success says it in the
    /// header `Deprecation`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub(crate) deprecated_since: Option<String>,
    /// The date from which on it may be gone. Each success says it in the header `Sunset`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub(crate) sunset: Option<String>,
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
    /// The type of the query: an object whose properties are the parameters.
    pub(crate) query: Option<String>,
    /// The type of the request headers: an object whose properties are the headers.
    pub(crate) headers: Option<String>,
    /// The type of the request body.
    pub(crate) request: Option<String>,
    /// Whether a request without a body is refused; it is unless this says `false`.
    pub(crate) request_required: Option<bool>,
    /// The response to a request that succeeds.
    pub(crate) response: Option<ResponsePage>,
    /// The type of the body of every answer that is not a success; the service's when left out.
    pub(crate) error_body: Option<String>,
    /// The resource that it works on, and what it does with it.
    pub(crate) resource: Option<ResourcePage>,
    /// The condition on the version of the resource, without which it is not changed.
    pub(crate) precondition: Option<PreconditionPage>,
    /// The condition on the version of the resource, without which it is not returned again.
    pub(crate) condition: Option<ConditionalReadPage>,
    /// How a repeated creation is told from another one.
    pub(crate) idempotency: Option<IdempotencyPage>,
    /// How a list is split into pages.
    pub(crate) pagination: Option<PaginationPage>,
    /// How a list is sorted.
    pub(crate) order: Option<OrderPage>,
    /// What it starts, for other operations to work on.
    pub(crate) starts: Option<StartsPage>,
    /// What it changes.
    #[serde(default)]
    pub(crate) effects: Vec<EffectPage>,
    /// When a request is refused although it is well formed.
    #[serde(default)]
    pub(crate) refusals: Vec<RefusalPage>,
    /// What it answers in circumstances in which a clause shows; a target brings each about.
    #[serde(default)]
    pub(crate) situations: Vec<ShownPage>,
    /// What else it does, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The errors that it may answer with beside those of every operation.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// Why it answers with an error, in its own terms, by the identity of the error. Left out, the
    /// cause follows from the resource, refusals and situations, or is that of the catalogue.
    #[serde(default)]
    pub(crate) causes: IndexMap<String, String>,
}

/// The response to a request that succeeds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResponsePage {
    /// The HTTP status.
    #[schemars(range(min = 200, max = 299))]
    pub(crate) status: Option<u16>,
    /// The type of the body; left out with the status 204, which has no body.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// The type of the headers: an object whose properties are the headers.
    pub(crate) headers: Option<String>,
}

/// What an operation answers in a circumstance in which a clause shows: an `error`, or a success.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShownPage {
    /// The identity within the operation.
    pub(crate) id: String,
    /// The circumstance, in our own words.
    pub(crate) doc: String,
    /// The clause that shows, such as `Book.cover.behaviour.returned`.
    pub(crate) clause: String,
    /// The operation that is called before, in the same circumstance. Its answer has each path parameter
    /// that it does not have itself, at any depth.
    pub(crate) after: Option<String>,
    /// The error that it answers.
    pub(crate) error: Option<String>,
    /// The type whose properties stand together at any depth of the answer.
    pub(crate) found: Option<String>,
    /// Members that stand at any depth of the answer, with their values.
    #[serde(default)]
    pub(crate) anywhere: Map<String, Value>,
    /// Members that the answer may leave out, with their values.
    #[serde(default)]
    pub(crate) optional: Map<String, Value>,
    /// What the answer says besides, in our own words.
    pub(crate) says: Option<String>,
    /// Words of which one stands in a text of the answer, at any depth and in any letter case.
    #[serde(default)]
    pub(crate) words: Vec<String>,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
}

/// The stored thing that an operation works on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResourcePage {
    /// Its type.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// What the operation does with it.
    pub(crate) effect: ResourceEffect,
    /// The path parameter that names it; left out where a resource is created, where resources are
    /// listed, and where each item of the body names its own by the property `identity`.
    pub(crate) identified_by: Option<String>,
    /// The property of the resource that holds its identity.
    pub(crate) identity: String,
    /// The property of the response body that it stands in; left out where it is the whole body,
    /// and where the response does not have it.
    pub(crate) returned_in: Option<String>,
    /// The response header that carries its version, `ETag`. Each change gives it another one.
    pub(crate) version: Option<String>,
    /// The error when there is no such thing.
    pub(crate) unknown: Option<String>,
    /// The error when it belongs to another team, where the contract shows one.
    pub(crate) foreign: Option<String>,
}

/// A condition on the version of a resource, without which it is not changed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PreconditionPage {
    /// The request header that holds the version, `If-Match`.
    pub(crate) header: String,
    /// The error when the resource has another version.
    pub(crate) error: String,
}

/// A condition on the version of a resource, without which it is not returned again: the response
/// is 304 then, and has no body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionalReadPage {
    /// The request header that holds the version which the client has, `If-None-Match`.
    pub(crate) header: String,
}

/// How a repeated creation is told from another one: the same key with the same body creates one
/// resource.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct IdempotencyPage {
    /// The request header that holds the key, such as `Idempotency-Key`.
    pub(crate) header: String,
    /// The error when the key was sent with another body, where the contract shows one.
    pub(crate) reused: Option<String>,
}

/// How a list is split into pages.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PaginationPage {
    /// What the parameter counts.
    pub(crate) style: PaginationStyle,
    /// The property of the query that names the page: a cursor, a number from 1, or how many
    /// resources are left out.
    pub(crate) parameter: String,
    /// The property of the query that bounds the number of resources on a page.
    pub(crate) limit: Option<String>,
    /// With the style `cursor`: the property of the response body that holds the cursor of the next
    /// page. It is null or absent on the last one.
    pub(crate) next: Option<String>,
    /// With the style `cursor`: the error for a cursor that the service has not given out.
    pub(crate) unknown: Option<String>,
    /// With another style: whether a walk over all pages meets each resource once that was there at
    /// its start, although others are created meanwhile. A walk by cursors always does.
    #[serde(default)]
    pub(crate) stable: bool,
}

/// How a list is sorted: by a property, or as a parameter of the query says.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OrderPage {
    /// The property of the resource by whose values the list is sorted.
    pub(crate) by: Option<String>,
    /// With `by`: whether the least or the greatest value comes first; the least when left out.
    pub(crate) direction: Option<Direction>,
    /// The property of the query that chooses how the list is sorted. Its `enum` names properties of
    /// the resource, with a `-` before one whose greatest value comes first.
    pub(crate) parameter: Option<String>,
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
