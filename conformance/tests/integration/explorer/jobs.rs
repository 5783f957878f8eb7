//! Servers that get runs wrong in ways that no derived case reaches, and what the explorer makes of each.

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

use super::deep::found;

/// The most of a body, in bytes.
const LONGEST: usize = 1 << 20;

/// What a server knows of runs, each by its path.
#[derive(Default)]
struct Runs {
    /// How often each was asked for before it was cancelled.
    asked: HashMap<String, usize>,
    /// How often each was asked for since.
    since: HashMap<String, usize>,
    /// The run that was cancelled last.
    last: String,
}

/// What a server answers instead of a response, where it does.
type Change = fn(&mut Runs, &str, &str, &mut Value) -> Option<StatusCode>;

/// A front that changes responses about runs.
fn changed(router: Router, change: Change) -> Router {
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
            let body = to_bytes(body, LONGEST).await.unwrap_or_default();
            let mut shown = serde_json::from_slice(&body).unwrap_or_default();
            let mut runs = runs.lock().unwrap();
            if let Some(status) = change(&mut runs, &method, &path, &mut shown) {
                parts.status = status;
            }
            let is_done = parts.status.is_success();
            match method.as_str() {
                "DELETE" if is_done => {
                    runs.since.entry(path.clone()).or_default();
                    runs.last = path;
                }
                "GET" => {
                    let runs = &mut *runs;
                    let count = runs.since.get_mut(&path);
                    *count.unwrap_or_else(|| runs.asked.entry(path).or_default()) += 1;
                }
                _ => {}
            }
            parts.headers.remove(CONTENT_LENGTH);
            parts.headers.insert(CONTENT_TYPE, "application/json".parse().unwrap());
            Response::from_parts(parts, Body::from(shown.to_string()))
        }
    }))
}

/// Cancels a run again where another one was cancelled since.
fn only_the_last_is_cancelled(router: Router) -> Router {
    changed(router, |runs, method, path, shown| {
        let is_forgotten = runs.since.contains_key(path) && runs.last != path;
        if method != "DELETE" || !is_forgotten {
            return None;
        }
        *shown = json!({ "success": true });
        Some(StatusCode::OK)
    })
}

/// Has a run go on that was asked for twice before it was cancelled, after it was shown to have failed.
fn cancelled_run_goes_on(router: Router) -> Router {
    changed(router, |runs, method, path, shown| {
        let was_asked = runs.asked.get(path).is_some_and(|own| *own >= 2);
        if method == "GET"
            && was_asked
            && let Some(since) = runs.since.get(path)
        {
            shown["status"] = if *since == 0 { "failed" } else { "processing" }.into();
        }
        None
    })
}

fn check(front: fn(Router) -> Router, expected: &[String]) {
    let actions = found(front).sequence.actions;
    let actions: Vec<String> =
        actions.iter().map(|own| serde_json::to_string(own).unwrap()).collect();
    assert_eq!(actions, expected);
}

#[test]
fn a_run_is_cancelled_again() {
    let end = |run| format!(r#"{{"end":{{"resource":{run}}}}}"#);
    let start = r#""start""#.to_owned();
    check(only_the_last_is_cancelled, &[start.clone(), start, end(0), end(1), end(0)]);
}

#[test]
fn a_cancelled_run_goes_on() {
    let read = || r#"{"read":{"resource":0}}"#.to_owned();
    let [start, end] = [r#""start""#, r#"{"end":{"resource":0}}"#].map(str::to_owned);
    check(cancelled_run_goes_on, &[start, read(), read(), end, read(), read()]);
}
