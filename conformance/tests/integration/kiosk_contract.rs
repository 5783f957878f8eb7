//! Cases that are derived from a make-believe contract of a kiosk: values of several JSON types, values that
//! the contract leaves open, and rejections that depend on the team. One test is about the built-in contract:
//! what the target must say about the team for these cases to run.
//!
//! `SNAPSHOTS=overwrite` writes the golden list anew; CI never sets it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_cases::case::{Body, Case, Expect, Expected, Need, Purpose, Step};
use webdata_cases::coverage::{Coverage, UncoveredReason, coverage, unused_exemptions};
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;
use webdata_suite::plan::Selection;
use webdata_suite::target::Target;

use crate::SUITE;

fn test_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

fn kiosk() -> Spec {
    let pages =
        webdata_spec::sources(&test_path("contracts/kiosk")).expect("the pages can be opened");
    Spec::read(&pages).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)))
}

fn case(cases: &[Case], id: &str) -> Case {
    let case = cases.iter().find(|case| case.id == id);
    case.unwrap_or_else(|| panic!("there is no case {id}")).clone()
}

fn act_step(case: &Case) -> &Step {
    case.steps.iter().find(|step| step.purpose == Purpose::Act).expect("the case has an act step")
}

fn request_body(step: &Step) -> &Value {
    match &step.request.body {
        Body::Json(body) => body,
        other => panic!("{other:?}"),
    }
}

/// Returns the values that the response must equal, by JSON pointer.
fn compared_values(step: &Step) -> Value {
    let Expect::Success { members, .. } = &step.expect else { panic!("{step:?}") };
    let equal = members.iter().filter_map(|member| match &member.value {
        Expected::Equal(value) => Some((member.pointer.clone(), value.clone())),
        _ => None,
    });
    Value::Object(equal.collect())
}

#[test]
fn the_cases_that_depend_on_the_team_match_the_golden_list() {
    let mut list = String::new();
    for case in derive(&kiosk()) {
        let expected = match &case.steps[case.steps.len() - 1].expect {
            Expect::Success { status, .. } => {
                status.map_or("success".to_owned(), |s| s.to_string())
            }
            Expect::Error { id, .. } => id.clone(),
            Expect::AnyOf { .. } => "one of several".to_owned(),
            Expect::Deliveries(_) => "webhooks".to_owned(),
            Expect::Observation { gap, .. } => format!("observed: {gap}"),
        };
        let teams = case.needs.iter().filter(|need| matches!(need, Need::TeamNotIn(_)));
        let teams: String = teams.map(|need| format!("  needs {need}")).collect();
        if !teams.is_empty() || case.id.contains("::refusals::") {
            writeln!(list, "{}  ->  {expected}{teams}", case.id)
                .expect("writing to a string does not fail");
        }
    }
    let golden = Data::read_from(&test_path("golden/kiosk-cases.txt"), Some(DataFormat::Text));
    assert_data_eq!(list, golden.raw());
}

#[test]
fn values_that_a_server_may_return_in_another_form_are_not_compared_values() {
    let cases = derive(&kiosk());
    let check = |id: &str, body: Value, back: Value| {
        let case = case(&cases, id);
        assert_eq!(*request_body(act_step(&case)), body, "{id}");
        assert_eq!(compared_values(act_step(&case)), back, "{id}");
    };
    let cups = |cup: Value| json!({ "cups": [cup] });
    let back = |cup: Value| json!({ "/order/cups": [cup] });
    let small = || back(json!({ "size": "small" }));
    // A server may return a shorthand as it was sent, or in its long form.
    check(
        "updateOrder::cups.items.toppings.items.string::enum::cocoa",
        cups(json!({ "size": "small", "toppings": ["cocoa"] })),
        small(),
    );
    check(
        "updateOrder::label.string::maxLength::at",
        json!({ "label": "a".repeat(20) }),
        json!({}),
    );
    // A server may return a long form as a shorthand if the shorthand says the same.
    check(
        "updateOrder::cups.items.toppings.items.ToppingObject::discriminator::cocoa",
        cups(json!({ "size": "small", "toppings": [{ "type": "cocoa" }] })),
        small(),
    );
    check(
        "updateOrder::cups.items.milk.MilkOptions.kind::enum::cow",
        cups(json!({ "size": "small", "milk": { "kind": "cow" } })),
        small(),
    );
    // A long form without an equivalent shorthand is compared.
    check(
        "updateOrder::cups.items.toppings.items.ToppingObject::discriminator::syrup",
        cups(json!({ "size": "small", "toppings": [{ "type": "syrup", "taste": "vanilla" }] })),
        back(json!({ "size": "small", "toppings": [{ "type": "syrup", "taste": "vanilla" }] })),
    );
    check(
        "updateOrder::cups.items.milk.MilkOptions.drops::maximum::at",
        cups(json!({ "size": "small", "milk": { "drops": 9 } })),
        back(json!({ "size": "small", "milk": { "drops": 9 } })),
    );
    let lines = ["sample", "sample", "sample"];
    let case = case(&cases, "updateOrder::label.array::maxItems::at");
    assert_eq!(
        compared_values(act_step(&case))["/order/label"].as_array().map(Vec::len),
        Some(lines.len())
    );
}

