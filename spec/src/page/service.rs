//! `service.toml`, and `errors.toml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::BehaviourPage;
use crate::model::Level;

/// `service.toml`: the service as a whole.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ServicePage {
    /// The name of the service, as the contract writes it.
    pub(crate) name: String,
    /// The version of the interface, such as `v2`.
    pub(crate) version: String,
    /// What the service is for, in prose.
    pub(crate) doc: String,
    /// The heading of the contract's text that `doc` comes from.
    pub(crate) source: String,
    /// The headings of the contract's text, each with the headings above it: `Albums / Tracks`. Every `source`
    /// is one of them, alone or with a place below it: `Albums / Tracks, rule 2`.
    pub(crate) headings: Option<Vec<String>>,
    /// Statements about the service, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The prefix of every operation's path; no prefix when left out.
    #[serde(default)]
    pub(crate) base_path: String,
    /// The media type of request bodies and response bodies.
    pub(crate) media_type: String,
    /// The type of the body of every response that is not a success.
    pub(crate) error_body: String,
    /// The error for a path that belongs to no operation.
    pub(crate) unknown_path: String,
    /// The error for a body that breaks a constraint, unless the constraint names an error of its own.
    pub(crate) validation_failure: String,
    /// The errors that responses of every operation may have.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// The states of a team that decide how its requests are handled, by identity.
    #[serde(default)]
    pub(crate) team_states: IndexMap<String, TeamStatePage>,
    /// Authentication schemes, by identity.
    #[serde(default)]
    pub(crate) authentication: IndexMap<String, AuthenticationPage>,
    /// When and how a client may repeat a request.
    pub(crate) retry: Option<RetryPage>,
    /// Statements about versions of the interface.
    pub(crate) versioning: Option<VersioningPage>,
    /// The groups that documents sort operations into: a description of each, by name.
    #[serde(default)]
    pub(crate) tags: IndexMap<String, String>,
    /// The contact for readers of the exported documents.
    pub(crate) contact: Option<ContactPage>,
    /// The licence of the exported documents.
    pub(crate) license: Option<LicensePage>,
}

/// The contact for readers of the exported documents.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ContactPage {
    /// The name of a person or a group.
    pub(crate) name: String,
    /// The address of a web page.
    pub(crate) url: Option<String>,
    /// An e-mail address.
    pub(crate) email: Option<String>,
}

/// The licence of the exported documents.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LicensePage {
    /// The name of the licence.
    pub(crate) name: String,
    /// The SPDX expression of the licence, such as `MIT OR Apache-2.0`.
    pub(crate) identifier: Option<String>,
}

/// A state of a team that decides how its requests are handled. An ordinary team is in none of these states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TeamStatePage {
    /// What the state means, in prose.
    pub(crate) doc: String,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// Statements about versions of the interface.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VersioningPage {
    /// The statements, in prose, by identity.
    pub(crate) behaviour: BehaviourPage,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// An authentication scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthenticationPage {
    /// The name of the scheme, which precedes the key in the header, such as `Bearer`.
    pub(crate) scheme: String,
    /// The header that carries the scheme and the key.
    pub(crate) header: String,
    /// The error for a key that is missing, malformed or revoked.
    pub(crate) rejected: String,
    /// The error for a key that lacks permission.
    pub(crate) forbidden: String,
    /// Further statements about authentication, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// How firmly the contract states the scheme.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// The rules for repeating a request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RetryPage {
    /// The status codes after which a client may repeat a request.
    pub(crate) statuses: Vec<u16>,
    /// The response header that holds the number of seconds to wait.
    pub(crate) header: String,
    /// The status code of the responses that have the header.
    pub(crate) header_status: u16,
    /// The base of the exponential delay, in seconds.
    pub(crate) base_seconds: u32,
    /// The upper limit of the delay before jitter, in seconds.
    pub(crate) cap_seconds: u32,
    /// The upper limit of the random jitter, in seconds.
    pub(crate) jitter_seconds: u32,
    /// The maximum number of attempts, the first request included.
    pub(crate) attempts: u32,
    /// How firmly the contract states that responses have the header.
    #[serde(default)]
    pub(crate) header_level: Level,
    /// How firmly the contract states the figures of the delay.
    #[serde(default)]
    pub(crate) pace_level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// A row of the error catalogue.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ErrorPage {
    /// The status code.
    #[schemars(range(min = 400, max = 599))]
    pub(crate) status: u16,
    /// The string in the property `error` of the body.
    pub(crate) error: Option<String>,
    /// What the message in `error` says, in prose, where the contract does not show the message itself.
    pub(crate) error_says: Option<String>,
    /// With `errorSays`: words, of which at least one occurs in the message, in any letter case.
    #[serde(default)]
    pub(crate) error_words: Vec<String>,
    /// The gap that says that the contract does not show the message.
    pub(crate) gap: Option<String>,
    /// The string in the property `code` of the body.
    pub(crate) code: Option<String>,
    /// Whether the service may send another message instead of `error`.
    #[serde(default)]
    pub(crate) wording: WordingWord,
    /// Whether a client may repeat the request.
    pub(crate) retry: RetryWord,
    /// What causes the error, in prose.
    pub(crate) cause: String,
    /// How firmly the contract states the error.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// Whether the message of an error is fixed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WordingWord {
    /// The service sends exactly this message.
    #[default]
    Exact,
    /// The service may send another message instead.
    Free,
}

/// Whether a client may repeat a request after an error.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RetryWord {
    /// Clients must not repeat the request.
    Never,
    /// Clients may repeat the request after a delay that grows.
    Backoff,
    /// Repeating the request may help; the contract does not say when.
    Sometimes,
}
