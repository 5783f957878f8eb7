//! The document: verdict, counts, clauses, observations, cases.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};

use crate::case::Case;
use crate::outcome::{Observed, Outcome, OutcomeKind};
use crate::plan::Scope;
use crate::run::Record;

/// The version of the document's form.
const REPORT_VERSION: u32 = 2;

/// A run, as a document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The version of this form.
    pub report_version: u32,
    /// What the run comes to.
    pub verdict: Verdict,
    /// How many cases ended in which way; the sum is the manifest's count.
    pub outcomes: IndexMap<OutcomeKind, usize>,
    /// Which cases were run, and of which whole they are a part.
    #[serde(flatten)]
    pub scope: Scope,
    /// The server under test.
    pub server: Server,
    /// The contract that it was judged by.
    pub contract: Contract,
    /// The suite that judged it.
    pub suite: SuiteVersion,
    /// The level whose failures count.
    pub level: Level,
    /// When the run started, in UTC.
    pub started_at: jiff::Timestamp,
    /// How long it took, in seconds.
    pub duration_seconds: f64,
    /// Every clause and what became of the cases that cover it.
    pub clauses: Vec<ClauseReport>,
    /// What the server does where the contract leaves it open.
    pub observations: Vec<ObservationReport>,
    /// Every case.
    pub cases: Vec<CaseReport>,
}

/// What a run comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every case that was run passed or was observed, and none was left in doubt.
    Conformant,
    /// A case failed.
    NotConformant,
    /// No case failed, but some could not be judged, or none was run.
    Incomplete,
}

impl Verdict {
    /// The exit code: 0, 1 or 3.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Conformant => 0,
            Self::NotConformant => 1,
            Self::Incomplete => 3,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Conformant => "conformant",
            Self::NotConformant => "not conformant",
            Self::Incomplete => "incomplete",
        })
    }
}

/// The server under test.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Server {
    /// What the target calls it.
    pub name: String,
    /// Where it was reached.
    pub base_url: String,
}

/// The contract.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contract {
    /// Its name.
    pub name: String,
    /// The interface version.
    pub version: String,
    /// SHA-256 over its pages.
    pub hash: String,
}

/// The suite.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuiteVersion {
    /// Its version.
    pub version: &'static str,
}

/// A clause and what became of the cases that cover it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClauseReport {
    /// The identity.
    pub id: ClauseId,
    /// How firmly the contract states it.
    pub level: Level,
    /// What it says.
    pub says: String,
    /// The heading of the contract.
    pub source: String,
    /// How many of its cases ended in which way.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
}

/// An open point and what the server does there.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservationReport {
    /// What is open, as a question.
    pub question: String,
    /// What the server did.
    #[serde(flatten)]
    pub observed: Observed,
    /// The case that asked.
    pub case: String,
}

/// A case and what became of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaseReport {
    /// The identity.
    pub id: String,
    /// How firmly the contract states what it tests.
    pub level: Level,
    /// What it covers.
    pub clauses: Vec<ClauseId>,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Report {
    /// Makes the document of a run. Failures of levels softer than `level` do not count.
    #[must_use]
    pub fn new(
        spec: &Spec,
        server: Server,
        scope: Scope,
        level: Level,
        started_at: jiff::Timestamp,
        record: Record,
    ) -> Self {
        let mut outcomes: IndexMap<OutcomeKind, usize> =
            OutcomeKind::ALL.into_iter().map(|kind| (kind, 0)).collect();
        for (_, outcome) in &record.outcomes {
            *outcomes.entry(outcome.kind).or_default() += 1;
        }
        Self {
            report_version: REPORT_VERSION,
            verdict: verdict(&record.outcomes, level),
            outcomes,
            scope,
            server,
            contract: Contract {
                name: spec.service.name.clone(),
                version: spec.service.version.clone(),
                hash: spec.hash.clone(),
            },
            suite: SuiteVersion { version: env!("CARGO_PKG_VERSION") },
            level,
            started_at,
            duration_seconds: record.duration.as_secs_f64(),
            clauses: clauses(spec, &record.outcomes),
            observations: observations(spec, &record.outcomes),
            cases: record
                .outcomes
                .into_iter()
                .map(|(case, outcome)| report_case(case, outcome))
                .collect(),
        }
    }

    /// How many cases ended in this way.
    #[must_use]
    pub fn count(&self, kind: OutcomeKind) -> usize {
        self.outcomes.get(&kind).copied().unwrap_or(0)
    }
}

fn verdict(outcomes: &[(Case, Outcome)], level: Level) -> Verdict {
    let has = |kind| outcomes.iter().any(|(_, outcome)| outcome.kind == kind);
    let failed = outcomes
        .iter()
        .any(|(case, outcome)| outcome.kind == OutcomeKind::Fail && case.level <= level);
    let ran = has(OutcomeKind::Pass) || has(OutcomeKind::Observed);
    if failed {
        Verdict::NotConformant
    } else if has(OutcomeKind::Blocked) || has(OutcomeKind::Error) || !ran {
        Verdict::Incomplete
    } else {
        Verdict::Conformant
    }
}

fn clauses(spec: &Spec, outcomes: &[(Case, Outcome)]) -> Vec<ClauseReport> {
    let mut by_clause: BTreeMap<&ClauseId, BTreeMap<OutcomeKind, usize>> = BTreeMap::new();
    for (case, outcome) in outcomes {
        for clause in &case.clauses {
            *by_clause.entry(clause).or_default().entry(outcome.kind).or_default() += 1;
        }
    }
    let report = |clause: webdata_spec::model::Clause| ClauseReport {
        outcomes: by_clause.get(&clause.id).cloned().unwrap_or_default(),
        id: clause.id,
        level: clause.level,
        says: clause.says,
        source: clause.source,
    };
    spec.clauses().into_iter().map(report).collect()
}

fn observations(spec: &Spec, outcomes: &[(Case, Outcome)]) -> Vec<ObservationReport> {
    let report = |(case, outcome): &(Case, Outcome)| {
        let observed = outcome.observed.clone()?;
        let question = spec.gaps.get(&observed.gap).map(|gap| gap.question.clone());
        Some(ObservationReport {
            question: question.unwrap_or_default(),
            observed,
            case: case.id.clone(),
        })
    };
    outcomes.iter().filter_map(report).collect()
}

fn report_case(case: Case, outcome: Outcome) -> CaseReport {
    CaseReport { id: case.id, level: case.level, clauses: case.clauses, outcome }
}
