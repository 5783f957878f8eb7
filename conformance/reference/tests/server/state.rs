//! Tests of the state file: the files that are rejected, and when the state is written and restored.

#![expect(clippy::unwrap_used, reason = "a failure here fails the calling test")]

mod restored;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;
use webdata_reference::{Options, ReferenceServer};

use crate::served::{Served, contract, extension};

/// Returns options with a state file.
fn options_with_state_file(file: &Path) -> Options {
    Options { state: Some(file.to_owned()), ..Options::default() }
}

/// Starts a server with a state file.
async fn start(file: &Path) -> Served {
    Served::with(contract(), options_with_state_file(file)).await
}

/// Stops a server gracefully, and waits for its end.
async fn stop(served: Served) {
    served.server.serve_until(async {}).await.unwrap();
}

/// Returns a state that a server has written.
async fn state(folder: &Path) -> Value {
    let file = folder.join("good.json");
    stop(start(&file).await).await;
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

/// Returns the error for a file.
async fn start_error(file: PathBuf) -> String {
    let before = fs::read(&file).ok();
    let starting =
        ReferenceServer::start(Arc::new(contract()), &extension(), options_with_state_file(&file))
            .await;
    let text = starting.unwrap_err().to_string();
    assert!(text.contains(&file.display().to_string()), "{text}");
    assert_eq!(fs::read(&file).ok(), before, "{text}");
    text
}

#[tokio::test]
async fn a_file_without_a_valid_state_is_rejected_and_kept() {
    let folder = TempDir::new().unwrap();
    let good = state(folder.path()).await;
    let changed = |place: &str, value: Value| {
        let mut state = good.clone();
        *state.pointer_mut(place).unwrap() = value;
        state.to_string()
    };
    let with = |place: &str, name: &str| {
        let mut state = good.clone();
        state.pointer_mut(place).unwrap()[name] = json!(1);
        state.to_string()
    };
    let half = good.to_string();
    let half = half[..half.len() / 2].to_owned();
    let anew = "move this one away to start anew";
    // The content of the file, and parts of the error.
    let table = [
        (String::new(), vec!["it holds no state", "line 1 column 0", anew]),
        ("no JSON".to_owned(), vec!["it holds no state", "line 1 column 2", anew]),
        (half, vec!["it holds no state", anew]),
        (format!("{good} {{}}"), vec!["it holds no state", "trailing characters", anew]),
        ("[".repeat(1_000_000), vec!["it holds no state", anew]),
        ("{}".to_owned(), vec!["it holds no state", "missing field `format`", anew]),
        (json!({ "format": 4 }).to_string(), vec!["missing field `contract`", anew]),
        (changed("/format", json!(1)), vec!["its format is 1, and this server reads 4"]),
        (json!({ "format": 5, "other": [] }).to_string(), vec!["its format is 5"]),
        (
            changed("/contract/hash", json!("0123456789abcdef")),
            vec!["another contract", "hash 0123456789ab)", "serve that contract"],
        ),
        (with("", "extra"), vec!["unknown field `extra`", anew]),
        (with("/teams/teams/home", "extra"), vec!["unknown field `extra`"]),
        (with("/behaviour/pages/https:~1~1example.com~1", "extra"), vec!["unknown field `extra`"]),
        (changed("/resources", json!({})), vec!["invalid type", anew]),
        (changed("/clock/ahead-milliseconds", json!("1")), vec!["invalid type", anew]),
        (changed("/clock/ahead-milliseconds", json!(1_u64 << 48)), vec!["years 0 to 9999"]),
        (changed("/clock/ahead-milliseconds", json!(i64::MAX)), vec!["years 0 to 9999"]),
        (changed("/clock/ahead-milliseconds", json!(i64::MIN)), vec!["years 0 to 9999"]),
    ];
    for (text, said) in table {
        let file = folder.path().join("state.json");
        fs::write(&file, &text).unwrap();
        let error = start_error(file).await;
        for words in said {
            assert!(error.contains(words), "{words}: {error}");
        }
    }
    // The unchanged file is accepted.
    let file = folder.path().join("state.json");
    fs::write(&file, good.to_string()).unwrap();
    stop(start(&file).await).await;
}

#[tokio::test]
async fn a_path_that_cannot_be_written_is_rejected() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("folder")).unwrap();
    fs::write(file("read-only"), state(folder.path()).await.to_string()).unwrap();
    let mut rights = fs::metadata(file("read-only")).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(file("read-only"), rights).unwrap();
    let running = start(&file("taken")).await;
    let table = [
        (file("folder"), "it is not an ordinary file"),
        (file("read-only"), "it is read-only; make it writable"),
        (file("missing/state.json"), "it cannot be written: No such file or directory"),
        (file("read-only/state.json"), "it cannot be read: Not a directory"),
        (PathBuf::from("/dev/null"), "it is not an ordinary file"),
        (file("taken"), "another server keeps its state there; stop that one"),
    ];
    for (file, said) in table {
        let error = start_error(file).await;
        assert!(error.contains(said), "{said}: {error}");
    }
    stop(running).await;
    stop(start(&file("taken")).await).await;
}

#[tokio::test]
async fn a_server_that_cannot_listen_leaves_the_file_to_others() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.json");
    let running = start(&folder.path().join("other.json")).await;
    let options = Options { listen: running.server.address(), ..options_with_state_file(&file) };
    let starting = ReferenceServer::start(Arc::new(contract()), &extension(), options).await;
    assert!(starting.is_err());
    stop(start(&file).await).await;
}

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
