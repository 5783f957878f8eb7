//! The teams that the server serves: their keys, what decides about their requests, and their
//! subscriptions.
//!
//! It must not know how a key travels in a request, nor which error says that a subscription is
//! exceeded; both stand in the contract.

mod key;
mod name;
mod subscription;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, Serializer};

use super::identities::Identities;
use super::part::Part;
use crate::contract::schema::Properties;
pub(crate) use key::Standing;
pub use name::Team;
use subscription::Usage;
pub(crate) use subscription::{Browser, Exceeded, Subscription};

/// The keys that a server knows from its start; every key that nobody added is unknown to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// May do everything for [`Team::HOME`].
    pub valid: String,
    /// Was valid once and is refused like a key that never was.
    pub revoked: String,
    /// Is valid, and lacks permission for every operation.
    pub limited: String,
    /// May do everything for [`Team::OTHER`].
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

/// The states of a team that decide about its requests, by their identities in the contract.
pub(crate) type States = BTreeSet<String>;

/// What is set up of a team.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Settings {
    /// The states that it is in.
    #[serde(default)]
    pub(crate) states: States,
    /// What its subscription allows.
    #[serde(default, rename = "plan")]
    pub(crate) subscription: Subscription,
    /// Whether the agent service rejects its jobs when they are submitted.
    #[serde(default)]
    pub(crate) rejects_agent_jobs: bool,
    /// The policy of its organisation for threat protection, in the words of the contract.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub(crate) threat_protection: Properties,
}

/// Every team and key.
#[derive(Debug)]
pub(crate) struct Teams {
    /// The keys that a server knows from its start.
    first: Keys,
    known: Mutex<Known>,
}

/// What is known of teams and keys.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Known {
    #[serde(serialize_with = "in_order")]
    keys: HashMap<String, Standing>,
    #[serde(serialize_with = "in_order")]
    teams: HashMap<Team, Member>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Member {
    settings: Settings,
    usage: Usage,
}

impl Known {
    fn at_start(keys: &Keys) -> Self {
        let standings = [
            (&keys.valid, Standing::full(Team::HOME)),
            (&keys.other_team, Standing::full(Team::OTHER)),
            (&keys.limited, Standing::nothing(Team::HOME)),
        ];
        Self {
            keys: standings.map(|(key, standing)| (key.clone(), standing)).into(),
            teams: [Team::HOME, Team::OTHER].map(|team| (team, Member::default())).into(),
        }
    }
}

impl Teams {
    /// The teams that a server starts with.
    pub(crate) fn new(keys: &Keys) -> Self {
        Self { first: keys.clone(), known: Mutex::new(Known::at_start(keys)) }
    }

    /// What a key allows; `None` for one that is unknown or revoked.
    pub(crate) fn standing(&self, key: &str) -> Option<Standing> {
        self.locked().keys.get(key).cloned()
    }

    /// Every key that is accepted, with what it allows.
    pub(crate) fn keys(&self) -> BTreeMap<String, Standing> {
        self.locked().keys.clone().into_iter().collect()
    }

    /// Adds a key, or changes what it allows; without a standing, it is revoked.
    pub(crate) fn set_key(&self, key: &str, standing: Option<Standing>) {
        let mut known = self.locked();
        match standing {
            Some(standing) => known.keys.insert(key.to_owned(), standing),
            None => known.keys.remove(key),
        };
    }

    /// Sets a team up, with a key that may do everything for it where there is none yet.
    pub(crate) fn set(&self, team: &Team, settings: Settings, identities: &Identities) -> String {
        let mut known = self.locked();
        known.teams.entry(team.clone()).or_default().settings = settings;
        let full = Standing::full(team.clone());
        // Of several keys it is always the same one.
        let key = known
            .keys
            .iter()
            .filter(|(_, standing)| **standing == full)
            .min_by_key(|(key, _)| *key);
        if let Some((key, _)) = key {
            return key.clone();
        }
        let key = new_key(identities);
        known.keys.insert(key.clone(), full);
        key
    }

    /// Every team, by name.
    pub(crate) fn all(&self) -> BTreeSet<Team> {
        self.locked().teams.keys().cloned().collect()
    }

    /// What is set up of a team, where there is one of the name.
    pub(crate) fn settings(&self, team: &Team) -> Option<Settings> {
        self.locked().teams.get(team).map(|member| member.settings.clone())
    }

    /// Puts a policy for threat protection in place of the one that a team's organisation has.
    pub(crate) fn set_threat_protection(&self, team: &Team, policy: Properties) {
        self.member(team, |member| member.settings.threat_protection = policy);
    }

    /// The states of a team.
    pub(crate) fn states(&self, team: &Team) -> States {
        self.locked().teams.get(team).map(|own| own.settings.states.clone()).unwrap_or_default()
    }

    /// Whether the agent service rejects the jobs of a team.
    pub(crate) fn rejects_agent_jobs(&self, team: &Team) -> bool {
        self.member(team, |member| member.settings.rejects_agent_jobs)
    }

    /// Counts a request of a team.
    ///
    /// # Errors
    /// When the team's subscription does not allow it now.
    pub(crate) fn count_request(&self, team: &Team, now: DateTime<Utc>) -> Result<(), Exceeded> {
        self.member(team, |member| member.usage.count_request(&member.settings.subscription, now))
    }

    /// Has a page loaded in one of a team's browsers: in the one that is held, if any is.
    ///
    /// # Errors
    /// When the team's subscription does not allow it now.
    pub(crate) fn take_browser(
        &self,
        team: &Team,
        now: DateTime<Utc>,
        load: TimeDelta,
        held: &mut Browser,
    ) -> Result<(), Exceeded> {
        self.member(team, |member| {
            member.usage.take_browser(&member.settings.subscription, now, load, held)
        })
    }

    /// Whether a team has that many credits left.
    pub(crate) fn has_credits(&self, team: &Team, credits: u64) -> bool {
        self.member(team, |member| {
            member.settings.subscription.credits.is_none_or(|left| left >= credits)
        })
    }

    /// Charges a team.
    pub(crate) fn charge(&self, team: &Team, credits: u64) {
        self.member(team, |member| member.usage.charge(&mut member.settings.subscription, credits));
    }

    /// What a team was charged so far.
    pub(crate) fn charged(&self, team: &Team) -> u64 {
        self.member(team, |member| member.usage.charged())
    }

    fn member<R>(&self, team: &Team, look: impl FnOnce(&mut Member) -> R) -> R {
        look(self.locked().teams.entry(team.clone()).or_default())
    }

    /// A thread that failed with the lock in hand leaves whole teams behind.
    fn locked(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Teams {
    type Saved = Known;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.locked() = Known::at_start(&self.first);
    }

    fn save(&self) -> Known {
        self.locked().clone()
    }

    fn restore(&self, saved: Known) {
        *self.locked() = saved;
    }
}

/// A key that nobody has yet.
pub(crate) fn new_key(identities: &Identities) -> String {
    format!("reference-key-{}", identities.next())
}

/// Writes a map by its keys, so that the same teams are the same text.
fn in_order<K: Ord + Serialize, V: Serialize, S: Serializer>(
    map: &HashMap<K, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(map.iter().collect::<BTreeMap<_, _>>())
}
