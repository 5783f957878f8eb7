//! Operations: how one is called, what it answers, what it changes.

use indexmap::IndexMap;

use super::{
    Behaviour, ClauseId, Date, Deprecation, Effect, Idempotency, Level, Order, Pagination,
    Precondition, Refusal, Schema, Situation, SituationAnswer,
};

/// One operation of the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The identity, in lower camel case, such as `updateMonitor`.
    pub id: String,
    /// What it does, in our own words.
    pub doc: String,
    /// A title of a few words, where the page has one.
    pub summary: Option<String>,
    /// The group that documents list it in, where the page names one.
    pub tag: Option<String>,
    /// That clients should stop calling it.
    pub deprecated: Option<Deprecation>,
    /// The date from which on it is deprecated, which a response header says.
    pub deprecated_since: Option<Date>,
    /// The date until which it works, which a response header says.
    pub sunset: Option<Date>,
    /// How it is called; none where the contract does not show it and a target must bind it.
    pub endpoint: Option<Endpoint>,
    /// The identity of the authentication scheme.
    pub authentication: Option<String>,
    /// Path parameters, by name.
    pub parameters: IndexMap<String, Parameter>,
    /// The type of the query: an object whose properties are the parameters.
    pub query: Option<String>,
    /// The type of the request headers: an object whose properties are the headers.
    pub headers: Option<String>,
    /// The type of the request body.
    pub request: Option<String>,
    /// Whether a request without a body is refused.
    pub request_required: bool,
    /// The response to a request that succeeds, where the contract shows it.
    pub response: Option<Response>,
    /// The type of the body of every answer that is not a success.
    pub error_body: String,
    /// The resource that it works on, and what it does with it.
    pub resource: Option<Resource>,
    /// The condition on the version of the resource, without which it is not changed.
    pub precondition: Option<Precondition>,
    /// The request header that holds the version which the client has; the resource is not returned
    /// again where it still has that version.
    pub condition: Option<String>,
    /// How a repeated creation is told from another one.
    pub idempotency: Option<Idempotency>,
    /// How a list is split into pages.
    pub pagination: Option<Pagination>,
    /// How a list is sorted.
    pub order: Option<Order>,
    /// What it starts, for other operations to work on.
    pub starts: Option<Starts>,
    /// What it changes.
    pub effects: Vec<Effect>,
    /// When a request is refused although it is well formed.
    pub refusals: Vec<Refusal>,
    /// What it answers in circumstances in which a clause shows.
    pub situations: Vec<Situation>,
    /// What else it does, in our own words.
    pub behaviour: Behaviour,
    /// The identities of the errors that it may answer with, those of every operation included.
    pub errors: Vec<String>,
    /// Why it answers with an error, in its own terms, by the identity of the error.
    pub causes: IndexMap<String, String>,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl Operation {
    /// The path that its clauses start with, `operations.<id>`.
    #[must_use]
    pub fn clause(&self) -> ClauseId {
        ClauseId::new(format!("operations.{}", self.id))
    }

    /// Returns the clause that says something of the pages of a list.
    #[must_use]
    pub fn pagination_clause(&self, word: &str) -> ClauseId {
        self.clause().child("pagination").child(word)
    }

    /// Returns the type of the body of a success, where the contract shows one.
    #[must_use]
    pub fn response_type(&self) -> Option<&String> {
        self.response.as_ref()?.type_name.as_ref()
    }

    /// Returns the type of the headers of a success, where the contract names some.
    #[must_use]
    pub fn response_headers(&self) -> Option<&String> {
        self.response.as_ref()?.headers.as_ref()
    }

    /// Returns the names of the types of what is sent: the body, the query and the headers.
    pub fn sent_types(&self) -> impl Iterator<Item = &str> {
        [&self.request, &self.query, &self.headers].into_iter().flatten().map(String::as_str)
    }

    /// Returns the names of the types of what a success returns: the body and the headers.
    pub fn returned_types(&self) -> impl Iterator<Item = &str> {
        let response = self.response.as_ref();
        let types = response.map(|own| [&own.type_name, &own.headers]);
        types.into_iter().flatten().flatten().map(String::as_str)
    }

    /// Returns the names of the types whose properties stand at any depth of some responses.
    pub fn found_types(&self) -> impl Iterator<Item = &str> {
        self.situations.iter().filter_map(|situation| match &situation.answer {
            SituationAnswer::Success(success) => success.found.as_deref(),
            SituationAnswer::Error(_) => None,
        })
    }

    /// Returns what the operation does with its resource, if it has one.
    #[must_use]
    pub fn resource_effect(&self) -> Option<ResourceEffect> {
        self.resource.as_ref().map(|resource| resource.effect)
    }

    /// Returns whether each item of the body names a resource of its own.
    #[must_use]
    pub fn is_bulk(&self) -> bool {
        self.resource.as_ref().is_some_and(|resource| {
            resource.effect.needs_identity() && resource.identified_by.is_none()
        })
    }
}

