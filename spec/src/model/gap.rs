//! Gaps: what the contract leaves open, and how a run handles it.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// A point that the contract leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// The identity.
    pub id: String,
    /// The open point, as a question.
    pub question: String,
    /// The clauses that the gap is about: the identity of a clause, or the beginning of several identities.
    pub place: String,
    /// How a run can observe what a server does, or why it cannot.
    pub observation: Observation,
    /// The values that a run sends at `place`, where the contract does not say whether the schema accepts
    /// them.
    pub values: Vec<Value>,
    /// The heading of the contract's text.
    pub source: String,
}

/// How a run handles an open point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observation {
    /// A run probes the server, and reports what it observes.
    Probe(Probe),
    /// No run can observe it; holds the reason.
    Unobservable(String),
}

/// The probes that a run can send.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Probe {
    /// Updates a stored nested object with some of its properties: are the others kept?
    NestedUpdate,
    /// Sends a path parameter that breaks its format: which error does the response have?
    MalformedParameter,
    /// Sends the authentication scheme in lower case.
    LowerCaseScheme,
    /// Calls an operation on a resource with the key of another team.
    OtherTeam,
    /// Sends a property that the contract neither lists nor forbids.
    UnknownProperty,
    /// Sends an invalid body without a key: which error comes first?
    OrderOfChecks,
    /// Sends a body for which two readings of a rule differ.
    RuleScope,
    /// Sends a string of the maximum length, made of characters outside the Basic Multilingual Plane.
    LengthUnit,
    /// Sends a whole number written with a fraction of zero.
    IntegerSpelling,
    /// Sends a string of white space where a rule demands a string that is not empty.
    BlankText,
    /// Sends null for a property that an effect depends on.
    NullEffect,
    /// Sends a body of another media type.
    MediaType,
    /// Sends neither a body nor a media type where a body is required.
    MissingMediaType,
    /// Sends a value that the contract may or may not accept: a value that a schema lists as open, or a value
    /// of the gap itself.
    OpenValue,
    /// Moves a resource from one state to another, and reads the property that the gap is about.
    StateChange,
    /// Sends several updates of a resource at the same time: is any of them rejected?
    ConcurrentUpdates,
    /// Causes a webhook, and looks for the name of the event in its payload.
    WebhookPayload,
    /// Causes a webhook, and reads its headers.
    WebhookHeaders,
    /// Calls an operation whose response the contract shows in part, and records the response.
    Answer,
    /// Requests a page of a list that does not exist: with an altered cursor, or after the last page.
    NoSuchPage,
    /// Walks over numbered pages while resources are created: is each resource returned once?
    WalkWhileCreating,
    /// Sends strings and numbers that no clause forbids and that some stores cannot hold. Each accepted value
    /// must be returned unchanged.
    OddValue,
    /// Sends malformed requests for which the contract states no response. No response counts as a failure of
    /// the server.
    MalformedRequest,
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
