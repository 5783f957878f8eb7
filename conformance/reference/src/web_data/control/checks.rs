//! Checks of monitors: run at once, and listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::outbox::WaitQuery;
use crate::control::monitors::{name_of, unknown};
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::web_data::checks;

/// Checks a monitor now, and responds with the check. With `wait`, the response waits for the webhooks.
pub(crate) async fn run(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
    Query(wait): Query<WaitQuery>,
) -> Response {
    let name = name_of(&id);
    if backend.world.store.read(&name).is_none() {
        return unknown();
    }
    let check = checks::run(&backend, &name, &backend.world.checks.lock());
    wait.for_deliveries(&backend).await;
    match check {
        Some(check) => (StatusCode::CREATED, Json(check)).into_response(),
        None => plain(StatusCode::CONFLICT, "the monitor is not active"),
    }
}

pub(crate) async fn list(State(backend): State<Arc<Backend>>, Path(id): Path<String>) -> Response {
    match backend.world.store.read(&name_of(&id)) {
        Some(monitor) => Json(backend.world.checks.of_monitor(&monitor, backend.world.clock.now()))
            .into_response(),
        None => unknown(),
    }
}
