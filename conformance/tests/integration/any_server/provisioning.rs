//! The runner creates the fixtures before a run and removes them after it, however the run ends.
//! Nothing else on the server changes.

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use serde_json::Value;

use crate::any_server::NAME_CASES;
use crate::any_server::front::TargetFolder;
use crate::any_server::front::{Front, SeenRequest, too_many_requests, transparent_front};

const CREATED: &str = "/_reference/monitors";

fn target_folder(front: &Front) -> TargetFolder {
    target_with_recipe(
        front,
        "headers = { X-Ops = { env = 'THE_SECRET' } }, body = { properties = { name = 'a monitor of \
         the suite' } }",
    )
}

/// Writes a target file whose recipe creates three monitors with these settings.
fn target_with_recipe(front: &Front, with: &str) -> TargetFolder {
    let create = format!("method = 'POST', path = '{CREATED}', id = '/id', {with}");
    let delete = format!("method = 'DELETE', path = '{CREATED}/{{monitorId}}'");
    let rest = format!(
        "[provision.monitorId]\ncount = 3\ncreate = {{ {create} }}\ndelete = {{ {delete} }}\n"
    );
    TargetFolder::new(front, &front.base_url, "", &rest)
}

fn is_creation(seen: &SeenRequest) -> bool {
    seen.method == "POST" && seen.path == CREATED
}

fn is_removal(seen: &SeenRequest) -> bool {
    seen.method == "DELETE" && seen.path.starts_with(CREATED)
}

/// Returns the monitors in `before` with their current state, and the status of each other monitor.
fn monitors(front: &Front, before: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let existed_before =
        |monitor: &Value| before.iter().any(|old| old["monitor"]["id"] == monitor["monitor"]["id"]);
    let (old, new): (Vec<Value>, Vec<Value>) =
        front.monitors().into_iter().partition(existed_before);
    (old, new.into_iter().map(|new| new["monitor"]["status"].clone()).collect())
}

#[test]
fn a_run_leaves_the_server_unchanged() {
    let front = transparent_front();
    let [_one, _other] = [front.monitor(), front.monitor()];
    let before = front.monitors();
    let folder = target_folder(&front);
    let (code, text) = folder.run(&["updateMonitor::"]);
    assert_eq!(code, 0, "{text}");
    let (old, new) = monitors(&front, &before);
    assert_eq!(old, before, "a monitor changed that was there before");
    assert_eq!(new, ["deleted"; 3]);
    let seen = front.seen();
    let created = seen.iter().filter(|seen| is_creation(seen));
    assert!(created.clone().all(|seen| seen.headers.iter().any(|(name, _)| name == "x-ops")));
    assert_eq!((created.count(), seen.iter().filter(|seen| is_removal(seen)).count()), (3, 3));
    folder.report();
}

#[test]
fn uses_several_bodies_in_turn() {
    let front = transparent_front();
    let bodies = [31, 32].map(|days| format!("{{ properties = {{ retentionDays = {days} }} }}"));
    let bodies = format!("bodies = [{}]", bodies.join(", "));
    // The cases that look at each fixture do not change the monitors.
    let (code, text) = target_with_recipe(&front, &bodies).run(&["::each-fixture"]);
    assert_eq!(code, 0, "{text}");
    let monitors = front.monitors();
    let days = monitors.iter().filter_map(|monitor| monitor["monitor"]["retentionDays"].as_u64());
    let mut days: Vec<u64> = days.collect();
    days.sort_unstable();
    assert_eq!(days, [31, 31, 32]);
}

#[test]
fn creates_no_fixture_that_no_case_needs() {
    let front = transparent_front();
    let (_, text) = target_folder(&front).run(&["scrape::authentication"]);
    assert!(!front.seen().iter().any(is_creation), "{text}");
}

#[test]
fn removes_the_fixtures_when_a_creation_fails() {
    let front = Front::new(|number, seen| {
        let fails = number == 3 && is_creation(seen);
        fails.then(|| (StatusCode::INSUFFICIENT_STORAGE, "the disk is full").into_response())
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    let expected = "cannot create a monitorId: the server responded with 507 the disk is full";
    assert!(text.contains(expected), "{text}");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 2]);
    assert!(!front.seen().iter().any(SeenRequest::is_for_an_operation), "a case was sent");
}

#[test]
fn removes_the_fixtures_when_cases_fail() {
    let front = Front::new(|_, seen| {
        seen.is_for_an_operation().then(|| (StatusCode::OK, "not this").into_response())
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 3]);
}

