//! `service.toml` and `errors.toml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::BehaviourPage;
use crate::model::Level;

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
    /// The headings of the contract, each after those that it stands under: `Books / Loans`. Every
    /// `source` is one of them, alone or with a place below it: `Books / Loans, rule 2`.
    pub(crate) headings: Option<Vec<String>>,
    /// What the service does, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The prefix of every operation's path; without it, there is none.
    #[serde(default)]
    pub(crate) base_path: String,
    /// The media type of requests and responses.
    pub(crate) media_type: String,
    /// The type of every body that is not a success.
    pub(crate) error_body: String,
    /// The error for a path that no operation has.
    pub(crate) unknown_path: String,
    /// The error for a body that breaks a constraint which names no error of its own.
    pub(crate) validation_failure: String,
    /// The errors that every operation may answer with.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// States of a team that decide about its requests, by identity.
    #[serde(default)]
    pub(crate) team_states: IndexMap<String, TeamStatePage>,
    /// Authentication schemes, by identity.
    #[serde(default)]
    pub(crate) authentication: IndexMap<String, AuthenticationPage>,
    /// How a client may try again.
    pub(crate) retry: Option<RetryPage>,
    /// What is said about versions.
    pub(crate) versioning: Option<VersioningPage>,
    /// The groups that documents list operations in: what each holds, in our own words, by name.
    #[serde(default)]
    pub(crate) tags: IndexMap<String, String>,
    /// Whom readers of the exported documents can ask.
    pub(crate) contact: Option<ContactPage>,
    /// The licence of the exported documents.
    pub(crate) license: Option<LicensePage>,
}

/// Whom readers of the exported documents can ask.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ContactPage {
    /// A person or a group.
    pub(crate) name: String,
    /// The address of their page.
    pub(crate) url: Option<String>,
    /// Their e-mail address.
    pub(crate) email: Option<String>,
}

/// The licence of the exported documents.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LicensePage {
    /// Its name.
    pub(crate) name: String,
    /// The SPDX expression for it, such as `MIT OR Apache-2.0`.
    pub(crate) identifier: Option<String>,
}

/// A state of a team that decides about its requests; a plain team is in none of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TeamStatePage {
    /// What it means, in our own words.
    pub(crate) doc: String,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// What is said about versions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VersioningPage {
    /// The statements, in our own words, by identity.
    pub(crate) behaviour: BehaviourPage,
    /// The heading of the contract.
    pub(crate) source: String,
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
    /// What else is said of it, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
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
    /// How firmly the contract states that the header is sent.
    #[serde(default)]
    pub(crate) header_level: Level,
    /// How firmly the contract states the figures of the delay.
    #[serde(default)]
    pub(crate) pace_level: Level,
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
    pub(crate) error: Option<String>,
    /// What a message of the service's own says, where the contract shows no text.
    pub(crate) error_says: Option<String>,
    /// With `errorSays`: words of which one stands in the message, in any letter case.
    #[serde(default)]
    pub(crate) error_words: Vec<String>,
    /// The gap that says that the text is not shown.
    pub(crate) gap: Option<String>,
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
