//! The reset of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::service::backend::Backend;
use crate::service::lifecycle;

/// Resets the server to its state at the start.
pub(super) async fn reset(State(backend): State<Arc<Backend>>) -> StatusCode {
    lifecycle::reset(&backend);
    StatusCode::NO_CONTENT
}
