//! What holds for the service as a whole: its envelopes, authentication, retry rules, limits and
//! charges.

use indexmap::IndexMap;

use super::{Authentication, Behaviour, Condition, Level};

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
    /// What the service does, in our own words, by identity.
    pub behaviour: Behaviour,
    /// The prefix of every operation's path, such as `/v2`.
    pub base_path: String,
    /// The media type of requests and responses.
    pub media_type: String,
    /// The type of every body that is not a success.
    pub error_body: String,
    /// The states of a team that decide about requests: what each means, by identity.
    pub team_states: IndexMap<String, TeamState>,
    /// The error for a path that no operation has.
    pub unknown_path: String,
    /// The error for a body that breaks a constraint which names no error of its own.
    pub validation_failure: String,
    /// The authentication schemes, by identity.
    pub authentication: IndexMap<String, Authentication>,
    /// How a client may try again.
    pub retry: Option<RetryRules>,
    /// What is said about versions.
    pub versioning: Option<Versioning>,
    /// The groups that documents list operations in: what each holds, by name.
    pub tags: IndexMap<String, String>,
    /// Whom readers of the exported documents can ask.
    pub contact: Option<Contact>,
    /// The licence of the exported documents.
    pub license: Option<License>,
}

/// Whom readers of the exported documents can ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// A person or a group.
    pub name: String,
    /// The address of their page.
    pub url: Option<String>,
    /// Their e-mail address.
    pub email: Option<String>,
}

/// The licence of the exported documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    /// Its name.
    pub name: String,
    /// The SPDX expression for it.
    pub identifier: Option<String>,
}

/// A state of a team that decides about its requests; a plain team is in none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamState {
    /// What it means, in our own words.
    pub doc: String,
    /// The heading of the contract.
    pub source: String,
}

/// What is said about versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versioning {
    /// The statements.
    pub behaviour: Behaviour,
    /// The heading of the contract.
    pub source: String,
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
    /// How firmly the contract states that the header is sent.
    pub header_level: Level,
    /// How firmly the contract states the figures of the delay.
    pub pace_level: Level,
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

/// What a request costs, over and above what is not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    /// The identity.
    pub id: String,
    /// What is charged for, in our own words.
    pub doc: String,
    /// The credits; none where the contract names the charge and not the figure.
    pub credits: Option<u32>,
    /// What is counted.
    pub per: Unit,
    /// The type whose value earns the charge, and when it does; none for what no request asks for.
    pub when: Option<(String, Condition)>,
    /// The identity of the charge in whose place it is made: one of the two, never both.
    pub instead_of: Option<String>,
    /// The gap that says that no figure is shown.
    pub gap: Option<String>,
    /// The heading of the contract.
    pub source: String,
}

/// What a charge is counted by.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Once a request.
    Request,
    /// Each URL that is analysed.
    Url,
    /// Each page of a document.
    Page,
    /// Each document.
    File,
    /// Each run of a job.
    Run,
}

impl Unit {
    /// The word for one of it.
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
