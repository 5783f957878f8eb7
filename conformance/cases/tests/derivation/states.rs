//! Tests how each idea copes with the state that earlier cases leave on a server: a table, and a check of
//! every case against it.
//!
//! A correct server may merge sent objects and lists with stored ones, and may store a value in another form.
//! A case whose expected response depends on the stored state must therefore arrange this state.

use serde_json::Value;
use webdata_cases::case::{Argument, Case, Expect, Purpose, Step};
use webdata_cases::derive::{derive_without, modules};
use webdata_spec::Spec;
use webdata_spec::model::ResourceEffect;

use crate::{pages, read};

/// Where the state that the expected responses of a case depend on comes from, from the safest to the least
/// safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// The idea has no case in the tested contracts.
    NoCases,
    /// Every expected response is a rejection.
    Rejected,
    /// Requests concern no stored resource, or one that the case creates.
    Created,
    /// Each success concerns a resource that the case has put into a known state before.
    Arranged,
    /// Some success concerns a resource in the state that earlier cases left.
    LeftOver,
}

use State::{Arranged, Created, LeftOver, NoCases, Rejected};

/// Each idea with its state, and the reason why no state that earlier cases leave makes a correct server
/// respond differently.
const IDEAS: [(&str, State, &str); 42] = [
    ("body", LeftOver, "without a body, the stored state has no effect"),
    (
        "types",
        Arranged,
        "null for a goal is sent with judging off, in case search targets are still stored",
    ),
    (
        "required",
        LeftOver,
        "the body sent with the headers is whole, and the response may have more than was sent",
    ),
    ("closed", Rejected, "an unlisted property is rejected whatever is stored"),
    ("bounds", Arranged, "the longest list is compared, whatever a server removes to have room"),
    ("enums", Arranged, "the sent value is compared, and the response may have more"),
    ("defaults", Arranged, "no stored item has a value, because no other case sends the item"),
    ("generated", Arranged, "a merged item has an identity as well, and keeps it"),
    ("kept", Arranged, "the property is compared with the case's own first response"),
    (
        "formats",
        Arranged,
        "a yearly expression is stored before a phrase, and no phrase becomes it; each place has its own ids",
    ),
    ("patterns", Arranged, "the sent value is compared, and the response may have more"),
    ("unions", Arranged, "the sent value is compared, and the response may have more"),
    (
        "rules",
        LeftOver,
        "a whole body decides alone; another body already has what triggers the rule",
    ),
    ("effects", Arranged, "unchanged values are compared with the case's own first response"),
    (
        "fidelity",
        LeftOver,
        "the sent value is compared; for a possible secret, only a server failure counts",
    ),
    ("creates", Created, "the case reads what it creates"),
    ("reads", Arranged, "the response is compared with what the case has stored"),
    ("lists", Created, "the case searches for what it creates"),
    ("results", NoCases, "the target names a job that has ended"),
    ("parents", NoCases, "no state of a parent matters, only whether it is the parent"),
    ("replaces", Arranged, "the body is whole"),
    ("deletes", Created, "the case removes what it creates"),
    ("versions", Arranged, "a version is compared with versions in the case's own responses"),
    ("conditions", LeftOver, "a condition names the version that the case itself has read"),
    ("idempotency", Created, "each key is new"),
    ("notices", Created, "the case checks headers only"),
    ("bulk", NoCases, "each change is a whole resource"),
    ("concurrent", Arranged, "the sent value is compared, and the response may have more"),
    (
        "isolation",
        LeftOver,
        "the update of the first resource is whole, and its response is not compared",
    ),
    ("lifecycles", Arranged, "the case sets the state before the transition"),
    ("actions", NoCases, "the action is called on a resource that the case creates"),
    ("initial", NoCases, "the case reads the resource that it creates"),
    ("runs", Created, "the case starts the run that it reads"),
    ("parameters", Rejected, "a malformed parameter identifies no stored resource"),
    ("malformed", LeftOver, "an almost valid request is rejected, or stored as a whole"),
    ("refusals", Rejected, "the target brings the circumstance about"),
    (
        "situations",
        LeftOver,
        "the target names the stored resource, and no stored value is compared",
    ),
    ("webhooks", Arranged, "each case sets its own addresses and events"),
    ("responses", LeftOver, "the update is whole; only the shape and the identity are compared"),
    (
        "authentication",
        LeftOver,
        "without a valid key nothing is stored; with one, the response is not compared",
    ),
    ("errors", Rejected, "an unknown resource has no state"),
    ("observations", Arranged, "an observation fails no server"),
];

