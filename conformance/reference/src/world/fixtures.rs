//! Fixtures: the resources that the options of the server ask for. They exist again after a reset and after a
//! start from a saved state.
//!
//! This module does not know the contents of resources.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use fastrand::Rng;

use super::part::Part;
use super::store::ResourceId;
use super::teams::Team;

/// The fixtures, in the order of the options.
#[derive(Debug, Default)]
pub(crate) struct Fixtures(Mutex<Vec<Fixture>>);

#[derive(Debug)]
struct Fixture {
    name: ResourceId,
    team: Team,
    /// Whether the fixture comes from a saved state, and the options have not asked for it yet.
    is_unclaimed: bool,
}

impl Fixtures {
    /// Adds a fixture and returns its identity, which depends only on the number of fixtures before it.
    pub(crate) fn add(&self, type_name: &str, team: Team) -> String {
        let mut fixtures = self.locked();
        let bits = Rng::with_seed(fixtures.len() as u64).u128(..);
        let id = uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_string();
        let name = ResourceId { type_name: type_name.to_owned(), id: id.clone() };
        fixtures.push(Fixture { name, team, is_unclaimed: false });
        id
    }

    /// Returns the identity of the next saved fixture of a type and a team. The options of a restarted server
    /// ask for the same fixtures again.
    pub(crate) fn claim(&self, type_name: &str, team: &Team) -> Option<String> {
        let mut fixtures = self.locked();
        let fixture = fixtures.iter_mut().find(|fixture| {
            fixture.is_unclaimed && fixture.name.type_name == type_name && fixture.team == *team
        })?;
        fixture.is_unclaimed = false;
        Some(fixture.name.id.clone())
    }

    /// Returns the name and the team of each fixture.
    pub(crate) fn all(&self) -> Vec<(ResourceId, Team)> {
        let fixtures = self.locked();
        fixtures.iter().map(|fixture| (fixture.name.clone(), fixture.team.clone())).collect()
    }

    /// Locks the fixtures. Poisoning is ignored, because every change leaves the list consistent.
    fn locked(&self) -> MutexGuard<'_, Vec<Fixture>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Fixtures {
    type Saved = Vec<(ResourceId, Team)>;

    /// Keeps the fixtures: they exist again after a reset.
    fn reset(&self, _now: DateTime<Utc>) {}

    fn save(&self) -> Vec<(ResourceId, Team)> {
        self.all()
    }

    fn restore(&self, saved: Vec<(ResourceId, Team)>) {
        let fixtures = saved.into_iter();
        *self.locked() =
            fixtures.map(|(name, team)| Fixture { name, team, is_unclaimed: true }).collect();
    }
}
