//! The trouble of a real service that a mock can be told to make: answers that take their time, and
//! requests that fail.
//!
//! It must not know an error; which ones a client may meet stands in the contract.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use webdata_spec::Spec;
use webdata_spec::model::Retry;

use super::Options;
use super::answer::Row;
use super::catalogue::Catalogue;

/// The trouble that is made.
#[derive(Debug)]
pub(super) struct Trouble {
    latency: Option<RangeInclusive<Duration>>,
    /// How many of the requests fail, from 0 to 1.
    fail_rate: f64,
    /// What they fail with.
    failures: Vec<Arc<Row>>,
    seed: Option<u64>,
    drawn: Mutex<Rng>,
}

impl Trouble {
    /// The trouble that the options want: an answer takes as long on top as their latency says,
    /// anything in between being as likely, and so many of the requests as their rate says are
    /// answered with an error after which a client may send them again.
    pub(super) fn of(
        spec: &Spec,
        catalogue: &Catalogue,
        options: &Options,
        seed: Option<u64>,
    ) -> Self {
        let passing = spec.errors.values().filter(|row| row.retry == Retry::Backoff);
        let failures = passing.filter_map(|row| catalogue.find(&row.id)).collect();
        let (latency, fail_rate) = (options.latency.clone(), options.fail_rate);
        Self { latency, fail_rate, failures, seed, drawn: Mutex::new(rng(seed)) }
    }

    /// How long the next answer is held back, and the row that its request fails with, if it does.
    pub(super) fn next(&self) -> (Duration, Option<Arc<Row>>) {
        // Most servers make none, and their requests need not wait for each other.
        if self.latency.is_none() && self.fail_rate <= 0.0 {
            return (Duration::ZERO, None);
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let fails = drawn.f64() < self.fail_rate;
        let failure = fails.then(|| drawn.choice(&self.failures).cloned()).flatten();
        let held = self.latency.as_ref().map(|latency| {
            let spread = latency.end().saturating_sub(*latency.start());
            *latency.start() + spread.mul_f64(drawn.f64())
        });
        (held.unwrap_or_default(), failure)
    }

    /// How far what is drawn has come.
    pub(super) fn saved(&self) -> u64 {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).get_seed()
    }

    /// Goes on from there.
    pub(super) fn restore(&self, saved: u64) {
        *self.drawn.lock().unwrap_or_else(PoisonError::into_inner) = Rng::with_seed(saved);
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        *self.drawn.lock().unwrap_or_else(PoisonError::into_inner) = rng(self.seed);
    }
}

fn rng(seed: Option<u64>) -> Rng {
    seed.map_or_else(Rng::new, Rng::with_seed)
}
