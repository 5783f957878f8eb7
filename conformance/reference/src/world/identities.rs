//! Identities of what the server makes: random, or the same ones again for the same seed.
//!
//! It must not know what they are for.

use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use uuid::Uuid;

/// Where identities come from.
#[derive(Debug)]
pub(super) struct Identities {
    seed: Option<u64>,
    /// Without a seed it is not used: identities that nobody can guess come from the system.
    drawn: Mutex<Rng>,
}

impl Identities {
    /// Identities that a seed decides, or random ones.
    pub(super) fn of(seed: Option<u64>) -> Self {
        Self { seed, drawn: Mutex::new(Rng::with_seed(seed.unwrap_or_default())) }
    }

    /// Identities that go on where those of a seed had come to.
    pub(super) fn restored(seed: Option<u64>, drawn: u64) -> Self {
        Self { seed, drawn: Mutex::new(Rng::with_seed(drawn)) }
    }

    /// The seed, if there is one, and how far its identities have come.
    pub(super) fn saved(&self) -> (Option<u64>, u64) {
        (self.seed, self.drawn.lock().unwrap_or_else(PoisonError::into_inner).get_seed())
    }

    /// An identity that nothing has yet.
    pub(super) fn next(&self) -> Uuid {
        match self.seed {
            None => Uuid::new_v4(),
            Some(_) => {
                let bits = self.drawn.lock().unwrap_or_else(PoisonError::into_inner).u128(..);
                uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
            }
        }
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        let seed = self.seed.unwrap_or_default();
        *self.drawn.lock().unwrap_or_else(PoisonError::into_inner) = Rng::with_seed(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_identities_again() {
        let (one, other, random) =
            (Identities::of(Some(7)), Identities::of(Some(7)), Identities::of(None));
        let first = [one.next(), one.next()];
        assert_eq!(first, [other.next(), other.next()]);
        assert_ne!(first[0], first[1]);
        assert_eq!(first[0].get_version_num(), 4, "{}", first[0]);
        let (seed, drawn) = one.saved();
        assert_eq!(Identities::restored(seed, drawn).next(), one.next(), "it goes on");
        one.reset();
        assert_eq!(one.next(), first[0]);
        assert_ne!(random.next(), random.next());
        assert_ne!(Identities::of(Some(8)).next(), first[0]);
    }
}
