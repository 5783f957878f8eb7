//! Limits of the service that would be hard to reach: read and lowered.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::Shared;

/// What requests are held to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Limits {
    /// The most bytes of a body, where the contract allows no fewer.
    body_bytes: usize,
}

pub(super) async fn read(State(shared): State<Arc<Shared>>) -> Json<Limits> {
    Json(Limits { body_bytes: shared.body_limit.bytes(&shared.contract) })
}

pub(super) async fn set(
    State(shared): State<Arc<Shared>>,
    Json(limits): Json<Limits>,
) -> StatusCode {
    shared.body_limit.set(limits.body_bytes);
    StatusCode::NO_CONTENT
}
