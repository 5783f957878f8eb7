//! The service as a whole: its envelopes, retry rules, limits and charges, error catalogue, events, gaps and
//! profiles.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Authentication, Behaviour, ClauseId, ClauseRoot, Condition, Level};

/// `service.toml`: the service as a whole.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Service {
    /// The name of the service, as the contract writes it.
    pub name: String,
    /// The version of the interface, such as `v2`.
    pub version: String,
    /// What the service is for, in prose.
    pub doc: String,
    /// The heading of the contract's text that `doc` comes from. A contract without a text has no `source` anywhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The headings of the contract's text, each with the headings above it: `Albums / Tracks`. Every `source`
    /// is one of them, alone or with a place below it: `Albums / Tracks, rule 2`.
    pub headings: Option<Vec<String>>,
    /// Statements about the service, in prose, by identity.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// The prefix of every operation's path; no prefix when left out.
    #[serde(default)]
    pub base_path: String,
    /// The media type of request bodies and response bodies.
    pub media_type: String,
    /// The type of the body of every response that is not a success. It has a string `error`, the message.
    pub error_body: String,
    /// The error for a path that belongs to no operation.
    pub unknown_path: String,
    /// The error for a body that breaks a constraint, unless the constraint names an error of its own.
    pub validation_failure: String,
    /// The errors that responses of every operation may have.
    #[serde(default)]
    pub errors: Vec<String>,
    /// The states of a team that decide how its requests are handled, by identity.
    #[serde(default)]
    pub team_states: IndexMap<String, TeamState>,
    /// Authentication schemes, by identity.
    #[serde(default)]
    pub authentication: IndexMap<String, Authentication>,
    /// When and how a client may repeat a request.
    pub retry: Option<RetryRules>,
    /// Statements about versions of the interface.
    pub versioning: Option<Versioning>,
    /// The groups that documents sort operations into: a description of each, by name.
    #[serde(default)]
    pub tags: IndexMap<String, String>,
    /// The contact for readers of the exported documents.
    pub contact: Option<Contact>,
    /// The licence of the exported documents.
    pub license: Option<License>,
}

/// The contact for readers of the exported documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Contact {
    /// The name of a person or a group.
    pub name: String,
    /// The address of a web page.
    pub url: Option<String>,
    /// An e-mail address.
    pub email: Option<String>,
}

/// The licence of the exported documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct License {
    /// The name of the licence.
    pub name: String,
    /// The SPDX expression of the licence, such as `MIT OR Apache-2.0`.
    pub identifier: Option<String>,
}

/// A state of a team that decides how its requests are handled. An ordinary team is in none of these states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TeamState {
    /// What the state means, in prose.
    pub doc: String,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// Statements about versions of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Versioning {
    /// The statements, in prose, by identity.
    pub behaviour: Behaviour,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// The rules for repeating a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetryRules {
    /// The status codes after which a client may repeat a request.
    pub statuses: Vec<u16>,
    /// The response header that holds the number of seconds to wait.
    pub header: String,
    /// The status code of the responses that have the header.
    pub header_status: u16,
    /// The base of the exponential delay, in seconds.
    pub base_seconds: u32,
    /// The upper limit of the delay before jitter, in seconds.
    pub cap_seconds: u32,
    /// The upper limit of the random jitter, in seconds.
    pub jitter_seconds: u32,
    /// The maximum number of attempts, the first request included.
    pub attempts: u32,
    /// How firmly the contract states that responses have the header.
    #[serde(default)]
    pub header_level: Level,
    /// How firmly the contract states the figures of the delay.
    #[serde(default)]
    pub pace_level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// A limit of the service.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(rename = "Limit")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ServiceLimit {
    /// The identity.
    #[serde(skip)]
    pub id: String,
    /// What is limited, in prose.
    pub doc: String,
    /// The error of a request that exceeds the limit.
    pub error: String,
    /// The value of the limit, where the contract shows one.
    pub value: Option<u64>,
    /// The gap that says that the contract shows no value.
    pub gap: Option<String>,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// A charge in credits, in addition to charges that the contract does not show.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    /// The identity.
    pub id: String,
    /// What is charged for, in prose.
    pub doc: String,
    /// The number of credits; `None` if the contract names the charge without a number.
    pub credits: Option<u32>,
    /// The unit that is charged for.
    pub per: Unit,
    /// The type whose values cause the charge, and the condition on the value. `None` if no part of a request
    /// causes the charge.
    pub when: Option<(String, Condition)>,
    /// The charge that this one replaces: a request is charged for one of the two, never for both.
    pub instead_of: Option<String>,
    /// The gap that says that the contract shows no number.
    pub gap: Option<String>,
    /// The heading of the contract's text.
    pub source: String,
}

