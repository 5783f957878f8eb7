//! The control plane under `/_reference/`: test set-up that the contract has no operations for.
//!
//! The control plane is no part of the contract, and serving the contract does not need it.

mod clock;
mod keys;
mod limits;
mod names;
mod observation;
pub(crate) mod operations;
mod prefix;
mod requests;
mod reset;
mod resources;
mod stubs;
pub(crate) mod teams;

use std::future::ready;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{any, get};
use axum::{Json, Router};

use crate::http::origin_policy;
use crate::http::response::plain;
use crate::service::backend::Backend;

pub(crate) use operations::Operation;
pub use prefix::PREFIX;

/// Returns all routes of the control plane, for a server that listens at an address. The behaviour of the
/// server adds some operations.
pub(crate) fn router(
    backend: &Arc<Backend>,
    address: SocketAddr,
    of_behaviour: Vec<Operation>,
) -> Router<Arc<Backend>> {
    let operations = operations::all(backend, of_behaviour);
    let listed = operations::describe(&operations);
    let list = get(move || ready(Json(listed)));
    let router = Router::new()
        .route(PREFIX, list.clone())
        .route(&format!("{PREFIX}/"), list)
        .route(&format!("{PREFIX}/{{*rest}}"), any(unknown));
    operations
        .into_iter()
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
