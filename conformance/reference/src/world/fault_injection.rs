//! Failures and delays that the server injects on request: slow responses, and requests that fail at random.
//!
//! This module defines no errors. The contract says which errors a client may retry.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use webdata_spec::model::Retry;

use crate::contract::Contract;
use crate::contract::row::Row;
use crate::options::Options;

/// The injected failures and delays.
#[derive(Debug)]
pub(crate) struct FaultInjection {
    latency: Option<RangeInclusive<Duration>>,
    /// The share of requests that fail, from 0 to 1.
    fail_rate: f64,
    /// The errors that failing requests get.
    failures: Vec<Arc<Row>>,
    drawn: Mutex<SeededRng>,
}

#[derive(Debug)]
struct SeededRng {
    seed: Option<u64>,
    rng: Rng,
}

impl FaultInjection {
    /// Creates the failures and delays that the options ask for. Each response is delayed by a random
    /// duration within the given range. The given share of requests fails with errors that the contract lets
    /// a client retry.
    pub(super) fn new(contract: &Contract, options: &Options) -> Self {
        let rows = contract.spec.errors.values();
        let passing = rows.filter(|row| row.retry == Retry::Backoff);
        let failures = passing.filter_map(|row| contract.catalogue.find(&row.id)).collect();
        let (latency, fail_rate) = (options.latency.clone(), options.fail_rate);
        let drawn = Mutex::new(SeededRng { seed: options.seed, rng: rng(options.seed) });
        Self { latency, fail_rate, failures, drawn }
    }

    /// Returns the delay of the next response, and the error row if the request fails.
    pub(crate) fn next(&self) -> (Duration, Option<Arc<Row>>) {
        // Most servers inject nothing, and their requests need not contend for the lock.
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

    /// Returns the state of the generator.
    pub(super) fn save(&self) -> u64 {
        self.locked().rng.get_seed()
    }

    /// Restores the state of the generator, and the seed that a reset returns to.
    pub(super) fn restore(&self, seed: Option<u64>, drawn: u64) {
        *self.locked() = SeededRng { seed, rng: Rng::with_seed(drawn) };
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        let mut drawn = self.locked();
        drawn.rng = rng(drawn.seed);
    }

    /// Locks the generator. Poisoning is ignored, because every change leaves the generator consistent.
    fn locked(&self) -> MutexGuard<'_, SeededRng> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn rng(seed: Option<u64>) -> Rng {
    seed.map_or_else(Rng::new, Rng::with_seed)
}
