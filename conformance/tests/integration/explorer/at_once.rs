//! Servers that handle updates which come at the same time as no order of them would.
//!
//! Who comes while another one waits is of one group. The requests of the runner go to the router in one
//! task, so a group is always whole, and the same requests always make the same groups.

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

use super::deep::{LONGEST, check};

/// So many times everybody else is let go first.
const YIELDS: usize = 8;

/// What an update gives.
type Given = Map<String, Value>;

/// What becomes of an update, by those of its group and its place in the group, and by the resource as it
/// was before.
type Fault = fn(group: &[Given], own: usize, before: &Value) -> Given;

/// What is known of one resource.
#[derive(Default)]
struct Resource {
    /// The updates that wait, if any do.
    waiting: Option<Arc<Mutex<Vec<Given>>>>,
    /// As the last response showed the resource.
    shown: Value,
}

/// A front that changes updates which come at the same time.
fn front(router: Router, fault: Fault) -> Router {
    let resources: Arc<Mutex<HashMap<String, Resource>>> = Arc::default();
    router.layer(from_fn(move |request: Request, next: Next| {
        let resources = Arc::clone(&resources);
        async move {
            if request.method() != "PATCH" {
                return next.run(request).await;
            }
            let (mut parts, body) = request.into_parts();
            let sent = to_bytes(body, LONGEST).await.unwrap_or_default();
            let path = parts.uri.path().to_owned();
            let Ok(Value::Object(given)) = serde_json::from_slice(&sent) else {
                return next.run(Request::from_parts(parts, Body::from(sent))).await;
            };
            let (group, own, before) = {
                let mut resources = resources.lock().unwrap();
                let resource = resources.entry(path.clone()).or_default();
                let group = Arc::clone(resource.waiting.get_or_insert_default());
                let mut updates = group.lock().unwrap();
                updates.push(given);
                let own = updates.len() - 1;
                drop(updates);
                (group, own, resource.shown.clone())
            };
            for _ in 0..YIELDS {
                yield_now().await;
            }
            resources.lock().unwrap().entry(path.clone()).or_default().waiting = None;
            let given = fault(&group.lock().unwrap(), own, &before);
            parts.headers.remove(CONTENT_LENGTH);
            let body = Body::from(Value::Object(given).to_string());
            let response = next.run(Request::from_parts(parts, body)).await;
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, LONGEST).await.unwrap_or_default();
            if parts.status.is_success() {
                let body: Value = serde_json::from_slice(&body).unwrap_or_default();
                resources.lock().unwrap().entry(path).or_default().shown = body["data"].clone();
            }
            Response::from_parts(parts, Body::from(body))
        }
    }))
}

/// Properties that depend on others, which would show that something is wrong, too.
const DEPENDENT: [&str; 2] = ["goal", "judgeEnabled"];

/// Takes the properties that several updates give from one of them after the other.
fn torn(group: &[Given], own: usize, _: &Value) -> Given {
    let mut givers: IndexMap<&String, Vec<usize>> = IndexMap::new();
    for (index, given) in group.iter().enumerate() {
        for name in given.keys() {
            givers.entry(name).or_default().push(index);
        }
    }
    givers.retain(|name, all| all.len() > 1 && !DEPENDENT.contains(&name.as_str()));
    let is_taken = |name: &String| {
        let Some((at, _, givers)) = givers.get_full(name) else { return true };
        givers[at % givers.len()] == own
    };
    let taken = group[own].iter().filter(|(name, _)| is_taken(name));
    let taken: Given = taken.map(|(name, value)| (name.clone(), value.clone())).collect();
    // An update of nothing would be rejected.
    if taken.is_empty() { group[own].clone() } else { taken }
}

/// Writes the resource as it was read before the others came, with what the update gives.
fn lost(group: &[Given], own: usize, before: &Value) -> Given {
    let mut written = group[own].clone();
    for name in group[..own].iter().flat_map(Map::keys) {
        if let Some(value) = before.get(name).filter(|value| !value.is_null()) {
            written.entry(name).or_insert_with(|| value.clone());
        }
    }
    written
}

/// Checks the first finding, which two updates show.
fn check_two(fault: Fault, expected: snapbox::Data) {
    let found = check(|router| front(router, fault), expected);
    let actions = found.sequence.actions.as_slice();
    let [Action::Concurrent { given, elsewhere, .. }] = actions else { panic!("{actions:#?}") };
    assert_eq!((given.len(), elsewhere.len()), (2, 0), "{given:#?}");
}

#[test]
fn two_updates_are_torn() {
    check_two(torn, file!["golden/torn.txt"]);
}

#[test]
fn one_of_two_updates_is_lost() {
    check_two(lost, file!["golden/lost.txt"]);
}
