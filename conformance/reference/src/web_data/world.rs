//! The data of the Web Data Service beside stored resources: web pages, earlier scrapes, jobs, checks and
//! notifications.
//!
//! ```text
//! web ─ cache ─ history    web pages, and earlier scrapes of them
//! browsers                 the browsers of each team, which load web pages
//! jobs ─ job               agent jobs
//! checks                   records and results of checks
//! deliveries, outbox       webhooks and e-mails
//! ```

pub(crate) mod browsers;
pub(crate) mod cache;
pub(crate) mod checks;
pub(crate) mod deliveries;
pub(crate) mod history;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod outbox;
pub(crate) mod web;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::bounded_log::BoundedLog;
use crate::world::part::parts;
use browsers::Browsers;
use cache::Cache;
use checks::Checks;
use deliveries::Deliveries;
use history::History;
use jobs::Jobs;
use outbox::Outbox;
use web::Web;

parts! {
    /// The state of the Web Data Service beside stored resources.
    ServiceState {}
    /// The saved form of the state.
    Saved {}
    saved {
        web: Web = "pages",
        jobs: Jobs = "jobs",
        cache: Cache = "cache",
        history: History = "history",
        checks: Checks = "checks",
        browsers: Browsers = "browsers",
    }
    forgotten {
        /// The log of scrapes.
        scrapes: BoundedLog<Value>,
        deliveries: Deliveries,
        outbox: Outbox,
    }
}

impl ServiceState {
    /// Creates the state of a server that starts at the moment `now`.
    pub(super) fn new(now: DateTime<Utc>) -> Self {
        Self {
            web: Web::new(now),
            jobs: Jobs::default(),
            cache: Cache::default(),
            history: History::default(),
            checks: Checks::default(),
            browsers: Browsers::default(),
            scrapes: BoundedLog::default(),
            deliveries: Deliveries::default(),
            outbox: Outbox::default(),
        }
    }

    /// Resets every part to its state at a start at the moment `now`.
    pub(super) fn reset(&self, now: DateTime<Utc>) {
        self.reset_parts(|| now);
    }
}
