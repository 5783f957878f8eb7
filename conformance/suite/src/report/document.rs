//! The document: verdict, counts, clauses, observations, cases.

use std::collections::BTreeMap;
use std::time::Duration;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_spec::model::{ClauseId, Level};

use super::explored::ExploredReport;
use super::overall::Overall;
use super::readings::SeveralReadings;
use crate::Suite;
use crate::findings::{Finding, Judged};
use crate::outcome::Record;
use crate::outcome::{Observed, Outcome, OutcomeKind};
use crate::plan::{Limits, Scope, beyond_budget, beyond_findings};
use crate::remedies::Remedy;
use crate::target::Target;
use crate::waivers::Waiver;

/// The version of the document's form.
pub(super) const REPORT_VERSION: u32 = 4;

/// The facts of a run that stand in its document beside what became of the cases.
#[derive(Debug)]
pub(crate) struct RunFacts {
    pub(crate) server: Server,
    pub(crate) challenge: Option<Challenge>,
    pub(crate) off: Vec<OffReport>,
    /// The profiles that whoever runs the suite says are met.
    pub(crate) claimed: Vec<String>,
    pub(crate) scope: Scope,
    pub(crate) limits: Limits,
    /// The softest level whose failures count.
    pub(crate) level: Level,
    pub(crate) started_at: jiff::Timestamp,
}

/// A run, as a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// The version of this form.
    pub report_version: u32,
    /// SHA-256, in lower-case hexadecimal, over this document without the digest, as JSON without
    /// spaces and with the members of every object in the order of their names. It shows that
    /// something was changed, not who wrote it.
    pub digest: String,
    /// What the run comes to.
    pub verdict: Verdict,
    /// How many cases ended in which way; the sum is the manifest's count.
    pub outcomes: IndexMap<OutcomeKind, usize>,
    /// Which cases were run, and of which whole they are a part.
    #[serde(flatten)]
    pub scope: Scope,
    /// The server under test.
    pub server: Server,
    /// What each request has in a header, and the prose of the samples, by the wish of whoever receives
    /// the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub challenge: Option<Challenge>,
    /// The contract that it was judged by.
    pub contract: Contract,
    /// The suite that judged it.
    pub suite: SuiteVersion,
    /// The level whose failures count.
    pub level: Level,
    /// What whoever started the run calls it, so that its shards know each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// When the run started, in UTC.
    pub started_at: jiff::Timestamp,
    /// How long it took, in seconds.
    #[serde(deserialize_with = "seconds")]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub duration_seconds: f64,
    /// The time after which no further case was sent, and what the cases that were run notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetReport>,
    /// How many findings were to end the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail_fast: Option<usize>,
    /// The exploration that came behind the cases, or that the cases come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<ExploredReport>,
    /// The features that the target file switches off, whose cases were not run.
    pub off: Vec<OffReport>,
    /// The profiles that the target file or the command line claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claimed: Vec<String>,
    /// How the server does in each profile of the contract, on which the verdict depends.
    pub profiles: Vec<ProfileReport>,
    /// The known failures that were let pass, or were to be.
    pub waivers: Vec<WaiverReport>,
    /// What is wrong with the server: failing cases that have one reason, told once.
    pub findings: Vec<Finding>,
    /// What is told of the run as a whole.
    pub overall: Vec<Overall>,
    /// What to change in the target file so that skipped cases are run.
    pub remedies: Vec<Remedy>,
    /// What the server offers: each operation, and the parts of those with many cases.
    pub features: Vec<FeatureReport>,
    /// Every clause and what became of the cases that cover it.
    pub clauses: Vec<ClauseReport>,
    /// What the server does where the contract leaves it open.
    pub observations: Vec<ObservationReport>,
    /// Open points that the server read in several ways in one run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub several_readings: Vec<SeveralReadings>,
    /// Every case.
    pub cases: Vec<CaseReport>,
}

/// A year, in seconds, which no run takes.
const LONGEST: f64 = 31_536_000.0;

/// Reads how long a run took, so that everybody can reckon with it.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    if (0.0..=LONGEST).contains(&seconds) {
        return Ok(seconds);
    }
    Err(D::Error::custom(format!("no run takes {seconds} s; they take 0 to {LONGEST} s")))
}

/// What a run comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least one profile, and each that is claimed, was run whole and passed, and nothing else that
    /// was run failed.
    Conformant,
    /// Nothing that was run failed, but no profile was run whole, or one that is claimed was run in part
    /// since the caller asked for a part.
    Partial,
    /// A case failed, or a waiver stands whose cases pass again.
    NotConformant,
    /// No case failed, but some could not be judged, or none was run, or the target lacks what cases of a
    /// claimed profile need.
    Incomplete,
}