#[test]
fn samples_are_accepted_by_every_server() {
    let cases = derive(&kiosk());
    let outline = case(&cases, "updateOrder::response::shape");
    assert_eq!(request_body(act_step(&outline))["cups"], json!([{ "size": "small" }]));
    // No sugar on a diet, no surprise that can be sold out, no value that depends on the team.
    let cup = json!({
        "size": "small", "toppings": [{ "type": "cocoa", "dark": false }],
        "milk": { "kind": "cow", "drops": 3 }, "sugar": 0, "diet": true, "surprise": false,
    });
    let full = case(&cases, "updateOrder::effects::given-is-stored::cups-full");
    assert_eq!(request_body(act_step(&full))["cups"], json!([cup]));
    // An effect sets `sugar`, so the case does not compare it.
    assert!(compared_values(act_step(&full))["/order/cups"][0].get("sugar").is_none());
}

#[test]
fn open_values_are_sent_and_never_judged() {
    let cases = derive(&kiosk());
    let mut case_ids = Vec::new();
    for case in &cases {
        let bodies = case.steps.iter().filter_map(|step| match &step.request.body {
            Body::Json(body) => Some((step, body.to_string())),
            _ => None,
        });
        for (step, _) in bodies.filter(|(_, body)| body.contains(r#"["syrup"]"#)) {
            assert!(matches!(step.expect, Expect::Observation { .. }), "{}", case.id);
            case_ids.push(case.id.as_str());
        }
    }
    let id = "updateOrder::observations::bare-syrup::cups.items.toppings.items.string::syrup";
    assert_eq!(case_ids, [id]);
}

#[test]
fn rejections_that_no_target_can_rule_out_have_no_cases() {
    let cases = derive(&kiosk());
    let id = "updateOrder::cups.items.milk.MilkOptions.kind::enum::oat";
    assert!(cases.iter().all(|case| case.id != id));
}

#[test]
fn coverage_says_why_a_clause_has_no_case() {
    let spec = kiosk();
    let reasons = Exemptions::read(
        r#"
        [[reason]]
        why     = "the content of a cup is not observable"
        clauses = ["Cup.effects.*", "*.unit", "Topping.type"]
        "#,
    )
    .expect("reasons");
    let all_coverage = coverage(&spec, &derive(&spec), &reasons);
    let check = |id: &str, why: Option<UncoveredReason>| {
        let entry = all_coverage.iter().find(|entry| entry.clause.id.as_str() == id);
        assert_eq!(entry.expect("the clause exists").uncovered, why, "{id}");
    };
    check("Topping.string.enum", None);
    check("Topping.type", None);
    check("operations.payOrder.request", None);
    check("Payment.cash.type", None);
    check("errors.sold-out.retry", Some(UncoveredReason::BindsTheClient));
    check("errors.rush-refused.error", Some(UncoveredReason::OwnWords));
    check("gaps.bare-syrup", None);
    check("gaps.path-of-pay", Some(UncoveredReason::Unobservable));
    let unreached = UncoveredReason::Unreached("the content of a cup is not observable".to_owned());
    check("Cup.effects.diet-leaves-sugar-out", Some(unreached));
    assert_eq!(unused_exemptions(&reasons, &all_coverage), ["*.unit", "Topping.type"]);
    let missing =
        |all_coverage: &[Coverage]| all_coverage.iter().filter(|entry| entry.is_missing()).count();
    let without_reasons = coverage(&spec, &derive(&spec), &Exemptions::default());
    assert!(missing(&without_reasons) > missing(&all_coverage));
}

#[test]
fn a_target_without_team_states_skips_only_the_cases_that_need_them() {
    let (_runtime, _server, mut target) = crate::reference_server::start(&SUITE, 1);
    let skipped = |target: &Target| {
        let plan = SUITE.plan(target, &Selection::default()).expect("a plan");
        let skipped =
            plan.cases.into_iter().filter_map(|case| Some((case.case.id, case.skip?.to_string())));
        skipped.collect::<Vec<_>>()
    };
    assert_eq!(skipped(&target), []);
    target.settings.team.not_in.clear();
    let without = skipped(&target);
    assert!(without.len() > 100, "{}", without.len());
    for (id, reason) in without {
        let state = if id.starts_with("startAgent::") {
            "zero-data-retention"
        } else {
            assert!(id.contains("threatProtection"), "{id}: {reason}");
            "threat-protection-"
        };
        assert!(reason.contains(&format!("its team is not in the state {state}")), "{reason}");
    }
    // A team that may override protection is sent every case but the one that switches protection off.
    target.settings.team.not_in.extend([
        "threat-protection-not-enabled".to_owned(),
        "threat-protection-overrides-disabled".to_owned(),
        "zero-data-retention".to_owned(),
    ]);
    for (id, _) in skipped(&target) {
        assert!(id.ends_with("threatProtection.mode::enum::off"), "{id}");
    }
}
