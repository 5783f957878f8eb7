//! The operations that this service adds to the control plane: on checks, agent jobs, web pages and webhooks.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use webdata_spec::Spec;
use webdata_spec::model::Endpoint;

use crate::control::operations::{delete, get, post, put};
use crate::control::{Operation, PREFIX, Rejection, settings};
use crate::http::response::plain;
use crate::service::resource_types::ResourceType;
use crate::web_data::agents::{self, Start};
use crate::web_data::world::deliveries::Delivery;
use crate::web_data::world::jobs::{FIRST_GENERATION, Job, RunPlan, SECOND_GENERATION};
use crate::web_data::world::web::{WebPage, absolute};
use crate::web_data::{WebData, checks, monitors};
use crate::world::store::ResourceId;

/// The names of the operations' paths and of the table of jobs.
pub(super) const NAMES: [&str; 5] = ["agents", "cache", "deliveries", "jobs", "pages"];

/// Returns the operations, for a service that they share.
pub(crate) fn operations(service: &Arc<WebData>) -> Vec<Operation> {
    let types = ResourceType::all(&service.contract.spec, &NAMES, super::performs);
    let monitors = types.iter().find(|known| known.type_name == monitors::TYPE);
    let operations = monitors.map(|known| on_checks(&known.path)).unwrap_or_default();
    let operations = operations.into_iter().chain(on_the_service());
    operations.map(|operation| operation.with_state(Arc::clone(service))).collect()
}

/// Returns the endpoint that checks a monitor. It responds after the webhooks are sent, so the suite gets an
/// unwanted webhook before those of the next check.
pub(super) fn trigger(spec: &Spec) -> Option<Endpoint> {
    let types = ResourceType::all(spec, &NAMES, super::performs);
    let known = types.iter().find(|known| known.type_name == monitors::TYPE)?;
    let mut resources =
        spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let parameter = resources.find_map(|resource| {
        resource.identified_by.as_ref().filter(|_| resource.type_name == monitors::TYPE)
    })?;
    let path = format!("{PREFIX}/{}/{{{parameter}}}/checks?wait=true", known.path);
    Some(Endpoint { method: "POST".to_owned(), path })
}

fn on_checks(monitors: &str) -> Vec<Operation<Arc<WebData>>> {
    let path = format!("/{monitors}/{{id}}/checks");
    vec![
        get(&path, "Lists the checks of a monitor, with the outcome of each page.", list_checks),
        post(
            &path,
            "Checks a monitor now, and returns the check. With `wait=true`, the response waits until \
             all webhooks are sent.",
            run_check,
        )
        .with_query("?wait={true|false}"),
    ]
}

/// Returns the operations on agent jobs, web pages and webhooks.
fn on_the_service() -> Vec<Operation<Arc<WebData>>> {
    vec![
        get("/agents", "Lists the agent jobs of all teams.", list_agents),
        post(
            "/agents",
            "Starts an agent job with the given generation of the model and the given course.",
            create_agent,
        )
        .with_body(json!({ "generation": 1, "course": { "ends": "refused" }, "max-credits": 5 })),
        get("/agents/{id}", "Reads an agent job.", read_agent),
        put(
            "/agents/{id}",
            "Changes the course of an agent job that has not ended, and the data that it finds.",
            change_agent,
        )
        .with_body(json!({ "ends": "completed", "credits": 3, "data": { "price": "5 EUR" } })),
        get("/pages", "Lists the pages of the server's web, by URL.", list_pages),
        put("/pages", "Adds a page to the server's web, or replaces it.", put_page)
            .with_query("?url={url}")
            .with_body(json!({ "html": "<p>Price: 5 EUR</p>", "load-milliseconds": 500 })),
        delete("/pages", "Removes a page from the server's web.", remove_page)
            .with_query("?url={url}"),
        get("/cache", "Lists the pages in the cache, with the age of each copy.", list_cache),
        get(
            "/deliveries",
            "Lists the last webhooks and their outcomes. With `wait=true`, the response waits until none \
             is in progress.",
            list_deliveries,
        )
        .with_query("?wait={true|false}"),
    ]
}

const UNKNOWN_JOB: &str = "there is no such job";

async fn create_agent(
    State(service): State<Arc<WebData>>,
    Json(start): Json<Start>,
) -> Result<Response, Rejection> {
    settings::named_or_home(&service.world, start.team.clone())?;
    let known = [FIRST_GENERATION, SECOND_GENERATION];
    if let Some(generation) = start.generation.filter(|generation| !known.contains(generation)) {
        return Err(format!("there is no generation {generation}; there are 1 and 2").into());
    }
    let id = agents::start_job(&service, start, service.world.clock.now());
    let job = service.state.jobs.lock().read(&id);
    Ok(match job {
        Some(job) => (StatusCode::CREATED, Json(describe(&service, &id, &job))).into_response(),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN_JOB),
    })
}

