//! Results that concurrent updates may leave, and the deviation that the judge reports for other results.

use serde_json::{Map, Value, json};
use webdata_cases::case::{Argument, Case, Step};
use webdata_cases::derive::sequences::{Action, Oracle, Sequence};
use webdata_suite::judge::{Context, HttpResponse};

use super::SUITE;

/// The name and `retentionDays` before the updates.
const BEFORE: [i64; 2] = [9, 9];

/// Three updates of the name and `retentionDays`; `None` leaves the property out.
const UPDATES: [[Option<i64>; 2]; 3] = [[Some(1), Some(1)], [Some(2), Some(2)], [Some(3), None]];

/// Returns the properties of an update or of a monitor.
fn properties([name, days]: [Option<i64>; 2]) -> Value {
    let mut all = json!({});
    if let Some(name) = name {
        all["name"] = format!("name {name}").into();
    }
    if let Some(days) = days {
        all["retentionDays"] = days.into();
    }
    all
}

fn response(status: u16, body: &Value) -> HttpResponse {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    HttpResponse::new(status, headers, body.to_string().into_bytes())
}

fn monitor_response(monitor: [i64; 2]) -> HttpResponse {
    response(200, &json!({ "success": true, "data": properties(monitor.map(Some)) }))
}

/// Returns the case of the updates, and of an update of another resource that gives `elsewhere`.
fn case(elsewhere: Map<String, Value>) -> Case {
    let updates = UPDATES.map(|update| properties(update).as_object().cloned().unwrap_or_default());
    let concurrent = Action::Concurrent { resource: 0, given: updates.to_vec(), elsewhere };
    let operation = "updateMonitor".to_owned();
    let sequence =
        Sequence { operation, arranged: true, actions: vec![concurrent], read_back: false };
    let oracle = Oracle::new(&SUITE.spec, &SUITE.cases);
    oracle.case("orders", &sequence, &|_| Vec::new()).unwrap().case
}

/// Judges a response with `stored` after the updates, of which those with `is_rejected` got a 409.
fn check(is_rejected: [bool; 3], stored: [i64; 2], expected: Option<(&str, &str)>) {
    let case = case(Map::new());
    let conflict = || response(409, &json!({ "success": false, "error": "Conflict" }));
    let mut earlier = vec![monitor_response(BEFORE)];
    earlier.extend(
        is_rejected.map(|rejected| if rejected { conflict() } else { monitor_response(stored) }),
    );
    let step = case.steps.last().unwrap();
    assert_eq!(case.steps.len(), earlier.len() + 1);
    let context = Context { case: &case, step, parameters: &[], earlier: &earlier };
    let judge = SUITE.judge();
    let deviations = judge.judge(context, &monitor_response(stored)).deviations;
    let of_effects = |clause: &str| clause.starts_with("operations.updateMonitor.effects.");
    let first = deviations.iter().find(|deviation| of_effects(deviation.clause.as_str()));
    let first = first.map(|deviation| (deviation.place.as_str(), deviation.expected.as_str()));
    assert_eq!(first, expected, "{is_rejected:?} {stored:?}");
}

#[test]
fn some_order_of_the_successful_updates_must_explain_the_stored_values() {
    let none = [false; 3];
    check(none, [1, 1], None);
    check(none, [2, 2], None);
    check(none, [3, 1], None);
    check(none, [3, 2], None);
    let mixed = Some(("/data", "what some order of the requests 2, 3 and 4 leaves"));
    check(none, [1, 2], mixed);
    check(none, [2, 1], mixed);
    let any_given_name = "\"name 1\", as request 2 gave it, or \"name 2\", as request 3 gave it, \
                   or \"name 3\", as request 4 gave it";
    check(none, [9, 1], Some(("/data/name", any_given_name)));
    let days = "1, as request 2 gave it, or 2, as request 3 gave it";
    check(none, [3, 9], Some(("/data/retentionDays", days)));

    let second = [false, true, false];
    check(second, [1, 1], None);
    check(second, [3, 1], None);
    check(second, [1, 2], Some(("/data/retentionDays", "1, as request 2 gave it")));

    let unchanged = ", as it was: each request that gives it was rejected";
    let first_two = [true, true, false];
    check(first_two, [3, 9], None);
    let days = format!("9{unchanged}");
    check(first_two, [3, 1], Some(("/data/retentionDays", &days)));
    let all = [true; 3];
    check(all, BEFORE, None);
    let name = format!("\"name 9\"{unchanged}");
    check(all, [1, 9], Some(("/data/name", &name)));
}

#[test]
fn an_update_of_another_resource_is_sent_together_with_them() {
    let case = case(Map::from_iter([("name".to_owned(), "elsewhere".into())]));
    let sent = |step: &Step| {
        let is_second =
            |argument: &Argument| matches!(argument, Argument::Fixture { index: 1, .. });
        (step.request.arguments().any(is_second), step.with_previous)
    };
    let sent: Vec<(bool, bool)> = case.steps.iter().map(sent).collect();
    let arranged = [(false, false), (true, false)];
    let together = [(false, false), (false, true), (false, true), (true, true)];
    assert_eq!(sent, [&arranged[..], &together, &[(false, false)]].concat());
}
