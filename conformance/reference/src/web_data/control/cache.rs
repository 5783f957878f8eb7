//! The cache of web pages, listed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::service::backend::Backend;

/// Lists every copy, by the URL of the web page.
pub(crate) async fn list(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
    let now = backend.world.clock.now();
    let copies = backend.world.cache.all().into_iter().map(|(url, copy)| {
        json!({
            "url": url,
            "stored": copy.stored.to_rfc3339(),
            "age-milliseconds": copy.age(now),
        })
    });
    Json(copies.collect())
}
