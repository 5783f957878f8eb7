//! What was told of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::service::backend::Backend;
use crate::world::deliveries::Delivery;
use crate::world::outbox::Email;

/// What a response waits for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    /// Until no delivery is under way.
    #[serde(default)]
    wait: bool,
}

impl Wait {
    /// Waits, where that is asked for.
    pub(super) async fn for_deliveries(&self, backend: &Backend) {
        if self.wait {
            backend.world.deliveries.end_of_all(&backend.stopping).await;
        }
    }
}

/// The newest deliveries.
pub(super) async fn deliveries(
    State(backend): State<Arc<Backend>>,
    Query(wait): Query<Wait>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&backend).await;
    Json(backend.world.deliveries.all())
}

pub(super) async fn emails(State(backend): State<Arc<Backend>>) -> Json<Vec<Email>> {
    Json(backend.world.outbox.entries())
}
