//! A hand-written server with one response: values of a circumstance are found anywhere in the response, and
//! each mistake in them is reported by its clause.
//!
//! The responses and the clauses (`circumstances.toml`) are written by hand, from the text of the contract.

use std::collections::BTreeMap;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Deserialize;
use webdata_cases::case::{Endpoint, KeyName, Need};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;
use webdata_suite::target::{Circumstance, Secret, Target};

/// A response, and the clause that it breaks, if any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    status: u16,
    body: String,
    broken: Option<String>,
}

#[test]
fn each_mistake_is_told_by_its_clause_and_no_form_is_one() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let table = toml::from_str::<BTreeMap<String, Vec<Row>>>(include_str!("circumstances.toml"));
    let mut wrong = Vec::new();
    for (case, rows) in table.expect("the table reads") {
        for Row { status, body, broken: expected } in rows {
            let found = broken(&suite, &runtime, &case, (status, body.clone(), "en"));
            if found != expected {
                wrong.push(format!("{case}: {body}\n    {found:?} instead of {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A message in another language has none of the words, and is right where the response says so.
#[test]
fn words_are_those_of_the_language_of_the_contract() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let case = "agentStatus::situations::cancelled-run-is-polled";
    let body = r#"{"status":"failed","error":"Der Lauf wurde abgebrochen."}"#;
    for (language, expected) in [
        ("de", None),
        ("de-AT, fr", None),
        ("en-GB", Some("lifecycles.AgentStatus.status.situations.cancelled-run-is-polled")),
    ] {
        let found = broken(&suite, &runtime, case, (200, body.to_owned(), language));
        assert_eq!(found.as_deref(), expected, "{language}");
    }
}

/// The docs list each circumstance for a target file.
#[test]
fn the_docs_have_a_line_for_each_circumstance() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/circumstances.md");
    let docs = std::fs::read_to_string(path).expect("the page");
    let situations = suite.spec.operations.values().flat_map(|own| &own.situations);
    let shown = situations.map(|own| own.clause.to_string());
    let needs = suite.cases.iter().flat_map(|case| &case.needs).filter_map(|need| match need {
        Need::Circumstance(_, clause) => Some(clause.to_string()),
        _ => None,
    });
    let all =
        shown.chain(needs.filter(|id| id.starts_with("events.") || id.starts_with("lifecycles.")));
    let missing: Vec<String> = all.filter(|clause| !docs.contains(clause.as_str())).collect();
    assert!(missing.is_empty(), "not in docs/circumstances.md: {missing:#?}");
}

/// The clause that a server with one response breaks, as a case tells it; none where the case passes.
fn broken(
    suite: &Suite,
    runtime: &tokio::runtime::Runtime,
    case: &str,
    (status, body, language): (u16, String, &'static str),
) -> Option<String> {
    let status = StatusCode::from_u16(status).expect("a status");
    let headers = [(CONTENT_TYPE, "application/json"), (CONTENT_LANGUAGE, language)];
    let answer = move || async move { (status, headers, body.clone()).into_response() };
    let mut target = Target::from_base_url("http://server.invalid");
    target.in_process = Some(Router::new().fallback(answer));
    target.keys.insert(KeyName::Valid, Secret::new("KEY", "a-key"));
    let known = suite.cases.iter().find(|own| own.id == case).expect("the case");
    for need in &known.needs {
        match need {
            Need::Circumstance(operation, clause) => {
                let of = (operation.clone(), clause.clone());
                target.circumstances.insert(of, Circumstance::default());
            }
            Need::Binding(operation) => {
                let (method, path) = ("GET".to_owned(), format!("/{operation}"));
                target.bindings.insert(operation.clone(), Endpoint { method, path });
            }
            _ => {}
        }
    }
    let selection =
        Selection { filters: vec![case.to_owned()], exact: true, ..Selection::default() };
    let plan = suite.plan(&target, &selection).expect("a plan");
    let report = suite.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle());
    let report = report.expect("a report");
    let outcome = &report.cases.first().expect("the case").outcome;
    match outcome.kind {
        OutcomeKind::Pass => None,
        OutcomeKind::Fail => outcome.deviations.first().map(|own| own.clause.to_string()),
        other => Some(format!("{other:?}: {}", outcome.reason)),
    }
}
