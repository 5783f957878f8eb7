//! The cache of web pages, listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::web_data::service::WebData;

/// Lists every copy, by the URL of the web page.
pub(super) async fn list(State(service): State<Arc<WebData>>) -> Json<Vec<Value>> {
    let now = service.world.clock.now();
    let copies = service.state.cache.all().into_iter().map(|(url, copy)| {
        json!({
            "url": url,
            "stored": copy.stored.to_rfc3339(),
            "age-milliseconds": copy.age(now),
        })
    });
    Json(copies.collect())
}
