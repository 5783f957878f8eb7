//! The whole way from a contract to a report.

use tokio::runtime::Handle;
use webdata_spec::Spec;
use webdata_spec::model::Level;

use crate::case::Case;
use crate::derive::derive;
use crate::judge::Validators;
use crate::plan::{Plan, PlanError, Selection, plan};
use crate::report::{OffReport, Report, Server};
use crate::run::{ClientError, Runner, run};
use crate::target::Target;

/// The contract that the crate `webdata` is generated from, and its cases.
pub struct Suite {
    /// The contract.
    pub spec: Spec,
    /// Every case of it.
    pub cases: Vec<Case>,
}

impl Suite {
    /// Derives the cases of a contract.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        let cases = derive(&spec);
        Self { spec, cases }
    }

    /// Selects cases and matches them with a target. Nothing is sent.
    ///
    /// # Errors
    /// When nothing is selected, when a case is wrong, or when the target lacks what makes a run
    /// worth its verdict.
    pub fn plan(&self, target: &Target, selection: &Selection) -> Result<Plan, PlanError> {
        plan(self.cases.clone(), selection, target, &Validators::generated())
    }

    /// Runs a plan against its target; `level` is the softest whose failures count.
    ///
    /// # Errors
    /// When no HTTP client can be made. Whatever happens to a case is in the report.
    pub fn run(
        &self,
        plan: Plan,
        target: Target,
        level: Level,
        runner: Runner<'_>,
        runtime: &Handle,
    ) -> Result<Report, ClientError> {
        let started_at = jiff::Timestamp::now();
        let server = Server { name: target.name.clone(), base_url: target.base_url.clone() };
        let own = |(feature, reason): (&String, &String)| OffReport {
            feature: feature.clone(),
            reason: reason.clone(),
        };
        let off = target.off.iter().map(own).collect();
        let scope = plan.scope.clone();
        let record =
            run(plan, target, self.spec.clone(), Validators::generated(), runner, runtime)?;
        Ok(Report::new(&self.spec, server, off, scope, level, started_at, record))
    }
}
