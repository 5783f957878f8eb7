//! Fixtures: the resources that the server was given by whoever started it, which it has again
//! after a reset, and after a start from a state that was saved.
//!
//! It must not know what is in a resource.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use fastrand::Rng;

use super::part::Part;
use super::store::Name;
use super::teams::Team;

/// The fixtures, in the order in which they were given.
#[derive(Debug, Default)]
pub(crate) struct Fixtures(Mutex<Vec<Fixture>>);

#[derive(Debug)]
struct Fixture {
    name: Name,
    team: Team,
    /// Whether it comes from a state that was saved, and nobody has asked for it since.
    is_awaited: bool,
}

impl Fixtures {
    /// Adds one, and returns its identity: that of the first fixture is the same at every start, so
    /// is that of the second.
    pub(crate) fn add(&self, type_name: &str, team: Team) -> String {
        let mut fixtures = self.locked();
        let bits = Rng::with_seed(fixtures.len() as u64).u128(..);
        let id = uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_string();
        let name = Name { type_name: type_name.to_owned(), id: id.clone() };
        fixtures.push(Fixture { name, team, is_awaited: false });
        id
    }

    /// The identity of the next one of a type and a team that a state that was saved had: whoever
    /// starts the server asks for the same ones again.
    pub(crate) fn claim(&self, type_name: &str, team: &Team) -> Option<String> {
        let mut fixtures = self.locked();
        let found = fixtures.iter_mut().find(|fixture| {
            fixture.is_awaited && fixture.name.type_name == type_name && fixture.team == *team
        })?;
        found.is_awaited = false;
        Some(found.name.id.clone())
    }

    /// The name and the team of each.
    pub(crate) fn all(&self) -> Vec<(Name, Team)> {
        let fixtures = self.locked();
        fixtures.iter().map(|fixture| (fixture.name.clone(), fixture.team.clone())).collect()
    }

    /// A thread that failed with the lock in hand leaves a whole list behind.
    fn locked(&self) -> MutexGuard<'_, Vec<Fixture>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Fixtures {
    type Saved = Vec<(Name, Team)>;

    /// Keeps them: they are there again after a reset.
    fn reset(&self, _now: DateTime<Utc>) {}

    fn save(&self) -> Vec<(Name, Team)> {
        self.all()
    }

    fn restore(&self, saved: Vec<(Name, Team)>) {
        let fixtures = saved.into_iter();
        *self.locked() =
            fixtures.map(|(name, team)| Fixture { name, team, is_awaited: true }).collect();
    }
}
