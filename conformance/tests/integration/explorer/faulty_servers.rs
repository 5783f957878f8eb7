//! Servers with faults that no derived case reaches, and the shortest sequence that the explorer finds on each.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use indexmap::IndexMap;
use serde_json::{Map, Value, json};
use tokio::task::yield_now;
use webdata_cases::derive::sequences::Action;
use webdata_explorer::FailingSequence;
use webdata_suite::failure_message;
use webdata_suite::outcome::Deviation;

use super::{SUITE, explore, runtime, target};

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;

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
fn first_failure(front: impl Fn(Router) -> Router) -> FailingSequence {
    let runtime = runtime();
    let (_server, target) = target(&runtime, front);
    let explored = explore(target, &[], 7, (usize::MAX, 1), &runtime);
    explored.failures.into_iter().next().expect("the explorer finds a failure")
}

/// Checks that the first failure on a server deviates at a place or below it, or above it by a value that has the last name
/// of the place, and that it is about what updates store, and returns it. The values of the shortest sequence depend on the
/// contract, so no test compares them all.
fn check(front: impl Fn(Router) -> Router, place: &str) -> FailingSequence {
    let failure = first_failure(front);
    let message = failure_message(&failure.case, &failure.outcome, &SUITE.spec).unwrap();
    let clause = "  clause    operations.updateMonitor.effects.given-fields-are-stored";
    assert!(message.contains(clause), "{message}");
    let deviations = &failure.outcome.deviations;
    let name = place.rsplit('/').next().unwrap_or(place);
    let is_there = |deviation: &Deviation| {
        let is_above = place.starts_with(&format!("{}/", deviation.place));
        let shows_it = || format!("{} {}", deviation.expected, deviation.received).contains(name);
        deviation.place.starts_with(place) || (is_above && shows_it())
    };
    assert!(!deviations.is_empty() && deviations.iter().all(is_there), "{message}");
    failure
}

#[test]
fn a_fault_after_three_updates_in_order_is_found() {
    let actions = check(third_update_is_lost, "/data/goal").sequence.actions;
    assert!(actions.len() <= 3, "{actions:#?}");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
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
    let actions = check(limits_and_a_header_fail, "status").sequence.actions;
    let [Action::Update { given, headers_of: Some(like), .. }] = actions.as_slice() else {
        panic!("{actions:#?}")
    };
    let names: BTreeSet<&str> = given.keys().map(String::as_str).collect();
    assert_eq!(names, BTreeSet::from(["name", "retentionDays"]));
    assert_eq!(
        (given["name"].as_str().map(str::len), &given["retentionDays"]),
        (Some(256), &365.into())
    );
    assert!(like.ends_with("::none-match"), "{like}");
}

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
type ChangeOfRun = fn(&mut Runs, &str, &str, &mut Value) -> Option<StatusCode>;

