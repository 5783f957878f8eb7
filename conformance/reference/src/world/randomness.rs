//! Randomness: the identities of new resources, and the failures and delays that the options ask for.
//!
//! All randomness comes from here, so that the same seed gives the same responses. This module defines no errors;
//! the contract says which errors a client may retry.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use webdata_spec::model::Retry;

use crate::contract::Contract;
use crate::contract::errors::Row;
use crate::options::Options;
use crate::world::part::Part;

/// All random generators of the server.
#[derive(Debug)]
pub(crate) struct Randomness {
    pub(crate) identities: Arc<Identities>,
    pub(crate) fault_injection: FaultInjection,
}

/// The saved state of the generators.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SavedRandomness {
    seed: Option<u64>,
    identities: u64,
    trouble: u64,
}

impl Randomness {
    /// Creates the generators that the options ask for.
    pub(super) fn new(contract: &Contract, options: &Options) -> Self {
        let identities = Arc::new(Identities::new(options.seed));
        Self { identities, fault_injection: FaultInjection::new(contract, options) }
    }
}

impl Part for Randomness {
    type Saved = SavedRandomness;

    fn reset(&self, _now: DateTime<Utc>) {
        self.identities.reset();
        self.fault_injection.reset();
    }

    fn save(&self) -> SavedRandomness {
        let (seed, identities) = self.identities.save();
        SavedRandomness { seed, identities, trouble: self.fault_injection.save() }
    }

    fn restore(&self, saved: SavedRandomness) {
        self.identities.restore(saved.seed, saved.identities);
        self.fault_injection.restore(saved.seed, saved.trouble);
    }
}

/// A generator of identities.
#[derive(Debug)]
pub(crate) struct Identities(Mutex<SeededIdentities>);

#[derive(Debug)]
struct SeededIdentities {
    seed: Option<u64>,
    /// Used only with a seed; without one, unguessable identities come from the system's generator.
    rng: Rng,
}

impl Identities {
    /// Creates a generator with a seed, or a random one.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self(Mutex::new(SeededIdentities { seed, rng: Rng::with_seed(seed.unwrap_or_default()) }))
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
        *self.locked() = SeededIdentities { seed, rng: Rng::with_seed(drawn) };
    }

    /// Starts over with the seed.
    pub(super) fn reset(&self) {
        let mut drawn = self.locked();
        drawn.rng = Rng::with_seed(drawn.seed.unwrap_or_default());
    }

    /// Locks the generator. Poisoning is ignored, because every change leaves the generator consistent.
    fn locked(&self) -> MutexGuard<'_, SeededIdentities> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
