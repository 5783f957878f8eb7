//! Notifications of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::web_data::service::WebData;
use crate::web_data::world::deliveries::Delivery;
use crate::web_data::world::outbox::Email;

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
    pub(super) async fn for_deliveries(&self, service: &WebData) {
        if self.wait {
            service.state.deliveries.wait_until_empty(&service.stopping).await;
        }
    }
}

/// Lists the newest deliveries.
pub(super) async fn deliveries(
    State(service): State<Arc<WebData>>,
    Query(wait): Query<WaitQuery>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&service).await;
    Json(service.state.deliveries.all())
}

pub(super) async fn emails(State(service): State<Arc<WebData>>) -> Json<Vec<Email>> {
    Json(service.state.outbox.entries())
}
