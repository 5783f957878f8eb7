//! A case that panics, in the suite or in a server in the same process, ends as an error. The run goes on.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict};
use webdata_suite::run::Runner;

use crate::SUITE;

/// How many updates the case about concurrent updates sends together.
const CONCURRENT_UPDATES: usize = 8;

/// Runs cases against the reference server behind a front, and returns how many were selected.
fn run(
    selection: &Selection,
    jobs: usize,
    front: impl FnOnce(Router) -> Router,
) -> (usize, Report) {
    let (runtime, server, mut target) = crate::reference_server::start(&SUITE, jobs);
    target.connection.in_process = Some(front(server.router()));
    let plan = SUITE.plan(&target, selection).unwrap();
    let cases = plan.cases.len();
    let runner = Runner::Threads(jobs);
    (cases, SUITE.run(plan, target, Level::Must, runner, runtime.handle()).unwrap())
}

/// The set-up and one update succeed. The other updates are rejected, which the contract leaves open. Reading
/// the resource back then panics.
#[test]
fn a_panic_leaves_nothing_observed() {
    static REQUESTS: AtomicUsize = AtomicUsize::new(0);
    let case = "updateMonitor::effects::given-fields-are-stored::name-at-once".to_owned();
    let selection = Selection { filters: vec![case], exact: true, ..Selection::default() };
    let (_, report) = run(&selection, 1, |router| {
        router.layer(from_fn(|request: Request, next: Next| async move {
            let number = REQUESTS.fetch_add(1, Ordering::SeqCst) + 1;
            assert!(number <= 1 + CONCURRENT_UPDATES, "a word of the panic");
            let conflict = r#"{"success":false,"error":"Conflict"}"#;
            match number {
                1 | 2 => next.run(request).await,
                _ => (StatusCode::CONFLICT, [(CONTENT_TYPE, "application/json")], conflict)
                    .into_response(),
            }
        }))
    });
    let outcome = &report.cases[0].outcome;
    assert!(outcome.reason.to_string().contains("a word of the panic"), "{}", outcome.reason);
    assert_eq!(outcome.transcript.len(), 2 + CONCURRENT_UPDATES);
    assert!(outcome.observed.is_none(), "{:?}", outcome.observed);
}

#[test]
fn a_panic_is_an_error_of_its_case() {
    let (cases, report) = run(&Selection::default(), 2, |router| {
        router.layer(from_fn(|request: Request, next: Next| async move {
            assert_ne!(request.method(), "PUT", "a word of the panic");
            assert_ne!(request.method(), "PATCH", "a word of the panic");
            next.run(request).await
        }))
    });
    assert_eq!(report.cases.len(), cases);
    assert_eq!(report.verdict, Verdict::Incomplete);
    assert!(report.count(OutcomeKind::Pass) > 0, "no case without a panic is judged");
    let panicked =
        report.cases.iter().filter(|case| case.outcome.reason.to_string().contains("panicked"));
    let panicked: Vec<_> = panicked.collect();
    assert!(!panicked.is_empty());
    for case in panicked {
        assert_eq!(case.outcome.kind, OutcomeKind::Error, "{}", case.id);
        assert!(
            case.outcome.reason.to_string().contains("a word of the panic"),
            "{}",
            case.outcome.reason
        );
        assert!(!case.outcome.transcript.is_empty(), "{} has an empty transcript", case.id);
    }
}