#[test]
fn counts_a_fixture_that_is_gone_as_removed() {
    let front = Front::new(|_, seen| is_removal(seen).then(|| StatusCode::GONE.into_response()));
    let (code, text) = target_folder(&front).run(&[NAME_CASES]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn reports_a_fixture_that_cannot_be_removed() {
    let front = Front::new(|_, seen| {
        is_removal(seen).then(|| (StatusCode::FORBIDDEN, "hands off").into_response())
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES]);
    assert_eq!(code, 3, "{text}");
    for monitor in front.monitors() {
        let id = monitor["monitor"]["id"].as_str().unwrap();
        let expected =
            format!("monitorId {id} is still there: the server responded with 403 hands off");
        assert!(text.contains(&expected), "{text}");
        let curl = format!("curl -sS -X DELETE \"{}{CREATED}/{id}\"", front.base_url);
        assert!(text.contains(&curl), "{text}");
    }
    assert!(text.contains("Bearer $THE_KEY"), "{text}");
}

#[test]
fn reports_a_removal_with_404_unless_another_removal_succeeds() {
    let front = Front::new(|_, seen| {
        is_removal(seen).then(|| (StatusCode::NOT_FOUND, "no such page").into_response())
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES]);
    assert_eq!(code, 3, "{text}");
    let expected = "the server responded with 404 no such page; is the path right?";
    assert_eq!(text.matches(expected).count(), 3, "{text}");

    // The first removal finds nothing; the others succeed, which shows that the path is correct.
    static FIRST: std::sync::Once = std::sync::Once::new();
    let front = Front::new(|_, seen| {
        let mut response = None;
        if is_removal(seen) {
            FIRST.call_once(|| response = Some(StatusCode::NOT_FOUND.into_response()));
        }
        response
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn rejects_a_repeated_identity_and_removes_it_once() {
    let front = Front::new(|_, seen| {
        let created = is_creation(seen).then(|| "{\"id\":\"the-same\"}".into_response());
        created.or_else(|| is_removal(seen).then(|| StatusCode::NO_CONTENT.into_response()))
    });
    let (code, text) = target_folder(&front).run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    let expected = "the response has the identity the-same at `/id`, which a resource that was created before has";
    assert!(text.contains(expected), "{text}");
    let seen = front.seen();
    assert_eq!(seen.iter().filter(|seen| is_creation(seen)).count(), 2);
    assert_eq!(seen.iter().filter(|seen| is_removal(seen)).count(), 1);
    assert!(!seen.iter().any(SeenRequest::is_for_an_operation), "a case was sent");
}

#[test]
fn rejects_an_identity_that_is_a_key_without_printing_it() {
    let front = Front::new(|_, seen| {
        let key = seen.headers.iter().find(|(name, _)| name == "x-ops").map(|(_, key)| key);
        let created = is_creation(seen).then(|| format!("{{\"id\":\"{}\"}}", key.unwrap()));
        created.map(axum::response::IntoResponse::into_response)
    });
    // `run` checks that the output has no key.
    let (code, text) = target_folder(&front).run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot create a monitorId: "), "{text}");
    assert!(text.contains("$THE_SECRET"), "{text}");
    assert!(!front.seen().iter().any(SeenRequest::is_for_an_operation), "a case was sent");
}

#[test]
fn an_endless_retry_after_ends_the_creation() {
    let front =
        Front::new(|_, seen| is_creation(seen).then(|| too_many_requests("18446744073709551615")));
    let (code, text) = target_folder(&front).run(&[NAME_CASES]);
    assert_eq!(code, 2, "{text}");
    let expected =
        "cannot create a monitorId: 429 and `Retry-After: 18446744073709551615`, but the run";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_deadline_ends_the_waits_of_the_creation() {
    let front = Front::new(|_, seen| is_creation(seen).then(|| too_many_requests("50")));
    let (code, text) = target_folder(&front).run(&[NAME_CASES, "--deadline", "5"]);
    assert_eq!(code, 2, "{text}");
    let expected = "cannot create a monitorId: 429 and `Retry-After: 50`, but the run ends in ";
    assert!(text.contains(expected), "{text}");
}

/// Output goes to a full device, so that libtest's runner panics and no warning can be printed.
#[cfg(target_os = "linux")]
#[test]
fn removes_the_fixtures_after_a_panic_and_without_a_terminal() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let front = transparent_front();
    let folder = target_folder(&front);
    let output =
        folder.command(&[NAME_CASES, "--", "--format=pretty"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(101), "libtest's runner did not panic");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 3]);

    let front =
        Front::new(|_, seen| is_removal(seen).then(|| StatusCode::FORBIDDEN.into_response()));
    let folder = target_folder(&front);
    let output = folder.command(&[NAME_CASES, "--shuffle"]).stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "a monitor that is left makes the run incomplete");
    assert!(folder.outcomes()["pass"].as_u64().unwrap() > 0, "the report has no passing case");
}
