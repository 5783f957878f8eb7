//! Sets up the circumstances of scrapes and agent jobs: fills the cache and starts jobs in the past.
//!
//! This module does not decide the responses in these circumstances.

use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::Value;

use crate::web_data::WebData;
use crate::web_data::agents::{Start, new_generation, start_job};
use crate::web_data::operations::{JOB_ID, SNAPSHOT_ID};
use crate::web_data::scrape::load_page;
use crate::web_data::world::scrapes::Copy;
use crate::world::teams::Team;

/// How long ago jobs began: longer than any run takes.
const LONG_AGO: TimeDelta = TimeDelta::days(1);

/// An event before the request of a circumstance, which `ReferenceServer::stage` brings about.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SetUp {
    /// The page of the request was stored in the cache, so many seconds ago.
    Stored(i64),
    /// The page of the request was scraped with these options.
    Scraped(Value),
    /// A job began long ago.
    Job(Start),
    /// A job began long ago, and was cancelled so many days after its start.
    CancelledJob(i64),
    /// A job began long ago, as a request would start it now.
    RequestedJob,
    /// A job began long ago, and the request names its snapshot.
    Snapshot,
}

impl SetUp {
    /// Brings about what happened before a request with this body, and returns the path parameters of the request.
    pub(super) fn carry_out(self, service: &WebData, body: &Value) -> Vec<(&'static str, String)> {
        let url = body.get("url").and_then(Value::as_str).unwrap_or_default();
        match self {
            Self::Stored(seconds) => {
                if let Some(page) = service.state.web.page(url) {
                    let stored = service.world.clock.now() - TimeDelta::seconds(seconds);
                    service.state.cache.lock().store(url, Copy { page, stored });
                }
                Vec::new()
            }
            Self::Scraped(options) => {
                load_page(service, &Team::named("staged"), url, &options);
                Vec::new()
            }
            Self::Job(job) => vec![(JOB_ID, start(service, job, None).0)],
            Self::CancelledJob(days) => {
                vec![(JOB_ID, start(service, Start::default(), Some(days)).0)]
            }
            Self::RequestedJob => {
                let generation = Some(new_generation(&service.contract));
                let job = Start { generation, ..Start::default() };
                vec![(JOB_ID, start(service, job, None).0)]
            }
            Self::Snapshot => {
                let (job, snapshot) = start(service, Start::default(), None);
                vec![(JOB_ID, job), (SNAPSHOT_ID, snapshot)]
            }
        }
    }
}

/// Starts a job, and returns its identity and that of its snapshot.
fn start(service: &WebData, start: Start, cancelled: Option<i64>) -> (String, String) {
    let started = service.world.clock.now() - LONG_AGO;
    let id = start_job(service, start, started);
    let snapshot = service.state.jobs.lock().change(&id, |job| {
        job.cancelled = cancelled.map(|days| started + TimeDelta::days(days));
        job.snapshot.to_string()
    });
    (id, snapshot.unwrap_or_default())
}
