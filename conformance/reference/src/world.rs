//! The state of the server: stored resources, teams, the clock and the logs.
//!
//! ```text
//! store ─ teams              stored resources; keys, subscriptions, charges
//! clock ─ randomness         time, identities, injected failures
//! request_log ─ expectation  recorded requests, how tests match them, responses that tests set
//! body_limit                 the size limit of bodies
//! ```
//!
//! Every part implements [`Part`](part::Part), and [`World`] holds the only list of parts. This module knows
//! neither requests nor the behaviour of a particular service, which has a state of its own.

pub(crate) mod body_limit;
pub(crate) mod clock;
pub(crate) mod expectation;
pub(crate) mod part;
pub(crate) mod randomness;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod teams;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::Spec;

use crate::contract::Contract;
use crate::options::Options;
use crate::world::body_limit::BodyLimit;
use crate::world::clock::Clock;
use crate::world::expectation::Stubs;
use crate::world::part::parts;
use crate::world::randomness::Randomness;
use crate::world::request_log::{LiveFeed, RequestLog};
use crate::world::store::{Fixtures, Store};
use crate::world::teams::{Keys, Teams};

parts! {
    /// The state of a server, except that of its behaviour.
    World {
        /// The keys that the server accepts from its start.
        keys: Keys,
        /// The live feed of requests. Its listeners stay connected across a reset.
        feed: LiveFeed,
    }
    /// The saved form of a world.
    Saved {
        /// The version number of the saved format.
        format: u64,
        contract: Origin,
        /// The saved state of the behaviour.
        behaviour: Value,
    }
    saved {
        /// Comes first in this list, because the other parts are reset to its time.
        clock: Clock = "clock",
        randomness: Randomness = "draws",
        teams: Teams = "teams",
        store: Store = "resources",
        /// The stored resources that were created by the options of the server.
        fixtures: Fixtures = "fixtures",
        body_limit: BodyLimit = "body-bytes",
        /// The responses that tests set for later requests.
        stubs: Stubs = "answers",
    }
    forgotten {
        requests: RequestLog,
    }
}

/// The contract under which a world was saved.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Origin {
    name: String,
    version: String,
    hash: String,
}

impl Origin {
    /// Returns the name, version and hash of a contract.
    pub(crate) fn new(spec: &Spec) -> Self {
        let (name, version) = (spec.service.name.clone(), spec.service.version.clone());
        Self { name, version, hash: spec.hash.clone() }
    }

    /// Describes the contract in a message.
    pub(crate) fn describe(&self) -> String {
        let short = self.hash.get(..12).unwrap_or(&self.hash);
        format!("{} {}, hash {short}", self.name, self.version)
    }
}

impl World {
    /// Creates the state of a server that has just started.
    pub(crate) fn new(contract: &Contract, options: &Options) -> Self {
        let keys = Keys::default();
        Self {
            feed: LiveFeed::new(options.exchange_bodies),
            teams: Teams::new(&keys),
            keys,
            clock: Clock::new(options.clock),
            randomness: Randomness::new(contract, options),
            store: Store::default(),
            fixtures: Fixtures::default(),
            body_limit: BodyLimit::default(),
            stubs: Stubs::default(),
            requests: RequestLog::default(),
        }
    }

    /// Resets every part to its state at the start.
    pub(crate) fn reset(&self) {
        self.reset_parts(|| self.clock.now());
    }
}
