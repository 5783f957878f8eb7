//! The pages `operations.toml` and `lifecycles.toml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::{
    Behaviour, Direction, Idempotency, IllegalMoves, Level, Pagination, Precondition,
    RequestMediaType, Resource, Response, SituationEvent,
};
use crate::page::{DeprecatedPage, EffectPage, RefusalPage, SchemaPage};

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
    #[serde(default, skip_serializing_if = "String::is_empty")]
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
    /// The media type of the request body; JSON when left out. With `multipart/form-data`, each property of the type
    /// is a part: a file (`contentMediaType`), text for a scalar, JSON for anything else.
    pub(crate) request_media_type: Option<RequestMediaType>,
    /// Whether a request without a body is rejected; `true` when left out.
    pub(crate) request_required: Option<bool>,
    /// The response to a request that succeeds.
    pub(crate) response: Option<Response>,
    /// The type of the body of every response that is not a success. Left out, `errorBody` of the service
    /// applies.
    pub(crate) error_body: Option<String>,
    /// The resource that the operation works on, and what the operation does with it.
    pub(crate) resource: Option<Resource>,
    /// A condition on the version of the resource; without it, the resource is not changed.
    pub(crate) precondition: Option<Precondition>,
    /// A condition on the version of the resource; without it, the resource is not returned again.
    pub(crate) condition: Option<ConditionalReadPage>,
    /// How the service recognizes a repeated creation.
    pub(crate) idempotency: Option<Idempotency>,
    /// How a list is split into pages.
    pub(crate) pagination: Option<Pagination>,
    /// How a list is sorted.
    pub(crate) order: Option<OrderPage>,
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
    pub(crate) behaviour: Behaviour,
    /// The errors that responses may have, in addition to the errors of every operation.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// The causes of errors in the operation's own terms, by the identity of the error. Left out, a cause
    /// follows from the resource, the refusals and the situations, or is the cause in the catalogue.
    #[serde(default)]
    pub(crate) causes: IndexMap<String, String>,
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

/// A condition on the version of a resource; without it, the resource is not returned again. The response has
/// the status code 304 then, and no body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionalReadPage {
    /// The request header that carries the version that the client already has, `If-None-Match`.
    pub(crate) header: String,
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

/// The states that a property can hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LifecyclePage {
    /// The states that the contract shows.
    pub(crate) states: Vec<String>,
    /// The states of a new job, or of a new resource whose creation asks for none.
    #[serde(default)]
    pub(crate) initial: Vec<String>,
    /// The states that a job never leaves.
    #[serde(default)]
    pub(crate) terminal: Vec<String>,
    /// The gap that says that further states exist.
    pub(crate) gap: Option<String>,
    /// Every move between states that the contract shows.
    #[serde(default)]
    pub(crate) moves: Vec<MovePage>,
    /// What a request earns that moves a resource in another way. Without it, every move is possible that requests can
    /// ask for. A request for the state that the resource has changes nothing.
    pub(crate) illegal: Option<IllegalMoves>,
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
    pub(crate) event: Option<SituationEvent>,
    /// How firmly the contract states the situation.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
}

/// A move between states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MovePage {
    /// The state after the move.
    pub(crate) to: String,
    /// The states in which the move is possible; without `illegal`, each state that requests can set is among them. If
    /// absent, the move is possible in every state.
    pub(crate) from: Option<Vec<String>>,
    /// The operation that makes the move by setting the property, or by cancelling the job.
    pub(crate) operation: String,
    /// How firmly the contract states the move.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
}
