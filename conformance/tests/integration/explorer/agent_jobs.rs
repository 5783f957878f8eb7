//! Servers that mishandle agent runs in ways that no derived case reaches, and the sequence that shows each
//! fault.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use serde_json::{Value, json};

use super::deep_faults::first_failure;

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 20;

/// The state of the front; the keys are the paths of the runs.
#[derive(Default)]
struct Runs {
    /// How often each run was polled before it was cancelled.
    polled_before: HashMap<String, usize>,
    /// How often each run was polled since it was cancelled.
    polled_since: HashMap<String, usize>,
    /// The run that was cancelled last.
    last_cancelled: String,
}

/// Changes the body of the response to a method and a path, and can return another status code.
type Change = fn(&mut Runs, &str, &str, &mut Value) -> Option<StatusCode>;

/// Puts a front before `router` that changes responses about runs.
fn change_responses(router: Router, change: Change) -> Router {
    let runs: Arc<Mutex<Runs>> = Arc::default();
    router.layer(from_fn(move |request: Request, next: Next| {
        let runs = Arc::clone(&runs);
        async move {
            let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
            let is_about_run = path.matches('/').count() == 3 && path.starts_with("/v2/agent/");
            let response = next.run(request).await;
            if !is_about_run {
                return response;
            }
            let (mut parts, body) = response.into_parts();
            let body = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
            let mut shown = serde_json::from_slice(&body).unwrap_or_default();
            let mut runs = runs.lock().unwrap();
            if let Some(status) = change(&mut runs, &method, &path, &mut shown) {
                parts.status = status;
            }
            let is_done = parts.status.is_success();
            match method.as_str() {
                "DELETE" if is_done => {
                    runs.polled_since.entry(path.clone()).or_default();
                    runs.last_cancelled = path;
                }
                "GET" => {
                    let runs = &mut *runs;
                    let count = runs.polled_since.get_mut(&path);
                    *count.unwrap_or_else(|| runs.polled_before.entry(path).or_default()) += 1;
                }
                _ => {}
            }
            parts.headers.remove(CONTENT_LENGTH);
            parts.headers.insert(CONTENT_TYPE, "application/json".parse().unwrap());
            Response::from_parts(parts, Body::from(shown.to_string()))
        }
    }))
}

/// Lets a cancelled run be cancelled again once another run was cancelled.
fn only_the_last_is_cancelled(router: Router) -> Router {
    change_responses(router, |runs, method, path, shown| {
        let is_forgotten = runs.polled_since.contains_key(path) && runs.last_cancelled != path;
        if method != "DELETE" || !is_forgotten {
            return None;
        }
        *shown = json!({ "success": true });
        Some(StatusCode::OK)
    })
}

/// Continues a cancelled run that was polled twice before: the first poll since shows `failed`, the next
/// `processing`.
fn cancelled_run_goes_on(router: Router) -> Router {
    change_responses(router, |runs, method, path, shown| {
        let was_polled = runs.polled_before.get(path).is_some_and(|count| *count >= 2);
        if method == "GET"
            && was_polled
            && let Some(since) = runs.polled_since.get(path)
        {
            shown["status"] = if *since == 0 { "failed" } else { "processing" }.into();
        }
        None
    })
}

fn check(front: fn(Router) -> Router, expected: &[String]) {
    let actions = first_failure(front).sequence.actions;
    let actions: Vec<String> =
        actions.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
    assert_eq!(actions, expected);
}

#[test]
fn a_second_cancellation_that_succeeds_is_found() {
    let end = |run| format!(r#"{{"end":{{"resource":{run}}}}}"#);
    let start = r#""start""#.to_owned();
    check(only_the_last_is_cancelled, &[start.clone(), start, end(0), end(1), end(0)]);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_cancelled_run_that_continues_is_found() {
    let read = || r#"{"read":{"resource":0}}"#.to_owned();
    let [start, end] = [r#""start""#, r#"{"end":{"resource":0}}"#].map(str::to_owned);
    check(cancelled_run_goes_on, &[start, read(), read(), end, read(), read()]);
}
