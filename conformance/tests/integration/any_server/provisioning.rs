//! What a run works on is created before it and removed after it, whatever happens, and nothing
//! else changes.

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use serde_json::Value;

use crate::any_server::command::Bench;
use crate::any_server::front::{Front, Seen, limited, open};

const CREATED: &str = "/_reference/monitors";
const SOME: &str = "updateMonitor::name::";

fn bench(front: &Front) -> Bench {
    creating(
        front,
        "headers = { X-Ops = { env = 'THE_SECRET' } }, body = { properties = { name = 'a monitor of \
         the suite' } }",
    )
}

/// A target with a recipe that creates three monitors so.
fn creating(front: &Front, with: &str) -> Bench {
    let create = format!("method = 'POST', path = '{CREATED}', id = '/id', {with}");
    let delete = format!("method = 'DELETE', path = '{CREATED}/{{monitorId}}'");
    let rest = format!(
        "[provision.monitorId]\ncount = 3\ncreate = {{ {create} }}\ndelete = {{ {delete} }}\n"
    );
    Bench::new(front, &front.base_url, "", &rest)
}

fn is_creation(seen: &Seen) -> bool {
    seen.method == "POST" && seen.path == CREATED
}

fn is_removal(seen: &Seen) -> bool {
    seen.method == "DELETE" && seen.path.starts_with(CREATED)
}

/// The monitors that were there before, as they stand, and the states of the others.
fn monitors(front: &Front, before: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let is_old =
        |monitor: &Value| before.iter().any(|own| own["monitor"]["id"] == monitor["monitor"]["id"]);
    let (old, new): (Vec<Value>, Vec<Value>) = front.monitors().into_iter().partition(is_old);
    (old, new.into_iter().map(|new| new["monitor"]["status"].clone()).collect())
}

#[test]
fn a_run_leaves_the_server_as_it_was() {
    let front = open();
    let [_one, _other] = [front.monitor(), front.monitor()];
    let before = front.monitors();
    let bench = bench(&front);
    let (code, text) = bench.run(&["updateMonitor::"]);
    assert_eq!(code, 0, "{text}");
    let (old, new) = monitors(&front, &before);
    assert_eq!(old, before, "what was there before is as it was");
    assert_eq!(new, ["deleted"; 3]);
    let seen = front.seen();
    let created = seen.iter().filter(|seen| is_creation(seen));
    assert!(created.clone().all(|seen| seen.headers.iter().any(|(name, _)| name == "x-ops")));
    assert_eq!((created.count(), seen.iter().filter(|seen| is_removal(seen)).count()), (3, 3));
    bench.report();
}

#[test]
fn several_bodies_are_sent_in_turn() {
    let front = open();
    let bodies = [31, 32].map(|days| format!("{{ properties = {{ retentionDays = {days} }} }}"));
    let bodies = format!("bodies = [{}]", bodies.join(", "));
    // What looks at each of them changes nothing of this.
    let (code, text) = creating(&front, &bodies).run(&["::each-fixture"]);
    assert_eq!(code, 0, "{text}");
    let monitors = front.monitors();
    let days = monitors.iter().filter_map(|own| own["monitor"]["retentionDays"].as_u64());
    let mut days: Vec<u64> = days.collect();
    days.sort_unstable();
    assert_eq!(days, [31, 31, 32]);
}

#[test]
fn what_a_run_does_not_need_is_not_created() {
    let front = open();
    let (_, text) = bench(&front).run(&["scrape::authentication"]);
    assert!(!front.seen().iter().any(is_creation), "{text}");
}

#[test]
fn a_creation_that_fails_undoes_the_others() {
    let front = Front::new(|number, seen| {
        let fails = number == 3 && is_creation(seen);
        fails.then(|| (StatusCode::INSUFFICIENT_STORAGE, "the disk is full").into_response())
    });
    let (code, text) = bench(&front).run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    let says = "cannot create a monitorId: the server responded with 507 the disk is full";
    assert!(text.contains(says), "{text}");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 2]);
    assert!(!front.seen().iter().any(Seen::is_for_the_service), "no case was sent");
}

#[test]
fn what_was_created_is_removed_also_when_cases_fail() {
    let front = Front::new(|_, seen| {
        seen.is_for_the_service().then(|| (StatusCode::OK, "not this").into_response())
    });
    let (code, text) = bench(&front).run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 3]);
}

