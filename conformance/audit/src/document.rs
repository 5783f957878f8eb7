//! The record of an audit: the result of every mutant, every correct server and every case.

use serde::{Deserialize, Serialize};
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::order::TellingOrder;
use webdata_suite::plan::hash;

use crate::mutants::Mutant;
use crate::origin::Origin;

/// The form of `audit.json`; it changes when a reader of an older one would be misled.
pub const FORMAT: u32 = 1;

/// At most one of so many mutants may be exempt as equivalent.
const EQUIVALENT_AT_MOST: usize = 50;

/// So many of 100 mutants have to be told as at most two findings.
const TOLD_IN_TWO: usize = 95;
/// So many of 100 have to be told by the name of the broken clause, or of one above it.
const TOLD_BY_NAME: usize = 95;

/// The result of hunting a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "fate", content = "why")]
pub enum Fate {
    /// A case noticed it.
    Killed,
    /// No case did.
    Survived,
    /// No client can notice the mutant, for this reason.
    Equivalent(String),
    /// No case can reach its clause, for this reason. The mutant is not counted.
    BeyondReach(String),
    /// The reference server does not do what the operation is for, which the reason says. The mutant is
    /// not counted.
    NotImplemented(String),
    /// No server of the mutant could be started, for this reason. The audit itself has a mistake.
    Unservable(String),
}

/// A mutant and its fate: a line of the kill matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The mutant's identity.
    pub id: String,
    /// The clause that it breaks.
    pub clause: ClauseId,
    /// What the server does wrong, in one sentence.
    pub says: String,
    /// The kind of mutant, as in the table of scores.
    pub family: String,
    /// The place where it comes from, of a habit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub habit: Option<Origin>,
    /// The result.
    #[serde(flatten)]
    pub fate: Fate,
    /// How many cases name the clause.
    pub named_by: usize,
    /// The cases that noticed, by identity: of those that name the clause all, of the others the
    /// first.
    pub killed_by: Vec<String>,
}

impl Row {
    /// Describes the case that is missing, where no case notices the mutant.
    #[must_use]
    pub fn needs(&self) -> Option<String> {
        if self.fate != Fate::Survived {
            return None;
        }
        let named = match self.named_by {
            0 => "no case names the clause".to_owned(),
            1 => "the one case that names the clause passes".to_owned(),
            count => format!("the {count} cases that name the clause pass"),
        };
        Some(format!("{named}; needed is one whose request a correct server answers otherwise"))
    }
}

/// A case that failed, or did not end, on a server that is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alarm {
    /// The server, or the run.
    pub server: String,
    /// The case.
    pub case: String,
    /// What it said.
    pub message: String,
}

/// How the failures of a mutant are told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// The mutant.
    pub mutant: String,
    /// Whether a finding names the clause that it breaks, or one above it.
    pub named: bool,
    /// The findings, each in its sentence.
    pub findings: Vec<String>,
}

/// A case that noticed no mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Idle {
    /// The case.
    pub case: String,
    /// The exemption, if there is one.
    pub why: Option<String>,
}

/// How many mutants there are, by fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Those that count: all but those whose clause is beyond reach.
    pub mutants: usize,
    /// Noticed.
    pub killed: usize,
    /// Not noticed.
    pub survived: usize,
    /// Excused.
    pub equivalent: usize,
    /// Not served.
    pub unservable: usize,
    /// Not counted, since no case can reach the clause.
    pub beyond_reach: usize,
    /// Not counted, since the reference server does not implement the operation.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_implemented: usize,
}