async fn read_agent(State(service): State<Arc<WebData>>, Path(id): Path<String>) -> Response {
    agents::charge(&service);
    match service.state.jobs.lock().read(&id.to_lowercase()) {
        Some(job) => Json(describe(&service, &id, &job)).into_response(),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN_JOB),
    }
}

/// Lists every job, in the order of their starts.
async fn list_agents(State(service): State<Arc<WebData>>) -> Json<Vec<Value>> {
    agents::charge(&service);
    let jobs = service.state.jobs.lock().all();
    Json(jobs.iter().map(|(id, job)| describe(&service, id, job)).collect())
}

/// Changes the planned course of a run that has not ended.
async fn change_agent(
    State(service): State<Arc<WebData>>,
    Path(id): Path<String>,
    Json(course): Json<RunPlan>,
) -> Response {
    let (id, now) = (id.to_lowercase(), service.world.clock.now());
    let changed = service.state.jobs.lock().change(&id, |job| {
        let runs = !job.has_ended(now);
        if runs {
            job.course = course;
        }
        runs.then(|| job.clone())
    });
    match changed {
        Some(Some(job)) => Json(describe(&service, &id, &job)).into_response(),
        Some(None) => plain(StatusCode::CONFLICT, "the run has ended"),
        None => plain(StatusCode::NOT_FOUND, UNKNOWN_JOB),
    }
}

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

/// Checks a monitor now, and responds with the check. With `wait`, the response waits for the webhooks.
async fn run_check(
    State(service): State<Arc<WebData>>,
    Path(id): Path<String>,
    Query(wait): Query<WaitQuery>,
) -> Response {
    let name = name_of(&id);
    if service.world.store.read(&name).is_none() {
        return unknown_monitor();
    }
    let check = checks::run(&service, &name, &service.state.checks.lock());
    wait.for_deliveries(&service).await;
    match check {
        Some(check) => (StatusCode::CREATED, Json(check)).into_response(),
        None => plain(StatusCode::CONFLICT, "the monitor is not active"),
    }
}

async fn list_checks(State(service): State<Arc<WebData>>, Path(id): Path<String>) -> Response {
    match service.world.store.read(&name_of(&id)) {
        Some(monitor) => Json(service.state.checks.of_monitor(&monitor, service.world.clock.now()))
            .into_response(),
        None => unknown_monitor(),
    }
}

/// Returns the name of the monitor with this identity, in any letter case.
fn name_of(id: &str) -> ResourceId {
    ResourceId { type_name: monitors::TYPE.to_owned(), id: id.to_lowercase() }
}

fn unknown_monitor() -> Response {
    plain(StatusCode::NOT_FOUND, "there is no such monitor")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    url: String,
}

async fn put_page(
    State(service): State<Arc<WebData>>,
    Query(query): Query<PageQuery>,
    Json(page): Json<WebPage>,
) -> Result<StatusCode, Rejection> {
    if absolute(&query.url, &query.url).is_none() {
        return Err("`url` must be an absolute http or https URL".into());
    }
    // Parsing may take long, so it runs on a thread where it delays no other request.
    let Ok(checked) = spawn_blocking(move || page.checked()).await else {
        return Ok(StatusCode::INTERNAL_SERVER_ERROR);
    };
    service.state.web.put(&query.url, checked?);
    Ok(StatusCode::NO_CONTENT)
}

async fn list_pages(State(service): State<Arc<WebData>>) -> Json<BTreeMap<String, WebPage>> {
    Json(service.state.web.pages())
}

async fn remove_page(
    State(service): State<Arc<WebData>>,
    Query(query): Query<PageQuery>,
) -> Response {
    if service.state.web.remove(&query.url) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        plain(StatusCode::NOT_FOUND, "there is no such page")
    }
}

/// The query of operations whose responses can wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitQuery {
    /// Whether the response waits until no delivery is in progress.
    #[serde(default)]
    wait: bool,
}

impl WaitQuery {
    /// Waits for the deliveries, if the request asks for that.
    async fn for_deliveries(&self, service: &WebData) {
        if self.wait {
            service.state.deliveries.wait_until_empty(&service.stopping).await;
        }
    }
}

async fn list_deliveries(
    State(service): State<Arc<WebData>>,
    Query(wait): Query<WaitQuery>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&service).await;
    Json(service.state.deliveries.records.entries())
}

/// Lists every copy, by the URL of the web page.
async fn list_cache(State(service): State<Arc<WebData>>) -> Json<Vec<Value>> {
    let now = service.world.clock.now();
    let copies = service.state.cache.lock().all().into_iter().map(|(url, copy)| {
        json!({
            "url": url,
            "stored": copy.stored.to_rfc3339(),
            "age-milliseconds": copy.age(now),
        })
    });
    Json(copies.collect())
}
