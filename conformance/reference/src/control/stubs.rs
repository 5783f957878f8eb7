//! Stubs: responses that tests set for the next requests of an operation, or for all that match.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::names::known_operation;
use super::requests::comparable;
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::stubs::Stub;

/// The largest number of stubs of an operation.
const MAX_STUBS: usize = 100;
/// The longest delay of a response, in milliseconds.
const MAX_DELAY_MILLISECONDS: u64 = 600_000;

/// Replaces the stubs of an operation by one stub or a list. The first stub of a list that matches a request
/// is used.
pub(super) async fn set(
    State(backend): State<Arc<Backend>>,
    Path(operation): Path<String>,
    Json(value): Json<Value>,
) -> Response {
    // The value is parsed in two steps, because the errors of an untagged choice name no property.
    let read = match value {
        Value::Array(_) => serde_json::from_value(value),
        one => serde_json::from_value(one).map(|stub| vec![stub]),
    };
    let stubs = match read {
        Ok(stubs) => stubs,
        Err(error) => return plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
    };
    match checked(&backend, &operation, stubs) {
        Ok(stubs) => {
            backend.world.stubs.set(&operation, stubs);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(text) => plain(StatusCode::UNPROCESSABLE_ENTITY, &text),
    }
}

/// Removes the stubs of an operation.
pub(super) async fn remove(
    State(backend): State<Arc<Backend>>,
    Path(operation): Path<String>,
) -> Response {
    match known_operation(&backend, &operation) {
        Ok(()) => {
            backend.world.stubs.set(&operation, Vec::new());
            StatusCode::NO_CONTENT.into_response()
        }
        Err(text) => plain(StatusCode::NOT_FOUND, &text),
    }
}

/// Lists every stub by operation, and how often each was used.
pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<BTreeMap<String, Vec<Stub>>> {
    Json(backend.world.stubs.all())
}

/// Checks the stubs of an operation, and prepares their expectations.
///
/// # Errors
/// The first mistake in a stub.
fn checked(backend: &Backend, operation: &str, stubs: Vec<Stub>) -> Result<Vec<Stub>, String> {
    known_operation(backend, operation)?;
    if stubs.len() > MAX_STUBS {
        return Err(format!("an operation has at most {MAX_STUBS} stubs"));
    }
    let checked = stubs.into_iter().map(|stub| {
        if let Some(text) = mistake(backend, &stub) {
            return Err(text);
        }
        let when = comparable(backend, &stub.when)?;
        Ok(Stub { when, used: 0, ..stub })
    });
    checked.collect()
}

/// Returns the first mistake in a stub.
fn mistake(backend: &Backend, stub: &Stub) -> Option<String> {
    let Stub { error, status, headers, body, delay_milliseconds, when, times, always, .. } = stub;
    if let Some(error) = error {
        let known = &backend.contract.spec.errors;
        if !known.contains_key(error) {
            let known: Vec<&str> = known.keys().map(String::as_str).collect();
            return Some(format!("there is no error `{error}`; there are {}", known.join(", ")));
        }
    }
    let is_set = body.is_some() || status.is_some();
    let is_header = |(name, value): (&String, &String)| {
        HeaderName::try_from(name).is_ok() && HeaderValue::try_from(value).is_ok()
    };
    let text = if error.is_some() && is_set {
        "leave out `status` and `body`; `error` sets both"
    } else if error.is_none() && !is_set && *delay_milliseconds == 0 {
        "set `error`, `status`, `body` or `delay-milliseconds`"
    } else if error.is_none() && !is_set && !headers.is_empty() {
        "`headers` need `error`, `status` or `body`"
    } else if status.is_some_and(|status| !(200..600).contains(&status)) {
        "`status` must be from 200 to 599"
    } else if !headers.iter().all(is_header) {
        "`headers` has a name or a value that is not valid in HTTP"
    } else if *delay_milliseconds > MAX_DELAY_MILLISECONDS {
        "`delay-milliseconds` must be at most 600000"
    } else if when.status.is_some() {
        "leave out `status` in `when`; it belongs to the response"
    } else if *always && times.is_some() {
        "set `times` or `always`, not both"
    } else if *times == Some(0) {
        "`times` must be at least 1"
    } else {
        return None;
    };
    Some(text.to_owned())
}