impl Verdict {
    /// The exit code: 0, 1 or 3.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Conformant | Self::Partial => 0,
            Self::NotConformant => 1,
            Self::Incomplete => 3,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Conformant => "conformant",
            Self::Partial => "partial",
            Self::NotConformant => "not conformant",
            Self::Incomplete => "incomplete",
        })
    }
}

/// A profile of the contract and how the server does there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileReport {
    /// The name.
    pub name: String,
    /// How the server does.
    pub state: ProfileState,
    /// Whether the target file or the command line claims it.
    pub claimed: bool,
    /// How many cases of it the suite has.
    pub cases: usize,
    /// How many of its cases were skipped since the target lacks what they need, or switches them off.
    #[serde(default, skip_serializing_if = "crate::outcome::is_zero")]
    pub lacking: usize,
    /// How many of its cases ended in which way; the others were not selected.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
}

impl ProfileReport {
    /// How many cases passed, or were observed.
    #[must_use]
    pub fn passed(&self) -> usize {
        let passed = [OutcomeKind::Pass, OutcomeKind::Observed];
        passed.iter().filter_map(|kind| self.outcomes.get(kind)).sum()
    }
}

/// How a server does in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileState {
    /// Every case was run, and none failed.
    Conformant,
    /// Something was seen in one of its cases that decides the verdict.
    NotConformant,
    /// No case failed, but some could not be judged.
    Incomplete,
    /// No case failed, but some were not run.
    InPart,
    /// No case was run.
    NotRun,
}

impl std::fmt::Display for ProfileState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Conformant => "conformant",
            Self::NotConformant => "not conformant",
            Self::Incomplete => "incomplete",
            Self::InPart => "in part",
            Self::NotRun => "not run",
        })
    }
}

/// The server under test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Server {
    /// What the target calls it.
    pub name: String,
    /// Where it was reached.
    pub base_url: String,
    /// Whether it is one that the suite's own program starts for each run, at another port each time. Other
    /// servers are told apart by their base URLs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
}

impl Server {
    /// The server of a target.
    pub(crate) fn of_target(target: &Target) -> Self {
        Self {
            name: target.name.clone(),
            base_url: target.base_url.clone(),
            embedded: target.is_embedded,
        }
    }

    /// Whether another report is of this server, too.
    pub(super) fn is(&self, other: &Self) -> bool {
        let is_place = self.base_url == other.base_url || (self.embedded && other.embedded);
        is_place && self.name == other.name
    }
}

/// The contract.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Contract {
    /// Its name.
    pub name: String,
    /// The interface version.
    pub version: String,
    /// SHA-256 over its pages.
    pub hash: String,
}

impl Contract {
    /// As much of the hash as people compare.
    #[must_use]
    pub fn short_hash(&self) -> &str {
        self.hash.get(..12).unwrap_or(&self.hash)
    }
}

/// The suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuiteVersion {
    /// Its version.
    pub version: String,
}

/// The budget of a run, and the power that the cases have that were run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BudgetReport {
    /// The time after which no further case was sent.
    #[serde(deserialize_with = "seconds")]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub seconds: f64,
    /// How many cases were run and judged.
    pub judged: usize,
    /// How many faulty servers these cases notice at least, as the audit of the suite measured it.
    pub noticed: usize,
    /// How many faulty servers the audit has.
    pub mutants: usize,
}

/// A clause and what became of the cases that cover it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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
    /// Whether anything was seen of it.
    pub reach: Reach,
    /// In how many cases an answer broke it, whatever the cases are about.
    #[serde(default, skip_serializing_if = "crate::outcome::is_zero")]
    pub broken: usize,
}

/// Whether anything was seen of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// A case of it was run, or an answer broke it.
    Reached,
    /// It has cases, none of which was run: they were skipped, or not selected.
    NotReached,
    /// No case of the suite shows it.
    Unreachable,
}

/// A part of the interface and how the server does there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureReport {
    /// The start of the identities of its cases: `updateMonitor`, `updateMonitor::schedule`,
    /// `updateMonitor::targets.items.scrape`. A part comes behind what it is a part of.
    pub name: String,
    /// How the server does.
    pub state: FeatureState,
    /// How many of its cases ended in which way.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
}