/// The unit that a charge is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Each request.
    Request,
    /// Each URL that the service analyses.
    Url,
    /// Each page of a document.
    Page,
    /// Each document.
    File,
    /// Each run of a job.
    Run,
}

impl Unit {
    /// Returns the singular of the unit.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Url => "URL",
            Self::Page => "page",
            Self::File => "file",
            Self::Run => "run",
        }
    }
}

/// One row of the error catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: String,
    /// The status code.
    pub status: u16,
    /// The string in the property `error` of the body.
    pub text: ErrorText,
    /// Words, of which at least one occurs in a message of the service's own, in any letter case. Without
    /// words, any message is correct.
    pub words: Vec<String>,
    /// The gap that says that the contract does not show the message, where that is so.
    pub gap: Option<String>,
    /// The string in the property `code` of the body, where the row has one.
    pub code: Option<String>,
    /// Whether a client may repeat the request.
    pub retry: Retry,
    /// What causes the error, in prose.
    pub cause: String,
    /// How firmly the contract states the error.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

impl ErrorRow {
    /// Returns the identity of a clause of the row, such as `errors.invalid-token.status`.
    #[must_use]
    pub fn clause(&self, part: &str) -> ClauseId {
        ClauseRoot::Error(&self.id).clause().child(part)
    }
}

/// What the contract shows of the message of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ErrorText {
    /// The message itself; the service sends exactly this string.
    Exact(String),
    /// A message that the service may replace by another one.
    Free(String),
    /// What the message says; the service chooses the words.
    Described(String),
    /// Nothing.
    NotShown,
}

impl ErrorText {
    /// Returns the message of the contract, where it shows one to look the error up by.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Described(_) | Self::NotShown => None,
        }
    }
}

words! {
    /// Whether a client may repeat a request after an error.
    Retry {
        /// Clients must not repeat the request.
        Never = "never",
        /// Clients may repeat the request after a delay that grows.
        Backoff = "backoff",
        /// Repeating the request may help; the contract does not say when.
        Sometimes = "sometimes",
    }
}

impl Retry {
    /// Returns a short phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Never => "not retryable",
            Self::Backoff => "retryable, with backoff",
            Self::Sometimes => "sometimes retryable",
        }
    }
}

/// A channel on which the service reports events.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Channel {
    /// The identity.
    #[serde(skip)]
    pub id: String,
    /// What the channel is for, in prose.
    pub doc: String,
    /// How events are transported.
    pub transport: Transport,
    /// The type of the property that configures the channel.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    /// With the transport `trace`: the operation that returns the events.
    pub operation: Option<String>,
    /// The events of the channel, by name.
    #[serde(default)]
    pub events: IndexMap<String, Event>,
    /// Further statements about the channel, in prose, by identity.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// How firmly the contract states the channel.
    #[serde(default)]
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

impl Channel {
    /// Returns the path that the channel's clauses begin with, `events.<id>`.
    #[must_use]
    pub fn clause(&self) -> ClauseId {
        ClauseRoot::Channel(&self.id).clause()
    }
}

words! {
    /// How events are transported.
    Transport {
        /// As requests to an address of the subscriber.
        Webhook = "webhook",
        /// As e-mail.
        Email = "email",
        /// As a list that an operation returns.
        Trace = "trace",
    }
}

impl Transport {
    /// Returns what events are transported as.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Webhook => "requests to an address of the subscriber",
            Self::Email => "e-mail",
            Self::Trace => "a list that an operation returns",
        }
    }
}

/// One kind of event.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Event {
    /// The name of the event.
    #[serde(skip)]
    pub name: String,
    /// What the event means, in prose.
    pub doc: String,
    /// The type of the event's payload, as far as the contract shows it.
    pub carries: Option<String>,
}

