//! The pages `operations.toml` and `lifecycles.toml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::{Direction, Level, PaginationStyle, ResourceEffect};
use crate::page::{BehaviourPage, DeprecatedPage, EffectPage, RefusalPage, SchemaPage};

/// An operation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OperationPage {
    /// What the operation does, in prose.
    pub(crate) doc: String,
    /// A title of a few words, such as `Update a book`, for documents that list operations. Left out, the
    /// first sentence of `doc` is the title.
    #[schemars(length(max = 60))]
    pub(crate) summary: Option<String>,
    /// The group of the operation in documents, one of `tags` in `service.toml`. Left out, the group is the
    /// type of the resource, or else the service.
    pub(crate) tag: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: String,
    /// How firmly the contract states the operation.
    #[serde(default)]
    pub(crate) level: Level,
    /// Whether clients should stop calling the operation; a sentence says what to call instead.
    pub(crate) deprecated: Option<DeprecatedPage>,
    /// The date on which the operation became deprecated, such as `2026-06-01`. Each success states the date
    /// in the header `Deprecation`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub(crate) deprecated_since: Option<String>,
    /// The date from which the operation may be unavailable. Each success states the date in the header
    /// `Sunset`.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub(crate) sunset: Option<String>,
    /// The HTTP method, in capitals.
    #[schemars(regex(pattern = r"^[A-Z]+$"))]
    pub(crate) method: Option<String>,
    /// The path below the base path, with `{parameters}`. A contract that does not show the path and the
    /// method leaves out both.
    #[schemars(regex(pattern = r"^/"))]
    pub(crate) path: Option<String>,
    /// The gap that says that the contract does not show the method and the path.
    pub(crate) gap: Option<String>,
    /// The authentication scheme, by identity.
    pub(crate) authentication: Option<String>,
    /// Path parameters, by name.
    #[serde(default)]
    pub(crate) parameters: IndexMap<String, SchemaPage>,
    /// The type of the query: an object whose properties are the query parameters.
    pub(crate) query: Option<String>,
    /// The type of the request headers: an object whose properties are the headers.
    pub(crate) headers: Option<String>,
    /// The type of the request body.
    pub(crate) request: Option<String>,
    /// Whether a request without a body is rejected; `true` when left out.
    pub(crate) request_required: Option<bool>,
    /// The response to a request that succeeds.
    pub(crate) response: Option<ResponsePage>,
    /// The type of the body of every response that is not a success. Left out, `errorBody` of the service
    /// applies.
    pub(crate) error_body: Option<String>,
    /// The resource that the operation works on, and what the operation does with it.
    pub(crate) resource: Option<ResourcePage>,
    /// A condition on the version of the resource; without it, the resource is not changed.
    pub(crate) precondition: Option<PreconditionPage>,
    /// A condition on the version of the resource; without it, the resource is not returned again.
    pub(crate) condition: Option<ConditionalReadPage>,
    /// How the service recognizes a repeated creation.
    pub(crate) idempotency: Option<IdempotencyPage>,
    /// How a list is split into pages.
    pub(crate) pagination: Option<PaginationPage>,
    /// How a list is sorted.
    pub(crate) order: Option<OrderPage>,
    /// What the operation starts, for other operations to work on.
    pub(crate) starts: Option<StartsPage>,
    /// The changes that the operation makes.
    #[serde(default)]
    pub(crate) effects: Vec<EffectPage>,
    /// The circumstances in which a well-formed request is rejected.
    #[serde(default)]
    pub(crate) refusals: Vec<RefusalPage>,
    /// The responses in circumstances that make a clause observable. A target brings about each circumstance.
    #[serde(default)]
    pub(crate) situations: Vec<OperationSituationPage>,
    /// Further statements about the operation, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The errors that responses may have, in addition to the errors of every operation.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// The causes of errors in the operation's own terms, by the identity of the error. Left out, a cause
    /// follows from the resource, the refusals and the situations, or is the cause in the catalogue.
    #[serde(default)]
    pub(crate) causes: IndexMap<String, String>,
}

/// The response to a request that succeeds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResponsePage {
    /// The status code.
    #[schemars(range(min = 200, max = 299))]
    pub(crate) status: Option<u16>,
    /// The type of the body; left out for the status code 204, whose response has no body.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// The type of the headers: an object whose properties are the headers.
    pub(crate) headers: Option<String>,
}

/// The response of an operation in a circumstance that makes a clause observable: an `error`, or a success.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OperationSituationPage {
    /// The identity within the operation.
    pub(crate) id: String,
    /// The circumstance, in prose.
    pub(crate) doc: String,
    /// The clause that the situation makes observable.
    pub(crate) clause: String,
    /// The operation that is called before, in the same circumstance. Each path parameter that the request of
    /// the earlier operation does not have is in its response, at any depth.
    pub(crate) after: Option<String>,
    /// The error that the response has. If absent, the response is a success.
    pub(crate) error: Option<String>,
    /// The type whose properties one object of the response has, at any depth.
    pub(crate) found: Option<String>,
    /// Properties that the response has at any depth, with their values.
    #[serde(default)]
    pub(crate) anywhere: Map<String, Value>,
    /// Properties that the response may leave out, with their values.
    #[serde(default)]
    pub(crate) optional: Map<String, Value>,
    /// What else the response contains, in prose.
    pub(crate) says: Option<String>,
    /// Words: at least one of them occurs in a string of the response, at any depth, in any letter case.
    #[serde(default)]
    pub(crate) words: Vec<String>,
    /// How firmly the contract states the situation.
    #[serde(default)]
    pub(crate) level: Level,
}

