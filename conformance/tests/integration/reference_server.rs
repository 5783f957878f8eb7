//! Starts the reference server for a test.

use std::sync::Arc;

use tokio::runtime::Runtime;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_suite::Suite;
use webdata_suite::target::Target;

/// Starts the server with the suite's contract. Returns the runtime that it ends with, and a target with fixtures for
/// `jobs` cases side by side.
pub(crate) fn start(suite: &Suite, jobs: usize) -> (Runtime, ReferenceServer, Target) {
    start_with(Arc::new(suite.spec.clone()), suite, jobs)
}

/// Starts the server with another contract.
pub(crate) fn start_with(
    served: Arc<Spec>,
    suite: &Suite,
    jobs: usize,
) -> (Runtime, ReferenceServer, Target) {
    let runtime = Runtime::new().unwrap();
    let starting = ReferenceServer::start(served, &crate::EXTENSION, Options::default());
    let server = runtime.block_on(starting).unwrap();
    let target = webdata_audit::reference_target(&server, &suite.spec, jobs).unwrap();
    (runtime, server, target)
}
