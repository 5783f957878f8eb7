//! Checks of monitors: run at once, and listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::outbox::WaitQuery;
use crate::http::response::plain;
use crate::web_data::service::WebData;
use crate::web_data::{checks, monitors};
use crate::world::store::ResourceId;

/// Checks a monitor now, and responds with the check. With `wait`, the response waits for the webhooks.
pub(super) async fn run(
    State(service): State<Arc<WebData>>,
    Path(id): Path<String>,
    Query(wait): Query<WaitQuery>,
) -> Response {
    let name = name_of(&id);
    if service.world.store.read(&name).is_none() {
        return unknown();
    }
    let check = checks::run(&service, &name, &service.state.checks.lock());
    wait.for_deliveries(&service).await;
    match check {
        Some(check) => (StatusCode::CREATED, Json(check)).into_response(),
        None => plain(StatusCode::CONFLICT, "the monitor is not active"),
    }
}

pub(super) async fn list(State(service): State<Arc<WebData>>, Path(id): Path<String>) -> Response {
    match service.world.store.read(&name_of(&id)) {
        Some(monitor) => Json(service.state.checks.of_monitor(&monitor, service.world.clock.now()))
            .into_response(),
        None => unknown(),
    }
}

/// Returns the name of the monitor of an identity, in any letter case.
fn name_of(id: &str) -> ResourceId {
    ResourceId { type_name: monitors::TYPE.to_owned(), id: id.to_lowercase() }
}

fn unknown() -> Response {
    plain(StatusCode::NOT_FOUND, "there is no such monitor")
}
