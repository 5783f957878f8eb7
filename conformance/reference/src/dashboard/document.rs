//! The contract as OpenAPI.
//!
//! It must not say anything of the contract by itself: the document is a view that the contract's own
//! crate makes.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use webdata_spec::Spec;

use super::context::Dashboard;

pub(super) async fn open_api(State(dashboard): State<Dashboard>) -> Response {
    let document =
        dashboard.documents.open_api.get_or_init(|| open_api_of(&dashboard.backend.contract.spec));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, document.clone()).into_response()
}

fn open_api_of(spec: &Spec) -> String {
    format!("{:#}\n", spec.open_api())
}
