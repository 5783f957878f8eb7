//! Randomness: the identities of new resources, and the failures and delays that the options ask for.
//!
//! Nothing else in the server is random, so that the same seed leads to the same responses. Fixtures have identities
//! from a fixed seed. This module defines no errors; the contract says which errors a client may retry.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use uuid::{Builder, Uuid};
use webdata_spec::model::Retry;

use crate::contract::Contract;
use crate::contract::errors::Row;
use crate::shared::Shared;

/// All random generators of the server.
#[derive(Debug)]
pub(crate) struct Randomness {
    pub(crate) identities: Arc<Identities>,
    pub(crate) fault_injection: FaultInjection,
}

impl Randomness {
    /// Creates the generators that the options ask for. Each response is delayed by a random duration within
    /// the given range. The given share of requests fails with errors that the contract lets a client retry.
    pub(crate) fn new(
        contract: &Contract,
        seed: Option<u64>,
        latency: Option<RangeInclusive<Duration>>,
        fail_rate: f64,
    ) -> Self {
        let rows = contract.spec.errors.values();
        let retryable = rows.filter(|row| row.retry == Retry::Backoff);
        let failures = retryable.filter_map(|row| contract.catalogue.find(&row.id)).collect();
        let generator = Shared::new(SeededRng::new(seed));
        Self {
            identities: Arc::new(Identities(Shared::new(SeededRng::new(seed)))),
            fault_injection: FaultInjection { latency, fail_rate, failures, generator },
        }
    }

    /// Lets the generators start again from their seed.
    pub(super) fn reset(&self) {
        for generator in [&self.identities.0, &self.fault_injection.generator] {
            let mut generator = generator.lock();
            *generator = SeededRng::new(generator.seed);
        }
    }
}

/// A generator, and the seed that a reset returns to.
#[derive(Debug)]
struct SeededRng {
    seed: Option<u64>,
    rng: Rng,
}

impl SeededRng {
    fn new(seed: Option<u64>) -> Self {
        Self { seed, rng: seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

#[derive(Debug)]
pub(crate) struct Identities(Shared<SeededRng>);

impl Identities {
    /// Returns a random identity. Without a seed, the identity comes from the system's generator and cannot be
    /// guessed.
    pub(crate) fn next(&self) -> Uuid {
        let SeededRng { seed, rng } = &mut *self.0.lock();
        match seed {
            None => Uuid::new_v4(),
            Some(_) => Builder::from_random_bytes(rng.u128(..).to_be_bytes()).into_uuid(),
        }
    }
}

/// The failures and delays that the server injects at random.
#[derive(Debug)]
pub(crate) struct FaultInjection {
    latency: Option<RangeInclusive<Duration>>,
    /// The share of requests that fail, from 0 to 1.
    fail_rate: f64,
    /// The errors that failing requests get.
    failures: Vec<Arc<Row>>,
    generator: Shared<SeededRng>,
}

impl FaultInjection {
    /// Returns the delay of the next response, and the error row if the request fails.
    pub(crate) fn next(&self) -> (Duration, Option<Arc<Row>>) {
        // Most servers inject nothing, and their requests need not contend for the lock.
        if self.latency.is_none() && self.fail_rate <= 0.0 {
            return (Duration::ZERO, None);
        }
        let rng = &mut self.generator.lock().rng;
        let fails = rng.f64() < self.fail_rate;
        let failure = fails.then(|| rng.choice(&self.failures).cloned()).flatten();
        let delay = self.latency.as_ref().map(|latency| {
            let spread = latency.end().saturating_sub(*latency.start());
            *latency.start() + spread.mul_f64(rng.f64())
        });
        (delay.unwrap_or_default(), failure)
    }
}
