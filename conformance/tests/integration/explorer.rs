//! The explorer finds no failure on correct servers. It finds faults that no derived case reaches, and
//! shrinks the example to the fewest requests. A seed repeats the requests.

mod explore_after_run;
mod faulty_servers;
mod update_orders;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::routing::any;
use axum::{Json, Router};
use serde_json::{Map, json};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use webdata_audit::variations::VariantServer;
use webdata_cases::derive::sequences::{Action, Oracle, Sequence, Spelling};
use webdata_explorer::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics, read, write,
};
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_suite::plan::Selection;
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;
use webdata_suite::{Printable, failure_message};

use crate::SUITE;
use crate::correct_servers::listen;
use faulty_servers::{FaultyServer, THIRD_UPDATE_IS_LOST};

/// The longest time that an exploration may take on a busy machine.
const MAX_DURATION: Duration = Duration::from_secs(300);

/// The smallest number of requests that each correct server gets.
const REQUESTS: usize = 1500;

/// Reports no progress.
struct NoProgress;

impl Progress for NoProgress {
    fn sequence_judged(&self, _: &Statistics) {}
    fn failed(&self, _: &FailingSequence) {}
}

/// Returns limits for finding failures for `reasons` different reasons.
fn limits(reasons: usize) -> Limits {
    Limits {
        until: Instant::now() + MAX_DURATION,
        requests: None,
        reasons,
        // Shrinking must not end early on a busy machine, which would change the example.
        shrinking: MAX_DURATION * 2,
        stop: CancellationToken::new(),
    }
}

/// Explores a target until `requests` were sent, or failures for `reasons` different reasons were found.
fn explore(
    target: Target,
    corpus: &[Sequence],
    seed: u64,
    (requests, reasons): (usize, usize),
    runtime: &Runtime,
) -> ExplorationResult {
    let limits = Limits { requests: Some(requests), ..limits(reasons) };
    explore_within(&limits, target, corpus, seed, runtime)
}

fn explore_within(
    limits: &Limits,
    target: Target,
    corpus: &[Sequence],
    seed: u64,
    runtime: &Runtime,
) -> ExplorationResult {
    let spec = Arc::new(SUITE.spec.clone());
    let plan = SUITE.plan(&target, &Selection::default()).unwrap();
    let sent = plan.sent_ids();
    let context = RunContext::new(spec, Arc::clone(&SUITE.clauses), target, None).unwrap();
    let runtime = runtime.handle();
    let explorer = Explorer { suite: &SUITE, sent: &sent, context: &context, runtime };
    explorer.explore(seed, corpus, limits, &NoProgress)
}

/// Starts the reference server in this process, behind a front.
fn target(runtime: &Runtime, front: impl Fn(Router) -> Router) -> (ReferenceServer, Target) {
    let spec: Arc<Spec> = Arc::new(SUITE.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, &crate::EXTENSION, Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &SUITE.spec, 1).unwrap();
    target.connection.in_process = Some(front(server.router()));
    (server, target)
}

/// Starts a faulty server.
fn faulty_target(runtime: &Runtime) -> (ReferenceServer, Target) {
    static SERVER: FaultyServer = THIRD_UPDATE_IS_LOST;
    target(runtime, |router| faulty_servers::front(&SERVER, router))
}

/// Responds as a server that has neither scrapes nor agent jobs.
fn without_scrapes_and_jobs(router: Router) -> Router {
    let unknown = || async {
        let body = json!({"success": false, "error": "Not Found"});
        (StatusCode::NOT_FOUND, Json(body))
    };
    let paths = ["/v2/scrape", "/v2/agent", "/v2/agent/{*rest}"];
    let missing = paths.iter().fold(Router::new(), |all, path| all.route(path, any(unknown)));
    missing.fallback_service(router)
}

#[test]
fn what_the_target_switches_off_is_not_explored() {
    let runtime = Runtime::new().unwrap();
    let (_server, mut target) = target(&runtime, without_scrapes_and_jobs);
    let all = explore(target.clone(), &[], 1, (REQUESTS, 1), &runtime);
    assert!(!all.failures.is_empty(), "the explorer sends no scrape");
    for feature in
        ["scrape", "startAgent", "agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"]
    {
        target.settings.off.insert(feature.to_owned(), "this server has none".to_owned());
    }
    let explored = explore(target, &[], 1, (REQUESTS, 1), &runtime);
    assert!(explored.failures.is_empty(), "{}", render(&explored));
    assert!(explored.statistics.requests >= REQUESTS);
}

