//! When the state is written: before the response that depends on it, once for concurrent requests, and also
//! for changes without a request.

use std::fs;
use std::path::Path;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::state::{start, stop};

/// How long a write may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns a monitor's property in the state file.
fn stored_property(file: &Path, id: &str, property: &str) -> Value {
    let state: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let resources = state["resources"].as_array().unwrap();
    let resource = resources.iter().find(|resource| resource[0]["id"] == id);
    resource.map(|resource| resource[1]["properties"][property].clone()).unwrap_or_default()
}

/// Waits until a condition holds.
async fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    assert!(timeout(PATIENCE, waiting).await.is_ok(), "{what}");
}

#[tokio::test]
async fn a_change_is_written_before_its_response() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.json");
    let served = start(&file).await;
    let id = served.monitor();
    for number in 0..20 {
        let name = format!("number {number}");
        assert_eq!(served.patch(&id, &json!({ "name": name })).await.status, 200);
        assert_eq!(stored_property(&file, &id, "name"), name);
    }
    let names = (0..64).map(|number| {
        let (served, id) = (&served, &id);
        async move { served.patch(id, &json!({ "name": format!("together {number}") })).await }
    });
    assert!(join_all(names).await.iter().all(|response| response.status == 200));
    assert_eq!(stored_property(&file, &id, "name"), served.stored(&id).await["name"]);
    let path = format!("monitors/{id}");
    assert_eq!(served.control(Method::DELETE, &path, &Value::Null).await.status, 204);
    assert_eq!(stored_property(&file, &id, "status"), "deleted");
}

#[tokio::test]
async fn a_change_without_a_request_is_written_too() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.json");
    let served = start(&file).await;
    let id = served.monitor();
    wait_until("a fixture is written", || stored_property(&file, &id, "name") == "Monitor").await;
    stop(served).await;
    // The next run is due in a moment.
    let soon = Utc::now() + TimeDelta::milliseconds(50);
    let state = fs::read_to_string(&file).unwrap();
    let mut state: Value = serde_json::from_str(&state).unwrap();
    state["resources"][0][1]["properties"]["nextRunAt"] = json!(soon.to_rfc3339());
    fs::write(&file, state.to_string()).unwrap();
    let _served = start(&file).await;
    wait_until("a check is written", || stored_property(&file, &id, "lastRunAt").is_string()).await;
}

/// The folder is removed while the server runs, and restored later, as on a failing disk.
#[tokio::test]
async fn a_failed_write_is_no_success() {
    let folder = TempDir::new().unwrap();
    let [place, away] = ["place", "away"].map(|name| folder.path().join(name));
    fs::create_dir(&place).unwrap();
    let file = place.join("state.json");
    let served = start(&file).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "name": "old" })).await.status, 200);
    fs::rename(&place, &away).unwrap();
    let mut unwritten = served.server.state_write_error();
    let response = served.patch(&id, &json!({ "name": "new" })).await;
    assert_eq!(response.status, 500, "{response:?}");
    let said = format!("the state cannot be written to {}: No such file", file.display());
    assert!(response.text.starts_with(&said), "{response:?}");
    assert!(response.text.ends_with("; what the request changed may be lost\n"), "{response:?}");
    let why = timeout(PATIENCE, unwritten.wait_for(Option::is_some)).await.unwrap().unwrap();
    assert!(why.as_ref().unwrap().starts_with(&said), "{why:?}");
    drop(why);
    let read = served.stored(&id).await;
    assert_eq!(read["name"], "new", "requests that write nothing still succeed");
    assert_eq!(stored_property(&away.join("state.json"), &id, "name"), "old");
    fs::rename(&away, &place).unwrap();
    // The server retries by itself.
    wait_until("the change is written", || stored_property(&file, &id, "name") == "new").await;
    timeout(PATIENCE, unwritten.wait_for(Option::is_none)).await.unwrap().unwrap();
    assert_eq!(served.patch(&id, &json!({ "name": "newer" })).await.status, 200);
    assert_eq!(stored_property(&file, &id, "name"), "newer");
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_is_its_owners_alone_and_a_link_to_it_stays_one() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().unwrap();
    let [file, link] = ["state.json", "link.json"].map(|name| folder.path().join(name));
    stop(start(&file).await).await;
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "the file holds secrets of webhooks");
    symlink(&file, &link).unwrap();
    let served = start(&link).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "name": "linked" })).await.status, 200);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(stored_property(&file, &id, "name"), "linked");
}
