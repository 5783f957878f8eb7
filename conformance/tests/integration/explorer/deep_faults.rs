//! Servers with faults that no derived case reaches, and the failure that the explorer finds on each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use serde_json::{Map, Value, json};
use snapbox::{assert_data_eq, file};
use webdata_cases::derive::sequences::Action;
use webdata_explorer::FailingSequence;
use webdata_suite::failure_message;

use super::{SUITE, explore, runtime, target};

/// The maximum size of a body, in bytes.
pub(super) const MAX_BODY_BYTES: usize = 1 << 24;

/// Changes the properties of an update before the server applies them, or returns `None` if the update fails.
type Change = Arc<dyn Fn(&str, &HeaderMap, &mut Map<String, Value>) -> Option<()> + Send + Sync>;

/// Puts a front before `router` that changes updates.
fn change_updates(router: Router, change: Change) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| {
        let change = Arc::clone(&change);
        async move {
            if request.method() != "PATCH" {
                return next.run(request).await;
            }
            let (mut parts, body) = request.into_parts();
            let sent = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
            let Ok(Value::Object(mut properties)) = serde_json::from_slice(&sent) else {
                return next.run(Request::from_parts(parts, Body::from(sent))).await;
            };
            let path = parts.uri.path().to_owned();
            if change(&path, &parts.headers, &mut properties).is_none() {
                return server_error();
            }
            parts.headers.remove(CONTENT_LENGTH);
            let body = Body::from(Value::Object(properties).to_string());
            next.run(Request::from_parts(parts, body)).await
        }
    }))
}

fn server_error() -> Response {
    let error = json!({ "success": false, "error": "Internal Server Error" }).to_string();
    let response = Response::builder().status(StatusCode::INTERNAL_SERVER_ERROR);
    response.header(CONTENT_TYPE, "application/json").body(Body::from(error)).unwrap()
}

/// Loses an update of `goal` that comes right after updates of `retentionDays` and of `status`, in this
/// order.
pub(super) fn third_update_is_lost(router: Router) -> Router {
    let order = ["retentionDays", "status", "goal"];
    let reached: Mutex<HashMap<String, usize>> = Mutex::default();
    change_updates(
        router,
        Arc::new(move |path, _, given| {
            let mut reached = reached.lock().unwrap();
            let at = reached.entry(path.to_owned()).or_default();
            if order.iter().all(|name| given.contains_key(*name)) {
                *at = 0;
                return Some(());
            }
            *at = match given.contains_key(order[*at]) {
                true => *at + 1,
                false => usize::from(given.contains_key(order[0])),
            };
            if *at == order.len() {
                *at = 0;
                given.shift_remove("goal");
            }
            Some(())
        }),
    )
}

/// Loses the options of the 40th target.
fn item_forty_loses_its_options(router: Router) -> Router {
    change_updates(
        router,
        Arc::new(|_, _, given| {
            let targets = given.get_mut("targets").and_then(Value::as_array_mut);
            if let Some(Value::Object(target)) = targets.and_then(|all| all.get_mut(39)) {
                target.shift_remove("scrapeOptions");
            }
            Some(())
        }),
    )
}

/// Fails if two properties are at their limits and the request has an `If-None-Match` header.
fn limits_and_a_header_fail(router: Router) -> Router {
    change_updates(
        router,
        Arc::new(|_, headers, given| {
            let is_long =
                given.get("name").and_then(Value::as_str).is_some_and(|name| name.len() == 256);
            let is_large = given.get("retentionDays").is_some_and(|days| *days == 365);
            (!(is_long && is_large && headers.contains_key(IF_NONE_MATCH))).then_some(())
        }),
    )
}

/// Explores a server, and returns the first failure, shrunk. Failures that were never reproduced come last.
pub(super) fn first_failure(front: impl Fn(Router) -> Router) -> FailingSequence {
    let runtime = runtime();
    let (_server, target) = target(&runtime, front);
    let explored = explore(target, &[], 7, (usize::MAX, 1), &runtime);
    explored.failures.into_iter().next().expect("the explorer finds a failure")
}

/// Checks the message of the first failure on a server, and returns the failure.
pub(super) fn check(front: impl Fn(Router) -> Router, expected: snapbox::Data) -> FailingSequence {
    let failure = first_failure(front);
    let message = failure_message(&failure.case, &failure.outcome, &SUITE.spec).unwrap();
    let ids = failure.outcome.fixtures.iter();
    let message = ids.fold(message.to_string(), |message, id| message.replace(id, "MONITOR"));
    let url = regex::Regex::new("http://127.0.0.1:[0-9]+").unwrap();
    let message = url.replace_all(&message, "$$SERVER");
    let uuid = regex::Regex::new("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").unwrap();
    let message = uuid.replace_all(&message, "UUID");
    // The received body contains the time of day, so the golden texts leave it out.
    let lines = message.lines().filter(|line| !line.starts_with("  received"));
    assert_data_eq!(lines.collect::<Vec<_>>().join("\n"), expected);
    failure
}

#[test]
fn a_fault_after_three_updates_in_order_is_found() {
    check(third_update_is_lost, file!["golden/three-updates.txt"]);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_fault_of_the_fortieth_item_is_found() {
    let failure = first_failure(item_forty_loses_its_options);
    let [Action::Update { given, .. }] = failure.sequence.actions.as_slice() else {
        panic!("{:#?}", failure.sequence)
    };
    // How many targets keep their options depends on the time for shrinking.
    let targets = given["targets"].as_array().unwrap();
    assert_eq!(given.keys().collect::<Vec<_>>(), ["targets"]);
    assert!(targets[39].get("scrapeOptions").is_some(), "{targets:#?}");
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_fault_of_two_limits_and_a_header_is_found() {
    check(limits_and_a_header_fail, file!["golden/limits-and-header.txt"]);
}
