//! Cases about circumstances, against servers with one hand-written response each. The suite finds the values
//! anywhere in the response, and reports each mistake with its clause.
//!
//! `circumstances.toml` has the responses and the clauses, written by hand from the text of the contract.

use std::collections::BTreeMap;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Deserialize;
use webdata_cases::case::{Endpoint, KeyName, Need};
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;
use webdata_suite::target::{Circumstance, Secret, Target};

use crate::SUITE;

/// A response, and the clause that it breaks, if any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    status: u16,
    body: String,
    broken: Option<String>,
}

#[test]
fn each_mistake_is_reported_with_its_clause_and_any_form_is_accepted() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let table = toml::from_str::<BTreeMap<String, Vec<Row>>>(include_str!("circumstances.toml"));
    let mut mismatches = Vec::new();
    for (case, rows) in table.expect("the table is valid") {
        for Row { status, body, broken: expected } in rows {
            let actual = broken_clause(&runtime, &case, (status, body.clone(), "en"));
            if actual != expected {
                mismatches.push(format!("{case}: {body}\n    {actual:?} instead of {expected:?}"));
            }
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// A message in another language lacks the words that are looked for. The suite accepts such a message if
/// `Content-Language` names the language.
#[test]
fn words_are_looked_for_only_in_the_language_of_the_contract() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let case = "agentStatus::situations::cancelled-run-is-polled";
    let body = r#"{"status":"failed","error":"Der Lauf wurde abgebrochen."}"#;
    for (language, expected) in [
        ("de", None),
        ("de-AT, fr", None),
        ("en-GB", Some("lifecycles.AgentStatus.status.situations.cancelled-run-is-polled")),
    ] {
        let actual = broken_clause(&runtime, case, (200, body.to_owned(), language));
        assert_eq!(actual.as_deref(), expected, "{language}");
    }
}

/// `docs/circumstances.md` lists each circumstance that a target file can have.
#[test]
fn the_docs_have_a_line_for_each_circumstance() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/circumstances.md");
    let docs = std::fs::read_to_string(path).expect("docs/circumstances.md");
    let situations = SUITE.spec.operations.values().flat_map(|operation| &operation.situations);
    let shown = situations.map(|situation| situation.clause.to_string());
    let needs = SUITE.cases.iter().flat_map(|case| &case.needs).filter_map(|need| match need {
        Need::Circumstance(_, clause) => Some(clause.to_string()),
        _ => None,
    });
    let all =
        shown.chain(needs.filter(|id| id.starts_with("events.") || id.starts_with("lifecycles.")));
    let missing: Vec<String> = all.filter(|clause| !docs.contains(clause.as_str())).collect();
    assert!(missing.is_empty(), "not in docs/circumstances.md: {missing:#?}");
}

/// Returns the clause that `case` reports as broken by a server with one response, or `None` if the case
/// passes.
fn broken_clause(
    runtime: &tokio::runtime::Runtime,
    case: &str,
    (status, body, language): (u16, String, &'static str),
) -> Option<String> {
    let status = StatusCode::from_u16(status).expect("a status code");
    let headers = [(CONTENT_TYPE, "application/json"), (CONTENT_LANGUAGE, language)];
    let respond = move || async move { (status, headers, body.clone()).into_response() };
    let mut target = Target::from_base_url("http://server.invalid");
    target.connection.in_process = Some(Router::new().fallback(respond));
    target.settings.keys.insert(KeyName::Valid, Secret::new("KEY", "a-key"));
    let known = SUITE.cases.iter().find(|known| known.id == case).expect("the case");
    for need in &known.needs {
        match need {
            Need::Circumstance(operation, clause) => {
                let key = (operation.clone(), clause.clone());
                target.settings.circumstance.insert(key, Circumstance::default());
            }
            Need::Binding(operation) => {
                let (method, path) = ("GET".to_owned(), format!("/{operation}"));
                target.settings.bind.insert(operation.clone(), Endpoint { method, path });
            }
            _ => {}
        }
    }
    let selection =
        Selection { filters: vec![case.to_owned()], exact: true, ..Selection::default() };
    let plan = SUITE.plan(&target, &selection).expect("a plan");
    let report = SUITE.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle());
    let report = report.expect("a report");
    let outcome = &report.cases.first().expect("the case").outcome;
    match outcome.kind {
        OutcomeKind::Pass => None,
        OutcomeKind::Fail => {
            outcome.deviations.first().map(|deviation| deviation.clause.to_string())
        }
        other => Some(format!("{other:?}: {}", outcome.reason)),
    }
}
