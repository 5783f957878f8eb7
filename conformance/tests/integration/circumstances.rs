//! A server that was written by hand, with one response: what a circumstance brings about is found wherever in
//! the response it stands, and each mistake in it is told by its clause.
//!
//! The responses and the clauses are written by hand, from the text of the contract.

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::IntoResponse;
use webdata_cases::case::{Endpoint, KeyName, Need};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;
use webdata_suite::target::{Circumstance, Secret, Target};

/// A case, the status and the body of the response, and the clause that is broken, if any.
type Row = (&'static str, u16, &'static str, Option<&'static str>);

const LIMITED: &str = "lifecycles.AgentStatus.status.situations.run-reaches-max-credits";
const CANCELLED: &str = "lifecycles.AgentStatus.status.situations.cancelled-run-is-polled";

/// What scrapes fill in.
const SCRAPES: [Row; 27] = [
    ("question-answered", 200, r#"{"data":{"answer":"9.50 USD"}}"#, None),
    ("question-answered", 201, r#"[{"type":"question","out":[{"answer":{"text":"9.50"}}]}]"#, None),
    (
        "question-answered",
        200,
        r#"{"data":{"Answer":"9.50"}}"#,
        Some("QuestionFormat.behaviour.field"),
    ),
    (
        "question-answered",
        200,
        r#"{"data":{"answer":null}}"#,
        Some("QuestionFormat.behaviour.field"),
    ),
    (
        "question-answered",
        200,
        r#"{"data":{"question":"answer"}}"#,
        Some("QuestionFormat.behaviour.field"),
    ),
    (
        "question-answered",
        400,
        r#"{"success":false,"error":"Bad Request"}"#,
        Some("QuestionFormat.behaviour.field"),
    ),
    ("highlights-selected", 200, r#"{"highlights":["a","b"]}"#, None),
    (
        "highlights-selected",
        200,
        r#"{"data":{"highlight":"a"}}"#,
        Some("HighlightsFormat.behaviour.field"),
    ),
    ("pdf-pages", 200, r##"{"document":{"pages":[{"pageNumber":1,"markdown":"# A"}]}}"##, None),
    ("pdf-pages", 200, r#"{"pages":3,"data":{"pages":[{"pageNumber":1.0,"markdown":""}]}}"#, None),
    ("pdf-pages", 200, r#"{"pages":[]}"#, Some("PdfPages.pages.minItems")),
    ("pdf-pages", 200, r#"{"pages":[{"pageNumber":1}]}"#, Some("PdfPage.markdown.required")),
    (
        "pdf-pages",
        200,
        r#"{"pages":[{"number":1,"markdown":"a"}]}"#,
        Some("PdfPage.pageNumber.required"),
    ),
    ("pdf-pages", 200, r#"{"pages":{"1":"a"}}"#, Some("PdfPages.pages.type")),
    ("pdf-blocks", 200, r#"{"data":[{"blocks":[{"type":"title"}]}]}"#, None),
    ("pdf-blocks", 200, r#"{"data":[{"pages":[]}]}"#, Some("PdfParser.blocks.behaviour.field")),
    ("pdf-as-it-is", 200, r#"{"data":{"file":"data:application/pdf;base64,JVBERi0xLjcK"}}"#, None),
    (
        "pdf-as-it-is",
        200,
        r##"{"data":{"markdown":"# A"}}"##,
        Some("ScrapeOptions.parsers.behaviour.pdf-as-it-is"),
    ),
    (
        "screenshot-taken",
        200,
        r#"{"data":{"actions":{"screenshots":["https://a.example/1.png"]}}}"#,
        None,
    ),
    (
        "screenshot-taken",
        200,
        r#"{"data":{"actions":[],"screenshots":["https://a.example/1.png"]}}"#,
        Some("TakenScreenshots.actions.type"),
    ),
    (
        "screenshot-taken",
        200,
        r#"{"actions":{"screenshots":"https://a.example/1.png"}}"#,
        Some("Screenshots.screenshots.type"),
    ),
    ("pdf-printed", 200, r#"{"actions":{"pdfs":[{"url":"https://a.example/1.pdf"}]}}"#, None),
    ("pdf-printed", 200, r#"{"actions":{"screenshots":[]}}"#, Some("Pdfs.pdfs.required")),
    ("lockdown-hit", 200, "{}", None),
    (
        "lockdown-hit",
        404,
        r#"{"success":false,"error":"none","code":"SCRAPE_LOCKDOWN_CACHE_MISS"}"#,
        Some("ScrapeOptions.lockdown.behaviour.served-from-cache"),
    ),
    (
        "injection-not-looked-for",
        403,
        r#"{"success":false,"error":"SCRAPE_PROMPT_INJECTION_DETECTED"}"#,
        Some("JsonFormat.checkPromptInjection.default"),
    ),
    (
        "normal-while-enforced",
        403,
        r#"{"success":false,"error":"enforced"}"#,
        Some("ThreatProtectionOverride.mode.enum"),
    ),
];

/// How runs stand.
const STATES: [Row; 11] = [
    ("cancelled-run-is-polled", 200, r#"{"status":"failed","error":"Agent was CANCELLED"}"#, None),
    (
        "cancelled-run-is-polled",
        200,
        r#"{"status":"failed","failure":[{"text":"aborted by you"}]}"#,
        None,
    ),
    ("cancelled-run-is-polled", 200, r#"{"status":"failed"}"#, Some(CANCELLED)),
    (
        "cancelled-run-is-polled",
        200,
        r#"{"status":"failed","error":"Something went wrong"}"#,
        Some(CANCELLED),
    ),
    (
        "cancelled-run-is-polled",
        200,
        r#"{"status":"cancelled","error":"Cancelled"}"#,
        Some(CANCELLED),
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"{"status":"failed","creditsUsed":0,"error":"maxCredits reached"}"#,
        None,
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"{"status":"failed","creditsUsed":0,"error":"It failed"}"#,
        Some(LIMITED),
    ),
    ("failed-run", 200, r#"{"status":"failed","creditsUsed":0}"#, None),
    ("failed-run", 200, r#"{"status":"failed"}"#, None),
    (
        "failed-run",
        200,
        r#"{"status":"failed","creditsUsed":12}"#,
        Some("charges.failed-agent-run"),
    ),
    (
        "failed-run",
        200,
        r#"{"status":"failed","creditsUsed":"0"}"#,
        Some("charges.failed-agent-run"),
    ),
];

/// Traces.
const TRACES: [Row; 26] = [
    ("run.finished", 200, r#"[{"type":"run.finished","outcome":"completed"}]"#, None),
    (
        "run.finished",
        200,
        r#"{"events":[{"event":"run.finished","data":{"outcome":"done"}}]}"#,
        None,
    ),
    (
        "run.finished",
        200,
        r#"{"events":[{"event":{"name":"run.finished"},"payload":{"outcome":"done"}}]}"#,
        None,
    ),
    ("run.finished", 200, r#"{"trace":{"run.finished":{"outcome":"done"}}}"#, None),
    ("run.finished", 200, r#"{"trace":{"run.finished":[{"outcome":"done"}]}}"#, None),
    (
        "run.finished",
        200,
        r#"{"kinds":["run.finished"],"events":[{"type":"run.finished","outcome":"x"}]}"#,
        None,
    ),
    (
        "run.finished",
        200,
        r#"{"events":[{"type":"run_finished","outcome":"done"}]}"#,
        Some("events.agent-trace.run.finished"),
    ),
    ("run.finished", 200, r#"{"events":[]}"#, Some("events.agent-trace.run.finished")),
    (
        "run.finished",
        200,
        r#"[{"type":"run.finished"},{"type":"x","outcome":"done"}]"#,
        Some("events.agent-trace.run.finished"),
    ),
    (
        "run.finished",
        200,
        r#"[{"type":"run.finished","outcome":7}]"#,
        Some("RunFinished.outcome.type"),
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"[{"type":"run.finished","outcome":"credit_limit_reached"}]"#,
        None,
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"[{"type":"run.finished","outcome":"parent_finished"},{"type":"run.finished","outcome":"credit_limit_reached"}]"#,
        None,
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"[{"type":"run.finished","outcome":"failed"},{"type":"other","outcome":"credit_limit_reached"}]"#,
        Some(LIMITED),
    ),
    (
        "run-reaches-max-credits",
        200,
        r#"[{"type":"run.finished","outcome":"credit_limit_reached","error":{"code":"limit","retryable":false}}]"#,
        Some("TraceError.code.enum"),
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","error":{"code":"internal","retryable":true}}]"#,
        None,
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"tool.failed","error":{"code":7}},{"type":"error.occurred","error":{"code":"refused","retryable":false}}]"#,
        None,
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","error":{"code":"internal","retryable":true}},{"type":"error.occurred","error":{"code":"INTERNAL","retryable":true}}]"#,
        Some("TraceError.code.enum"),
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","error":{"code":"internal","retryable":"yes"}}]"#,
        Some("TraceError.retryable.type"),
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","error":{"code":"internal"}}]"#,
        Some("TraceError.retryable.required"),
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","error":"internal"}]"#,
        Some("ErrorOccurred.error.type"),
    ),
    (
        "error.occurred",
        200,
        r#"[{"type":"error.occurred","code":"internal","retryable":true}]"#,
        Some("events.agent-trace.error.occurred"),
    ),
    (
        "artifact.updated",
        200,
        r#"[{"type":"artifact.updated","artifact":{"snapshotId":"s-1"}}]"#,
        None,
    ),
    (
        "artifact.updated",
        200,
        r#"[{"type":"artifact.updated","snapshot_id":"s-1"}]"#,
        Some("events.agent-trace.artifact.updated"),
    ),
    ("cancelled", 200, r#"{"trace":[{"error":{"code":"cancelled"}}]}"#, None),
    (
        "cancelled",
        200,
        r#"{"trace":[{"error":{"code":"canceled"}}]}"#,
        Some("TraceError.code.behaviour.cancelled"),
    ),
    ("parent-finished", 200, "[]", Some("TraceError.code.behaviour.parent_finished")),
];

/// Texts of which the contract has a part.
const TEXTS: [Row; 4] = [
    (
        "agentTrace::refusals::first-generation",
        400,
        r#"{"error":"Traces are there for v2 extracts only"}"#,
        None,
    ),
    (
        "agentTrace::refusals::first-generation",
        400,
        r#"{"error":"Bad Request"}"#,
        Some("errors.trace-of-first-generation.error"),
    ),
    (
        "agentSnapshot::refusals::first-generation",
        400,
        r#"{"error":"No snapshots before generation 2"}"#,
        None,
    ),
    (
        "agentSnapshot::refusals::first-generation",
        400,
        r#"{"error":"Traces are there for v2 extracts only"}"#,
        Some("errors.snapshot-of-first-generation.error"),
    ),
];

#[test]
fn each_mistake_is_told_by_its_clause_and_no_form_is_one() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let of = |operation: &'static str, rows: &[Row]| {
        let named = move |row: &Row| (format!("{operation}::situations::{}", row.0), *row);
        rows.iter().map(named).collect::<Vec<_>>()
    };
    let texts = TEXTS.iter().map(|row| (row.0.to_owned(), *row)).collect();
    let all =
        [of("scrape", &SCRAPES), of("agentStatus", &STATES), of("agentTrace", &TRACES), texts];
    let mut wrong = Vec::new();
    for (case, (_, status, body, expected)) in all.concat() {
        let found = broken(&suite, &runtime, &case, (status, body, "en"));
        if found.as_deref() != expected {
            wrong.push(format!("{case}: {body}\n    {found:?} instead of {expected:?}"));
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
    for (language, expected) in [("de", None), ("de-AT, fr", None), ("en-GB", Some(CANCELLED))] {
        let found = broken(&suite, &runtime, case, (200, body, language));
        assert_eq!(found.as_deref(), expected, "{language}");
    }
}

/// The clause that a server with one response breaks, as a case tells it; none where the case passes.
fn broken(
    suite: &Suite,
    runtime: &tokio::runtime::Runtime,
    case: &str,
    (status, body, language): (u16, &'static str, &'static str),
) -> Option<String> {
    let status = StatusCode::from_u16(status).expect("a status");
    let headers = [(CONTENT_TYPE, "application/json"), (CONTENT_LANGUAGE, language)];
    let answer = move || async move { (status, headers, body).into_response() };
    let mut target = Target::at("http://server.invalid");
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
