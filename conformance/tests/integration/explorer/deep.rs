//! Servers with faults that no derived case reaches, and what the explorer makes of each.

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

/// The most of a body, in bytes.
pub(super) const LONGEST: usize = 1 << 24;

/// What an update gives, changed by the server before it is carried out; none where it fails.
type Change = Arc<dyn Fn(&str, &HeaderMap, &mut Map<String, Value>) -> Option<()> + Send + Sync>;

/// A front that changes updates.
fn changed(router: Router, change: Change) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| {
        let change = Arc::clone(&change);
        async move {
            if request.method() != "PATCH" {
                return next.run(request).await;
            }
            let (mut parts, body) = request.into_parts();
            let sent = to_bytes(body, LONGEST).await.unwrap_or_default();
            let Ok(Value::Object(mut given)) = serde_json::from_slice(&sent) else {
                return next.run(Request::from_parts(parts, Body::from(sent))).await;
            };
            let path = parts.uri.path().to_owned();
            if change(&path, &parts.headers, &mut given).is_none() {
                return failure();
            }
            parts.headers.remove(CONTENT_LENGTH);
            let body = Body::from(Value::Object(given).to_string());
            next.run(Request::from_parts(parts, body)).await
        }
    }))
}

fn failure() -> Response {
    let error = json!({ "success": false, "error": "Internal Server Error" }).to_string();
    let response = Response::builder().status(StatusCode::INTERNAL_SERVER_ERROR);
    response.header(CONTENT_TYPE, "application/json").body(Body::from(error)).unwrap()
}

/// Loses the goal that comes right after an update of the status that comes right after one of how long
/// results are kept.
pub(super) fn third_update_is_lost(router: Router) -> Router {
    let order = ["retentionDays", "status", "goal"];
    let reached: Mutex<HashMap<String, usize>> = Mutex::default();
    changed(
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
    changed(
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

/// Fails where two properties are at their limits and the request has a header.
fn limits_and_a_header_fail(router: Router) -> Router {
    changed(
        router,
        Arc::new(|_, headers, given| {
            let is_long =
                given.get("name").and_then(Value::as_str).is_some_and(|own| own.len() == 256);
            let is_large = given.get("retentionDays").is_some_and(|own| *own == 365);
            (!(is_long && is_large && headers.contains_key(IF_NONE_MATCH))).then_some(())
        }),
    )
}

/// The first finding on a server, shrunk. What fails once alone comes behind it.
pub(super) fn found(front: impl Fn(Router) -> Router) -> FailingSequence {
    let runtime = runtime();
    let (_server, target) = target(&runtime, front);
    let explored = explore(target, &[], 7, (usize::MAX, 1), &runtime);
    explored.failures.into_iter().next().expect("something is found")
}

/// Checks the first finding on a server, and returns it.
pub(super) fn check(front: impl Fn(Router) -> Router, expected: snapbox::Data) -> FailingSequence {
    let found = found(front);
    let message = failure_message(&found.case, &found.outcome, &SUITE.spec).unwrap();
    let ids = found.outcome.fixtures.iter();
    let told = ids.fold(message.to_string(), |told, own| told.replace(own, "MONITOR"));
    let told = regex::Regex::new("http://127.0.0.1:[0-9]+").unwrap().replace_all(&told, "$$SERVER");
    let uuid = regex::Regex::new("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").unwrap();
    let told = uuid.replace_all(&told, "UUID");
    // What is received has the time of day in it; what is wrong with it stands below.
    let told = told.lines().filter(|line| !line.starts_with("  received"));
    assert_data_eq!(told.collect::<Vec<_>>().join("\n"), expected);
    found
}

#[test]
fn three_updates_in_an_order() {
    check(third_update_is_lost, file!["golden/three-updates.txt"]);
}

#[test]
fn the_fortieth_item() {
    let found = found(item_forty_loses_its_options);
    let [Action::Update { given, .. }] = found.sequence.actions.as_slice() else {
        panic!("{:#?}", found.sequence)
    };
    // How many of them keep options depends on how long it may be shrunk.
    let targets = given["targets"].as_array().unwrap();
    assert_eq!(given.keys().collect::<Vec<_>>(), ["targets"]);
    assert!(targets[39].get("scrapeOptions").is_some(), "{targets:#?}");
}

#[test]
fn two_limits_and_a_header() {
    check(limits_and_a_header_fail, file!["golden/limits-and-header.txt"]);
}
