//! The findings of `run --doctor`, which changes nothing on the server.

use serde_json::Value;

use crate::any_server::command::TargetFolder;
use crate::any_server::front::{Front, transparent_front};

const UNKNOWN: &str = "00000000-0000-4000-8000-00000000dead";

/// Writes a target file with these fixtures.
fn target_folder(front: &Front, ids: &[&str], rest: &str) -> TargetFolder {
    let ids: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    let fixtures = format!("[fixtures]\nmonitorId = [{}]\n", ids.join(", "));
    TargetFolder::new(front, &front.base_url, "", &format!("{fixtures}{rest}"))
}

fn checks(folder: &TargetFolder, arguments: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let (code, text) = folder.run(&[&["--doctor", "--json"], arguments].concat());
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    let text = |check: &Value, name: &str| check[name].as_str().unwrap().to_owned();
    let all = document["checks"].as_array().unwrap().iter();
    let all = all.map(|check| (text(check, "state"), text(check, "about"), text(check, "says")));
    (code, all.collect())
}

#[test]
fn a_correct_target_passes_and_is_not_changed() {
    let front = transparent_front();
    let [first, second] = [front.monitor(), front.monitor()];
    let before = front.monitors();
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let rest = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let folder = target_folder(&front, &[&first, &second], &rest);
    let (code, checked) = checks(&folder, &[]);
    assert_eq!(code, 0, "{checked:?}");
    assert!(checked.iter().all(|(state, _, _)| state == "ok"), "{checked:?}");
    let about: Vec<&str> = checked.iter().map(|(_, about, _)| about.as_str()).collect();
    let expected = [
        "the target",
        "the connection",
        "the valid key",
        "the valid key",
        "the revoked key",
        "the limited key",
        "the other-team key",
        "webhooks",
        "time",
    ];
    assert_eq!(about, expected);
    assert_eq!(states(&front.monitors()), states(&before));

    let (code, text) = folder.run(&["--doctor"]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("skipped    add to the target, under ") && text.contains("more cases"),
        "{text}"
    );
    assert!(text.ends_with("verdict    a run can start\n"), "{text}");
}

/// Returns the monitors without `updatedAt`, which an empty update may change.
fn states(monitors: &[Value]) -> Vec<Value> {
    let mut monitors = monitors.to_vec();
    for monitor in &mut monitors {
        monitor["monitor"]["updatedAt"] = Value::Null;
    }
    monitors
}

#[test]
fn reports_each_problem_with_its_remedy() {
    let front = transparent_front();
    let monitor = front.monitor();
    let table: [(TargetFolder, &[&str], &str, &str); 4] = [
        (
            target_folder(&front, &[&monitor, UNKNOWN], ""),
            &[],
            "the fixture 00000000-0000-4000-8000-00000000dead",
            "is unknown to the team of the valid key",
        ),
        (
            target_folder(&front, &[&monitor], "[rate]\nrequests-per-second = 0.5\n"),
            &["--deadline", "60"],
            "time",
            "longer than --deadline 60; use --deadline ",
        ),
        (
            TargetFolder::new(&front, "http://127.0.0.1:1", "", ""),
            &[],
            "the connection",
            "cannot connect",
        ),
        (target_folder(&front, &[], ""), &[], "the cases", "a fixture for monitorId; give it with"),
    ];
    for (folder, arguments, about, expected) in table {
        let (code, checked) = checks(&folder, arguments);
        assert_eq!(code, 2, "{about}: {checked:?}");
        let is_expected = |(state, subject, message): &(String, String, String)| {
            state == "problem" && subject == about && message.contains(expected)
        };
        assert!(checked.iter().any(is_expected), "{about}: {checked:?}");
    }
}

#[test]
fn creates_nothing() {
    let front = transparent_front();
    let path = "path = '/_reference/monitors";
    let rest = format!(
        "[provision.monitorId]\ncount = 2\ncreate = {{ method = 'POST', {path}', id = '/id' }}\n\
         delete = {{ method = 'DELETE', {path}/{{monitorId}}' }}\n"
    );
    let (code, checked) = checks(&TargetFolder::new(&front, &front.base_url, "", &rest), &[]);
    assert_eq!(code, 0, "{checked:?}");
    assert!(
        checked.iter().any(|(state, subject, _)| state == "warning" && subject == "provisioning")
    );
    assert!(front.monitors().is_empty());
}
