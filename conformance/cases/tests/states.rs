//! What each idea does about the state that earlier cases leave on a server: a table, and a check of
//! every case against it.
//!
//! A correct server may merge what is sent with what is stored, in objects and in lists, and may keep
//! a value in a form of its own. So a case whose answer depends on what is stored has to arrange that.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::Path;

use serde_json::Value;
use webdata_cases::case::{Argument, Case, Expect, Purpose, Step};
use webdata_cases::derive::{derive_without, modules};
use webdata_spec::{Spec, sources};

/// How a case comes by the state that its answers depend on, the least careful last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// No case of any contract here.
    Unmet,
    /// Every answer is a rejection.
    Rejected,
    /// Requests are about nothing stored, or about what the case itself creates.
    Own,
    /// Each success is about a resource that the case has put into a known state before.
    Arranged,
    /// Some success is about a resource as earlier cases left it.
    Found,
}

use State::{Arranged, Found, Own, Rejected, Unmet};

/// Each idea: its state, and why nothing that an earlier case can leave makes a correct server answer
/// otherwise.
const IDEAS: [(&str, State, &str); 37] = [
    ("body", Found, "without a body, nothing that is stored counts"),
    ("types", Arranged, "null for a goal comes with judging off, for search targets that are left"),
    (
        "required",
        Found,
        "the body beside the headers says everything, and what is sent may stand beside more",
    ),
    ("closed", Rejected, "an unlisted property is rejected whatever is stored"),
    ("bounds", Arranged, "the longest list is compared, whatever a server drops to have room"),
    ("enums", Arranged, "what is sent is compared, and may stand beside more"),
    ("defaults", Arranged, "what is left out of an item that no other case sends has no old value"),
    ("generated", Arranged, "a merged item has an identity as well, and keeps it"),
    (
        "formats",
        Arranged,
        "a phrase follows a yearly expression, which none can become; ids are a place's own",
    ),
    ("patterns", Arranged, "what is sent is compared, and may stand beside more"),
    ("unions", Arranged, "what is sent is compared, and may stand beside more"),
    (
        "rules",
        Found,
        "a whole body says everything; of others, each has what makes the rule apply already",
    ),
    ("effects", Arranged, "what stays is compared with the case's own first answer"),
    (
        "fidelity",
        Found,
        "what is sent is compared, and where it may be a secret, only that nothing fails",
    ),
    ("creates", Own, "the case asks about what it creates"),
    ("reads", Arranged, "what is read is compared with what the case has stored"),
    ("lists", Own, "the case looks for what it creates"),
    ("replaces", Arranged, "the body says everything"),
    ("deletes", Own, "the case removes what it creates"),
    ("versions", Arranged, "a version is compared with those of the case's own answers"),
    ("conditions", Found, "what is asked again is what the case itself has read before"),
    ("idempotency", Own, "each key is new"),
    ("notices", Own, "the case looks at headers alone"),
    ("bulk", Unmet, "each change is sent whole"),
    ("concurrent", Arranged, "what is sent is compared, and may stand beside more"),
    (
        "isolation",
        Found,
        "the update of the first resource says everything, and its answer is not compared",
    ),
    ("lifecycles", Arranged, "the state before is one that the case sets"),
    ("runs", Own, "the case starts the run that it asks about"),
    ("parameters", Rejected, "a malformed parameter names nothing that is stored"),
    ("malformed", Found, "what nearly is a request is rejected or stored whole"),
    ("refusals", Rejected, "the target brings the circumstance about"),
    ("situations", Found, "the target names what is stored, and nothing of it is compared"),
    ("webhooks", Arranged, "each case names addresses and events of its own"),
    (
        "responses",
        Found,
        "the update says everything; only the shape and the identity are compared",
    ),
    (
        "authentication",
        Found,
        "no key, nothing stored; nothing is compared of what the good key reads",
    ),
    ("errors", Rejected, "a resource that there is not has no state"),
    ("observations", Arranged, "an observation fails nobody"),
];

#[test]
fn every_idea_has_its_state() {
    let contracts = [
        "spec/v2",
        "conformance/tests/contracts/kiosk",
        "codegen/tests/contracts/parcels",
        "codegen/tests/contracts/drafts",
    ]
    .map(read);
    assert_eq!(modules().collect::<Vec<_>>(), IDEAS.map(|(idea, ..)| idea));
    let mut wrong = Vec::new();
    for (idea, expected, why) in IDEAS {
        let others: Vec<&str> = modules().filter(|other| *other != idea).collect();
        let cases: Vec<Case> =
            contracts.iter().flat_map(|spec| of_single_resources(spec, &others)).collect();
        let found = cases.iter().map(|case| (state(case), case.id.as_str())).max();
        let found = found.unwrap_or((Unmet, ""));
        if found.0 != expected {
            wrong.push(format!("{idea} ({why}): {:?} in {}", found.0, found.1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Derives the cases of operations on one resource. Others send each change whole.
fn of_single_resources(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let operation = |id: &str| spec.operations.get(id.split("::").next().unwrap_or_default());
    let mut cases = derive_without(spec, left_out);
    cases.retain(|case| operation(&case.id).is_none_or(|own| !own.is_bulk()));
    cases
}

/// What a merging server has stored for an item may show in place of a default.
#[test]
fn what_leaves_out_a_default_sends_an_item_of_its_own() {
    let spec = read("spec/v2");
    let others: Vec<&str> = modules().filter(|other| *other != "defaults").collect();
    let rest = derive_without(&spec, &["defaults"]);
    let known: Vec<String> = rest.iter().flat_map(items).collect();
    let mut own = Vec::new();
    for case in derive_without(&spec, &others) {
        let act = case.steps.len() - 1;
        let sent: Vec<String> = items_of(&case.steps[act]).collect();
        if case.id.contains("-after-") {
            // Of an object, the case itself says what it had before.
            continue;
        }
        assert!(!sent.is_empty(), "{} sends no item", case.id);
        let again = sent.iter().find(|item| known.contains(item) || own.contains(*item));
        assert_eq!(again, None, "{} sends an item that another case sends", case.id);
        own.extend(sent);
    }
}

fn items(case: &Case) -> impl Iterator<Item = String> {
    case.steps.iter().flat_map(items_of)
}

/// What the targets that a step sends look at.
fn items_of(step: &Step) -> impl Iterator<Item = String> {
    let targets = step.request.body.as_json().and_then(|body| body["targets"].as_array());
    let look =
        |target: &Value| format!("{} {} {}", target["urls"], target["url"], target["queries"]);
    targets.into_iter().flatten().map(look)
}

fn read(folder: &str) -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let pages = sources(&folder).expect("the pages can be opened");
    Spec::read(&pages).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)))
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
    match fixtures.iter().all(|own| known.contains(own)) {
        true if fixtures.is_empty() => Own,
        true => Arranged,
        false => Found,
    }
}
