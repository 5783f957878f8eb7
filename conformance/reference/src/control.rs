//! The control plane under `/_reference/`: test set-up that the contract has no operations for.
//!
//! The control plane is no part of the contract, and serving the contract does not need it.

mod clock;
mod keys;
mod limits;
pub(crate) mod monitors;
mod names;
mod observation;
mod operations;
mod prefix;
mod requests;
mod reset;
mod stubs;
pub(crate) mod teams;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{any, get};

use crate::http::origin_policy;
use crate::http::response::plain;
use crate::service::backend::Backend;

pub use prefix::PREFIX;

/// Returns all routes of the control plane, for a server that listens at an address.
pub(crate) fn router(backend: &Arc<Backend>, address: SocketAddr) -> Router<Arc<Backend>> {
    let router = Router::new()
        .route(PREFIX, get(operations::list))
        .route(&format!("{PREFIX}/{{*rest}}"), any(unknown));
    let operations = operations::all().into_iter();
    operations
        .fold(router, |router, operation| {
            router.route(&format!("{PREFIX}{}", operation.path), operation.route)
        })
        .layer(from_fn_with_state(address.ip(), origin_policy::check))
        .layer(from_fn_with_state(Arc::clone(backend), observation::report))
}

async fn unknown() -> Response {
    let text = format!("the control plane has no such operation; GET {PREFIX}/ lists them");
    plain(StatusCode::NOT_FOUND, &text)
}
