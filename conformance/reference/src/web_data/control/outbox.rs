//! Notifications of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::service::backend::Backend;
use crate::web_data::world::deliveries::Delivery;
use crate::web_data::world::outbox::Email;

/// The query of operations whose responses can wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitQuery {
    /// Whether the response waits until no delivery is in progress.
    #[serde(default)]
    wait: bool,
}

impl WaitQuery {
    /// Waits for the deliveries, if the request asks for that.
    pub(crate) async fn for_deliveries(&self, backend: &Backend) {
        if self.wait {
            backend.world.deliveries.wait_until_empty(&backend.stopping).await;
        }
    }
}

/// Lists the newest deliveries.
pub(crate) async fn deliveries(
    State(backend): State<Arc<Backend>>,
    Query(wait): Query<WaitQuery>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&backend).await;
    Json(backend.world.deliveries.all())
}

pub(crate) async fn emails(State(backend): State<Arc<Backend>>) -> Json<Vec<Email>> {
    Json(backend.world.outbox.entries())
}
