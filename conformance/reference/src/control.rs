//! The control plane under `/_reference/`: test set-up that the contract has no operations for.
//!
//! ```text
//! operations            the table of all operations
//! settings              teams, keys, the clock, and the reset
//! resources             stored resources
//! requests              recorded requests, and stubbed responses
//! ```
//!
//! The control plane is no part of the contract, and serving the contract does not need it.

pub(crate) mod operations;
mod requests;
mod resources;
pub(crate) mod settings;

use std::borrow::Cow;
use std::future::ready;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};

pub(crate) use crate::control::operations::Operation;
use crate::http::origins::{self, OwnHosts};
use crate::http::recorder::REDACTED;
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::request_log::{Entry, Exchange};

/// The path of the control plane below the base URL.
pub const PREFIX: &str = "/_reference";

/// Returns all routes of the control plane, for requests to these hosts. The behaviour of the server adds some
/// operations.
pub(crate) fn router(
    backend: &Arc<Backend>,
    hosts: OwnHosts,
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
        .layer(from_fn_with_state(hosts, origins::check))
        .layer(from_fn_with_state(Arc::clone(backend), report))
}

async fn unknown() -> Response {
    let text = format!("the control plane has no such operation; GET {PREFIX}/ lists them");
    plain(StatusCode::NOT_FOUND, &text)
}

/// The reason why the control plane rejects a request. It is sent with status code 422.
pub(crate) struct Rejection(String);

impl<T: ToString> From<T> for Rejection {
    fn from(reason: T) -> Self {
        Self(reason.to_string())
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        plain(StatusCode::UNPROCESSABLE_ENTITY, &self.0)
    }
}

/// Redacts the key in a path of the control plane.
fn without_key(path: &str) -> Cow<'_, str> {
    let keys = path.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("/keys/"));
    if keys { format!("{PREFIX}/keys/{REDACTED}").into() } else { path.into() }
}

/// Sends a request to the control plane to the live feed, without bodies.
async fn report(State(backend): State<Arc<Backend>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().as_str(), request.uri().path());
    let mut entry = Entry::new(backend.world.clock.now(), method, &without_key(path));
    let response = next.run(request).await;
    entry.status = response.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    backend.world.feed.send(Exchange { request: entry, request_body: None, response_body: None });
    response
}

/// Checks that the contract has an operation.
///
/// # Errors
/// A message that lists the operations of the contract.
fn known_operation(backend: &Backend, id: &str) -> Result<(), String> {
    known_name("operation", id, backend.contract.spec.operations.keys())
}

/// Checks that the catalogue has an error.
///
/// # Errors
/// A message that lists the errors of the contract.
fn known_error(backend: &Backend, id: &str) -> Result<(), String> {
    known_name("error", id, backend.contract.spec.errors.keys())
}

/// Checks that a name is one of the known names.
///
/// # Errors
/// A message that lists the known names.
fn known_name<'k>(
    noun: &str,
    name: &str,
    known: impl Iterator<Item = &'k String>,
) -> Result<(), String> {
    let known: Vec<&str> = known.map(String::as_str).collect();
    if known.contains(&name) {
        return Ok(());
    }
    Err(format!("there is no {noun} `{name}`; there are {}", known.join(", ")))
}
