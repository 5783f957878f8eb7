//! The state of the server: stored resources, teams, the clock and the logs.
//!
//! ```text
//! store ─ teams              stored resources; keys, subscriptions, charges
//! clock ─ randomness         time, identities, injected failures
//! request_log ─ expectation  recorded requests, how tests match them, responses that tests set
//! body_memory                the memory that large bodies share
//! ```
//!
//! This module handles no request, and does not know the behaviour of a service, which has a separate state.

pub(crate) mod body_memory;
pub(crate) mod clock;
pub(crate) mod expectation;
pub(crate) mod randomness;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod teams;

use chrono::{DateTime, Utc};

use crate::shared::Shared;
use crate::world::body_memory::BodyMemory;
use crate::world::clock::Clock;
use crate::world::expectation::Stubs;
use crate::world::randomness::Randomness;
use crate::world::request_log::{LiveFeed, RequestLog};
use crate::world::store::{Fixtures, Store};
use crate::world::teams::{Keys, Teams};

/// The state of a server, except that of its behaviour.
#[derive(Debug)]
pub(crate) struct World {
    /// The keys that the server knows at its start.
    pub(crate) keys: Keys,
    /// The live feed of requests. Its listeners stay connected across a reset.
    pub(crate) feed: LiveFeed,
    pub(crate) body_memory: BodyMemory,
    pub(crate) clock: Clock,
    pub(crate) randomness: Randomness,
    pub(crate) teams: Teams,
    pub(crate) store: Store,
    /// The resources that `ReferenceServer::create` has stored. A reset creates them again.
    pub(crate) fixtures: Fixtures,
    /// The responses that tests set for later requests.
    pub(crate) stubs: Shared<Stubs>,
    pub(crate) requests: RequestLog,
}

impl World {
    /// Creates the state of a server that has just started.
    pub(crate) fn new(
        randomness: Randomness,
        clock: Option<DateTime<Utc>>,
        exchange_bodies: bool,
    ) -> Self {
        let keys = Keys::default();
        Self {
            feed: LiveFeed::new(exchange_bodies),
            body_memory: BodyMemory::default(),
            teams: Teams::new(&keys),
            keys,
            clock: Clock::new(clock),
            randomness,
            store: Store::default(),
            fixtures: Fixtures::default(),
            stubs: Shared::default(),
            requests: RequestLog::default(),
        }
    }

    /// Resets every part to its state at the start.
    pub(crate) fn reset(&self) {
        let Self { clock, randomness, teams, store, stubs, requests, .. } = self;
        clock.reset();
        randomness.reset();
        teams.reset();
        store.reset();
        stubs.reset();
        requests.clear();
    }
}
