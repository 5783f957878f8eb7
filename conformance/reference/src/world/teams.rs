//! The teams that the server serves: their keys, settings and subscriptions.
//!
//! This module knows neither how a request carries its key nor the error of an exceeded subscription. Both
//! are in the contract.

mod key;
mod name;
mod subscription;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};

use super::identities::Identities;
use super::part::Part;
use crate::contract::schema::Properties;
pub(crate) use key::KeyPermissions;
pub use name::Team;
use subscription::Usage;
pub(crate) use subscription::{LimitExceeded, Subscription};

/// The keys that the server accepts from its start. Every other key is unknown until a test adds it.
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
pub(crate) type States = BTreeSet<String>;

/// The settings of a team, which the control plane changes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The states of the team.
    #[serde(default)]
    pub(crate) states: States,
    /// The limits of the team's subscription.
    #[serde(default, rename = "plan")]
    pub(crate) subscription: Subscription,
    /// Further settings, which only the behaviour of the server knows.
    #[serde(flatten)]
    pub(crate) further: Properties,
}

/// Every team and key.
#[derive(Debug)]
pub(crate) struct Teams {
    /// The keys that the server accepts from its start.
    initial_keys: Keys,
    known: Mutex<TeamsState>,
}

/// The accepted keys and the teams.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct TeamsState {
    #[serde(serialize_with = "in_order")]
    keys: HashMap<String, KeyPermissions>,
    #[serde(serialize_with = "in_order")]
    teams: HashMap<Team, TeamState>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
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
        }
    }
}

impl Teams {
    /// Creates the teams that a server starts with.
    pub(crate) fn new(keys: &Keys) -> Self {
        Self { initial_keys: keys.clone(), known: Mutex::new(TeamsState::at_start(keys)) }
    }

    /// Returns the permissions of a key; `None` for an unknown or a revoked key.
    pub(crate) fn permissions(&self, key: &str) -> Option<KeyPermissions> {
        self.locked().keys.get(key).cloned()
    }

    /// Returns every accepted key with its permissions.
    pub(crate) fn keys(&self) -> BTreeMap<String, KeyPermissions> {
        self.locked().keys.clone().into_iter().collect()
    }

    /// Adds a key or changes its permissions; `None` revokes the key.
    pub(crate) fn set_key(&self, key: &str, permissions: Option<KeyPermissions>) {
        let mut known = self.locked();
        match permissions {
            Some(permissions) => known.keys.insert(key.to_owned(), permissions),
            None => known.keys.remove(key),
        };
    }

    /// Changes the settings of a team, and returns a key that allows every operation for the team. The key is
    /// created if the team has none.
    pub(crate) fn set(&self, team: &Team, settings: Settings, identities: &Identities) -> String {
        let mut known = self.locked();
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
        key
    }

    /// Returns the name of every team, in order.
    pub(crate) fn all(&self) -> BTreeSet<Team> {
        self.locked().teams.keys().cloned().collect()
    }

    /// Returns the settings of a team; `None` if there is no such team.
    pub(crate) fn settings(&self, team: &Team) -> Option<Settings> {
        self.locked().teams.get(team).map(|state| state.settings.clone())
    }

    /// Changes the further settings of a team, which only the behaviour of the server knows.
    pub(crate) fn change_further(&self, team: &Team, change: impl FnOnce(&mut Properties)) {
        self.change_team(team, |state| change(&mut state.settings.further));
    }

    /// Returns the states of a team.
    pub(crate) fn states(&self, team: &Team) -> States {
        self.locked().teams.get(team).map(|team| team.settings.states.clone()).unwrap_or_default()
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

    /// Charges a team.
    pub(crate) fn charge(&self, team: &Team, credits: u64) {
        self.change_team(team, |state| {
            state.usage.charge(&mut state.settings.subscription, credits);
        });
    }

    /// Returns the credits that a team was charged since the start.
    pub(crate) fn charged(&self, team: &Team) -> u64 {
        self.change_team(team, |state| state.usage.charged())
    }

    fn change_team<R>(&self, team: &Team, change: impl FnOnce(&mut TeamState) -> R) -> R {
        change(self.locked().teams.entry(team.clone()).or_default())
    }

    /// Locks the teams. Poisoning is ignored, because every change leaves the teams consistent.
    fn locked(&self) -> MutexGuard<'_, TeamsState> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Teams {
    type Saved = TeamsState;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.locked() = TeamsState::at_start(&self.initial_keys);
    }

    fn save(&self) -> TeamsState {
        self.locked().clone()
    }

    fn restore(&self, saved: TeamsState) {
        *self.locked() = saved;
    }
}

/// Creates a key that is not in use.
pub(crate) fn new_key(identities: &Identities) -> String {
    format!("reference-key-{}", identities.next())
}

/// Serializes a map in the order of its keys, so that equal states serialize to equal JSON.
fn in_order<K: Ord + Serialize, V: Serialize, S: Serializer>(
    map: &HashMap<K, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(map.iter().collect::<BTreeMap<_, _>>())
}
