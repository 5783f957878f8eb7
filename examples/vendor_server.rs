//! A compatible server that keeps monitors in memory: what a vendor writes with the `server` feature, and a
//! target file (`vendor_server.toml`) with which the suite tests the server.
//!
//! ```text
//! VALID_KEY=… OTHER_TEAM_KEY=… LIMITED_KEY=… cargo run --bin vendor_server
//! ```
//!
//! The suite needs the same keys in its environment, the URL of the server (`BASE_URL`), and a key that the
//! server does not know (`REVOKED_KEY`); see `vendor_server.toml`.
//!
//! The server offers neither scraping nor agents, so the methods for them are missing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{delete, post};
use serde_json::{Value, json};
use webdata::Nullable;
use webdata::error_catalogue::{ApiError, ErrorKind};
use webdata::extract::Valid;
use webdata::monitor::{Monitor, MonitorResponse, MonitorUpdate};
use webdata::server::{Router, Service, router};
use webdata::target::MonitorTarget;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let port = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => 8080,
        [flag, port] if flag == "--port" => port.parse()?,
        _ => anyhow::bail!("usage: vendor_server [--port N]"),
    };
    let key = |name: &str| std::env::var(name).map_err(|_| anyhow::anyhow!("{name} is not set"));
    let keys = HashMap::from([
        (key("VALID_KEY")?, Access::Team("home")),
        (key("OTHER_TEAM_KEY")?, Access::Team("guests")),
        (key("LIMITED_KEY")?, Access::Nothing),
    ]);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("listening on http://{}", listener.local_addr()?);
    println!(
        "BASE_URL=http://{} webdata-conformance run --target examples/vendor_server.toml",
        listener.local_addr()?
    );
    Ok(axum::serve(listener, server(keys)).await?)
}

/// Returns the routes of the contract, and two further ones that create and remove monitors. The latter need
/// no key, because the server listens on the loopback address only.
pub(crate) fn server(keys: HashMap<String, Access>) -> Router {
    let vendor = Vendor { keys, monitors: Mutex::default() };
    let vendor = Arc::new(vendor);
    let routes = Router::new()
        .route("/internal/monitors", post(create))
        .route("/internal/monitors/{id}", delete(remove))
        .with_state(Arc::clone(&vendor));
    router(Shared(vendor)).merge(routes)
}

/// The permissions of a key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Access {
    /// All permissions, for the resources of a team.
    Team(&'static str),
    /// No permission.
    Nothing,
}

struct Vendor {
    keys: HashMap<String, Access>,
    /// The monitors by id, each with its team.
    monitors: Mutex<HashMap<String, (&'static str, Monitor)>>,
}

/// The service, which shares its monitors with the two further routes.
struct Shared(Arc<Vendor>);

impl Service for Shared {
    type Caller = &'static str;

    async fn authenticate(&self, key: &str) -> Result<&'static str, ApiError> {
        match self.0.keys.get(key) {
            Some(Access::Team(team)) => Ok(team),
            Some(Access::Nothing) => Err(ErrorKind::Forbidden.into()),
            None => Err(ErrorKind::InvalidToken.into()),
        }
    }

    async fn update_monitor(
        &self,
        team: &'static str,
        id: String,
        body: MonitorUpdate,
    ) -> Result<MonitorResponse, ApiError> {
        // Locked until the end, so that no concurrent update is lost.
        let mut monitors = self.0.monitors.lock().unwrap_or_else(PoisonError::into_inner);
        // A monitor of another team is reported as not found.
        let monitor =
            monitors.get_mut(&id.to_ascii_lowercase()).filter(|(owner, _)| *owner == team);
        let (_, stored) = monitor.ok_or(ErrorKind::NotFound)?;
        update(stored, &body)?;
        Ok(MonitorResponse::new(true, stored.clone()))
    }
}

/// Applies an update as the contract says, and adds what the server generates.
fn update(stored: &mut Monitor, body: &MonitorUpdate) -> Result<(), ApiError> {
    body.apply_to(stored)?;
    stored.targets.iter_mut().for_each(identify);
    stored.updated_at = jiff::Timestamp::now().to_string();
    Ok(())
}

/// Assigns an id to a target without one.
fn identify(target: &mut MonitorTarget) {
    let id = match target {
        MonitorTarget::Scrape(target) => &mut target.id,
        MonitorTarget::Crawl(target) => &mut target.id,
        MonitorTarget::Search(target) => &mut target.id,
        _ => return,
    };
    id.get_or_insert_with(|| uuid::Uuid::new_v4().into());
}

/// Creates a monitor of the home team from a body as in an update. `Valid` validates the body and returns
/// errors in the contract's form in handlers of the vendor, too.
async fn create(
    State(vendor): State<Arc<Vendor>>,
    Valid(body): Valid<MonitorUpdate>,
) -> Result<Json<Value>, ApiError> {
    let (id, now) = (uuid::Uuid::new_v4().to_string(), jiff::Timestamp::now().to_string());
    let monitor = Monitor::check(&json!({
        "id": id, "name": "", "status": "active", "judgeEnabled": false, "goal": null,
        "schedule": { "cron": "0 0 * * *", "timezone": "UTC" }, "targets": [],
        "notification": { "email": { "enabled": false, "includeDiffs": false } },
        "retentionDays": 30, "createdAt": now, "updatedAt": now,
    }));
    // An invalid monitor is an error of the server, not of the caller.
    let mut monitor = monitor.map_err(|_| ErrorKind::InternalServerError)?;
    monitor.next_run_at = Nullable::Null;
    update(&mut monitor, &body)?;
    let mut monitors = vendor.monitors.lock().unwrap_or_else(PoisonError::into_inner);
    monitors.insert(id.clone(), ("home", monitor));
    Ok(Json(json!({ "id": id })))
}

async fn remove(State(vendor): State<Arc<Vendor>>, Path(id): Path<String>) -> Result<(), ApiError> {
    let mut monitors = vendor.monitors.lock().unwrap_or_else(PoisonError::into_inner);
    monitors.remove(&id).map(drop).ok_or(ErrorKind::NotFound.into())
}
