//! The request log: listed, and searched for requests that meet an expectation.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::names::known_operation;
use crate::http::recorder::keys;
use crate::http::redaction::{redact_string, redact_value};
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::expectation::Expectation;
use crate::world::request_log::{Messages, RecordedRequest};
use crate::world::teams::Team;

/// The number of near misses in a response.
const NEAR_MISSES: usize = 3;

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
    #[serde(default)]
    times: Option<usize>,
    /// The expectation of each request.
    request: Expectation,
}

/// Lists the requests that match a filter, the oldest first.
pub(super) async fn list(
    State(backend): State<Arc<Backend>>,
    Query(filter): Query<Filter>,
) -> Response {
    let Filter { operation, method, path, team, status } = filter;
    let expected = Expectation { operation, method, path, team, status, ..Expectation::default() };
    match compared(&backend, &expected) {
        Ok(compared) => {
            let same = compared.iter().filter(|(_, differences)| differences.is_empty());
            Json(same.map(|(recorded, _)| &**recorded).collect::<Vec<_>>()).into_response()
        }
        Err(text) => plain(StatusCode::UNPROCESSABLE_ENTITY, &text),
    }
}

/// Counts the requests that meet an expectation. If the count is wrong, the response shows the nearest
/// misses.
pub(super) async fn verify(
    State(backend): State<Arc<Backend>>,
    Json(verification): Json<Verification>,
) -> Response {
    let Verification { times, request } = verification;
    let mut compared = match compared(&backend, &request) {
        Ok(compared) => compared,
        Err(text) => return plain(StatusCode::UNPROCESSABLE_ENTITY, &text),
    };
    let count = compared.iter().filter(|(_, differences)| differences.is_empty()).count();
    let is_met = times.map_or(count > 0, |times| times == count);
    compared.retain(|(_, differences)| !differences.is_empty());
    compared.sort_by_key(|(_, differences)| differences.len());
    let near = compared.iter().take(NEAR_MISSES).map(|(recorded, differences)| {
        let mut shown = json!({ "differences": differences });
        shown["request"] = serde_json::to_value(&**recorded).unwrap_or_default();
        shown
    });
    let near: Vec<Value> = near.filter(|_| !is_met).collect();
    Json(json!({ "verified": is_met, "count": count, "near-misses": near })).into_response()
}

/// Clears the request log.
pub(super) async fn clear(State(backend): State<Arc<Backend>>) -> StatusCode {
    backend.world.requests.clear();
    StatusCode::NO_CONTENT
}

/// Redacts the secrets in an expectation, because records have none.
pub(super) fn comparable(backend: &Backend, expected: &Expectation) -> Result<Expectation, String> {
    if let Some(operation) = &expected.operation {
        known_operation(backend, operation)?;
    }
    let (keys, mut expected) = (keys(backend), expected.clone());
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
