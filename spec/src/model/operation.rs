//! Operations: how one is called, what it answers, what it changes.

use indexmap::IndexMap;

use super::{Behaviour, ClauseId, Effect, Level, Refusal, Schema};

/// One operation of the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The identity, in lower camel case, such as `updateMonitor`.
    pub id: String,
    /// What it does, in our own words.
    pub doc: String,
    /// How it is called; none where the contract does not show it and a target must bind it.
    pub endpoint: Option<Endpoint>,
    /// The identity of the authentication scheme.
    pub authentication: Option<String>,
    /// Path parameters, by name.
    pub parameters: IndexMap<String, Parameter>,
    /// The type of the request body.
    pub request: Option<String>,
    /// Whether a request without a body is refused.
    pub request_required: bool,
    /// The answer when all is well, where the contract shows it.
    pub response: Option<Response>,
    /// The type of the body of every answer that is not a success.
    pub error_body: String,
    /// The resource that it works on.
    pub resource: Option<Resource>,
    /// What it starts, for other operations to work on.
    pub starts: Option<Starts>,
    /// What it changes.
    pub effects: Vec<Effect>,
    /// When a request is refused although it is well formed.
    pub refusals: Vec<Refusal>,
    /// What else it does, in our own words.
    pub behaviour: Behaviour,
    /// The identities of the errors that it may answer with, those of every operation included.
    pub errors: Vec<String>,
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

    /// The type of the answer's body when all is well, where the contract shows one.
    #[must_use]
    pub fn response_type(&self) -> Option<&String> {
        self.response.as_ref().map(|response| &response.type_name)
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

/// The answer when all is well.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The HTTP status; none where the contract shows that it is a success and no more.
    pub status: Option<u16>,
    /// The type of the body.
    pub type_name: String,
}

/// The stored thing that an operation works on.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its type.
    pub type_name: String,
    /// The path parameter that names it.
    pub identified_by: String,
    /// The property of the resource that holds the same identity.
    pub identity: String,
    /// The property of the response body that it stands in.
    pub returned_in: String,
    /// The error when there is no such thing.
    pub unknown: String,
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
