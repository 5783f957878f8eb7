//! The explorer on contracts of other services: nothing fails on correct servers, and on a faulty one the shortest
//! sequence that fails is found.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use webdata_explorer::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics, read, write,
};
use webdata_reference::{Extension, Options, ReferenceServer};
use webdata_suite::plan::Selection;
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;
use webdata_suite::{Printable, Suite, failure_message};

use crate::by_hand::{HandWritten, with_fixtures};
use crate::contract::suite;
use crate::whole::OPERATIONS;

/// Reports no progress.
struct NoProgress;

impl Progress for NoProgress {
    fn sequence_judged(&self, _: &Statistics) {}
    fn failed(&self, _: &FailingSequence) {}
}

/// Explores a target with a seed, until a number of requests is sent or a sequence fails.
pub(crate) fn explore(
    suite: &Suite,
    target: Target,
    (seed, requests): (u64, usize),
    runtime: &Runtime,
) -> ExplorationResult {
    let spec = Arc::new(suite.spec.clone());
    let plan = suite.plan(&target, &Selection::default()).unwrap();
    let sent = plan.sent_ids();
    let context = RunContext::new(spec, Arc::clone(&suite.clauses), target, None).unwrap();
    let limits = Limits {
        until: Instant::now() + Duration::from_secs(300),
        requests: Some(requests),
        reasons: 1,
        shrinking: Duration::from_secs(300),
        stop: CancellationToken::new(),
    };
    let runtime = runtime.handle();
    let explorer = Explorer { suite, sent: &sent, context: &context, runtime };
    explorer.explore(seed, &[], &limits, &NoProgress)
}

/// How many requests a correct server gets, unless `EXPLORER_REQUESTS` sets the number.
const REQUESTS: usize = 3000;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

fn requests() -> usize {
    let number = std::env::var("EXPLORER_REQUESTS").ok();
    number.map_or(REQUESTS, |text| text.parse().expect("a number of requests"))
}

pub(crate) fn assert_nothing(suite: &Suite, explored: &ExplorationResult, variation: &str) {
    let message = |failing: &FailingSequence| {
        let message = failure_message(&failing.case, &failing.outcome, &suite.clauses);
        let message = message.unwrap_or_else(|| Printable::line(&failing.outcome.reason));
        format!("{:#?}\n{message}", failing.sequence)
    };
    let failures: Vec<String> = explored.failures.iter().map(message).collect();
    assert!(failures.is_empty(), "{variation}: {}", failures.join("\n"));
    assert!(explored.statistics.requests >= requests(), "{variation}: {:#?}", explored.statistics);
    assert!(explored.statistics.states > 100, "{variation}: {}", explored.statistics.states);
}

#[test]
fn no_sequence_fails_on_the_reference_server() {
    for (name, _) in OPERATIONS {
        let suite = suite(name);
        let explored = explore_behind(&suite, |router| router);
        if name == "kilns" {
            // Jobs have few states.
            assert!(explored.failures.is_empty(), "{:#?}", explored.failures[0].sequence);
            assert!(explored.statistics.states >= 2, "{}", explored.statistics.states);
        } else {
            assert_nothing(&suite, &explored, name);
        }
    }
}

/// Asserts that no sequence fails on the reference server behind a front.
pub(crate) fn assert_nothing_behind(suite: &Suite, front: impl Fn(Router) -> Router) {
    assert_nothing(suite, &explore_behind(suite, front), "the reference server");
}

/// Explores the reference server behind a front.
fn explore_behind(suite: &Suite, front: impl Fn(Router) -> Router) -> ExplorationResult {
    let runtime = runtime();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, &Extension::default(), Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    target.connection.in_process = Some(front(server.router()));
    explore(suite, target, (1, requests()), &runtime)
}

/// Asserts that no sequence fails on a correct server, and that no resource is left.
pub(crate) fn assert_nothing_on<S: HandWritten>(suite: &Suite, server: &Arc<S>, variation: &str) {
    let runtime = runtime();
    let explored = with_fixtures(suite, server, &runtime, |target| {
        explore(suite, target, (2, requests()), &runtime)
    });
    assert_nothing(suite, &explored, variation);
    assert_eq!(server.remaining(), Vec::<String>::new(), "an exploration left what it created");
}

/// Returns the actions of the shortest sequence that fails on a server, as JSON. Writing the sequence to a
/// corpus and reading it back does not change it.
pub(crate) fn smallest<S: HandWritten>(suite: &Suite, server: &Arc<S>) -> Vec<String> {
    let runtime = runtime();
    let mut explored = with_fixtures(suite, server, &runtime, |target| {
        explore(suite, target, (7, usize::MAX), &runtime)
    });
    let failing = explored.failures.pop().expect("a failing sequence");
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.jsonl");
    write(&corpus, std::slice::from_ref(&failing.sequence)).unwrap();
    assert_eq!(read(&corpus).unwrap(), std::slice::from_ref(&failing.sequence));
    failing.sequence.actions.iter().map(|action| serde_json::to_string(action).unwrap()).collect()
}
