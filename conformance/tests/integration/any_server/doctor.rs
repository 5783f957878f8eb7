//! What `run --doctor` finds, and that it changes nothing.

use serde_json::Value;

use crate::any_server::command::Bench;
use crate::any_server::front::{Front, open};

const LATER: &str = "00000000-0000-4000-8000-00000000dead";

/// A target file for a front, with these fixtures.
fn bench(front: &Front, ids: &[&str], rest: &str) -> Bench {
    let ids: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    let fixtures = format!("[fixtures]\nmonitorId = [{}]\n", ids.join(", "));
    Bench::new(front, &front.base_url, "", &format!("{fixtures}{rest}"))
}

fn checks(bench: &Bench, words: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let (code, text) = bench.run(&[&["--doctor", "--json"], words].concat());
    let found: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    let text = |found: &Value, name: &str| found[name].as_str().unwrap().to_owned();
    let all = found["checks"].as_array().unwrap().iter();
    let all = all.map(|one| (text(one, "state"), text(one, "about"), text(one, "says")));
    (code, all.collect())
}

#[test]
fn a_sound_target_is_told_to_be_one_and_stays_as_it_is() {
    let front = open();
    let [one, other] = [front.monitor(), front.monitor()];
    let before = front.monitors();
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let rest = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let bench = bench(&front, &[&one, &other], &rest);
    let (code, found) = checks(&bench, &[]);
    assert_eq!(code, 0, "{found:?}");
    assert!(found.iter().all(|(state, _, _)| state == "ok"), "{found:?}");
    let about: Vec<&str> = found.iter().map(|(_, about, _)| about.as_str()).collect();
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

    let (code, text) = bench.run(&["--doctor"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("skipped    add `") && text.contains("cases more"), "{text}");
    assert!(text.ends_with("verdict    a run can start\n"), "{text}");
}

/// Monitors as they stand, but for when they were last updated, which an update that gives nothing
/// may touch.
fn states(monitors: &[Value]) -> Vec<Value> {
    let mut monitors = monitors.to_vec();
    for monitor in &mut monitors {
        monitor["monitor"]["updatedAt"] = Value::Null;
    }
    monitors
}

#[test]
fn what_is_wrong_is_told_with_what_to_do() {
    let front = open();
    let own = front.monitor();
    let table: [(Bench, &[&str], &str, &str); 4] = [
        (
            bench(&front, &[&own, LATER], ""),
            &[],
            "the fixture 00000000-0000-4000-8000-00000000dead",
            "is unknown to the team of the valid key",
        ),
        (
            bench(&front, &[&own], "[rate]\nrequests-per-second = 0.5\n"),
            &["--deadline", "60"],
            "time",
            "and --deadline is 60 s: --deadline ",
        ),
        (Bench::new(&front, "http://127.0.0.1:1", "", ""), &[], "the connection", "cannot connect"),
        (bench(&front, &[], ""), &[], "the cases", "a fixture for monitorId; give it with"),
    ];
    for (bench, words, about, says) in table {
        let (code, found) = checks(&bench, words);
        assert_eq!(code, 2, "{about}: {found:?}");
        let is_it = |(state, own, said): &(String, String, String)| {
            state == "problem" && own == about && said.contains(says)
        };
        assert!(found.iter().any(is_it), "{about}: {found:?}");
    }
}

#[test]
fn a_recipe_is_not_tried() {
    let front = open();
    let path = "path = '/_reference/monitors";
    let rest = format!(
        "[provision.monitorId]\ncount = 2\ncreate = {{ method = 'POST', {path}', id = '/id' }}\n\
         delete = {{ method = 'DELETE', {path}/{{monitorId}}' }}\n"
    );
    let (code, found) = checks(&Bench::new(&front, &front.base_url, "", &rest), &[]);
    assert_eq!(code, 0, "{found:?}");
    assert!(found.iter().any(|(state, own, _)| state == "warning" && own == "provisioning"));
    assert!(front.monitors().is_empty());
}
