//! The log of requests, read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::service::backend::Backend;
use crate::world::request_log::Entry;

pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<Vec<Entry>> {
    Json(backend.world.requests.entries())
}
