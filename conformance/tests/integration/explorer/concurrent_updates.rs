//! Servers that mishandle concurrent updates: no order of the updates explains the result.
//!
//! Updates that arrive while another one waits form a group. The runner's requests go to the router in one
//! task, so that a group is always complete, and the same requests always form the same groups.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use indexmap::IndexMap;
use serde_json::{Map, Value};
use snapbox::file;
use tokio::task::yield_now;
use webdata_cases::derive::sequences::Action;

use super::deep_faults::{MAX_BODY_BYTES, check};

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

/// Checks the message of the first failure, and that two concurrent updates are enough to show it.
fn check_pair(fault: Fault, expected: snapbox::Data) {
    let failure = check(|router| front(router, fault), expected);
    let actions = failure.sequence.actions.as_slice();
    let [Action::Concurrent { given, elsewhere, .. }] = actions else { panic!("{actions:#?}") };
    assert_eq!((given.len(), elsewhere.len()), (2, 0), "{given:#?}");
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_mix_of_two_updates_is_found() {
    check_pair(mix_updates, file!["golden/mixed-updates.txt"]);
}

#[test]
fn the_loss_of_one_of_two_updates_is_found() {
    check_pair(lose_updates, file!["golden/lost-update.txt"]);
}