/// The stored object that an operation works on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResourcePage {
    /// The type of the resource.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// What the operation does with the resource.
    pub(crate) effect: ResourceEffect,
    /// The path parameter that names the resource. Operations that create or list resources leave it out, and
    /// so do operations whose body has several items that each name a resource by the property `identity`.
    pub(crate) identified_by: Option<String>,
    /// The property that identifies the resource.
    pub(crate) identity: String,
    /// The property of the response body that holds the resource. Left out where the resource is the whole
    /// body, and where the response does not contain the resource.
    pub(crate) returned_in: Option<String>,
    /// The response header that carries the version of the resource, `ETag`. Each change gives the resource a
    /// new version.
    pub(crate) version: Option<String>,
    /// The error for a resource that does not exist.
    pub(crate) unknown: Option<String>,
    /// The error for a resource of another team, where the contract shows one.
    pub(crate) foreign: Option<String>,
}

/// A condition on the version of a resource; without it, the resource is not changed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PreconditionPage {
    /// The request header that carries the version, `If-Match`.
    pub(crate) header: String,
    /// The error for a resource that has another version.
    pub(crate) error: String,
}

/// A condition on the version of a resource; without it, the resource is not returned again. The response has
/// the status code 304 then, and no body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionalReadPage {
    /// The request header that carries the version that the client already has, `If-None-Match`.
    pub(crate) header: String,
}

/// How the service recognizes a repeated creation: requests with the same key and the same body create one
/// resource.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct IdempotencyPage {
    /// The request header that carries the key, such as `Idempotency-Key`.
    pub(crate) header: String,
    /// The error for a key that was sent before with another body, where the contract shows one.
    pub(crate) reused: Option<String>,
}

/// How a list is split into pages.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PaginationPage {
    /// What the parameter counts.
    pub(crate) style: PaginationStyle,
    /// The property of the query that selects the page: a cursor, a page number from 1, or the number of
    /// resources to skip.
    pub(crate) parameter: String,
    /// The property of the query that limits the number of resources on a page.
    pub(crate) limit: Option<String>,
    /// With the style `cursor`: the property of the response body that holds the cursor of the next page. On
    /// the last page, it is null or absent.
    pub(crate) next: Option<String>,
    /// With the style `cursor`: the error for a cursor that the service did not issue.
    pub(crate) unknown: Option<String>,
    /// With the styles other than `cursor`: whether each resource that exists when a walk over all pages
    /// begins is returned exactly once, even if other resources are created meanwhile. A walk by cursors
    /// always has this property.
    #[serde(default)]
    pub(crate) stable: bool,
}

/// How a list is sorted: by a fixed property, or as a parameter of the query says.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OrderPage {
    /// The property of the resource whose values sort the list.
    pub(crate) by: Option<String>,
    /// With `by`: whether the smallest or the largest value comes first; the smallest when left out.
    pub(crate) direction: Option<Direction>,
    /// The property of the query that selects the sort order. Its `enum` lists properties of the resource; a
    /// `-` before a property puts the largest value first.
    pub(crate) parameter: Option<String>,
}

/// The thing that an operation starts, such as a job.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StartsPage {
    /// The property of the response that identifies the thing.
    pub(crate) identity: String,
    /// The path parameter with which other operations identify the thing.
    pub(crate) parameter: String,
}

/// The states that a property can hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LifecyclePage {
    /// The states that the contract shows.
    pub(crate) states: Vec<String>,
    /// The gap that says that further states exist.
    pub(crate) gap: Option<String>,
    /// Every move between states that the contract shows.
    #[serde(default)]
    pub(crate) moves: Vec<MovePage>,
    /// Responses in a state, whether or not the contract shows the move that leads to the state.
    #[serde(default)]
    pub(crate) situations: Vec<SituationPage>,
}

/// The response of an operation in a situation: an `error`, or a success.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationPage {
    /// The identity within the lifecycle.
    pub(crate) id: String,
    /// The situation, in prose.
    pub(crate) doc: String,
    /// The operation that is called.
    pub(crate) operation: String,
    /// The error that the response has. If absent, the response is a success.
    pub(crate) error: Option<String>,
    /// Properties of the response, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
    /// Properties that the response does not have.
    #[serde(default)]
    pub(crate) absent: Vec<String>,
    /// Properties that the response may leave out, with their values.
    #[serde(default)]
    pub(crate) optional: Map<String, Value>,
    /// What else the response contains, in prose.
    pub(crate) says: Option<String>,
    /// Words: at least one of them occurs in a string of the response, at any depth, in any letter case.
    #[serde(default)]
    pub(crate) words: Vec<String>,
    /// The event that is reported in the situation.
    pub(crate) event: Option<SituationEventPage>,
    /// How firmly the contract states the situation.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// An event that is reported in a situation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationEventPage {
    /// The identity of the channel.
    pub(crate) channel: String,
    /// The name of the event.
    pub(crate) name: String,
    /// Properties of the event's payload, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
}

/// A move between states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MovePage {
    /// The state after the move.
    pub(crate) to: String,
    /// The states in which the move is possible. If absent, it is possible in every state.
    pub(crate) from: Option<Vec<String>>,
    /// The operation that makes the move by setting the property.
    pub(crate) operation: String,
    /// How firmly the contract states the move.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}
