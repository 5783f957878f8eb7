//! Fixtures: the resources that the server was given by whoever started it, which it has again
//! after a reset.
//!
//! It must not know what is in a resource.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::store::Name;
use super::teams::Team;

/// The name and the team of each.
#[derive(Debug, Default)]
pub(super) struct Fixtures(Mutex<Vec<(Name, Team)>>);

impl Fixtures {
    /// Remembers one.
    pub(super) fn add(&self, name: Name, team: Team) {
        self.locked().push((name, team));
    }

    /// All of them, in the order in which they were given.
    pub(super) fn all(&self) -> Vec<(Name, Team)> {
        self.locked().clone()
    }

    /// A thread that failed with the lock in hand leaves a whole list behind.
    fn locked(&self) -> MutexGuard<'_, Vec<(Name, Team)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
