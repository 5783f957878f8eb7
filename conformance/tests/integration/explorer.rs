//! The explorer: correct servers fail nothing, deep faults that no case reaches are found and shrunk to
//! the fewest requests, and a seed gives the same requests again.

mod at_once;
mod behind_a_run;
mod deep;
mod jobs;
mod orders;

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use serde_json::{Map, json};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use webdata_audit::variations::{VARIANTS, VariantServer};
use webdata_cases::derive::sequences::{Action, Oracle, Sequence, Spelling};
use webdata_explorer::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics, read, write,
};
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;
use webdata_suite::{Printable, Suite, failure_message};

static SUITE: LazyLock<Suite> =
    LazyLock::new(|| webdata_conformance::suite().expect("the contract reads"));

/// The longest that an exploration may take here, on a busy machine.
const LONGEST: Duration = Duration::from_secs(300);

/// So many requests each correct server gets, unless `EXPLORER_REQUESTS` says how many.
const REQUESTS: usize = 1500;

/// Reports no progress.
struct Silence;

impl Progress for Silence {
    fn sequence_judged(&self, _: &Statistics) {}
    fn failed(&self, _: &FailingSequence) {}
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

/// Explores a target, until so many requests were sent or so many reasons found.
fn explore(
    target: Target,
    corpus: &[Sequence],
    seed: u64,
    (requests, reasons): (usize, usize),
    runtime: &Runtime,
) -> ExplorationResult {
    let spec = Arc::new(SUITE.spec.clone());
    let context = RunContext::new(spec, SUITE.validators.clone(), target, None).unwrap();
    let explorer = Explorer { suite: &SUITE, context: &context, runtime: runtime.handle() };
    let limits = Limits {
        until: Instant::now() + LONGEST,
        requests: Some(requests),
        reasons,
        // A busy machine must not lead to another example.
        shrinking: LONGEST * 2,
        stop: CancellationToken::new(),
    };
    explorer.explore(seed, corpus, &limits, &Silence)
}

/// The reference server in this process, behind a front.
fn target(runtime: &Runtime, front: impl Fn(Router) -> Router) -> (ReferenceServer, Target) {
    let spec: Arc<Spec> = Arc::new(SUITE.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
    let mut target = webdata_audit::reference_target(&server, &SUITE.spec, 1).unwrap();
    target.in_process = Some(front(server.router()));
    (server, target)
}

/// Checks the printed findings.
fn told(explored: &ExplorationResult) -> String {
    let message = |found: &FailingSequence| {
        let message = failure_message(&found.case, &found.outcome, &SUITE.spec);
        format!(
            "{:#?}\n{}\n",
            found.sequence,
            message.unwrap_or_else(|| Printable::line(&found.outcome.reason))
        )
    };
    explored.failures.iter().map(message).collect()
}

#[test]
fn nothing_is_found_on_correct_servers() {
    let runtime = runtime();
    let asked = std::env::var("EXPLORER_REQUESTS").ok();
    let requests = asked.map_or(REQUESTS, |own| own.parse().expect("a number of requests"));
    for variant in &VARIANTS {
        let spec = Arc::new(SUITE.spec.clone());
        let server = runtime.block_on(VariantServer::start(*variant, &spec)).unwrap();
        let target = server.target(&spec, 1).unwrap();
        let explored = explore(target, &[], 1, (requests, 1), &runtime);
        assert!(explored.failures.is_empty(), "{}: {}", variant.name, told(&explored));
        assert!(explored.statistics.requests >= requests, "{}", variant.name);
    }
}

#[test]
fn a_seed_gives_the_same_requests_again() {
    let runtime = runtime();
    let sent = |seed| {
        let (_server, target) = target(&runtime, deep::third_update_is_lost);
        let explored = explore(target, &[], seed, (usize::MAX, 1), &runtime);
        (explored.statistics.sequences, explored.failures[0].sequence.clone())
    };
    assert_eq!(sent(3), sent(3));
    assert_ne!(sent(3), sent(4));
}

#[test]
fn what_failed_before_is_tried_first() {
    let runtime = runtime();
    let (_server, of_first) = target(&runtime, deep::third_update_is_lost);
    let first = explore(of_first, &[], 3, (usize::MAX, 1), &runtime);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.jsonl");
    assert_eq!(read(&path).unwrap(), []);
    write(&path, &[first.failures[0].sequence.clone()]).unwrap();

    let corpus = read(&path).unwrap();
    let (_server, again) = target(&runtime, deep::third_update_is_lost);
    let again = explore(again, &corpus, 6, (0, 1), &runtime);
    assert_eq!(again.statistics.sequences, 1);
    assert_eq!(again.failures[0].sequence, corpus[0]);

    std::fs::write(&path, "{}\n").unwrap();
    let error = read(&path).unwrap_err().to_string();
    assert!(error.contains("corpus.jsonl:1: not a sequence"), "{error}");
}

/// A report or a corpus that somebody wrote can hold any sequence.
#[test]
fn what_no_explorer_makes_is_no_sequence() {
    let oracle = Oracle::new(&SUITE.spec, &SUITE.cases);
    let given = Map::from_iter([("name".to_owned(), json!("Monitor"))]);
    let case = |own: Action, count: usize| {
        let operation = "updateMonitor".to_owned();
        let actions = vec![own; count];
        let sequence = Sequence { operation, arranged: true, actions, read_back: true };
        oracle.case("1", &sequence, &|_| Vec::new()).is_some()
    };
    let update = |resource| {
        let (given, spelling) = (given.clone(), Spelling::default());
        Action::Update { resource, given, spelling, headers_of: None }
    };
    let at_once = |count| {
        let given = vec![given.clone(); count];
        Action::Concurrent { resource: 0, given, elsewhere: Map::new() }
    };
    let bounded = [(update(1), 8), (at_once(4), 1)];
    let unbounded = [(update(usize::MAX), 1), (update(0), 10_000), (at_once(12), 1)];
    assert!(bounded.into_iter().all(|(own, count)| case(own, count)));
    assert!(!unbounded.into_iter().any(|(own, count)| case(own, count)));
}
