//! The state of the server: stored resources, teams, the clock and the logs.
//!
//! ```text
//! store ─ teams              stored resources; keys, subscriptions, charges
//! clock ─ randomness         time, identities, injected failures
//! request_log ─ expectation  recorded requests, how tests match them, responses that tests set
//! body_memory                the memory that large bodies share
//! ```
//!
//! Every part implements [`Part`], and [`World`] holds the only list of parts. This module knows
//! neither requests nor the behaviour of a particular service, which has a state of its own.

pub(crate) mod body_memory;
pub(crate) mod clock;
pub(crate) mod expectation;
pub(crate) mod randomness;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod teams;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::Spec;

use crate::bounded::BoundedLog;
use crate::contract::Contract;
use crate::options::Options;
use crate::shared::Shared;
use crate::world::body_memory::BodyMemory;
use crate::world::clock::Clock;
use crate::world::expectation::Stubs;
use crate::world::randomness::Randomness;
use crate::world::request_log::{LiveFeed, RequestLog};
use crate::world::store::{Fixtures, Store};
use crate::world::teams::{Keys, Teams};

pub(crate) trait Part {
    /// The saved form of the part; `()` if no later response depends on the part.
    type Saved;

    /// Resets the part to its state at a start at the moment `now`.
    fn reset(&self, now: DateTime<Utc>);

    /// Returns the state that later responses depend on.
    fn save(&self) -> Self::Saved;

    /// Replaces the state by a saved one.
    fn restore(&self, saved: Self::Saved);
}

/// Generates a struct of parts, its saved form, and its reset, save and restore from one list of parts. No part
/// can be missing from any of them.
macro_rules! parts {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$field_about:meta])* $field:ident: $field_kind:ty,)* }
        $(#[$saved_about:meta])*
        $saved:ident { $($(#[$own_about:meta])* $own:ident: $own_kind:ty,)* }
        saved { $($(#[$part_about:meta])* $part:ident: $kind:ty = $key:tt,)* }
        forgotten { $($(#[$log_about:meta])* $log:ident: $log_kind:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        pub(crate) struct $name {
            $($(#[$field_about])* pub(crate) $field: $field_kind,)*
            $($(#[$part_about])* pub(crate) $part: $kind,)*
            $($(#[$log_about])* pub(crate) $log: $log_kind,)*
        }

        $(#[$saved_about])*
        #[derive(Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct $saved {
            $($(#[$own_about])* pub(crate) $own: $own_kind,)*
            $(#[serde(rename = $key)] pub(crate) $part: <$kind as $crate::world::Part>::Saved,)*
        }

        impl $name {
            /// Resets every part in turn to its state at a start at the moment that `now` returns.
            pub(crate) fn reset_parts(&self, now: impl Fn() -> ::chrono::DateTime<::chrono::Utc>) {
                $($crate::world::Part::reset(&self.$part, now());)*
                $($crate::world::Part::reset(&self.$log, now());)*
            }

            /// Returns the state that later responses depend on.
            pub(crate) fn save(&self, $($own: $own_kind),*) -> $saved {
                $saved { $($own,)* $($part: $crate::world::Part::save(&self.$part),)* }
            }

            /// Replaces the state by a saved one.
            pub(crate) fn restore(&self, saved: $saved) {
                $($crate::world::Part::restore(&self.$part, saved.$part);)*
            }
        }
    };
}

pub(crate) use parts;

/// A value that is empty at the start and is saved whole.
impl<T: Clone + Default> Part for Shared<T> {
    type Saved = T;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.lock() = T::default();
    }

    fn save(&self) -> T {
        self.lock().clone()
    }

    fn restore(&self, saved: T) {
        *self.lock() = saved;
    }
}

/// No response depends on a log, so logs are not saved.
impl<T: Clone> Part for BoundedLog<T> {
    type Saved = ();

    fn reset(&self, _now: DateTime<Utc>) {
        self.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}

parts! {
    /// The state of a server, except that of its behaviour.
    World {
        /// The keys that the server accepts from its start.
        keys: Keys,
        /// The live feed of requests. Its listeners stay connected across a reset.
        feed: LiveFeed,
        body_memory: BodyMemory,
    }
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
        /// The responses that tests set for later requests.
        stubs: Shared<Stubs> = "answers",
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
            body_memory: BodyMemory::default(),
            teams: Teams::new(&keys),
            keys,
            clock: Clock::new(options.clock),
            randomness: Randomness::new(contract, options),
            store: Store::default(),
            fixtures: Fixtures::default(),
            stubs: Shared::default(),
            requests: RequestLog::default(),
        }
    }

    /// Resets every part to its state at the start.
    pub(crate) fn reset(&self) {
        self.reset_parts(|| self.clock.now());
    }
}
