//! What was told of checks: deliveries of webhooks, and e-mails.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::Shared;
use crate::deliveries::Delivery;
use crate::outbox::Email;

/// What an answer waits for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    /// Until no delivery is under way.
    #[serde(default)]
    wait: bool,
}

impl Wait {
    /// Waits, where that is asked for.
    pub(super) async fn for_deliveries(&self, shared: &Shared) {
        if self.wait {
            shared.deliveries.end_of_all(&shared.stopping).await;
        }
    }
}

/// The newest deliveries.
pub(super) async fn deliveries(
    State(shared): State<Arc<Shared>>,
    Query(wait): Query<Wait>,
) -> Json<Vec<Delivery>> {
    wait.for_deliveries(&shared).await;
    Json(shared.deliveries.all())
}

pub(super) async fn emails(State(shared): State<Arc<Shared>>) -> Json<Vec<Email>> {
    Json(shared.outbox.entries())
}
