//! The server's clock: read, and moved ahead.
//!
//! It must not answer before everything is done that the clock was moved over.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::plain;
use crate::Shared;

/// How far the clock is moved ahead.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Advance {
    advance_seconds: u32,
}

/// Moves the clock, and answers when all checks have been carried out that are due then.
pub(super) async fn advance(
    State(shared): State<Arc<Shared>>,
    Json(advance): Json<Advance>,
) -> Response {
    match shared.advance(advance.advance_seconds) {
        Ok(()) => time(&shared).into_response(),
        Err(error) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
    }
}

pub(super) async fn read(State(shared): State<Arc<Shared>>) -> Json<Value> {
    time(&shared)
}

fn time(shared: &Shared) -> Json<Value> {
    Json(json!({ "now": shared.clock.now().to_rfc3339() }))
}
