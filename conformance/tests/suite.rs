//! Runs the suite's cases as tests under `cargo test` and `cargo nextest run`, each against the embedded
//! reference server.
//!
//! The outcomes come from the suite; this file judges nothing.

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::Arguments;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::{PlanError, Selection};
use webdata_suite::run::Runner;

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::from_args();
    let selection = Selection {
        filters: arguments.filter.clone().into_iter().collect(),
        exact: arguments.exact,
        skip: arguments.skip.clone(),
        profiles: Vec::new(),
        shard: None,
    };
    let suite = webdata_conformance::suite()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let spec = Arc::new(suite.spec.clone());
    let extension = webdata_conformance::extension(&spec)?;
    let server = runtime.block_on(ReferenceServer::start(spec, &extension, Options::default()))?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
    let runner = Runner::Libtest(&arguments);
    let plan = match suite.plan(&target, &selection) {
        Ok(plan) => plan,
        // A filter of `cargo test` applies to all tests of the workspace, so it may match no case. `run` fails then.
        Err(PlanError::NothingSelected { .. }) => return Ok(ExitCode::SUCCESS),
        Err(error) => return Err(error.into()),
    };
    let report = suite.run(plan, target, Level::Must, runner, runtime.handle())?;
    let bad = [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error];
    let failed = !arguments.list && bad.into_iter().any(|kind| report.count(kind) > 0);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
