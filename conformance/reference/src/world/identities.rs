//! Identities of new resources: random, or determined by a seed.
//!
//! This module does not know what the identities are for.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use uuid::Uuid;

/// A generator of identities.
#[derive(Debug)]
pub(crate) struct Identities(Mutex<SeededRng>);

#[derive(Debug)]
struct SeededRng {
    seed: Option<u64>,
    /// Used only with a seed; without one, unguessable identities come from the system's generator.
    rng: Rng,
}

impl Identities {
    /// Creates a generator with a seed, or a random one.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self(Mutex::new(SeededRng { seed, rng: Rng::with_seed(seed.unwrap_or_default()) }))
    }

    /// Returns an identity that is not in use.
    pub(crate) fn next(&self) -> Uuid {
        let mut drawn = self.locked();
        match drawn.seed {
            None => Uuid::new_v4(),
            Some(_) => {
                let bits = drawn.rng.u128(..);
                uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
            }
        }
    }

    /// Returns the seed, if there is one, and the state of the generator.
    pub(super) fn save(&self) -> (Option<u64>, u64) {
        let drawn = self.locked();
        (drawn.seed, drawn.rng.get_seed())
    }

    /// Restores the seed and the state of the generator.
    pub(super) fn restore(&self, seed: Option<u64>, drawn: u64) {
        *self.locked() = SeededRng { seed, rng: Rng::with_seed(drawn) };
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        let mut drawn = self.locked();
        drawn.rng = Rng::with_seed(drawn.seed.unwrap_or_default());
    }

    /// Locks the generator. Poisoning is ignored, because every change leaves the generator consistent.
    fn locked(&self) -> MutexGuard<'_, SeededRng> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_identities_again() {
        let (one, other, random) =
            (Identities::new(Some(7)), Identities::new(Some(7)), Identities::new(None));
        assert_ne!(random.next(), random.next());
        let first = [one.next(), one.next()];
        assert_eq!(first, [other.next(), other.next()]);
        assert_ne!(first[0], first[1]);
        assert_eq!(first[0].get_version_num(), 4, "{}", first[0]);
        let (seed, drawn) = one.save();
        random.restore(seed, drawn);
        assert_eq!(random.next(), one.next(), "the restored generator continues the sequence");
        one.reset();
        assert_eq!(one.next(), first[0]);
        assert_ne!(Identities::new(Some(8)).next(), first[0]);
    }
}