#[test]
fn what_is_gone_already_counts_as_removed() {
    let front = Front::new(|_, seen| is_removal(seen).then(|| StatusCode::GONE.into_response()));
    let (code, text) = bench(&front).run(&[SOME]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn what_cannot_be_removed_is_told() {
    let front = Front::new(|_, seen| {
        is_removal(seen).then(|| (StatusCode::FORBIDDEN, "hands off").into_response())
    });
    let (code, text) = bench(&front).run(&[SOME]);
    assert_eq!(code, 3, "{text}");
    for monitor in front.monitors() {
        let id = monitor["monitor"]["id"].as_str().unwrap();
        let says =
            format!("monitorId {id} is still there: the server responded with 403 hands off");
        assert!(text.contains(&says), "{text}");
        let curl = format!("curl -sS -X DELETE \"{}{CREATED}/{id}\"", front.base_url);
        assert!(text.contains(&curl), "{text}");
    }
    assert!(text.contains("Bearer $THE_KEY"), "{text}");
}

#[test]
fn a_removal_that_finds_nothing_is_told_unless_another_has_worked() {
    let front = Front::new(|_, seen| {
        is_removal(seen).then(|| (StatusCode::NOT_FOUND, "no such page").into_response())
    });
    let (code, text) = bench(&front).run(&[SOME]);
    assert_eq!(code, 3, "{text}");
    let says = "the server responded with 404 no such page; is the path right?";
    assert_eq!(text.matches(says).count(), 3, "{text}");

    // The first to be removed is gone already, and the others show that the path is right.
    static FIRST: std::sync::Once = std::sync::Once::new();
    let front = Front::new(|_, seen| {
        let mut answer = None;
        if is_removal(seen) {
            FIRST.call_once(|| answer = Some(StatusCode::NOT_FOUND.into_response()));
        }
        answer
    });
    let (code, text) = bench(&front).run(&[SOME]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn an_identity_that_comes_twice_is_refused_and_removed_once() {
    let front = Front::new(|_, seen| {
        let created = is_creation(seen).then(|| "{\"id\":\"the-same\"}".into_response());
        created.or_else(|| is_removal(seen).then(|| StatusCode::NO_CONTENT.into_response()))
    });
    let (code, text) = bench(&front).run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    let says = "the response has the identity the-same at `/id`, which a resource that was created before has";
    assert!(text.contains(says), "{text}");
    let seen = front.seen();
    assert_eq!(seen.iter().filter(|seen| is_creation(seen)).count(), 2);
    assert_eq!(seen.iter().filter(|seen| is_removal(seen)).count(), 1);
    assert!(!seen.iter().any(Seen::is_for_the_service), "no case was sent");
}

#[test]
fn an_identity_that_is_a_key_is_refused_without_being_printed() {
    let front = Front::new(|_, seen| {
        let key = seen.headers.iter().find(|(name, _)| name == "x-ops").map(|(_, key)| key);
        let created = is_creation(seen).then(|| format!("{{\"id\":\"{}\"}}", key.unwrap()));
        created.map(axum::response::IntoResponse::into_response)
    });
    // The bench looks for its keys in all that the command says.
    let (code, text) = bench(&front).run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot create a monitorId: "), "{text}");
    assert!(text.contains("$THE_SECRET"), "{text}");
    assert!(!front.seen().iter().any(Seen::is_for_the_service), "no case was sent");
}

#[test]
fn a_wait_that_no_clock_has_ends_the_creation() {
    let front = Front::new(|_, seen| is_creation(seen).then(|| limited("18446744073709551615")));
    let (code, text) = bench(&front).run(&[SOME]);
    assert_eq!(code, 2, "{text}");
    let says =
        "cannot create a monitorId: 429 and `Retry-After: 18446744073709551615`, but the run";
    assert!(text.contains(says), "{text}");
}

#[test]
fn the_end_of_the_run_ends_the_waits_of_the_creation() {
    let front = Front::new(|_, seen| is_creation(seen).then(|| limited("50")));
    let (code, text) = bench(&front).run(&[SOME, "--deadline", "5"]);
    assert_eq!(code, 2, "{text}");
    let says = "cannot create a monitorId: 429 and `Retry-After: 50`, but the run ends in ";
    assert!(text.contains(says), "{text}");
}

/// What is said goes to a device that is full, so that libtest's runner panics, and no warning can be
/// read.
#[cfg(target_os = "linux")]
#[test]
fn neither_a_panic_nor_a_full_terminal_leaves_anything_behind() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let front = open();
    let own = bench(&front);
    let output = own.command(&[SOME, "--", "--format=pretty"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(101), "it panics");
    assert_eq!(monitors(&front, &[]).1, ["deleted"; 3]);

    let front =
        Front::new(|_, seen| is_removal(seen).then(|| StatusCode::FORBIDDEN.into_response()));
    let own = bench(&front);
    let output = own.command(&[SOME, "--shuffle"]).stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "what is left makes the run incomplete");
    assert!(own.outcomes()["pass"].as_u64().unwrap() > 0, "there is a report");
}
