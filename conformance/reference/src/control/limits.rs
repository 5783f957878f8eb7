//! Limits of the service that are hard to exceed in a test: read, and lowered.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::service::backend::Backend;

/// The limits of requests.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Limits {
    /// The largest size of a body, in bytes; the contract's limit applies as well.
    body_bytes: usize,
}

pub(super) async fn read(State(backend): State<Arc<Backend>>) -> Json<Limits> {
    Json(Limits { body_bytes: backend.world.body_limit.bytes(&backend.contract) })
}

pub(super) async fn set(
    State(backend): State<Arc<Backend>>,
    Json(limits): Json<Limits>,
) -> StatusCode {
    backend.world.body_limit.set(limits.body_bytes);
    StatusCode::NO_CONTENT
}
