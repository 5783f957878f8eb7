//! The pages about the service as a whole: `service.toml`, `errors.toml`, `limits.toml`,
//! `lifecycles.toml` and `gaps.toml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::{Level, Probe};

/// `service.toml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ServicePage {
    /// The service's name, as the contract writes it.
    pub(crate) name: String,
    /// The interface version, such as `v2`.
    pub(crate) version: String,
    /// What it is for, in our own words.
    pub(crate) doc: String,
    /// The heading of the contract that says so.
    pub(crate) source: String,
    /// The prefix of every operation's path.
    pub(crate) base_path: String,
    /// The media type of requests and responses.
    pub(crate) media_type: String,
    /// The type of every body that is not a success.
    pub(crate) error_body: String,
    /// The error for a path that no operation has.
    pub(crate) unknown_path: String,
    /// The error for a body that breaks a constraint which names no error of its own.
    pub(crate) validation_failure: String,
    /// Authentication schemes, by identity.
    #[serde(default)]
    pub(crate) authentication: IndexMap<String, AuthenticationPage>,
    /// How a client may try again.
    pub(crate) retry: Option<RetryPage>,
}

/// An authentication scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthenticationPage {
    /// The scheme word before the key.
    pub(crate) scheme: String,
    /// The header that carries it.
    pub(crate) header: String,
    /// The error for a key that is missing, malformed or revoked.
    pub(crate) rejected: String,
    /// The error for a key that lacks permission.
    pub(crate) forbidden: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// The retry rules.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RetryPage {
    /// The statuses after which a request may be sent again.
    pub(crate) statuses: Vec<u16>,
    /// The header that says how many seconds to wait.
    pub(crate) header: String,
    /// The status that carries the header.
    pub(crate) header_status: u16,
    /// The base of the exponential delay, in seconds.
    pub(crate) base_seconds: u32,
    /// The longest delay before jitter, in seconds.
    pub(crate) cap_seconds: u32,
    /// The most that is added at random, in seconds.
    pub(crate) jitter_seconds: u32,
    /// How often a request is sent at most.
    pub(crate) attempts: u32,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// A row of the error catalogue.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ErrorPage {
    /// The HTTP status.
    #[schemars(range(min = 400, max = 599))]
    pub(crate) status: u16,
    /// The text of the body's `error` member.
    pub(crate) error: String,
    /// The text of the body's `code` member.
    pub(crate) code: Option<String>,
    /// Whether another text may stand in its place.
    #[serde(default)]
    pub(crate) wording: WordingWord,
    /// Whether a client may try again.
    pub(crate) retry: RetryWord,
    /// What leads to it, in our own words.
    pub(crate) cause: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// Whether the text of an error is fixed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WordingWord {
    /// The text is sent as it stands.
    #[default]
    Exact,
    /// The service may send a message of its own instead.
    Free,
}

/// Whether a request that met an error may be sent again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RetryWord {
    /// No.
    Never,
    /// Yes, with backoff.
    Backoff,
    /// It depends; the contract does not say on what.
    Sometimes,
}

/// A limit of the service.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitPage {
    /// What is limited, in our own words.
    pub(crate) doc: String,
    /// The error that exceeding it earns.
    pub(crate) error: String,
    /// The figure, where the contract shows one.
    pub(crate) value: Option<u64>,
    /// The gap that says that no figure is shown.
    pub(crate) gap: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// The states of a property.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LifecyclePage {
    /// Every state.
    pub(crate) states: Vec<String>,
    /// Every move that the contract shows.
    #[serde(default)]
    pub(crate) moves: Vec<MovePage>,
}

/// A move between states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MovePage {
    /// The state that it ends in.
    pub(crate) to: String,
    /// The states that it may start from; left out, any.
    pub(crate) from: Option<Vec<String>>,
    /// The operation that makes it by setting the property.
    pub(crate) operation: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// A point that the contract leaves open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GapPage {
    /// What is left open, as a question.
    pub(crate) question: String,
    /// How a run asks the server.
    pub(crate) probe: Option<Probe>,
    /// Why no run can ask.
    pub(crate) unobservable: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
}
