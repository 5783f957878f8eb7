//! The data of the Web Data Service beside stored resources: web pages, earlier scrapes, jobs, checks and
//! webhooks.
//!
//! ```text
//! web ─ scrapes    web pages, the cache and the history of scrapes
//! jobs             agent jobs
//! checks           records and results of checks
//! deliveries       webhooks
//! ```

pub(crate) mod checks;
pub(crate) mod deliveries;
pub(crate) mod jobs;
pub(crate) mod scrapes;
pub(crate) mod web;

use crate::shared::Shared;
use crate::web_data::world::checks::Checks;
use crate::web_data::world::deliveries::Deliveries;
use crate::web_data::world::jobs::Jobs;
use crate::web_data::world::scrapes::{Cache, History};
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
    }
    forgotten {
        deliveries: Deliveries,
    }
}

impl ServiceState {
    /// Creates the state of a server that has just started.
    pub(super) fn new() -> Self {
        Self {
            web: Web::new(),
            jobs: Shared::default(),
            cache: Shared::default(),
            history: Shared::default(),
            checks: Checks::default(),
            deliveries: Deliveries::default(),
        }
    }
}