/// Renders the failures as they are printed.
fn render(explored: &ExplorationResult) -> String {
    let message = |failure: &FailingSequence| {
        let message = failure_message(&failure.case, &failure.outcome, &SUITE.clauses);
        format!(
            "{:#?}\n{}\n",
            failure.sequence,
            message.unwrap_or_else(|| Printable::line(&failure.outcome.reason))
        )
    };
    explored.failures.iter().map(message).collect()
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn correct_servers_have_no_failing_sequence() {
    explore_correct_servers(Transport::InProcess, MAX_DURATION, Some(REQUESTS));
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn a_minute_on_each_correct_server_finds_no_failing_sequence() {
        let explore = |transport| explore_correct_servers(transport, Duration::from_secs(60), None);
        thread::scope(|scope| {
            scope.spawn(|| explore(Transport::InProcess));
            scope.spawn(|| explore(Transport::Connections));
        });
    }
}

/// How requests reach a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transport {
    InProcess,
    Connections,
}

/// Explores each correct server for this time, or until this number of requests was sent.
fn explore_correct_servers(transport: Transport, time: Duration, requests: Option<usize>) {
    let runtime = Runtime::new().unwrap();
    let variations = webdata_conformance::variations(&SUITE.spec).expect("the variations read");
    for (seed, variant) in (1..).zip(variations.servers()) {
        let spec = Arc::new(SUITE.spec.clone());
        let server = runtime
            .block_on(VariantServer::start(variant.clone(), &spec, &crate::EXTENSION))
            .unwrap();
        let mut target = server.target(&spec, 1).unwrap();
        if transport == Transport::Connections {
            listen(&server, &mut target, &runtime);
        }
        let limits = Limits { until: Instant::now() + time, requests, ..limits(1) };
        let explored = explore_within(&limits, target, &[], seed, &runtime);
        assert!(
            explored.failures.is_empty(),
            "{}, {transport:?}: {}",
            variant.name,
            render(&explored)
        );
        let sent = explored.statistics.requests;
        assert!(sent >= requests.unwrap_or(1), "{}, {transport:?}: {sent}", variant.name);
    }
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_seed_repeats_the_requests() {
    let runtime = Runtime::new().unwrap();
    let explore_with = |seed| {
        let (_server, target) = faulty_target(&runtime);
        let explored = explore(target, &[], seed, (usize::MAX, 1), &runtime);
        (explored.statistics.sequences, explored.failures[0].sequence.clone())
    };
    assert_eq!(explore_with(3), explore_with(3));
    assert_ne!(explore_with(3), explore_with(4));
}

#[test]
fn sequences_of_the_corpus_are_tried_first() {
    let runtime = Runtime::new().unwrap();
    let (_first_server, first_target) = faulty_target(&runtime);
    let first = explore(first_target, &[], 3, (usize::MAX, 1), &runtime);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.jsonl");
    assert_eq!(read(&path).unwrap(), []);
    write(&path, &[first.failures[0].sequence.clone()]).unwrap();

    let corpus = read(&path).unwrap();
    let (_second_server, second_target) = faulty_target(&runtime);
    let again = explore(second_target, &corpus, 6, (0, 1), &runtime);
    assert_eq!(again.statistics.sequences, 1);
    assert_eq!(again.failures[0].sequence, corpus[0]);

    std::fs::write(&path, "{}\n").unwrap();
    let error = read(&path).unwrap_err().to_string();
    assert!(error.contains("corpus.jsonl:1: not a sequence"), "{error}");
}

/// A report or a corpus that was edited by hand can hold any sequence.
#[test]
fn sequences_beyond_the_limits_of_the_explorer_make_no_case() {
    let oracle = Oracle::new(&SUITE.spec, &SUITE.cases);
    let properties = Map::from_iter([("name".to_owned(), json!("Monitor"))]);
    let makes_a_case = |step: Action, count: usize| {
        let operation = "updateMonitor".to_owned();
        let actions = vec![step; count];
        let sequence = Sequence { operation, arranged: true, actions, read_back: true };
        oracle.case("1", &sequence, &|_| Vec::new()).is_some()
    };
    let update = |resource| {
        let (properties, spelling) = (properties.clone(), Spelling::default());
        Action::Update { resource, given: properties, spelling, headers_of: None }
    };
    let concurrent = |count| {
        let updates = vec![properties.clone(); count];
        Action::Concurrent { resource: 0, given: updates, elsewhere: Map::new() }
    };
    let bounded = [(update(1), 8), (concurrent(4), 1)];
    let unbounded = [(update(usize::MAX), 1), (update(0), 10_000), (concurrent(12), 1)];
    assert!(bounded.into_iter().all(|(step, count)| makes_a_case(step, count)));
    assert!(!unbounded.into_iter().any(|(step, count)| makes_a_case(step, count)));
}
