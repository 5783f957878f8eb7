//! A suite: a contract and its cases.

use std::sync::Arc;

use tokio::runtime::Handle;
use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::derive::derive;
use webdata_cases::marker::Marker;
use webdata_cases::profiles::{names, profile_of};
use webdata_spec::model::Level;
use webdata_spec::{ClauseIndex, Spec};

use crate::interference;
use crate::judge::Judge;
use crate::order::MeasuredOrder;
use crate::plan::{Plan, PlanError, Selection, plan};
use crate::report::Report;
use crate::run::{ClientError, Runner, run};
use crate::target::Target;

/// A contract and its cases.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The contract.
    pub spec: Spec,
    /// The clauses of the contract.
    pub clauses: Arc<ClauseIndex>,
    /// Every case of the contract.
    pub cases: Vec<Case>,
    /// The measured order of cases; empty for a suite that was not audited.
    pub order: MeasuredOrder,
}

impl Suite {
    /// Derives the cases of a contract.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        let cases = derive(&spec);
        Self { clauses: Arc::new(spec.clauses()), spec, cases, order: MeasuredOrder::default() }
    }

    /// Returns the suite with a challenge in the prose that its cases send, and with the marker of a run in the
    /// resources that they set up.
    #[must_use]
    pub fn with_samples(mut self, challenge: Option<&Challenge>, marker: Option<&Marker>) -> Self {
        let challenged = challenge.map(|challenge| challenge.with_examples(&self.spec));
        let marked =
            marker.map(|marker| marker.with_examples(challenged.as_ref().unwrap_or(&self.spec)));
        if let Some(spec) = marked.or(challenged) {
            self.cases = derive(&spec);
        }
        self
    }

    /// Returns what judges responses by the contract.
    #[must_use]
    pub fn judge(&self) -> Judge<'_> {
        Judge { spec: &self.spec, clauses: &self.clauses }
    }

    /// Returns whether a case belongs to one of these profiles; with an empty list, every case does. A case
    /// that is not of the contract, such as a random sequence of requests, belongs to every profile.
    #[must_use]
    pub fn is_within(&self, case: &Case, profiles: &[String]) -> bool {
        let profile = || profile_of(&self.spec, case);
        profiles.is_empty()
            || profile().is_none_or(|profile| profiles.iter().any(|name| name == profile))
    }

    /// Selects cases and matches them with a target. Sends nothing.
    ///
    /// # Errors
    /// If no case is selected, or the target lacks what every meaningful run needs.
    pub fn plan(&self, target: &Target, selection: &Selection) -> Result<Plan, PlanError> {
        let known = names(&self.spec);
        let unknown = |name: &&String| !known.contains(&name.as_str());
        if let Some(name) = selection.profiles.iter().find(unknown) {
            let known = known.into_iter().map(str::to_owned).collect();
            return Err(PlanError::UnknownProfile { name: name.clone(), known });
        }
        let cases = self.cases.iter().filter(|case| self.is_within(case, &selection.profiles));
        plan(cases, selection, target, &self.order)
    }

    /// Runs a plan against its target; `level` is the lowest level whose failures count.
    ///
    /// # Errors
    /// If no HTTP client can be made. Failures of cases are in the report.
    pub fn run(
        &self,
        plan: Plan,
        target: Target,
        level: Level,
        runner: Runner<'_>,
        runtime: &Handle,
    ) -> Result<Report, ClientError> {
        let report = Report::new(&self.spec, &target, plan.scope.clone(), &plan.limits, level);
        let marker = target.marker.clone();
        let mut record = run(plan, target, (&self.spec, &self.clauses), runner, runtime)?;
        if let Some(marker) = marker {
            let mut outcomes: Vec<_> =
                record.outcomes.iter_mut().map(|(_, outcome)| outcome).collect();
            interference::settle(&marker, &mut outcomes);
        }
        Ok(report.with_record(self, record))
    }
}
