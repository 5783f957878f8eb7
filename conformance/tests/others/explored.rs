//! Explores a server of another contract.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use webdata_explorer::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics,
};
use webdata_suite::Suite;
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;

/// So many requests are sent.
const REQUESTS: usize = 1500;

/// Reports no progress.
struct Silence;

impl Progress for Silence {
    fn sequence_judged(&self, _: &Statistics) {}
    fn failed(&self, _: &FailingSequence) {}
}

/// Explores a target until something is found.
pub(crate) fn explore(suite: &Suite, target: Target, runtime: &Runtime) -> ExplorationResult {
    explore_by(suite, target, (1, REQUESTS), runtime)
}

/// Explores a target by a seed, until so many requests were sent or something is found.
pub(crate) fn explore_by(
    suite: &Suite,
    target: Target,
    (seed, requests): (u64, usize),
    runtime: &Runtime,
) -> ExplorationResult {
    let spec = Arc::new(suite.spec.clone());
    let context = RunContext::new(spec, suite.validators.clone(), target, None).unwrap();
    let limits = Limits {
        until: Instant::now() + Duration::from_secs(300),
        requests: Some(requests),
        reasons: 1,
        shrinking: Duration::from_secs(300),
        stop: CancellationToken::new(),
    };
    let explorer = Explorer { suite, context: &context, runtime: runtime.handle() };
    explorer.explore(seed, &[], &limits, &Silence)
}

/// Asserts that nothing was found, and that requests were sent.
pub(crate) fn assert_nothing(explored: &ExplorationResult) {
    let told: Vec<_> = explored.failures.iter().map(|own| (&own.sequence, &own.outcome)).collect();
    assert!(told.is_empty(), "{told:#?}");
    assert!(explored.statistics.requests >= REQUESTS, "{:?}", explored.statistics);
}
