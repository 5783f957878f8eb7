//! What was told of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::reference::Shared;
use crate::reference::deliveries::Delivery;
use crate::reference::outbox::Email;

/// How deliveries are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// Whether the answer waits until none is under way.
    #[serde(default)]
    wait: bool,
}

/// The newest deliveries.
pub(super) async fn deliveries(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
) -> Json<Vec<Delivery>> {
    if asked.wait {
        shared.deliveries.end_of_all().await;
    }
    Json(shared.deliveries.all())
}

pub(super) async fn emails(State(shared): State<Arc<Shared>>) -> Json<Vec<Email>> {
    Json(shared.outbox.entries())
}
