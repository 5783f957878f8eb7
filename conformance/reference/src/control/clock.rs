//! The server's clock: read, and moved ahead.
//!
//! The response waits until everything is done that became due.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::service::lifecycle;

/// How far the clock moves ahead.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Advance {
    advance_seconds: u32,
}

/// Moves the clock ahead, and responds once all due checks have run.
pub(super) async fn advance(
    State(backend): State<Arc<Backend>>,
    Json(advance): Json<Advance>,
) -> Response {
    match lifecycle::advance(&backend, advance.advance_seconds) {
        Ok(()) => time(&backend).into_response(),
        Err(error) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
    }
}

pub(super) async fn read(State(backend): State<Arc<Backend>>) -> Json<Value> {
    time(&backend)
}

fn time(backend: &Backend) -> Json<Value> {
    Json(json!({ "now": backend.world.clock.now().to_rfc3339() }))
}
