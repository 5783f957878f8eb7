//! The contract as OpenAPI.
//!
//! The crate of the contract generates the document; this module adds only what depends on the server.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};

use super::context::Dashboard;

/// Returns the contract as OpenAPI, with this server's address and every operation that it offers.
pub(super) async fn open_api(
    State(dashboard): State<Dashboard>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let contract = &dashboard.backend.contract;
    let address = dashboard.origin(&uri, &headers);
    let document =
        contract.spec.open_api_of_server(&address, &contract.extension.bound(&contract.spec));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, format!("{document:#}\n")).into_response()
}
