//! Responses that are set for the next requests of an operation, or for all that match.

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

/// The most stubs of an operation.
const MOST: usize = 100;
/// The longest that a response is held back, in milliseconds: ten minutes.
const LONGEST_DELAY: u64 = 600_000;

/// Sets the responses of an operation, in place of those that were set before: one, or a list of
/// which the first that matches is sent.
pub(super) async fn set(
    State(backend): State<Arc<Backend>>,
    Path(operation): Path<String>,
    Json(answers): Json<Value>,
) -> Response {
    // Read in two steps, since a mistake is named only where it is known what is meant.
    let read = match answers {
        Value::Array(_) => serde_json::from_value(answers),
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

/// Has an operation respond by itself again.
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

/// Every response that was set, by operation, and how often each was sent.
pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<BTreeMap<String, Vec<Stub>>> {
    Json(backend.world.stubs.all())
}

/// The stubs of an operation as they are kept.
///
/// # Errors
/// What makes no sense of one.
fn checked(backend: &Backend, operation: &str, stubs: Vec<Stub>) -> Result<Vec<Stub>, String> {
    known_operation(backend, operation)?;
    if stubs.len() > MOST {
        return Err(format!("an operation has at most {MOST} answers"));
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

/// What makes no sense of a stub, if anything does not.
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
        "`error` has a status and a body; leave out `status` and `body`"
    } else if error.is_none() && !is_set && *delay_milliseconds == 0 {
        "say `error`, `status`, `body` or `delay-milliseconds`"
    } else if error.is_none() && !is_set && !headers.is_empty() {
        "`headers` go with `error`, `status` or `body`"
    } else if status.is_some_and(|status| !(200..600).contains(&status)) {
        "`status` is from 200 to 599"
    } else if !headers.iter().all(is_header) {
        "`headers` has a name or a value that HTTP does not know"
    } else if *delay_milliseconds > LONGEST_DELAY {
        "`delay-milliseconds` is at most 600000"
    } else if when.status.is_some() {
        "`when` is about requests, and `status` about responses"
    } else if *always && times.is_some() {
        "say `times` or `always`"
    } else if *times == Some(0) {
        "`times` is at least 1"
    } else {
        return None;
    };
    Some(text.to_owned())
}
