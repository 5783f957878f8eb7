//! The log of scrapes, listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::service::backend::Backend;

pub(crate) async fn list(State(backend): State<Arc<Backend>>) -> Json<Value> {
    Json(json!({ "entries": backend.world.scrapes.entries() }))
}
