//! The cache, read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::Shared;

/// Every copy, by the URL of the page.
pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<Value>> {
    let now = shared.clock.now();
    let copies = shared.cache.all().into_iter().map(|(url, copy)| {
        json!({
            "url": url,
            "stored": copy.stored.to_rfc3339(),
            "age-milliseconds": copy.age(now),
        })
    });
    Json(copies.collect())
}
