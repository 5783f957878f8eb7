//! Explores the lives of resources on servers of a contract: the reference server, and those that were
//! written by hand.

use std::sync::Arc;

use tokio::runtime::Runtime;
use webdata_explorer::{ExplorationResult, FailingSequence, read, write};
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::{Printable, Suite, failure_message};

use crate::by_hand::{HandWritten, with_fixtures};
use crate::explored::explore_by;

/// So many requests a correct server gets, unless `EXPLORER_REQUESTS` says how many.
const REQUESTS: usize = 3000;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

fn requests() -> usize {
    let asked = std::env::var("EXPLORER_REQUESTS").ok();
    asked.map_or(REQUESTS, |own| own.parse().expect("a number of requests"))
}

fn assert_nothing(suite: &Suite, explored: &ExplorationResult, manner: &str) {
    let message = |found: &FailingSequence| {
        let message = failure_message(&found.case, &found.outcome, &suite.spec);
        let message = message.unwrap_or_else(|| Printable::line(&found.outcome.reason));
        format!("{:#?}\n{message}", found.sequence)
    };
    let told: Vec<String> = explored.failures.iter().map(message).collect();
    assert!(told.is_empty(), "{manner}: {}", told.join("\n"));
    assert!(explored.statistics.requests >= requests(), "{manner}: {:#?}", explored.statistics);
    assert!(explored.statistics.states > 100, "{manner}: {}", explored.statistics.states);
}

/// Asserts that nothing is found on the reference server.
pub(crate) fn assert_nothing_on_reference(suite: &Suite) {
    let runtime = runtime();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
    let target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    let explored = explore_by(suite, target, (1, requests()), &runtime);
    assert_nothing(suite, &explored, "the reference server");
}

/// Asserts that nothing is found on a correct server, and nothing left there.
pub(crate) fn assert_nothing_on<S: HandWritten>(suite: &Suite, server: &Arc<S>, manner: &str) {
    let runtime = runtime();
    let explored = with_fixtures(suite, server, &runtime, |target| {
        explore_by(suite, target, (2, requests()), &runtime)
    });
    assert_nothing(suite, &explored, manner);
    assert_eq!(server.left(), Vec::<String>::new(), "an exploration left what it created");
}

/// Returns the actions of the smallest sequence that shows what is wrong with a server, as JSON. It comes out
/// of a corpus as it went in.
pub(crate) fn smallest<S: HandWritten>(suite: &Suite, server: &Arc<S>) -> Vec<String> {
    let runtime = runtime();
    let mut explored = with_fixtures(suite, server, &runtime, |target| {
        explore_by(suite, target, (7, usize::MAX), &runtime)
    });
    let found = explored.failures.pop().expect("something is found");
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.jsonl");
    write(&corpus, std::slice::from_ref(&found.sequence)).unwrap();
    assert_eq!(read(&corpus).unwrap(), std::slice::from_ref(&found.sequence));
    found.sequence.actions.iter().map(|own| serde_json::to_string(own).unwrap()).collect()
}
