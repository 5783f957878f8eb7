//! The record of an audit: the result of every mutant, every correct server and every case.

use std::fmt;

use serde::{Deserialize, Serialize};
use webdata_spec::model::{ClauseId, ClauseRoot};
use webdata_suite::order::MeasuredOrder;

/// The version of the format of `audit.json`. It is raised when a reader of an older version would be misled.
pub const FORMAT: u32 = 3;

/// At most one mutant in this many may be exempt as equivalent.
const MUTANTS_PER_EQUIVALENT: usize = 50;

/// The minimum number of diagnosed mutants whose percentages are judged. Of fewer, each counts for too many
/// percent.
const MIN_DIAGNOSES: usize = 40;
/// The percentage of mutants whose failures must become at most two findings.
const REQUIRED_IN_TWO: usize = 95;
/// The percentage of mutants that need a finding that names the broken clause, a clause above it, or
/// another clause of the same value.
const REQUIRED_BY_NAME: usize = 95;

/// The result of hunting a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "fate", content = "why")]
pub enum MutantStatus {
    /// A case noticed the mutant.
    Noticed,
    /// No case noticed the mutant.
    Survived,
    /// No client can notice the mutant, for this reason.
    Equivalent(String),
    /// No case can reach the clause, for this reason. The mutant is not counted.
    BeyondReach(String),
    /// The reference server does not implement the operation, for this reason. The mutant is not counted.
    NotImplemented(String),
    /// The mutant is not in the sample of a quick audit: it is of a shared type, in the requests of a further operation.
    LeftOut,
    /// The server of the mutant could not be started, for this reason. The audit itself has a mistake.
    Unservable(String),
}

/// A mutant and the result of its hunt: a row of the audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The mutant's identity.
    pub id: String,
    /// The clause that the mutant breaks.
    pub clause: ClauseId,
    /// What the server does wrong, in one sentence.
    pub description: String,
    /// The kind of mutant, as in the table of scores.
    pub family: String,
    /// The public source of the mistake, if the mutant is a habit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub habit: Option<Origin>,
    /// The result of the hunt.
    #[serde(flatten)]
    pub status: MutantStatus,
    /// The number of cases that name the clause.
    pub named_by: usize,
    /// The identities of the cases that noticed the mutant: every one that names the clause; if there is
    /// none, the first other one.
    pub noticed_by: Vec<String>,
}

impl Row {
    /// Describes what a page of the contract can state so that a case notices the mutant, if none does.
    #[must_use]
    pub fn needs(&self) -> Option<String> {
        (self.status == MutantStatus::Survived).then(|| self.missing_case())
    }

    pub(crate) fn missing_case(&self) -> String {
        let named = match self.named_by {
            0 => "no case names the clause".to_owned(),
            1 => "the one case that names the clause passes".to_owned(),
            count => format!("the {count} cases that name the clause pass"),
        };
        let (path, word) = self.clause.split_last();
        let statement = match (self.clause.root(), word) {
            (ClauseRoot::Type(_), "default") => {
                format!("add a value other than the default to `examples` of `{path}`")
            }
            (ClauseRoot::Type(_), _) => {
                format!("add a second, different value to `examples` of `{path}`")
            }
            (ClauseRoot::Operation(_), "response") => {
                "state an `order`, a situation or a resource that the response shows".to_owned()
            }
            (
                ClauseRoot::Operation(_)
                | ClauseRoot::Error(_)
                | ClauseRoot::Lifecycle(_)
                | ClauseRoot::Service
                | ClauseRoot::Authentication(_)
                | ClauseRoot::Limit(_)
                | ClauseRoot::Charge(_)
                | ClauseRoot::Channel(_)
                | ClauseRoot::Gap(_)
                | ClauseRoot::Profile(_),
                _,
            ) => format!("add a circumstance of `{}` to `conformance/reference.toml`", self.clause),
        };
        format!(
            "{named}; {statement}, or add the mutant to `conformance/exemptions/equivalent.toml` with the reason why no \
             client can tell"
        )
    }
}