/// A point that the contract leaves open.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gap {
    /// The identity.
    #[serde(skip)]
    pub id: String,
    /// The open point, as a question.
    pub question: String,
    /// The clauses that the gap is about: the identity of a clause, or the beginning of several identities.
    pub place: ClauseId,
    /// How a run can observe what a server does, or why it cannot.
    #[serde(flatten)]
    pub observation: Observation,
    /// The values that a run sends at `place`, where the contract does not say whether the schema accepts
    /// them.
    pub values: Vec<Value>,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// How a run handles an open point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Observation {
    /// A run probes the server, and reports what it observes.
    Probe(Probe),
    /// No run can observe it; holds the reason.
    Unobservable(String),
}

words! {
    /// The probes that a run can send.
    Probe {
        /// Updates a stored nested object with some of its properties: are the others kept?
        NestedUpdate = "nested-update",
        /// Sends a path parameter that breaks its format: which error does the response have?
        MalformedParameter = "malformed-parameter",
        /// Sends the authentication scheme in lower case.
        LowerCaseScheme = "lower-case-scheme",
        /// Calls an operation on a resource with the key of another team.
        OtherTeam = "other-team",
        /// Sends a property that the contract neither lists nor forbids.
        UnknownProperty = "unknown-property",
        /// Sends an invalid body without a key: which error comes first?
        OrderOfChecks = "order-of-checks",
        /// Sends a body for which two readings of a rule differ.
        RuleScope = "rule-scope",
        /// Sends a string of the maximum length, made of characters outside the Basic Multilingual Plane.
        LengthUnit = "length-unit",
        /// Sends a whole number written with a fraction of zero.
        IntegerSpelling = "integer-spelling",
        /// Sends a string of white space where a rule demands a string that is not empty.
        BlankText = "blank-text",
        /// Sends null for a property that an effect depends on.
        NullEffect = "null-effect",
        /// Sends a body of another media type.
        MediaType = "media-type",
        /// Sends neither a body nor a media type where a body is required.
        MissingMediaType = "missing-media-type",
        /// Sends a value that the contract may or may not accept: a value that a schema lists as open, or a value
        /// of the gap itself.
        OpenValue = "open-value",
        /// Moves a resource from one state to another, and reads the property that the gap is about.
        StateChange = "state-change",
        /// Sends several updates of a resource at the same time: is any of them rejected?
        ConcurrentUpdates = "concurrent-updates",
        /// Causes a webhook, and looks for the name of the event in its payload.
        WebhookPayload = "webhook-payload",
        /// Causes a webhook, and reads its headers.
        WebhookHeaders = "webhook-headers",
        /// Calls an operation whose response the contract shows in part, and records the response.
        Answer = "answer",
        /// Requests a page of a list that does not exist: with an altered cursor, or after the last page.
        NoSuchPage = "no-such-page",
        /// Walks over numbered pages while resources are created: is each resource returned once?
        WalkWhileCreating = "walk-while-creating",
        /// Sends strings and numbers that no clause forbids and that some stores cannot hold. Each accepted value
        /// must be returned unchanged.
        OddValue = "odd-value",
        /// Sends malformed requests for which the contract states no response. No response counts as a failure of
        /// the server.
        MalformedRequest = "malformed-request",
    }
}

/// The first segment of the identities of cases that belong to no operation.
pub const SERVICE_FEATURE: &str = "service";

/// A named set of features.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Profile {
    /// The name.
    #[serde(skip)]
    pub id: String,
    /// What a server of the profile offers, in prose.
    pub doc: String,
    /// Beginnings of case identities, in whole `::` segments: the identity of an operation, alone or with
    /// further segments. Cases of no operation begin with `service`. A case belongs to the profile with the
    /// longest matching beginning.
    #[serde(default)]
    pub features: Vec<String>,
    /// The needs whose cases belong to this profile, whatever the identities of the cases are.
    #[serde(default)]
    pub needs: Vec<ProfileNeed>,
}

words! {
    /// The needs of a case that can decide its profile.
    ProfileNeed {
        /// The target must say how to provoke an error of the catalogue.
        Provocations = "provocations",
        /// The runner must be reachable for webhooks.
        Webhooks = "webhooks",
    }
}
