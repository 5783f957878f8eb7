//! What the contract leaves open, and how a run deals with it.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// A point that the contract leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// The identity.
    pub id: String,
    /// What is left open, as a question.
    pub question: String,
    /// What it is about: the identity of a clause, or the start of several.
    pub place: String,
    /// How a run can see what a server does, or why it cannot.
    pub observation: Observation,
    /// What a run sends at the place, where that is a schema that does not say whether it is taken.
    pub values: Vec<Value>,
    /// The heading of the contract.
    pub source: String,
}

/// How an open point is dealt with in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observation {
    /// A run asks, and reports what it saw.
    Probe(Probe),
    /// No run can see it; the reason.
    Unobservable(String),
}

/// The questions that a run knows how to ask.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Probe {
    /// Sends part of a nested object over a full one: is the rest kept?
    NestedUpdate,
    /// Sends a path parameter that breaks its format: which error answers?
    MalformedParameter,
    /// Sends the authentication scheme in lower case.
    LowerCaseScheme,
    /// Uses the key of another team on a resource.
    OtherTeam,
    /// Sends a property that the contract does not list, where nothing forbids it.
    UnknownProperty,
    /// Sends a broken body without a key: which error comes first?
    OrderOfChecks,
    /// Sends a body on which two readings of a rule disagree.
    RuleScope,
    /// Sends a string at its longest, made of characters outside the basic plane.
    LengthUnit,
    /// Sends a whole number written with a fraction of zero.
    IntegerSpelling,
    /// Sends a string of blanks where a rule asks for one that is not empty.
    BlankText,
    /// Sends a null for a property that an effect hangs on.
    NullEffect,
    /// Sends a body of another media type.
    MediaType,
    /// Sends neither a body nor a media type where a body is required.
    MissingMediaType,
    /// Sends a value of which the contract does not say whether it is taken: one that a schema
    /// lists as open, or one of the gap itself.
    OpenValue,
    /// Moves a resource from one state to another, and looks at the property that the gap is about.
    StateChange,
    /// Updates a resource in several ways at the same time: is any of them refused?
    ConcurrentUpdates,
    /// Has something to be told to a webhook, and looks at where its payload names the event.
    WebhookPayload,
    /// The same, and looks at its headers.
    WebhookHeaders,
    /// Calls an operation whose answer is shown in part, and records what is answered.
    Answer,
    /// Requests a page of a list that there is not: by a cursor that was not given out whole, or behind
    /// the last page.
    NoSuchPage,
    /// Walks over pages that are counted while resources are created: is each met once?
    WalkWhileCreating,
    /// Sends strings and numbers that nothing forbids and that not every store takes. What is
    /// accepted comes back as it was sent.
    OddValue,
    /// Sends requests that are malformed in ways of which the contract does not say how they are
    /// answered. They are never a failure of the server.
    MalformedRequest,
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