/// How an operation is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path below the base path, with `{parameters}`.
    pub path: String,
}

/// A path parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The name, as it stands in the path.
    pub name: String,
    /// What it may hold.
    pub schema: Schema,
}

/// The response to a request that succeeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The HTTP status; none where the contract shows that it is a success and no more.
    pub status: Option<u16>,
    /// The type of the body; none where there is no body.
    pub type_name: Option<String>,
    /// The type of the headers: an object whose properties are the headers.
    pub headers: Option<String>,
}

/// The stored thing that an operation works on.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its type.
    pub type_name: String,
    /// What the operation does with it.
    pub effect: ResourceEffect,
    /// The path parameter that names it; none where a resource is created, where resources are
    /// listed, and where each item of the body names its own.
    pub identified_by: Option<String>,
    /// The property of the resource that holds its identity.
    pub identity: String,
    /// The property of the response body that it stands in; none where it is the whole body, and
    /// where the response does not have it.
    pub returned_in: Option<String>,
    /// The response header that carries its version.
    pub version: Option<String>,
    /// The error when there is no such thing.
    pub unknown: Option<String>,
    /// The error when it belongs to another team, where the contract shows one.
    pub foreign: Option<String>,
}

impl Resource {
    /// Returns the errors of a resource that is not there, or is another team's.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        [&self.unknown, &self.foreign].into_iter().flatten().map(String::as_str)
    }

    /// Returns where the resource stands in a response body, as a JSON Pointer (RFC 6901).
    #[must_use]
    pub fn pointer(&self) -> String {
        self.returned_in.as_ref().map_or_else(String::new, |name| format!("/{name}"))
    }
}

/// What an operation does with its resource.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ResourceEffect {
    /// Stores a new one.
    Creates,
    /// Returns one as it is stored.
    Reads,
    /// Returns those of the team.
    Lists,
    /// Changes the properties that are given.
    Updates,
    /// Puts another one in its place, with the same identity.
    Replaces,
    /// Removes it.
    Deletes,
}

impl ResourceEffect {
    /// Returns the word that the pages have for the effect.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Creates => "creates",
            Self::Reads => "reads",
            Self::Lists => "lists",
            Self::Updates => "updates",
            Self::Replaces => "replaces",
            Self::Deletes => "deletes",
        }
    }

    /// Returns whether a request names the resource.
    #[must_use]
    pub fn needs_identity(self) -> bool {
        match self {
            Self::Reads | Self::Updates | Self::Replaces | Self::Deletes => true,
            Self::Creates | Self::Lists => false,
        }
    }

    /// Returns whether the request body says what is stored.
    #[must_use]
    pub fn stores(self) -> bool {
        match self {
            Self::Creates | Self::Updates | Self::Replaces => true,
            Self::Reads | Self::Lists | Self::Deletes => false,
        }
    }

    /// Returns what the effect promises beyond what is stored, as a sentence about a type. The
    /// effects of updates and replacements are clauses of their own.
    #[must_use]
    pub fn promise(self, type_name: &str) -> Option<String> {
        match self {
            Self::Creates => {
                Some(format!("each success creates a {type_name} with an identity of its own"))
            }
            Self::Reads => Some(format!("returns the {type_name} as it is stored")),
            Self::Lists => Some(format!("returns each {type_name} of the team, and no other")),
            Self::Deletes => Some(format!("removes the {type_name}, and no other")),
            Self::Updates | Self::Replaces => None,
        }
    }
}

/// What an operation starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starts {
    /// The property of the answer that identifies it.
    pub identity: String,
    /// The path parameter by which other operations name it.
    pub parameter: String,
}

/// How a request shows who sends it.
#[derive(Debug, Clone, PartialEq)]
pub struct Authentication {
    /// The identity.
    pub id: String,
    /// The scheme word before the key, such as `Bearer`.
    pub scheme: String,
    /// The header that carries it.
    pub header: String,
    /// The error for a key that is missing, malformed or revoked.
    pub rejected: String,
    /// The error for a key that lacks permission.
    pub forbidden: String,
    /// What else is said of it, in our own words.
    pub behaviour: Behaviour,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl Authentication {
    /// The identity of one of its clauses, such as `authentication.bearer.missing`.
    #[must_use]
    pub fn clause(&self, form: &str) -> ClauseId {
        ClauseId::new(format!("authentication.{}.{form}", self.id))
    }
}
