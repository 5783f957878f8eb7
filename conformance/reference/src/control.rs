//! The control plane under `/_reference/`: setting up what the contract has no operation for.
//!
//! It is no part of the contract, and nothing of it may be needed to serve the contract.

pub(super) mod access;
mod agents;
mod cache;
mod checks;
mod clock;
mod keys;
mod limits;
mod monitors;
mod operations;
mod outbox;
mod pages;
mod requests;
mod scrapes;
mod teams;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::Shared;

/// Where the control plane is, below the base address.
pub const PREFIX: &str = "/_reference";

/// Everything under the prefix, for a server that listens at an address.
pub(super) fn router(address: SocketAddr) -> Router<Arc<Shared>> {
    let router = Router::new()
        .route(PREFIX, get(operations::list))
        .route(&format!("{PREFIX}/{{*rest}}"), any(unknown));
    let operations = operations::all().into_iter();
    operations
        .fold(router, |router, operation| {
            router.route(&format!("{PREFIX}{}", operation.path), operation.route)
        })
        .layer(from_fn_with_state(address.ip(), access::check))
}

async fn reset(State(shared): State<Arc<Shared>>) -> StatusCode {
    shared.reset();
    StatusCode::NO_CONTENT
}

async fn unknown() -> Response {
    let text = format!("the control plane has no such operation; GET {PREFIX}/ lists them");
    plain(StatusCode::NOT_FOUND, &text)
}

/// A status, with a sentence for people.
fn plain(status: StatusCode, text: &str) -> Response {
    (status, format!("{text}\n")).into_response()
}
