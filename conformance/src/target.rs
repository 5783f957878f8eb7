//! How to reach the server under test: base URL, keys, fixtures, provocation.

mod circumstance;
mod embedded;
mod file;
mod redaction;
mod secret;
mod webhooks;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use axum::Router;
use webdata_spec::model::ClauseId;

use crate::case::{Endpoint, KeyName, Need};

pub use circumstance::Circumstance;
pub use file::{TargetError, load};
pub use redaction::Redaction;
pub use secret::Secret;
pub use webhooks::{Trigger, Webhooks};

/// How long a request may take, from the first byte sent to the last byte read.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// A server under test.
#[derive(Debug, Clone)]
pub struct Target {
    /// What people call it.
    pub name: String,
    /// Scheme, host and port, and a path prefix if there is one; no slash at the end.
    pub base_url: String,
    /// The keys that it knows.
    pub keys: HashMap<KeyName, Secret>,
    /// Identities of resources that the suite may change, by path parameter.
    pub fixtures: HashMap<String, Vec<String>>,
    /// Headers that make it answer with an error, by the error's identity.
    pub provocations: HashMap<String, HashMap<String, String>>,
    /// Ways to meet circumstances, by operation and clause.
    pub circumstances: HashMap<(String, ClauseId), Circumstance>,
    /// Where operations are for which the contract shows no path, the base path included.
    pub bindings: HashMap<String, Endpoint>,
    /// States of a team, by the contract's identity, that the team of the valid key is not in.
    pub team_not_in: BTreeSet<String>,
    /// How its webhooks reach the runner; none where they cannot.
    pub webhooks: Option<Webhooks>,
    /// How long a request may take.
    pub timeout: Duration,
    /// The server itself, where it is one of this process and answers without a connection.
    pub in_process: Option<Router>,
}

impl Target {
    /// The first of these needs that the target lacks.
    #[must_use]
    pub fn lacks<'n>(&self, needs: &'n [Need]) -> Option<&'n Need> {
        needs.iter().find(|need| !self.offers(need))
    }

    fn offers(&self, need: &Need) -> bool {
        match need {
            Need::Key(name) => self.keys.contains_key(name),
            Need::Fixture(parameter, count) => {
                self.fixtures.get(parameter).is_some_and(|found| found.len() >= *count)
            }
            Need::TeamNotIn(state) => self.team_not_in.contains(state),
            Need::Provocation(error) => self.provocations.contains_key(error),
            Need::Binding(operation) => self.bindings.contains_key(operation),
            Need::Webhooks => self.webhooks.is_some(),
            Need::Circumstance(operation, clause) => self.circumstance(operation, clause).is_some(),
        }
    }

    /// The way to call an operation in a circumstance.
    #[must_use]
    pub fn circumstance(&self, operation: &str, clause: &ClauseId) -> Option<&Circumstance> {
        self.circumstances.get(&(operation.to_owned(), clause.clone()))
    }
}