/// A false alarm: on a correct server, a case that failed, did not end, or had another outcome in another order of
/// the cases. A variation is a false alarm, too, if no case met it or the report does not show what it states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alarm {
    /// The name of the server, with the settings of the run, or with the variation that raises the alarm.
    pub server: String,
    /// The identity of the case, or `the run` if the alarm is about the run itself or a variation.
    pub case: String,
    /// The outcome of the case and its reason; for other alarms, what is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}\n    {}", self.case, self.server, self.message)
    }
}

/// The findings that the failures of a mutant become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// The identity of the mutant.
    pub mutant: String,
    /// Whether a finding names the clause that the mutant breaks, a clause above it, or another clause of the
    /// same value.
    pub named: bool,
    /// The findings, each as a sentence.
    pub findings: Vec<String>,
}

/// A case that noticed no mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Idle {
    /// The identity of the case.
    pub case: String,
    /// The reason of the exemption, if there is one.
    pub why: Option<String>,
}

/// The numbers of mutants, by the result of the hunt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// All mutants that count: those of clauses that a case can reach and that the reference server
    /// implements.
    pub mutants: usize,
    /// Mutants that a case noticed.
    pub noticed: usize,
    /// Mutants that no case noticed.
    pub survived: usize,
    /// Mutants that are excused as equivalent.
    pub equivalent: usize,
    /// Mutants whose server could not be started.
    pub unservable: usize,
    /// Mutants that do not count, since no case can reach the clause.
    pub beyond_reach: usize,
    /// Mutants that do not count, since the reference server does not implement the operation.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_implemented: usize,
    /// Mutants that do not count, since they are not in the sample of a quick audit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
}

impl Score {
    /// Counts rows.
    #[must_use]
    pub fn new<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut score = Self::default();
        for row in rows {
            *match row.status {
                MutantStatus::Noticed => &mut score.noticed,
                MutantStatus::Survived => &mut score.survived,
                MutantStatus::Equivalent(_) => &mut score.equivalent,
                MutantStatus::BeyondReach(_) => &mut score.beyond_reach,
                MutantStatus::NotImplemented(_) => &mut score.not_implemented,
                MutantStatus::LeftOut => &mut score.left_out,
                MutantStatus::Unservable(_) => &mut score.unservable,
            } += 1;
        }
        score.mutants = score.noticed + score.survived + score.equivalent + score.unservable;
        score
    }

    /// Returns the percentage of noticed mutants among those that a client could tell from a correct server,
    /// rounded down to a tenth.
    #[must_use]
    pub fn percent(&self) -> f64 {
        let noticeable = self.mutants - self.equivalent;
        (self.noticed * 1000).checked_div(noticeable).unwrap_or(0) as f64 / 10.0
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The contract, suite and mutants of an audit, and the program that audits them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// SHA-256 of the contract.
    pub contract: String,
    /// SHA-256 over the files beside the pages: exemptions, the order of cases and others.
    #[serde(default)]
    pub companions: String,
    /// SHA-256 over the identities of the cases.
    pub suite: String,
    /// SHA-256 over the identities of the mutants.
    pub mutants: String,
    /// The size and the modification time of the program.
    pub program: String,
}

/// The record of an audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    /// The version of the format: [`FORMAT`].
    pub format: u32,
    /// What was audited.
    pub subject: Subject,
    /// The filters: parts of the identities of the mutants that were hunted. The list is empty if all mutants
    /// were hunted. With filters, the audit only hunts mutants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// The numbers of mutants.
    pub score: Score,
    /// The rows, in the order of the clauses.
    pub rows: Vec<Row>,
    /// The number of mutants of shared types in the requests of further operations. A quick audit hunts a sample of
    /// them: one for each clause and place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub further: usize,
    /// The number of whole runs against correct servers.
    pub correct_runs: usize,
    /// The false alarms of those runs.
    pub alarms: Vec<Alarm>,
    /// The number of mutants that were also hunted over connections.
    pub sampled: usize,
    /// Mutants whose hunt over connections had another result than the hunt within the process.
    pub disagreements: Vec<String>,
    /// A sample of the noticed mutants, and the findings that the failures of each become.
    #[serde(default)]
    pub diagnoses: Vec<Diagnosis>,
    /// Judged cases that noticed no mutant.
    pub idle: Vec<Idle>,
    /// The cases that notice the most mutants per request.
    #[serde(default)]
    pub order: MeasuredOrder,
    /// Exemptions that exempt nothing.
    pub stale: Vec<String>,
}

