//! How to reach the server under test: base URL, keys, fixtures, provocation.

mod embedded;
mod file;
mod secret;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use crate::case::{KeyName, Need};

pub use file::{TargetError, load};
pub use secret::Secret;

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
    /// States of a team, by the contract's identity, that the team of the valid key is not in.
    pub team_not_in: BTreeSet<String>,
    /// How long a request may take.
    pub timeout: Duration,
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
        }
    }

    /// A text in which every key is replaced by the name of its variable.
    ///
    /// The longest key goes first, so that a key that is part of another does not spoil it.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let mut keys: Vec<_> = self.keys.iter().collect();
        keys.sort_by_key(|(name, secret)| (Reverse(secret.reveal().len()), **name));
        keys.into_iter().fold(text.to_owned(), |text, (_, secret)| secret.redact(&text))
    }
}
