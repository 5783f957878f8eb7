//! Notifications of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::service::backend::Backend;
use crate::world::deliveries::Delivery;
use crate::world::outbox::Email;

/// The query of operations whose responses can wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitQuery {
    /// Whether the response waits until no delivery is in progress.
    #[serde(default)]
    wait: bool,
}

impl WaitQuery {
    /// Waits for the deliveries, if the request asks for that.
    pub(super) async fn for_deliveries(&self, backend: &Backend) {
        if self.wait {
            backend.world.deliveries.wait_until_empty(&backend.stopping).await;
        }
    }
}

/// Lists the newest deliveries.
pub(super) async fn deliveries(
    State(backend): State<Arc<Backend>>,
    Query(wait): Query<WaitQuery>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&backend).await;
    Json(backend.world.deliveries.all())
}

pub(super) async fn emails(State(backend): State<Arc<Backend>>) -> Json<Vec<Email>> {
    Json(backend.world.outbox.entries())
}