/// Puts a front before `router` that changes responses about runs.
fn change_responses(router: Router, change: ChangeOfRun) -> Router {
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

fn check_actions(front: fn(Router) -> Router, expected: &[String]) {
    let actions = first_failure(front).sequence.actions;
    let actions: Vec<String> =
        actions.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
    assert_eq!(actions, expected);
}

#[test]
fn a_second_cancellation_that_succeeds_is_found() {
    let end = |run| format!(r#"{{"end":{{"resource":{run}}}}}"#);
    let start = r#""start""#.to_owned();
    check_actions(only_the_last_is_cancelled, &[start.clone(), start, end(0), end(1), end(0)]);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_cancelled_run_that_continues_is_found() {
    let read = || r#"{"read":{"resource":0}}"#.to_owned();
    let [start, end] = [r#""start""#, r#"{"end":{"resource":0}}"#].map(str::to_owned);
    check_actions(cancelled_run_goes_on, &[start, read(), read(), end, read(), read()]);
}

/// How often an update yields to the other tasks, so that the updates of its group arrive.
const YIELDS: usize = 8;

/// The properties that an update gives.
type Given = Map<String, Value>;

/// Returns what the server makes of the update at `index` of a group; `before` is the resource as it was.
type Fault = fn(group: &[Given], index: usize, before: &Value) -> Given;

/// The state of the front for one resource.
#[derive(Default)]
struct Resource {
    /// The group of the waiting updates, if any wait.
    waiting: Option<Arc<Mutex<Vec<Given>>>>,
    /// The resource as the last response showed it.
    shown: Value,
}

/// Puts a front before `router` that changes concurrent updates.
fn front(router: Router, fault: Fault) -> Router {
    let resources: Arc<Mutex<HashMap<String, Resource>>> = Arc::default();
    router.layer(from_fn(move |request: Request, next: Next| {
        let resources = Arc::clone(&resources);
        async move {
            if request.method() != "PATCH" {
                return next.run(request).await;
            }
            let (mut parts, body) = request.into_parts();
            let sent = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
            let path = parts.uri.path().to_owned();
            let Ok(Value::Object(properties)) = serde_json::from_slice(&sent) else {
                return next.run(Request::from_parts(parts, Body::from(sent))).await;
            };
            let (group, index, before) = {
                let mut resources = resources.lock().unwrap();
                let resource = resources.entry(path.clone()).or_default();
                let group = Arc::clone(resource.waiting.get_or_insert_default());
                let mut updates = group.lock().unwrap();
                updates.push(properties);
                let index = updates.len() - 1;
                drop(updates);
                (group, index, resource.shown.clone())
            };
            for _ in 0..YIELDS {
                yield_now().await;
            }
            resources.lock().unwrap().entry(path.clone()).or_default().waiting = None;
            let properties = fault(&group.lock().unwrap(), index, &before);
            parts.headers.remove(CONTENT_LENGTH);
            let body = Body::from(Value::Object(properties).to_string());
            let response = next.run(Request::from_parts(parts, body)).await;
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
            if parts.status.is_success() {
                let body: Value = serde_json::from_slice(&body).unwrap_or_default();
                resources.lock().unwrap().entry(path).or_default().shown = body["data"].clone();
            }
            Response::from_parts(parts, Body::from(body))
        }
    }))
}

/// Properties whose values depend on each other, so that mixing them would show a second fault.
const DEPENDENT: [&str; 2] = ["goal", "judgeEnabled"];

/// Mixes the updates: of the properties that several updates give, each is taken from another update.
fn mix_updates(group: &[Given], index: usize, _: &Value) -> Given {
    let mut givers: IndexMap<&String, Vec<usize>> = IndexMap::new();
    for (giver, given) in group.iter().enumerate() {
        for name in given.keys() {
            givers.entry(name).or_default().push(giver);
        }
    }
    givers.retain(|name, all| all.len() > 1 && !DEPENDENT.contains(&name.as_str()));
    let is_taken = |name: &String| {
        let Some((at, _, givers)) = givers.get_full(name) else { return true };
        givers[at % givers.len()] == index
    };
    let taken = group[index].iter().filter(|(name, _)| is_taken(name));
    let taken: Given = taken.map(|(name, value)| (name.clone(), value.clone())).collect();
    // An update without properties would be rejected.
    if taken.is_empty() { group[index].clone() } else { taken }
}

/// Loses the earlier updates: writes the resource as it was before the group, with this update's properties.
fn lose_updates(group: &[Given], index: usize, before: &Value) -> Given {
    let mut written = group[index].clone();
    for name in group[..index].iter().flat_map(Map::keys) {
        if let Some(value) = before.get(name).filter(|value| !value.is_null()) {
            written.entry(name).or_insert_with(|| value.clone());
        }
    }
    written
}

/// Checks that the first failure is about stored values, and that two concurrent updates are enough to show it.
fn check_pair(fault: Fault) {
    let actions = check(|router| front(router, fault), "/data").sequence.actions;
    let [Action::Concurrent { given, elsewhere, .. }] = actions.as_slice() else {
        panic!("{actions:#?}")
    };
    assert_eq!((given.len(), elsewhere.len()), (2, 0), "{given:#?}");
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_mix_of_two_updates_is_found() {
    check_pair(mix_updates);
}

#[test]
fn the_loss_of_one_of_two_updates_is_found() {
    check_pair(lose_updates);
}
