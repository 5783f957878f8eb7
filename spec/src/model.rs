//! The resolved contract: what emitters, the case derivation and the reference server work from.
//!
//! Values only. Nothing here reads TOML or knows where on a page a fact stands; references
//! between parts are names that the reader has already found to exist.

mod clause;
mod operation;
mod rule;
mod schema;

use std::fmt;

use indexmap::IndexMap;
use serde::Serialize;

pub use clause::{Clause, ClauseId, Level};
pub use operation::{Authentication, Effect, EffectKind, Operation, Parameter, Resource, Response};
pub use rule::{Condition, Judged, PropertyPath, Rule, Segment, Test};
pub use schema::{Additional, Object, Property, Schema, Shape, StringFormat, Text, Type, Union};

/// A whole contract, resolved and free of lint.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// Name, version, base path and the answers that every operation shares.
    pub service: Service,
    /// The error catalogue, in the order of `errors.toml`, by identity.
    pub errors: IndexMap<String, ErrorRow>,
    /// Named types, in the order of the pages, by name.
    pub types: IndexMap<String, Type>,
    /// Operations, in the order of `operations.toml`, by identity.
    pub operations: IndexMap<String, Operation>,
    /// Lifecycles: one for each property that holds a state.
    pub lifecycles: Vec<Lifecycle>,
    /// Limits of the service as a whole, by identity.
    pub limits: IndexMap<String, ServiceLimit>,
    /// Every point that the contract leaves open, by identity.
    pub gaps: IndexMap<String, Gap>,
    /// SHA-256 over the pages' names and texts, in lower-case hexadecimal.
    pub hash: String,
}

/// What holds for the service as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// The service's name, as the contract writes it.
    pub name: String,
    /// The interface version, such as `v2`.
    pub version: String,
    /// What it is for, in our own words.
    pub doc: String,
    /// The heading of the contract that says so.
    pub source: String,
    /// The prefix of every operation's path, such as `/v2`.
    pub base_path: String,
    /// The media type of requests and responses.
    pub media_type: String,
    /// The type of every body that is not a success.
    pub error_body: String,
    /// The error for a path that no operation has.
    pub unknown_path: String,
    /// The error for a body that breaks a constraint which names no error of its own.
    pub validation_failure: String,
    /// The authentication schemes, by identity.
    pub authentication: IndexMap<String, Authentication>,
    /// How a client may try again.
    pub retry: Option<RetryRules>,
}

/// The contract's retry rules.
#[derive(Debug, Clone, PartialEq)]
pub struct RetryRules {
    /// The statuses after which a request may be sent again.
    pub statuses: Vec<u16>,
    /// The header that says how many seconds to wait.
    pub header: String,
    /// The status that carries `header` when the service knows the time.
    pub header_status: u16,
    /// The base of the exponential delay, in seconds.
    pub base_seconds: u32,
    /// The longest delay before jitter, in seconds.
    pub cap_seconds: u32,
    /// The most that is added at random, in seconds.
    pub jitter_seconds: u32,
    /// How often a request is sent at most, the first time included.
    pub attempts: u32,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// One row of the error catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: String,
    /// The HTTP status.
    pub status: u16,
    /// The text of the body's `error` member.
    pub text: String,
    /// Whether another text may stand in its place.
    pub wording: Wording,
    /// The text of the body's `code` member, where the row has one.
    pub code: Option<String>,
    /// Whether a client may try again.
    pub retry: Retry,
    /// What leads to it, in our own words.
    pub cause: String,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl ErrorRow {
    /// The identity of one of the row's clauses, such as `errors.invalid-token.status`.
    #[must_use]
    pub fn clause(&self, part: &str) -> ClauseId {
        ClauseId::new(format!("errors.{}.{part}", self.id))
    }
}

/// Whether a row's text is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wording {
    /// The text is sent as it stands.
    Exact,
    /// The service may send a message of its own instead.
    Free,
}

/// Whether a request that met an error may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Retry {
    /// No.
    Never,
    /// Yes, with backoff.
    Backoff,
    /// It depends; the contract does not say on what.
    Sometimes,
}

/// The states of one property and the moves between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifecycle {
    /// The type that has the property.
    pub type_name: String,
    /// The property that holds the state.
    pub property: String,
    /// Every state, in the contract's order.
    pub states: Vec<String>,
    /// Every move that the contract shows.
    pub moves: Vec<Move>,
}

/// One move of a lifecycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The identity within the lifecycle: the state that the move ends in.
    pub to: String,
    /// The states that it may start from.
    pub from: Vec<String>,
    /// The operation that makes it, by setting the property.
    pub operation: String,
    /// The clause, `lifecycles.<Type>.<property>.<state>`.
    pub clause: ClauseId,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// A limit of the service as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceLimit {
    /// The identity.
    pub id: String,
    /// What is limited, in our own words.
    pub doc: String,
    /// The error that exceeding it earns.
    pub error: String,
    /// The gap that says that no figure is shown.
    pub gap: Option<String>,
    /// The figure, where the contract shows one.
    pub value: Option<u64>,
    /// The heading of the contract.
    pub source: String,
}

/// A point that the contract leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// The identity.
    pub id: String,
    /// What is left open, as a question.
    pub question: String,
    /// How a run can see what a server does, or why it cannot.
    pub observation: Observation,
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
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
