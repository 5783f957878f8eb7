//! The log of requests, read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::Shared;
use crate::request_log::Entry;

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<Entry>> {
    Json(shared.requests.entries())
}
