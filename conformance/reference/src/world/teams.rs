//! The teams that the server serves: their keys, settings, subscriptions, and usage of these.
//!
//! This module knows neither how a request carries its key nor the error of an exceeded subscription. Both
//! are in the contract.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::schema::Properties;
use crate::shared::Shared;
use crate::world::randomness::Identities;

/// The keys that the server knows at its start. Every other key is unknown until a test adds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// Allows every operation for [`Team::HOME`].
    pub valid: String,
    /// Was valid once, and is unauthorized now, as an unknown key is.
    pub revoked: String,
    /// Is valid, but allows no operation.
    pub limited: String,
    /// Allows every operation for [`Team::OTHER`].
    pub other_team: String,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            valid: "reference-valid-key".to_owned(),
            revoked: "reference-revoked-key".to_owned(),
            limited: "reference-limited-key".to_owned(),
            other_team: "reference-other-team-key".to_owned(),
        }
    }
}

/// The states of a team that its responses depend on, by their identities in the contract.
type States = BTreeSet<String>;

/// The settings of a team, which the control plane changes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Settings {
    #[serde(default)]
    pub(crate) states: States,
    /// The limits of the team's subscription.
    #[serde(default, rename = "plan")]
    pub(crate) subscription: Subscription,
    /// Further settings, which only the behaviour of the server knows.
    #[serde(flatten)]
    pub(crate) further: Properties,
}

#[derive(Debug)]
pub(crate) struct Teams {
    /// The keys that the server knows at its start.
    initial_keys: Keys,
    known: Shared<TeamsState>,
}

/// The accepted keys and the teams.
#[derive(Debug)]
struct TeamsState {
    keys: HashMap<String, KeyPermissions>,
    teams: HashMap<Team, TeamState>,
    /// The accepted keys and the revoked one, the longest first, for redaction; `None` after a change of the keys.
    secrets: Option<Arc<[String]>>,
}

#[derive(Debug, Default)]
struct TeamState {
    settings: Settings,
    usage: Usage,
}

impl TeamsState {
    fn at_start(keys: &Keys) -> Self {
        let permissions = [
            (&keys.valid, KeyPermissions::full(Team::HOME)),
            (&keys.other_team, KeyPermissions::full(Team::OTHER)),
            (&keys.limited, KeyPermissions::none(Team::HOME)),
        ];
        Self {
            keys: permissions.map(|(key, permissions)| (key.clone(), permissions)).into(),
            teams: [Team::HOME, Team::OTHER].map(|team| (team, TeamState::default())).into(),
            secrets: None,
        }
    }
}

impl Teams {
    /// Creates the teams that a server starts with.
    pub(crate) fn new(keys: &Keys) -> Self {
        Self { initial_keys: keys.clone(), known: Shared::new(TeamsState::at_start(keys)) }
    }

    /// Returns the permissions of a key; `None` for an unknown or a revoked key.
    pub(crate) fn permissions(&self, key: &str) -> Option<KeyPermissions> {
        self.known.lock().keys.get(key).cloned()
    }

    pub(crate) fn keys(&self) -> BTreeMap<String, KeyPermissions> {
        self.known.lock().keys.clone().into_iter().collect()
    }

    /// Returns every key of the server, the longest first, since one may contain another.
    pub(crate) fn secrets(&self) -> Arc<[String]> {
        let TeamsState { keys, secrets, .. } = &mut *self.known.lock();
        let listed = secrets.get_or_insert_with(|| {
            let known = keys.keys().chain([&self.initial_keys.revoked]);
            let mut known: Vec<String> = known.filter(|key| !key.is_empty()).cloned().collect();
            known.sort_by_key(|key| Reverse(key.len()));
            known.into()
        });
        Arc::clone(listed)
    }

    /// Adds a key or changes its permissions; `None` revokes the key.
    pub(crate) fn set_key(&self, key: &str, permissions: Option<KeyPermissions>) {
        let mut known = self.known.lock();
        known.secrets = None;
        match permissions {
            Some(permissions) => known.keys.insert(key.to_owned(), permissions),
            None => known.keys.remove(key),
        };
    }

    /// Changes the settings of a team, and returns a key that allows every operation for the team. The key is
    /// created if the team has none.
    pub(crate) fn set(&self, team: &Team, settings: Settings, identities: &Identities) -> String {
        let mut known = self.known.lock();
        known.teams.entry(team.clone()).or_default().settings = settings;
        let full = KeyPermissions::full(team.clone());
        // Of several such keys, the first in order is returned every time.
        let key = known
            .keys
            .iter()
            .filter(|(_, permissions)| **permissions == full)
            .min_by_key(|(key, _)| *key);
        if let Some((key, _)) = key {
            return key.clone();
        }
        let key = new_key(identities);
        known.keys.insert(key.clone(), full);
        known.secrets = None;
        key
    }

    /// Returns the name of every team, in order.
    pub(crate) fn all(&self) -> BTreeSet<Team> {
        self.known.lock().teams.keys().cloned().collect()
    }

