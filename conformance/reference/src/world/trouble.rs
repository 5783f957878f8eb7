//! The trouble of a real service that a mock can be told to make: responses that take their time, and
//! requests that fail.
//!
//! It must not know an error; which ones a client may meet stands in the contract.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use webdata_spec::model::Retry;

use crate::contract::Contract;
use crate::contract::row::Row;
use crate::options::Options;

/// The trouble that is made.
#[derive(Debug)]
pub(crate) struct Trouble {
    latency: Option<RangeInclusive<Duration>>,
    /// How many of the requests fail, from 0 to 1.
    fail_rate: f64,
    /// What they fail with.
    failures: Vec<Arc<Row>>,
    drawn: Mutex<Drawn>,
}

#[derive(Debug)]
struct Drawn {
    seed: Option<u64>,
    rng: Rng,
}

impl Trouble {
    /// The trouble that the options want: a response takes as long on top as their latency says,
    /// anything in between being as likely, and so many of the requests as their rate says are
    /// answered with an error after which a client may send them again.
    pub(super) fn new(contract: &Contract, options: &Options) -> Self {
        let rows = contract.spec.errors.values();
        let passing = rows.filter(|row| row.retry == Retry::Backoff);
        let failures = passing.filter_map(|row| contract.catalogue.find(&row.id)).collect();
        let (latency, fail_rate) = (options.latency.clone(), options.fail_rate);
        let drawn = Mutex::new(Drawn { seed: options.seed, rng: rng(options.seed) });
        Self { latency, fail_rate, failures, drawn }
    }

    /// How long the next response is held back, and the row that its request fails with, if it does.
    pub(crate) fn next(&self) -> (Duration, Option<Arc<Row>>) {
        // Most servers make none, and their requests need not wait for each other.
        if self.latency.is_none() && self.fail_rate <= 0.0 {
            return (Duration::ZERO, None);
        }
        let drawn = &mut self.locked().rng;
        let fails = drawn.f64() < self.fail_rate;
        let failure = fails.then(|| drawn.choice(&self.failures).cloned()).flatten();
        let held = self.latency.as_ref().map(|latency| {
            let spread = latency.end().saturating_sub(*latency.start());
            *latency.start() + spread.mul_f64(drawn.f64())
        });
        (held.unwrap_or_default(), failure)
    }

    /// How far what is drawn has come.
    pub(super) fn save(&self) -> u64 {
        self.locked().rng.get_seed()
    }

    /// Goes on from there, for a seed.
    pub(super) fn restore(&self, seed: Option<u64>, drawn: u64) {
        *self.locked() = Drawn { seed, rng: Rng::with_seed(drawn) };
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        let mut drawn = self.locked();
        drawn.rng = rng(drawn.seed);
    }

    /// A thread that failed with the lock in hand leaves a whole generator behind.
    fn locked(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn rng(seed: Option<u64>) -> Rng {
    seed.map_or_else(Rng::new, Rng::with_seed)
}
