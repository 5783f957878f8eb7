//! Sequences of requests that failed in an exploration: as cases of a suite, and in a report.
//!
//! A report contains the sequences, so that `verify` derives the same cases as the explorer.

use webdata_cases::case::{Case, Request};
use webdata_cases::derive::sequences::{Oracle, Sequence};
use webdata_cases::interpreter::Interpreter;
use webdata_spec::model::Level;

use super::document::{ExploredReport, Report, report_case};
use crate::Suite;
use crate::outcome::Outcome;
use crate::plan::{Limits, Manifest, Scope};
use crate::target::Target;

/// An exploration, and the outcomes of the sequences that failed.
#[derive(Debug)]
pub struct Exploration {
    /// The part of the report.
    pub report: ExploredReport,
    /// The outcome of each sequence that failed.
    pub outcomes: Vec<Outcome>,
}

impl Suite {
    /// Returns the cases of sequences, which are named `explored::1` and so on. A sequence that the contract
    /// does not allow has no case.
    fn cases_of(&self, sequences: &[Sequence]) -> Vec<Case> {
        if sequences.is_empty() {
            return Vec::new();
        }
        let oracle = Oracle::new(&self.spec, &self.cases);
        let interpreter = Interpreter::new(&self.spec);
        let broken = |request: &Request| interpreter.broken_clauses(request, None);
        let cases = sequences.iter().zip(1..).filter_map(|(sequence, number)| {
            Some(oracle.case(&number.to_string(), sequence, &broken)?.case)
        });
        cases.collect()
    }

    /// Returns the suite with the cases of sequences after its own.
    #[must_use]
    pub fn with_sequences(&self, sequences: &[Sequence]) -> Self {
        let mut suite = self.clone();
        suite.cases.extend(self.cases_of(sequences));
        suite
    }
}

impl Report {
    /// Returns the document of an exploration without a run.
    #[must_use]
    pub fn from_exploration(target: &Target, suite: &Suite, explored: Exploration) -> Self {
        let none = Manifest::from_ids(std::iter::empty());
        let scope = Scope {
            manifest: none.clone(),
            selected: none,
            shard: None,
            only_profiles: Vec::new(),
        };
        Self::new(&suite.spec, target, scope, &Limits::default(), Level::Must)
            .with_exploration(suite, explored)
    }

    /// Returns the document of a run followed by an exploration. `suite` has the cases of the sequences that
    /// failed, as [`Suite::with_sequences`] returns them.
    #[must_use]
    pub fn with_exploration(mut self, suite: &Suite, explored: Exploration) -> Self {
        let Exploration { report, outcomes } = explored;
        self.duration_seconds += report.seconds;
        let first = suite.cases.len().saturating_sub(outcomes.len());
        let cases = suite.cases.iter().skip(first).cloned().zip(outcomes);
        let cases = cases.map(|(case, outcome)| report_case(&suite.spec, case, outcome));
        self.cases.extend(cases);
        let manifest = Manifest::from_ids(self.cases.iter().map(|case| case.id.as_str()));
        self.scope.selected = manifest.clone();
        self.scope.manifest = manifest;
        self.explored = Some(report);
        self.with_conclusions(suite)
    }
}
