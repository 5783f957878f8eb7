//! The service as a whole: its envelopes, authentication, retry rules, limits and charges.

use indexmap::IndexMap;

use super::{Authentication, Behaviour, Condition, Level};

/// What applies to the service as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// The name of the service, as the contract writes it.
    pub name: String,
    /// The version of the interface, such as `v2`.
    pub version: String,
    /// What the service is for, in prose.
    pub doc: String,
    /// The heading of the contract's text that `doc` comes from.
    pub source: String,
    /// Statements about the service, in prose, by identity.
    pub behaviour: Behaviour,
    /// The prefix of every operation's path, such as `/v2`.
    pub base_path: String,
    /// The media type of request bodies and response bodies.
    pub media_type: String,
    /// The type of the body of every response that is not a success.
    pub error_body: String,
    /// The states of a team that decide how its requests are handled, by identity.
    pub team_states: IndexMap<String, TeamState>,
    /// The error for a path that belongs to no operation.
    pub unknown_path: String,
    /// The error for a body that breaks a constraint, unless the constraint names an error of its own.
    pub validation_failure: String,
    /// The authentication schemes, by identity.
    pub authentication: IndexMap<String, Authentication>,
    /// When and how a client may repeat a request.
    pub retry: Option<RetryRules>,
    /// Statements about versions of the interface.
    pub versioning: Option<Versioning>,
    /// The groups that documents sort operations into: a description of each, by name.
    pub tags: IndexMap<String, String>,
    /// The contact for readers of the exported documents.
    pub contact: Option<Contact>,
    /// The licence of the exported documents.
    pub license: Option<License>,
}

/// The contact for readers of the exported documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The name of a person or a group.
    pub name: String,
    /// The address of a web page.
    pub url: Option<String>,
    /// An e-mail address.
    pub email: Option<String>,
}

/// The licence of the exported documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    /// The name of the licence.
    pub name: String,
    /// The SPDX expression of the licence.
    pub identifier: Option<String>,
}

/// A state of a team that decides how its requests are handled. An ordinary team is in none of these states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamState {
    /// What the state means, in prose.
    pub doc: String,
    /// The heading of the contract's text.
    pub source: String,
}

/// Statements about versions of the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versioning {
    /// The statements, by identity.
    pub behaviour: Behaviour,
    /// The heading of the contract's text.
    pub source: String,
}

/// The contract's rules for repeating a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RetryRules {
    /// The status codes after which a client may repeat a request.
    pub statuses: Vec<u16>,
    /// The response header that holds the number of seconds to wait.
    pub header: String,
    /// The status code of the responses that have the header if the service knows the time.
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
    pub header_level: Level,
    /// How firmly the contract states the figures of the delay.
    pub pace_level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// A limit of the service as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceLimit {
    /// The identity.
    pub id: String,
    /// What is limited, in prose.
    pub doc: String,
    /// The error of a request that exceeds the limit.
    pub error: String,
    /// The gap that says that the contract shows no value.
    pub gap: Option<String>,
    /// The value of the limit, where the contract shows one.
    pub value: Option<u64>,
    /// The heading of the contract's text.
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