/// How a server does in a part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureState {
    /// Every case passed or was observed.
    Supported,
    /// No case failed, and some passed; the others were skipped or waived, or not judged.
    Partly,
    /// A case failed.
    Failing,
    /// Every case was skipped, since the target does not offer what they need.
    NotSupported,
    /// No case passed or failed, and not all were skipped.
    NotJudged,
}

impl std::fmt::Display for FeatureState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Supported => "supported",
            Self::Partly => "partly supported",
            Self::Failing => "failing",
            Self::NotSupported => "not supported",
            Self::NotJudged => "not judged",
        })
    }
}

/// A feature that the target file switches off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OffReport {
    /// The start of the identities of its cases, which are several.
    pub feature: String,
    /// Why the server does not offer it, by the target file.
    pub reason: String,
}

/// A waiver and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaiverReport {
    /// What is waived, and why.
    #[serde(flatten)]
    pub waiver: Waiver,
    /// How many cases of the whole suite it names.
    pub names: usize,
    /// How many failures it let pass.
    pub waived: usize,
    /// What became of it.
    pub state: WaiverState,
}

/// What became of a waiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaiverState {
    /// It let failures pass.
    Applied,
    /// Its last day was over when the run started, so that failures count again.
    Expired,
    /// It has let nothing pass, and not all of its cases were judged and passed: nothing follows.
    Unused,
    /// All of its cases were run and none failed: the waiver has to be deleted, and until then
    /// the run is not conformant.
    PassesAgain,
}

impl std::fmt::Display for WaiverState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Applied => "applied",
            Self::Expired => "expired",
            Self::Unused => "unused",
            Self::PassesAgain => "passes again",
        })
    }
}

/// An open point and what the server does there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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

impl CaseReport {
    /// The case as findings are made of it.
    pub(super) fn judged(&self) -> Judged<'_> {
        Judged { id: &self.id, clauses: &self.clauses, outcome: &self.outcome }
    }
}

impl OffReport {
    /// The feature and the reason.
    pub(in crate::report) fn pair(&self) -> (&str, &str) {
        (&self.feature, &self.reason)
    }
}

impl Report {
    /// Makes the document of a run.
    #[must_use]
    pub(crate) fn new(suite: &Suite, run: RunFacts, record: Record) -> Self {
        let (spec, run) = (&suite.spec, run);
        let RunFacts { server, challenge, off, claimed, scope, limits, level, started_at } = run;
        let budget = |time: Duration| BudgetReport {
            seconds: time.as_secs_f64(),
            judged: 0,
            noticed: 0,
            mutants: 0,
        };
        let report = Self {
            report_version: REPORT_VERSION,
            digest: String::new(),
            verdict: Verdict::Incomplete,
            outcomes: IndexMap::new(),
            scope,
            server,
            challenge,
            contract: Contract {
                name: spec.service.name.clone(),
                version: spec.service.version.clone(),
                hash: spec.hash.clone(),
            },
            suite: SuiteVersion { version: env!("CARGO_PKG_VERSION").to_owned() },
            level,
            run_id: None,
            started_at,
            duration_seconds: record.duration.as_secs_f64(),
            budget: limits.budget.map(budget),
            fail_fast: limits.fail_fast.map(|own| own.findings),
            explored: None,
            off,
            claimed,
            profiles: Vec::new(),
            waivers: Vec::new(),
            findings: Vec::new(),
            overall: Vec::new(),
            remedies: Vec::new(),
            features: Vec::new(),
            clauses: Vec::new(),
            observations: Vec::new(),
            several_readings: Vec::new(),
            cases: record
                .outcomes
                .into_iter()
                .map(|(case, outcome)| report_case(case, outcome))
                .collect(),
        };
        report.concluded(suite)
    }

    /// Whether a case was skipped since the budget was spent, or enough was found.
    pub(super) fn is_beyond_limits(&self, outcome: &Outcome) -> bool {
        let budget = self.budget.map(|own| beyond_budget(own.seconds));
        let findings = self.fail_fast.map(beyond_findings);
        let mut reasons = budget.into_iter().chain(findings);
        outcome.kind == OutcomeKind::Skip && reasons.any(|reason| reason == outcome.reason)
    }

    /// How many cases ended in this way.
    #[must_use]
    pub fn count(&self, kind: OutcomeKind) -> usize {
        self.outcomes.get(&kind).copied().unwrap_or(0)
    }
}

pub(super) fn report_case(case: Case, outcome: Outcome) -> CaseReport {
    CaseReport { id: case.id, level: case.level, clauses: case.clauses, outcome }
}
