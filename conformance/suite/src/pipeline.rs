//! The whole way from a suite to a report: plan, run, report.

use tokio::runtime::Handle;
use webdata_spec::model::Level;

use crate::plan::{Plan, PlanError, Selection, plan};
use crate::report::{OffReport, Report, RunFacts, Server};
use crate::run::{ClientError, Runner, run};
use crate::suite::Suite;
use crate::target::Target;

impl Suite {
    /// Selects cases and matches them with a target. Nothing is sent.
    ///
    /// # Errors
    /// When nothing is selected, when a case is wrong, or when the target lacks what makes a run
    /// worth its verdict.
    pub fn plan(&self, target: &Target, selection: &Selection) -> Result<Plan, PlanError> {
        plan(self.cases.clone(), selection, target, &self.validators, &self.order)
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
        let (scope, limits) = (plan.scope.clone(), plan.limits.clone());
        let record =
            run(plan, target, self.spec.clone(), self.validators.clone(), runner, runtime)?;
        let facts = RunFacts { server, off, scope, limits, level, started_at };
        Ok(Report::new(self, facts, record))
    }
}
