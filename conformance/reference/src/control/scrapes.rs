//! The log of scrapes, read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::Shared;

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(json!({ "entries": shared.log.entries() }))
}
