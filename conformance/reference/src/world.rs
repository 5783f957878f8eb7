//! The state of the server: stored resources, teams, web pages, jobs, the clock and the logs.
//!
//! ```text
//! store ─ fixtures    stored resources            teams      keys, subscriptions, charges
//! web ─ cache ─ history    web pages, and earlier scrapes of them
//! jobs    checks    deliveries    outbox         records of the services
//! clock   randomness ─ identities ─ fault_injection          time and randomness
//! request_log ─ live_feed ─ expectation          recorded requests, and how tests match them
//! stubs       responses that tests set            body_limit    the size limit of bodies
//! ```
//!
//! Every part implements [`Part`], and [`World`] holds the only list of parts. This module knows neither
//! requests nor the services that use the state.

pub(crate) mod body_limit;
pub(crate) mod clock;
pub(crate) mod expectation;
mod fault_injection;
pub(crate) mod fixtures;
pub(crate) mod identities;
pub(crate) mod live_feed;
pub(crate) mod part;
pub(crate) mod randomness;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod stubs;
pub(crate) mod teams;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::Spec;

use crate::bounded_log::BoundedLog;
use crate::contract::Contract;
use crate::options::Options;
use crate::web_data::world::cache::Cache;
use crate::web_data::world::checks::Checks;
use crate::web_data::world::deliveries::Deliveries;
use crate::web_data::world::history::History;
use crate::web_data::world::jobs::Jobs;
use crate::web_data::world::outbox::Outbox;
use crate::web_data::world::web::Web;
use body_limit::BodyLimit;
use clock::Clock;
use fixtures::Fixtures;
use live_feed::LiveFeed;
use part::Part;
use randomness::Randomness;
use request_log::RequestLog;
use store::Store;
use stubs::Stubs;
use teams::{Keys, Teams};

/// Generates the world and its saved form from one list of parts. No part can be missing from a save, a
/// restore or a reset.
macro_rules! world {
    (
        saved { $($(#[$about:meta])* $part:ident: $kind:ty = $name:tt,)* }
        forgotten { $($(#[$note:meta])* $log:ident: $log_kind:ty,)* }
    ) => {
        /// The whole state of a server.
        #[derive(Debug)]
        pub(crate) struct World {
            /// The keys that the server accepts from its start.
            pub(crate) keys: Keys,
            /// The live feed of requests. Its listeners stay connected across a reset.
            pub(crate) feed: LiveFeed,
            $($(#[$about])* pub(crate) $part: $kind,)*
            $($(#[$note])* pub(crate) $log: $log_kind,)*
        }

        /// The saved form of a world.
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct Saved {
            /// The version number of the saved format.
            pub(crate) format: u64,
            pub(crate) contract: Origin,
            $(#[serde(rename = $name)] pub(crate) $part: <$kind as Part>::Saved,)*
        }

        impl World {
            /// Resets every part to its state at the start.
            pub(crate) fn reset(&self) {
                $(self.$part.reset(self.clock.now());)*
                $(self.$log.reset(self.clock.now());)*
            }

            /// Returns the state that later responses depend on.
            pub(crate) fn save(&self, format: u64, contract: Origin) -> Saved {
                Saved { format, contract, $($part: self.$part.save(),)* }
            }

            /// Replaces the state by a saved one.
            pub(crate) fn restore(&self, saved: Saved) {
                $(self.$part.restore(saved.$part);)*
            }
        }
    };
}

world! {
    saved {
        /// Comes first in this list, because the other parts are reset to its time.
        clock: Clock = "clock",
        randomness: Randomness = "draws",
        teams: Teams = "teams",
        store: Store = "resources",
        /// The stored resources that were created by the options of the server.
        fixtures: Fixtures = "fixtures",
        web: Web = "pages",
        jobs: Jobs = "jobs",
        cache: Cache = "cache",
        history: History = "history",
        checks: Checks = "checks",
        body_limit: BodyLimit = "body-bytes",
        /// The responses that tests set for later requests.
        stubs: Stubs = "answers",
    }
    forgotten {
        requests: RequestLog,
        /// The log of scrapes.
        scrapes: BoundedLog<Value>,
        deliveries: Deliveries,
        outbox: Outbox,
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
        let (keys, clock) = (Keys::default(), Clock::new(options.clock));
        Self {
            feed: LiveFeed::new(options.exchange_bodies),
            teams: Teams::new(&keys),
            keys,
            web: Web::new(clock.now()),
            clock,
            randomness: Randomness::new(contract, options),
            store: Store::default(),
            fixtures: Fixtures::default(),
            jobs: Jobs::default(),
            cache: Cache::default(),
            history: History::default(),
            checks: Checks::default(),
            body_limit: BodyLimit::default(),
            stubs: Stubs::default(),
            requests: RequestLog::default(),
            scrapes: BoundedLog::default(),
            deliveries: Deliveries::default(),
            outbox: Outbox::default(),
        }
    }
}