#[test]
fn each_idea_has_the_state_of_the_table() {
    let contracts = [
        "spec/v2",
        "conformance/tests/contracts/kiosk",
        "codegen/tests/contracts/parcels",
        "codegen/tests/contracts/drafts",
    ]
    .map(|folder| read(&pages(folder)));
    assert_eq!(modules().collect::<Vec<_>>(), IDEAS.map(|(idea, ..)| idea));
    let mut wrong = Vec::new();
    for (idea, expected, why) in IDEAS {
        let others: Vec<&str> = modules().filter(|other| *other != idea).collect();
        let cases: Vec<Case> =
            contracts.iter().flat_map(|spec| of_single_resources(spec, &others)).collect();
        let latest = cases.iter().map(|case| (state(case), case.id.as_str())).max();
        let latest = latest.unwrap_or((NoCases, ""));
        if latest.0 != expected {
            wrong.push(format!("{idea} ({why}): {:?} in {}", latest.0, latest.1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Derives the cases of operations on a single resource, without the controls, which all begin from a known state. Bulk
/// operations send whole resources.
fn of_single_resources(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let operation = |id: &str| spec.operations.get(id.split("::").next().unwrap_or_default());
    let mut cases = derive_without(spec, left_out);
    cases.retain(|case| operation(&case.id).is_none_or(|operation| !operation.is_bulk()));
    cases.retain(|case| !case.id.contains("::around::"));
    cases
}

/// Checks that a case which leaves out a default sends an item that no other case sends. Otherwise a merging
/// server could return a stored value instead of the default.
#[test]
fn cases_of_defaults_send_items_of_their_own() {
    let spec = read(&pages("spec/v2"));
    let others: Vec<&str> = modules().filter(|other| *other != "defaults").collect();
    let rest = derive_without(&spec, &["defaults"]);
    let known: Vec<String> = rest.iter().flat_map(items).collect();
    let mut new = Vec::new();
    for case in derive_without(&spec, &others) {
        let act = case.steps.len() - 1;
        let sent: Vec<String> = items_of(&case.steps[act]).collect();
        if case.id.contains("-after-") {
            // For an object, the case itself stores the earlier value.
            continue;
        }
        assert!(!sent.is_empty(), "{} sends no item", case.id);
        let again = sent.iter().find(|item| known.contains(item) || new.contains(*item));
        assert_eq!(again, None, "{} sends an item that another case sends", case.id);
        new.extend(sent);
    }
}

/// Checks that no two cases with unknown keys may cancel the job of a circumstance. Otherwise a server that accepts
/// such keys would respond to each of them as the one before left the job.
#[test]
fn no_case_with_an_unknown_key_cancels_the_job_of_a_circumstance() {
    let spec = read(&pages("spec/v2"));
    let cancels = |step: &&Step| {
        let operation = step.request.operation.as_ref().and_then(|id| spec.operations.get(id));
        operation.is_some_and(|operation| {
            operation.resource_effect() == Some(ResourceEffect::Cancels)
                && step.request.circumstance == Some(operation.clause())
        })
    };
    let cases = derive_without(&spec, &[]);
    let cases = cases.iter().filter(|case| case.steps.iter().any(|step| cancels(&step)));
    let ids: Vec<&str> = cases.map(|case| case.id.as_str()).collect();
    let expected = ["authentication::limited-key", "observations::cancel-answer"];
    assert_eq!(ids, expected.map(|case| format!("cancelAgent::{case}")));
}

fn items(case: &Case) -> impl Iterator<Item = String> {
    case.steps.iter().flat_map(items_of)
}

/// Returns the URLs and queries of the targets that a step sends.
fn items_of(step: &Step) -> impl Iterator<Item = String> {
    let targets = step.request.body.as_json().and_then(|body| body["targets"].as_array());
    let look =
        |target: &Value| format!("{} {} {}", target["urls"], target["url"], target["queries"]);
    targets.into_iter().flatten().map(look)
}

fn state(case: &Case) -> State {
    let mut known: Vec<&Argument> = Vec::new();
    let mut worst = Rejected;
    for step in &case.steps {
        let fixtures = step.request.arguments().filter(is_fixture);
        if step.purpose == Purpose::Arrange {
            known.extend(fixtures);
        } else if !matches!(step.expect, Expect::Error { .. }) {
            worst = worst.max(of_success(step, &known));
        }
    }
    worst
}

fn is_fixture(argument: &&Argument) -> bool {
    matches!(argument, Argument::Fixture { .. })
}

fn of_success(step: &Step, known: &[&Argument]) -> State {
    let fixtures: Vec<&Argument> = step.request.arguments().filter(is_fixture).collect();
    match fixtures.iter().all(|fixture| known.contains(fixture)) {
        true if fixtures.is_empty() => Created,
        true => Arranged,
        false => LeftOver,
    }
}
