//! Lists and searches the request log, and sets stubs. A stub is a response that a test sets for the next requests
//! of an operation, or for all that match.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::control::{Rejection, known_error, known_operation};
use crate::http::recorder::{redact_string, redact_value};
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::expectation::{Expectation, Stub, Stubs};
use crate::world::request_log::{Messages, RecordedRequest};
use crate::world::teams::Team;

/// The number of near misses in a response.
const NEAR_MISSES: usize = 3;

/// The largest number of stubs of an operation.
const MAX_STUBS: usize = 100;
/// The longest delay of a response, in milliseconds.
const MAX_DELAY_MILLISECONDS: u64 = 600_000;

/// A request with its differences from an expectation.
type ComparedRequest = (Arc<RecordedRequest>, Vec<String>);

/// The filter of a list. A property that is left out matches any value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Filter {
    operation: Option<String>,
    method: Option<String>,
    path: Option<String>,
    team: Option<Team>,
    status: Option<u16>,
}

/// The requests that a test expects.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Verification {
    /// The expected number of requests; at least 1 if left out.
    times: Option<usize>,
    request: Expectation,
}

/// Lists the requests that match a filter, the oldest first.
pub(super) async fn list(
    State(backend): State<Arc<Backend>>,
    Query(filter): Query<Filter>,
) -> Result<Response, Rejection> {
    let Filter { operation, method, path, team, status } = filter;
    let expected = Expectation { operation, method, path, team, status, ..Expectation::default() };
    let compared = compared(&backend, &expected)?;
    let same = compared.iter().filter(|(_, differences)| differences.is_empty());
    Ok(Json(same.map(|(recorded, _)| &**recorded).collect::<Vec<_>>()).into_response())
}

/// Counts the requests that meet an expectation. If the count is wrong, the response shows the nearest
/// misses.
pub(super) async fn verify(
    State(backend): State<Arc<Backend>>,
    Json(verification): Json<Verification>,
) -> Result<Json<Value>, Rejection> {
    let Verification { times, request } = verification;
    let mut compared = compared(&backend, &request)?;
    let count = compared.iter().filter(|(_, differences)| differences.is_empty()).count();
    let is_met = times.map_or(count > 0, |times| times == count);
    compared.retain(|(_, differences)| !differences.is_empty());
    compared.sort_by_key(|(_, differences)| differences.len());
    let near = compared.iter().take(NEAR_MISSES).map(
        |(recorded, differences)| json!({ "differences": differences, "request": **recorded }),
    );
    let near: Vec<Value> = near.filter(|_| !is_met).collect();
    Ok(Json(json!({ "verified": is_met, "count": count, "near-misses": near })))
}

pub(super) async fn clear(State(backend): State<Arc<Backend>>) -> StatusCode {
    backend.world.requests.clear();
    StatusCode::NO_CONTENT
}

/// Redacts the secrets in an expectation, because records have none.
fn comparable(backend: &Backend, expected: &Expectation) -> Result<Expectation, String> {
    if let Some(operation) = &expected.operation {
        known_operation(backend, operation)?;
    }
    let (keys, mut expected) = (backend.world.teams.secrets(), expected.clone());
    for body in [&mut expected.body, &mut expected.exact_body].into_iter().flatten() {
        redact_value(body, &keys);
    }
    for (name, value) in expected.headers.iter_mut().chain(&mut expected.query) {
        *value = redact_string(name, value, &keys);
    }
    Ok(expected)
}

/// Compares every request with an expectation.
///
/// # Errors
/// The expectation names an unknown operation.
fn compared(backend: &Backend, expected: &Expectation) -> Result<Vec<ComparedRequest>, String> {
    let expected = comparable(backend, expected)?;
    let requests = backend.world.requests.entries().into_iter();
    let compared = requests.map(|recorded| {
        let Messages { query, request, .. } = recorded.messages();
        let differences = expected.differences(&recorded.entry, query, request);
        (recorded, differences)
    });
    Ok(compared.collect())
}

/// Replaces the stubs of an operation by one stub or a list. The first stub of a list that matches a request
/// is used.
pub(super) async fn set_stubs(
    State(backend): State<Arc<Backend>>,
    Path(operation): Path<String>,
    Json(value): Json<Value>,
) -> Result<StatusCode, Rejection> {
    // The value is parsed in two steps, because the errors of an untagged choice name no property.
    let stubs = match value {
        Value::Array(_) => serde_json::from_value(value)?,
        one => vec![serde_json::from_value(one)?],
    };
    let stubs = checked_stubs(&backend, &operation, stubs)?;
    backend.world.stubs.lock().set(&operation, stubs);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn remove_stubs(
    State(backend): State<Arc<Backend>>,
    Path(operation): Path<String>,
) -> Response {
    match known_operation(&backend, &operation) {
        Ok(()) => {
            backend.world.stubs.lock().set(&operation, Vec::new());
            StatusCode::NO_CONTENT.into_response()
        }
        Err(text) => plain(StatusCode::NOT_FOUND, &text),
    }
}

/// Lists every stub by operation, and how often each was used.
pub(super) async fn list_stubs(State(backend): State<Arc<Backend>>) -> Json<Stubs> {
    Json(backend.world.stubs.lock().clone())
}

/// Checks the stubs of an operation, and prepares their expectations.
///
/// # Errors
/// The first mistake in a stub.
fn checked_stubs(
    backend: &Backend,
    operation: &str,
    stubs: Vec<Stub>,
) -> Result<Vec<Stub>, String> {
    known_operation(backend, operation)?;
    if stubs.len() > MAX_STUBS {
        return Err(format!("an operation has at most {MAX_STUBS} stubs"));
    }
    let checked = stubs.into_iter().map(|stub| {
        stub.error.iter().try_for_each(|error| known_error(backend, error))?;
        if let Some(text) = mistake_in(&stub) {
            return Err(text.to_owned());
        }
        let when = comparable(backend, &stub.when)?;
        Ok(Stub { when, used: 0, ..stub })
    });
    checked.collect()
}

fn mistake_in(stub: &Stub) -> Option<&'static str> {
    let Stub { error, status, headers, body, delay_milliseconds, when, times, always, .. } = stub;
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
    Some(text)
}
