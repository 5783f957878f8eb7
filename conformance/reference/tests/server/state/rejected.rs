//! Files that hold no valid state: each is rejected with a remedy, and left unchanged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use webdata_reference::{Options, ReferenceServer};

use crate::served::{contract, extension};
use crate::state::{options_with_state_file, start, stop};

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
        ("[".repeat(1_000_000), vec!["it holds no state", "too deep", anew]),
        ("{}".to_owned(), vec!["it holds no state", "missing field `format`", anew]),
        (json!({ "format": 3 }).to_string(), vec!["missing field `contract`", anew]),
        (changed("/format", json!(1)), vec!["its format is 1, and this server reads 3"]),
        (json!({ "format": 4, "other": [] }).to_string(), vec!["its format is 4"]),
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
        (file("folder"), "it is a folder; name a file"),
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
