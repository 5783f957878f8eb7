//! Agent jobs: created with settings that no request has, listed, read and changed.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::control::teams;
use crate::http::response::plain;
use crate::web_data::agents::{self, Start};
use crate::web_data::service::WebData;
use crate::web_data::world::job::{Generation, Job, RunPlan};
use crate::world::teams::Team;

const UNKNOWN: &str = "there is no such job";

/// The settings of a new job.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Creation {
    /// The team that owns the job; the home team by default.
    #[serde(default)]
    team: Option<Team>,
    /// The generation of the model; the second by default.
    #[serde(default)]
    generation: Option<Generation>,
    /// The planned course of the run.
    #[serde(default)]
    course: RunPlan,
    /// The limit of credits.
    #[serde(default)]
    max_credits: Option<f64>,
}

pub(super) async fn create(
    State(service): State<Arc<WebData>>,
    Json(creation): Json<Creation>,
) -> Response {
    let Creation { team, generation, course, max_credits } = creation;
    let team = match teams::named_or_home(&service.world, team) {
        Ok(team) => team,
        Err(text) => return plain(StatusCode::UNPROCESSABLE_ENTITY, text),
    };
    let generation = generation.unwrap_or(Generation::Second);
    let start = Start { team, generation, course, max_credits, data: None };
    let id = agents::start_job(&service, start, service.world.clock.now());
    match service.state.jobs.read(&id) {
        Some(job) => (StatusCode::CREATED, Json(describe(&service, &id, &job))).into_response(),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN),
    }
}

pub(super) async fn read(State(service): State<Arc<WebData>>, Path(id): Path<String>) -> Response {
    agents::charge(&service);
    match service.state.jobs.read(&id.to_lowercase()) {
        Some(job) => Json(describe(&service, &id, &job)).into_response(),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN),
    }
}

/// Lists every job, in the order of their starts.
pub(super) async fn list(State(service): State<Arc<WebData>>) -> Json<Vec<Value>> {
    agents::charge(&service);
    let jobs = service.state.jobs.all();
    Json(jobs.iter().map(|(id, job)| describe(&service, id, job)).collect())
}

/// Changes the planned course of a run that has not ended.
pub(super) async fn change(
    State(service): State<Arc<WebData>>,
    Path(id): Path<String>,
    Json(course): Json<RunPlan>,
) -> Response {
    let (id, now) = (id.to_lowercase(), service.world.clock.now());
    let changed = service.state.jobs.change(&id, |job| {
        let runs = !job.has_ended(now);
        if runs {
            job.course = course;
        }
        runs.then(|| job.clone())
    });
    match changed {
        Some(Some(job)) => Json(describe(&service, &id, &job)).into_response(),
        Some(None) => plain(StatusCode::CONFLICT, "the run has ended"),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN),
    }
}

/// Describes a job as JSON.
fn describe(service: &WebData, id: &str, job: &Job) -> Value {
    let now = service.world.clock.now();
    json!({
        "id": id,
        "team": job.team,
        "generation": job.generation,
        "course": job.course,
        "max-credits": job.limit,
        "state": agents::state(&service.contract, job.phase(now)),
        "credits-used": job.credits_used(now),
        "started": job.started.to_rfc3339(),
        "ends": job.end().to_rfc3339(),
        "cancelled": job.cancelled.map(|time| time.to_rfc3339()),
        "snapshot": job.artifact_time(now).map(|_| job.snapshot.to_string()),
        "is-charged": job.is_charged,
    })
}
