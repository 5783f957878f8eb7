//! What several updates at once may leave, as the judge sees it: one row for each result.

use serde_json::{Map, Value, json};
use webdata_cases::case::{Argument, Case, Step};
use webdata_cases::derive::sequences::{Action, Oracle, Sequence};
use webdata_suite::judge::{Context, HttpResponse, Judge};

use super::SUITE;

/// What is stored before.
const BEFORE: [i64; 2] = [9, 9];

/// Three updates, each with its name and how long results are kept.
const UPDATES: [[Option<i64>; 2]; 3] = [[Some(1), Some(1)], [Some(2), Some(2)], [Some(3), None]];

/// The properties of an update or of a monitor.
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

fn answer(status: u16, body: &Value) -> HttpResponse {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    HttpResponse::new(status, headers, body.to_string().into_bytes())
}

fn shown(monitor: [i64; 2]) -> HttpResponse {
    answer(200, &json!({ "success": true, "data": properties(monitor.map(Some)) }))
}

/// The case of the updates, with one of another resource that gives `elsewhere`.
fn case(elsewhere: Map<String, Value>) -> Case {
    let given = UPDATES.map(|own| properties(own).as_object().cloned().unwrap_or_default());
    let at_once = Action::Concurrent { resource: 0, given: given.to_vec(), elsewhere };
    let operation = "updateMonitor".to_owned();
    let sequence = Sequence { operation, arranged: true, actions: vec![at_once], read_back: false };
    let oracle = Oracle::new(&SUITE.spec, &SUITE.cases);
    oracle.case("orders", &sequence, &|_| Vec::new()).unwrap().case
}

/// Judges what is read back after the updates, of which some are refused.
fn check(is_refused: [bool; 3], stored: [i64; 2], expected: Option<(&str, &str)>) {
    let case = case(Map::new());
    let conflict = || answer(409, &json!({ "success": false, "error": "Conflict" }));
    let mut earlier = vec![shown(BEFORE)];
    earlier.extend(is_refused.map(|own| if own { conflict() } else { shown(stored) }));
    let step = case.steps.last().unwrap();
    assert_eq!(case.steps.len(), earlier.len() + 1);
    let context = Context { case: &case, step, parameters: &[], earlier: &earlier };
    let judge = Judge { spec: &SUITE.spec, validators: &SUITE.validators };
    let found = judge.judge(context, &shown(stored)).deviations;
    let of_effects = |clause: &str| clause.starts_with("operations.updateMonitor.effects.");
    let found = found.iter().find(|own| of_effects(own.clause.as_str()));
    let found = found.map(|own| (own.place.as_str(), own.expected.as_str()));
    assert_eq!(found, expected, "{is_refused:?} {stored:?}");
}

#[test]
fn an_order_of_those_that_succeeded_explains_what_is_stored() {
    let none = [false; 3];
    check(none, [1, 1], None);
    check(none, [2, 2], None);
    check(none, [3, 1], None);
    check(none, [3, 2], None);
    let torn = Some(("/data", "what some order of the requests 2, 3 and 4 leaves"));
    check(none, [1, 2], torn);
    check(none, [2, 1], torn);
    let nobodys = "\"name 1\", as request 2 gave it, or \"name 2\", as request 3 gave it, \
                   or \"name 3\", as request 4 gave it";
    check(none, [9, 1], Some(("/data/name", nobodys)));
    let days = "1, as request 2 gave it, or 2, as request 3 gave it";
    check(none, [3, 9], Some(("/data/retentionDays", days)));

    let second = [false, true, false];
    check(second, [1, 1], None);
    check(second, [3, 1], None);
    check(second, [1, 2], Some(("/data/retentionDays", "1, as request 2 gave it")));

    let as_it_was = ", as it was: each request that gives it was rejected";
    let first_two = [true, true, false];
    check(first_two, [3, 9], None);
    let days = format!("9{as_it_was}");
    check(first_two, [3, 1], Some(("/data/retentionDays", &days)));
    let all = [true; 3];
    check(all, BEFORE, None);
    let name = format!("\"name 9\"{as_it_was}");
    check(all, [1, 9], Some(("/data/name", &name)));
}

#[test]
fn an_update_of_another_resource_goes_with_them() {
    let case = case(Map::from_iter([("name".to_owned(), "elsewhere".into())]));
    let sent = |step: &Step| {
        let is_second = |own: &Argument| matches!(own, Argument::Fixture { index: 1 });
        (step.request.arguments().any(is_second), step.with_previous)
    };
    let sent: Vec<(bool, bool)> = case.steps.iter().map(sent).collect();
    let arranged = [(false, false), (true, false)];
    let together = [(false, false), (false, true), (false, true), (true, true)];
    assert_eq!(sent, [&arranged[..], &together, &[(false, false)]].concat());
}
