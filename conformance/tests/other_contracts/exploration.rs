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

/// How many requests are sent.
const REQUESTS: usize = 1500;

/// Reports no progress.
struct NoProgress;

impl Progress for NoProgress {
    fn sequence_judged(&self, _: &Statistics) {}
    fn failed(&self, _: &FailingSequence) {}
}

/// Explores a target until a sequence fails.
pub(crate) fn explore(suite: &Suite, target: Target, runtime: &Runtime) -> ExplorationResult {
    explore_by(suite, target, (1, REQUESTS), runtime)
}

/// Explores a target with a seed, until a number of requests is sent or a sequence fails.
pub(crate) fn explore_by(
    suite: &Suite,
    target: Target,
    (seed, requests): (u64, usize),
    runtime: &Runtime,
) -> ExplorationResult {
    let spec = Arc::new(suite.spec.clone());
    let context = RunContext::new(spec, target, None).unwrap();
    let limits = Limits {
        until: Instant::now() + Duration::from_secs(300),
        requests: Some(requests),
        reasons: 1,
        shrinking: Duration::from_secs(300),
        stop: CancellationToken::new(),
    };
    let explorer = Explorer { suite, context: &context, runtime: runtime.handle() };
    explorer.explore(seed, &[], &limits, &NoProgress)
}

/// Asserts that no sequence failed, and that enough requests were sent.
pub(crate) fn assert_nothing(explored: &ExplorationResult) {
    let failures: Vec<_> =
        explored.failures.iter().map(|failure| (&failure.sequence, &failure.outcome)).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(explored.statistics.requests >= REQUESTS, "{:?}", explored.statistics);
}