impl Audit {
    /// Describes the sample of a quick audit; `None` if every mutant was hunted.
    #[must_use]
    pub fn sample(&self) -> Option<String> {
        let hunted = self.further.checked_sub(self.score.left_out)?;
        (self.score.left_out > 0).then(|| {
            format!(
                "{hunted} of {} mutants of shared types in requests of further operations are sampled, one for each \
                 clause and place; `audit` without `--quick` hunts all",
                self.further
            )
        })
    }

    /// Returns the reasons why the audit fails, the most important first. The list is empty if the audit
    /// passes.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let Score { mutants, survived, equivalent, unservable, .. } = self.score;
        let unexplained = self.idle.iter().filter(|idle| idle.why.is_none()).count();
        let mut failures = Vec::new();
        let mut add = |what: &str, count: usize| {
            if count > 0 {
                failures.push(format!("{what}: {count}"));
            }
        };
        add("mutants that no case notices", survived);
        add("false alarms on correct servers", self.alarms.len());
        add("mutants that could not be served", unservable);
        add("mutants with another result over connections", self.disagreements.len());
        add("cases that notice no mutant and have no reason in idle.toml", unexplained);
        add("lines of exemptions that excuse nothing; remove them", self.stale.len());
        failures.extend(self.diagnosis_failure());
        if equivalent * MUTANTS_PER_EQUIVALENT > mutants {
            let allowed = mutants / MUTANTS_PER_EQUIVALENT;
            failures.push(format!(
                "{equivalent} mutants are excused as equivalent, at most {allowed} may be"
            ));
        }
        failures
    }

    /// Returns the percentage of diagnosed mutants whose failures become at most `max_findings` findings.
    #[must_use]
    pub fn diagnosed_in_at_most(&self, max_findings: usize) -> usize {
        let few = self
            .diagnoses
            .iter()
            .filter(|diagnosis| diagnosis.findings.len() <= max_findings)
            .count();
        (few * 100).checked_div(self.diagnoses.len()).unwrap_or(100)
    }

    /// Returns the percentage of diagnosed mutants that have a finding that names the broken clause, a
    /// clause above it, or another clause of the same value.
    #[must_use]
    pub fn diagnosed_by_name(&self) -> usize {
        let named = self.diagnoses.iter().filter(|diagnosis| diagnosis.named).count();
        (named * 100).checked_div(self.diagnoses.len()).unwrap_or(100)
    }

    /// Describes the failure if too few mutants become one or two findings that name the clause.
    fn diagnosis_failure(&self) -> Option<String> {
        let (one, two, named) =
            (self.diagnosed_in_at_most(1), self.diagnosed_in_at_most(2), self.diagnosed_by_name());
        let is_well = self.diagnoses.len() < MIN_DIAGNOSES
            || (one >= 50 && two >= REQUIRED_IN_TWO && named >= REQUIRED_BY_NAME);
        (!is_well).then(|| {
            format!(
                "of 100 mutants, {one} become one finding, {two} at most two, and {named} have a finding that names \
                 the clause, one above it or one of the same value; required are 50, {REQUIRED_IN_TWO} and {REQUIRED_BY_NAME}"
            )
        })
    }
}

/// The origin of a habit, and the number of cases in which the habit acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The name of the origin, such as a library.
    pub origin: String,
    /// The address of the public thread.
    pub source: String,
    /// The mistake of the original implementation.
    pub mistake: String,
    /// The sentence of the contract that the server breaks.
    pub sentence: String,
    /// The number of cases with a request or a response that the habit changes.
    pub acts_in: usize,
}