    /// Returns the settings of a team; `None` if there is no such team.
    pub(crate) fn settings(&self, team: &Team) -> Option<Settings> {
        self.known.lock().teams.get(team).map(|state| state.settings.clone())
    }

    pub(crate) fn states(&self, team: &Team) -> States {
        self.settings(team).unwrap_or_default().states
    }

    /// Counts a request of a team.
    ///
    /// # Errors
    /// The team's subscription allows no request now.
    pub(crate) fn count_request(
        &self,
        team: &Team,
        now: DateTime<Utc>,
    ) -> Result<(), LimitExceeded> {
        self.change_team(team, |state| state.usage.count_request(&state.settings.subscription, now))
    }

    /// Returns whether a team has at least `credits` credits left.
    pub(crate) fn has_credits(&self, team: &Team, credits: u64) -> bool {
        self.change_team(team, |state| {
            state.settings.subscription.credits.is_none_or(|left| left >= credits)
        })
    }

    /// Charges a team. The subscription's credits do not fall below 0.
    pub(crate) fn charge(&self, team: &Team, credits: u64) {
        self.change_team(team, |state| {
            state.usage.charged = state.usage.charged.saturating_add(credits);
            if let Some(left) = &mut state.settings.subscription.credits {
                *left = left.saturating_sub(credits);
            }
        });
    }

    /// Returns the credits that a team was charged since the start.
    pub(crate) fn charged(&self, team: &Team) -> u64 {
        self.change_team(team, |state| state.usage.charged)
    }

    fn change_team<R>(&self, team: &Team, change: impl FnOnce(&mut TeamState) -> R) -> R {
        change(self.known.lock().teams.entry(team.clone()).or_default())
    }

    pub(super) fn reset(&self) {
        *self.known.lock() = TeamsState::at_start(&self.initial_keys);
    }
}

/// Creates a key that is not in use.
pub(crate) fn new_key(identities: &Identities) -> String {
    format!("reference-key-{}", identities.next())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyPermissions {
    /// The team that the key acts for.
    pub(crate) team: Team,
    /// The identities of the operations that the key allows; `None` allows all of them.
    pub(crate) operations: Option<BTreeSet<String>>,
    /// The identity of the error row that every request with the key gets.
    pub(crate) provokes: Option<String>,
}

impl KeyPermissions {
    /// Allows every operation for a team.
    pub(crate) fn full(team: Team) -> Self {
        Self { team, operations: None, provokes: None }
    }

    /// Allows no operation, although the key is valid.
    pub(crate) fn none(team: Team) -> Self {
        Self { operations: Some(BTreeSet::new()), ..Self::full(team) }
    }

    pub(crate) fn may_use(&self, operation: &str) -> bool {
        self.operations.as_ref().is_none_or(|operations| operations.contains(operation))
    }
}

/// The name of a team, whose resources are kept apart from those of others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(Cow<'static, str>);

impl Team {
    /// The team of [`Keys::valid`](super::Keys::valid).
    pub const HOME: Self = Self(Cow::Borrowed("home"));
    /// The team of [`Keys::other_team`](super::Keys::other_team).
    pub const OTHER: Self = Self(Cow::Borrowed("other"));

    /// Creates a team name.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Returns the name as a string.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// The limits of a subscription. A limit that is left out does not apply.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename = "Plan", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Subscription {
    /// The largest number of requests within a minute.
    pub(crate) requests_a_minute: Option<usize>,
    /// The number of credits that are left.
    pub(crate) credits: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitExceeded {
    /// The number of seconds until the limit allows one more.
    pub(crate) wait_seconds: u64,
}

impl LimitExceeded {
    /// Creates the error with the wait in whole seconds, at least 1.
    fn after(wait: TimeDelta) -> Self {
        let milliseconds = u64::try_from(wait.num_milliseconds()).unwrap_or_default();
        Self { wait_seconds: milliseconds.div_ceil(1000).max(1) }
    }
}

/// A team's usage of its subscription.
#[derive(Debug, Default)]
struct Usage {
    /// When the requests of the last minute arrived.
    requests: VecDeque<DateTime<Utc>>,
    /// The credits that were charged since the start.
    charged: u64,
}

impl Usage {
    fn count_request(
        &mut self,
        subscription: &Subscription,
        now: DateTime<Utc>,
    ) -> Result<(), LimitExceeded> {
        let minute = TimeDelta::minutes(1);
        while self.requests.front().is_some_and(|first| *first + minute <= now) {
            self.requests.pop_front();
        }
        let Some(limit) = subscription.requests_a_minute else {
            // Without a limit, the requests need not be remembered.
            self.requests.clear();
            return Ok(());
        };
        if self.requests.len() >= limit {
            let first = self.requests.front().map_or(now, |first| *first);
            return Err(LimitExceeded::after(first + minute - now));
        }
        self.requests.push_back(now);
        Ok(())
    }
}
