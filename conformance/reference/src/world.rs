//! The world of a server: everything that it keeps and that requests meet.
//!
//! ```text
//! store ─ fixtures    stored resources            teams      keys, subscriptions, charges
//! web ─ cache ─ history    web pages, and what was scraped of them
//! jobs    checks    deliveries    outbox         what services keep
//! clock   chance ─ identities ─ trouble          time, and what chance decides
//! request_log ─ live_feed ─ expectation          who asked for what, and whether that was expected
//! stubs       responses that were set             body_limit    how large bodies may be
//! ```
//!
//! Each part of it is a [`Part`], and [`World`] has the one list of them. It must not know a request
//! or what is done with any of this.

pub(crate) mod body_limit;
pub(crate) mod cache;
pub(crate) mod chance;
pub(crate) mod checks;
pub(crate) mod clock;
pub(crate) mod deliveries;
pub(crate) mod expectation;
pub(crate) mod fixtures;
pub(crate) mod history;
pub(crate) mod identities;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod live_feed;
pub(crate) mod outbox;
mod part;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod stubs;
pub(crate) mod teams;
mod trouble;
pub(crate) mod web;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::Spec;

use crate::bounded_log::BoundedLog;
use crate::contract::Contract;
use crate::options::Options;
use body_limit::BodyLimit;
use cache::Cache;
use chance::Chance;
use checks::Checks;
use clock::Clock;
use deliveries::Deliveries;
use fixtures::Fixtures;
use history::History;
use jobs::Jobs;
use live_feed::LiveFeed;
use outbox::Outbox;
use part::Part;
use request_log::RequestLog;
use store::Store;
use stubs::Stubs;
use teams::{Keys, Teams};
use web::Web;

/// Makes the world and its saved form of one list of parts, so that no part can be left out of
/// either, or of a reset.
macro_rules! world {
    (
        saved { $($(#[$about:meta])* $part:ident: $kind:ty = $name:tt,)* }
        forgotten { $($(#[$note:meta])* $log:ident: $log_kind:ty,)* }
    ) => {
        /// Everything that a server keeps.
        #[derive(Debug)]
        pub(crate) struct World {
            /// The keys that it knows from its start.
            pub(crate) keys: Keys,
            /// Who watches. A reset does not end that.
            pub(crate) feed: LiveFeed,
            $($(#[$about])* pub(crate) $part: $kind,)*
            $($(#[$note])* pub(crate) $log: $log_kind,)*
        }

        /// What is saved of a world.
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct Saved {
            /// The number of the form that this has.
            pub(crate) format: u64,
            pub(crate) contract: Origin,
            $(#[serde(rename = $name)] pub(crate) $part: <$kind as Part>::Saved,)*
        }

        impl World {
            /// Puts every part back as it was at the start.
            pub(crate) fn reset(&self) {
                $(self.$part.reset(self.clock.now());)*
                $(self.$log.reset(self.clock.now());)*
            }

            /// Returns what shapes later responses.
            pub(crate) fn save(&self, format: u64, contract: Origin) -> Saved {
                Saved { format, contract, $($part: self.$part.save(),)* }
            }

            /// Goes on from what was saved.
            pub(crate) fn restore(&self, saved: Saved) {
                $(self.$part.restore(saved.$part);)*
            }
        }
    };
}

world! {
    saved {
        /// The first of all: the others start over at its time.
        clock: Clock = "clock",
        chance: Chance = "draws",
        teams: Teams = "teams",
        store: Store = "resources",
        /// Those of the resources that whoever started the server asked for.
        fixtures: Fixtures = "fixtures",
        web: Web = "pages",
        jobs: Jobs = "jobs",
        cache: Cache = "cache",
        history: History = "history",
        checks: Checks = "checks",
        body_limit: BodyLimit = "body-bytes",
        /// The responses that were set for requests to come.
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

/// The contract that a world was saved under.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Origin {
    name: String,
    version: String,
    hash: String,
}

impl Origin {
    /// The origin that a contract is.
    pub(crate) fn new(spec: &Spec) -> Self {
        let (name, version) = (spec.service.name.clone(), spec.service.version.clone());
        Self { name, version, hash: spec.hash.clone() }
    }

    /// Describes it to people.
    pub(crate) fn describe(&self) -> String {
        let short = self.hash.get(..12).unwrap_or(&self.hash);
        format!("{} {}, hash {short}", self.name, self.version)
    }
}

impl World {
    /// The world that a server starts with.
    pub(crate) fn new(contract: &Contract, options: &Options) -> Self {
        let (keys, clock) = (Keys::default(), Clock::new(options.clock));
        Self {
            feed: LiveFeed::new(options.exchange_bodies),
            teams: Teams::new(&keys),
            keys,
            web: Web::new(clock.now()),
            clock,
            chance: Chance::new(contract, options),
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
