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

/// The state of the Web Data Service beside stored resources.
#[derive(Debug)]
pub(crate) struct ServiceState {
    pub(crate) web: Web,
    pub(crate) jobs: Shared<Jobs>,
    pub(crate) cache: Shared<Cache>,
    pub(crate) history: Shared<History>,
    pub(crate) checks: Checks,
    pub(crate) deliveries: Deliveries,
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

    /// Resets every part to its state at the start.
    pub(super) fn reset(&self) {
        let Self { web, jobs, cache, history, checks, deliveries } = self;
        web.reset();
        jobs.reset();
        cache.reset();
        history.reset();
        checks.reset();
        deliveries.reset();
    }
}
