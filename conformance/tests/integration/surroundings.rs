//! What stands around wrong values: servers whose checks depend on what else is there, and a server that rejects what
//! else is there.

use serde_json::{Value, json};
use webdata_cases::case::Case;
use webdata_suite::outcome::{OutcomeKind, Reason};
use webdata_suite::report::{CaseReport, Report, read_text, verify};

use crate::SUITE;
use crate::altered_server::{Alteration, InterceptedRequest, rejected};

/// The seed of the order of cases.
const SEED: u64 = 1;

fn case(report: &CaseReport) -> &'static Case {
    SUITE.cases.iter().find(|case| case.id == report.id).expect("a case of the suite")
}

/// Returns the outcomes of the cases with a wrong value, each with the case.
fn negatives(report: &Report) -> impl Iterator<Item = (&'static Case, &CaseReport)> {
    let all = report.cases.iter().map(|reported| (case(reported), reported));
    all.filter(|(case, _)| case.breaks.is_some())
}

/// Makes the server ignore a property of an object that has another property, too, so that its value is not checked.
fn ignore_beside(sent: &mut InterceptedRequest, object: &str, property: &str, other: &str) {
    let object = sent.body.pointer_mut(object).and_then(Value::as_object_mut);
    if let Some(object) = object.filter(|object| object.contains_key(other)) {
        object.shift_remove(property);
    }
}

macro_rules! ignoring {
    ($object:literal, $property:literal, $other:literal) => {
        (
            concat!($object, "/", $property, " beside ", $other),
            Alteration {
                before: |sent| {
                    ignore_beside(sent, $object, $property, $other);
                    None
                },
                after: |_, _, _| {},
            },
            concat!($property, "::"),
        )
    };
}

/// A wrong value that is not checked beside another property is accepted in at least one case, and each such case has
/// surroundings.
#[test]
fn checks_that_depend_on_what_else_is_there_are_noticed() {
    let servers = [
        ignoring!("", "retentionDays", "goal"),
        ignoring!("", "name", "webhook"),
        ignoring!("", "judgeEnabled", "schedule"),
        ignoring!("/notification/email", "enabled", "recipients"),
        ignoring!("/targets/0/scrapeOptions", "waitFor", "mobile"),
        ignoring!("/targets/0/scrapeOptions", "proxy", "lockdown"),
        ignoring!("/webhook", "events", "metadata"),
    ];
    for (does, altered, filter) in servers {
        let report = altered.start().run(&[filter], Some(SEED));
        let failing = negatives(&report).filter(|(_, it)| it.outcome.kind == OutcomeKind::Fail);
        let failing: Vec<&Case> = failing.map(|(case, _)| case).collect();
        assert!(!failing.is_empty(), "{does}");
        assert!(failing.iter().all(|case| case.around.is_some()), "{does}: {failing:#?}");
    }
}

/// If the server rejects what stands around a wrong value, a rejection of the whole shows nothing.
#[test]
fn a_rejected_control_leaves_its_cases_unjudged() {
    let altered = Alteration {
        before: |sent| {
            let has = |name| sent.body.get(name).is_some();
            (has("goal") && has("webhook")).then(rejected).flatten()
        },
        after: |_, _, _| {},
    };
    let report = altered.start().run(&["updateMonitor::retentionDays::"], Some(SEED));
    let control = "updateMonitor::around::siblings";
    let outcome = |id: &str| {
        let reported = report.cases.iter().find(|case| case.id == id);
        &reported.expect("a case of the run").outcome
    };
    // The set-up of the control has both properties, too.
    assert_eq!(outcome(control).kind, OutcomeKind::Blocked);
    let mut kinds = Vec::new();
    for (case, reported) in negatives(&report) {
        let around = case.around.as_ref();
        let is_rejected =
            around.is_some_and(|it| outcome(&it.control).kind == OutcomeKind::Blocked);
        let outcome = &reported.outcome;
        match (is_rejected, around) {
            (true, Some(around)) => {
                let reason = Reason::Control { case: around.control.clone() };
                assert_eq!((outcome.kind, &outcome.reason), (OutcomeKind::Blocked, &reason));
            }
            _ => assert_eq!(outcome.kind, OutcomeKind::Pass, "{}", case.id),
        }
        kinds.push(outcome.kind);
    }
    assert!(kinds.contains(&OutcomeKind::Blocked) && kinds.contains(&OutcomeKind::Pass));
    let text = json!(report).to_string();
    let verification = verify(&read_text(&text).unwrap(), &SUITE).unwrap();
    assert_eq!(verification.contradictions, []);
}
