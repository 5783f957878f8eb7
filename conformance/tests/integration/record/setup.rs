//! Runs against the reference server, whose reports the tests examine.

use std::sync::Arc;

use jiff::civil::Date;
use serde_json::Value;
use tokio::runtime::Runtime;
use webdata_reference::ReferenceServer;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level, Operand, Shape};
use webdata_suite::Suite;
use webdata_suite::plan::{Limits, Selection};
use webdata_suite::report::{Report, write};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;
use webdata_suite::waivers::{Waiver, WaiverScope};

/// A server, and a suite and a target for it.
pub(super) struct Setup {
    pub(super) suite: Suite,
    pub(super) target: Target,
    runtime: Runtime,
    _server: ReferenceServer,
}

impl Setup {
    /// Starts a server of the contract.
    pub(super) fn new() -> Self {
        Self::serving(|_| {})
    }

    /// Starts a server that accepts two invalid values: a name that is too long, and an unknown status.
    pub(super) fn faulty() -> Self {
        Self::serving(|spec| {
            let update = &mut spec.types.get_mut("MonitorUpdate").expect("the type").schema.shape;
            let Shape::Object(update) = update else { panic!("{update:?}") };
            let properties = &mut update.properties;
            match &mut properties.get_mut("status").expect("the property").schema.shape {
                Shape::Enum(values) => values.push("deleted".to_owned()),
                other => panic!("{other:?}"),
            }
            let name = &mut properties.get_mut("name").expect("the property").schema;
            let more = name.count(Keyword::MaxLength).expect("a limit") + 1;
            name.set_constraint(Keyword::MaxLength, Some(Operand::from(more)));
        })
    }

    fn serving(change: impl FnOnce(&mut Spec)) -> Self {
        let suite = webdata_conformance::suite().expect("a contract");
        let mut served = suite.spec.clone();
        change(&mut served);
        let (runtime, server, mut target) =
            crate::reference_server::start_with(Arc::new(served), &suite, 2);
        // Without the other provocations, some cases of the core profile are skipped.
        target.settings.provoke.retain(|error, _| error == "concurrency-limit-reached");
        Self { suite, target, runtime, _server: server }
    }

    /// Runs the selected cases, and returns the report.
    pub(super) fn run(&self, selection: &Selection) -> Report {
        self.run_within(selection, Limits::default())
    }

    /// Runs the selected cases within limits, and returns the report.
    pub(super) fn run_within(&self, selection: &Selection, limits: Limits) -> Report {
        let target = self.target.clone();
        let mut plan = self.suite.plan(&target, selection).expect("a plan");
        plan.limits = limits;
        let (runner, runtime) = (Runner::Threads(2), self.runtime.handle());
        self.suite.run(plan, target, Level::Must, runner, runtime).expect("a run")
    }
}

/// The cases that fail for the two invalid values.
pub(super) const NAME: &str = "updateMonitor::name::maxLength::above";
pub(super) const STATUS: &str = "updateMonitor::status::enum::deleted";

/// Selects the cases whose ids contain one of the strings, without second cases in a crowd and their controls.
pub(super) fn with(filters: &[&str]) -> Selection {
    let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
    Selection {
        filters,
        skip: ["crowd", "::around::"].map(str::to_owned).into(),
        ..Selection::default()
    }
}

/// Returns the contents of `report.json`.
pub(super) fn text(report: &Report) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    write(report, folder.path()).expect("the reports are written");
    std::fs::read_to_string(folder.path().join("report.json")).expect("the report exists")
}

/// Returns the contents of `report.json` as JSON.
pub(super) fn value(report: &Report) -> Value {
    serde_json::from_str(&text(report)).expect("JSON")
}

/// Returns a waiver with a last day.
pub(super) fn waiver(cases: &str, expires: Date) -> Waiver {
    let (reason, ticket) = ("known".to_owned(), "T-1".to_owned());
    Waiver { scope: WaiverScope::Cases(cases.to_owned()), reason, ticket, expires }
}

/// Days before and after any run.
pub(super) const PAST: Date = Date::constant(2020, 1, 1);
pub(super) const FUTURE: Date = Date::constant(2199, 12, 31);
