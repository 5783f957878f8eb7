//! Runs against the reference server, whose records the tests look at.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use tokio::runtime::Runtime;
use webdata_conformance::plan::Selection;
use webdata_conformance::reference::{Options, ReferenceServer};
use webdata_conformance::report::{Report, write};
use webdata_conformance::run::Runner;
use webdata_conformance::target::Target;
use webdata_conformance::{Suite, embedded};
use webdata_spec::model::Level;

/// A server, and the suite for it.
pub(super) struct Bench {
    pub(super) suite: Suite,
    pub(super) target: Target,
    runtime: Runtime,
    _server: ReferenceServer,
}

impl Bench {
    pub(super) fn new() -> Self {
        let suite = Suite::new(embedded().expect("a contract"));
        let runtime = Runtime::new().expect("a runtime");
        let spec = Arc::new(suite.spec.clone());
        let server = runtime.block_on(ReferenceServer::start(spec, Options::default()));
        let server = server.expect("a server");
        let mut target = Target::reference(&server, &suite.spec, 2).expect("a target");
        // Not every target offers everything.
        target.provocations = HashMap::new();
        Self { suite, target, runtime, _server: server }
    }

    /// The report of a run of some cases.
    pub(super) fn run(&self, selection: &Selection) -> Report {
        self.run_against(selection, self.target.clone())
    }

    pub(super) fn run_against(&self, selection: &Selection, target: Target) -> Report {
        let plan = self.suite.plan(&target, selection).expect("a plan");
        let (runner, runtime) = (Runner::Threads(2), self.runtime.handle());
        self.suite.run(plan, target, Level::Must, runner, runtime).expect("a run")
    }
}

/// Cases whose identities contain one of these.
pub(super) fn with(filters: &[&str]) -> Selection {
    let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
    Selection { filters, ..Selection::default() }
}

/// The text of `report.json`.
pub(super) fn text(report: &Report) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    write(report, folder.path()).expect("it is written");
    std::fs::read_to_string(folder.path().join("report.json")).expect("it is there")
}

pub(super) fn value(report: &Report) -> Value {
    serde_json::from_str(&text(report)).expect("it is JSON")
}
