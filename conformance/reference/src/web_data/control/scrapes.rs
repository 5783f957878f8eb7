//! The log of scrapes, listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::web_data::service::WebData;

pub(super) async fn list(State(service): State<Arc<WebData>>) -> Json<Value> {
    Json(json!({ "entries": service.state.scrapes.entries() }))
}
