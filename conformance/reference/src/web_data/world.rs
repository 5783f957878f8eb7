//! The data of the Web Data Service beside stored resources: web pages, earlier scrapes, jobs, checks and
//! notifications.
//!
//! ```text
//! web ─ scrapes    web pages, the cache and history of scrapes, and the browsers that load pages
//! jobs             agent jobs
//! checks           records and results of checks
//! deliveries       webhooks and e-mails
//! ```

pub(crate) mod checks;
pub(crate) mod deliveries;
pub(crate) mod jobs;
pub(crate) mod scrapes;
pub(crate) mod web;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::bounded::BoundedLog;
use crate::shared::Shared;
use crate::web_data::world::checks::Checks;
use crate::web_data::world::deliveries::{Deliveries, Outbox};
use crate::web_data::world::jobs::Jobs;
use crate::web_data::world::scrapes::{Browsers, Cache, History};
use crate::web_data::world::web::Web;
use crate::world::parts;

parts! {
    /// The state of the Web Data Service beside stored resources.
    ServiceState {}
    /// The saved form of the state.
    Saved {}
    saved {
        web: Web = "pages",
        jobs: Shared<Jobs> = "jobs",
        cache: Shared<Cache> = "cache",
        history: Shared<History> = "history",
        checks: Checks = "checks",
        browsers: Shared<Browsers> = "browsers",
    }
    forgotten {
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
            jobs: Shared::default(),
            cache: Shared::default(),
            history: Shared::default(),
            checks: Checks::default(),
            browsers: Shared::default(),
            scrapes: BoundedLog::default(),
            deliveries: Deliveries::default(),
            outbox: Outbox::default(),
        }
    }
}