impl Score {
    /// Counts rows.
    #[must_use]
    pub fn new<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut score = Self::default();
        for row in rows {
            *match row.fate {
                Fate::Killed => &mut score.killed,
                Fate::Survived => &mut score.survived,
                Fate::Equivalent(_) => &mut score.equivalent,
                Fate::BeyondReach(_) => &mut score.beyond_reach,
                Fate::NotImplemented(_) => &mut score.not_implemented,
                Fate::Unservable(_) => &mut score.unservable,
            } += 1;
        }
        score.mutants = score.killed + score.survived + score.equivalent + score.unservable;
        score
    }

    /// The killed of those that a client could tell, in percent, rounded down to a tenth.
    #[must_use]
    pub fn percent(&self) -> f64 {
        let noticeable = self.mutants - self.equivalent;
        (self.killed * 1000).checked_div(noticeable).unwrap_or(0) as f64 / 10.0
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
    /// SHA-256 over the identities of the cases.
    pub suite: String,
    /// SHA-256 over the identities of the mutants.
    pub mutants: String,
    /// The program's size and time.
    pub program: String,
}

impl Subject {
    pub(super) fn new(suite: &Suite, mutants: &[Mutant], program: String) -> Self {
        Self {
            contract: suite.spec.hash.clone(),
            suite: hash(suite.cases.iter().map(|case| case.id.as_str())),
            mutants: hash(mutants.iter().map(|mutant| mutant.id.as_str())),
            program,
        }
    }
}

/// The record of an audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    /// The form of this document.
    pub format: u32,
    /// What was audited.
    pub subject: Subject,
    /// Parts of the identities of the mutants that were hunted; all were if there are none. With
    /// filters, the audit does nothing but hunt mutants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// The numbers.
    pub score: Score,
    /// The kill matrix, in the order of the clauses.
    pub rows: Vec<Row>,
    /// How many whole runs there were against servers that are right.
    pub correct_runs: usize,
    /// What those runs found wrong.
    pub alarms: Vec<Alarm>,
    /// How many mutants were hunted over connections, too.
    pub sampled: usize,
    /// Mutants that were noticed in this process and not over connections, or the other way round.
    pub disagreements: Vec<String>,
    /// A sample of the noticed mutants, and the findings that the failures of each become.
    #[serde(default)]
    pub told: Vec<Told>,
    /// Judged cases that noticed nothing.
    pub idle: Vec<Idle>,
    /// The cases that notice the most mutants per request.
    #[serde(default)]
    pub order: TellingOrder,
    /// Exemptions that exempt nothing.
    pub stale: Vec<String>,
}

impl Audit {
    /// Returns why the audit fails, in the order of importance. The list is empty if the audit passes.
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
        add("mutants that end otherwise over connections", self.disagreements.len());
        add("cases that notice no mutant and have no reason in idle.toml", unexplained);
        add("lines that excuse nothing and can go", self.stale.len());
        failures.extend(self.telling());
        if equivalent * EQUIVALENT_AT_MOST > mutants {
            let most = mutants / EQUIVALENT_AT_MOST;
            failures.push(format!(
                "{equivalent} mutants are excused as equivalent, at most {most} may be"
            ));
        }
        failures
    }

    /// How many of every hundred mutants that were told become at most so many findings.
    #[must_use]
    pub fn told_in_at_most(&self, most: usize) -> usize {
        let few = self.told.iter().filter(|own| own.findings.len() <= most).count();
        (few * 100).checked_div(self.told.len()).unwrap_or(100)
    }

    /// How many of every hundred mutants that were told have a finding that names the broken clause, or
    /// one above it.
    #[must_use]
    pub fn told_by_name(&self) -> usize {
        let named = self.told.iter().filter(|own| own.named).count();
        (named * 100).checked_div(self.told.len()).unwrap_or(100)
    }

    /// Why the findings do not tell faults well enough.
    fn telling(&self) -> Option<String> {
        let (one, two, named) =
            (self.told_in_at_most(1), self.told_in_at_most(2), self.told_by_name());
        let is_well = one >= 50 && two >= TOLD_IN_TWO && named >= TOLD_BY_NAME;
        (!is_well).then(|| {
            format!(
                "of 100 mutants, {one} are told as one finding, {two} as at most two, {named} by the \
                 name of the clause or one above it; 50, {TOLD_IN_TWO} and {TOLD_BY_NAME} are due"
            )
        })
    }
}
