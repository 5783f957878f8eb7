//! The document: verdict, counts, clauses, observations, cases.

use std::collections::BTreeMap;
use std::time::Duration;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::derive::sequences::Sequence;
use webdata_cases::marker::Marker;
use webdata_cases::profiles::is_within;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};

use super::overall::Overall;
use super::readings::SeveralReadings;
use crate::Suite;
use crate::findings::{Finding, Judged, Subject, subjects};
use crate::outcome::{Observed, Outcome, OutcomeKind, Reason, Record, RunLimit};
use crate::plan::{Limits, Scope};
use crate::remedies::Remedy;
use crate::target::Target;
use crate::waivers::Waiver;

/// The version of the document's format.
pub(super) const REPORT_VERSION: u32 = 6;

/// The report of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// The version of this format.
    pub report_version: u32,
    /// The SHA-256, in lower-case hexadecimal, of the canonical form (RFC 8785) of this document without the digest. It shows
    /// that the document was changed, but not who wrote it.
    pub digest: String,
    /// The verdict of the run.
    pub verdict: Verdict,
    /// The number of cases by outcome; the sum is the manifest's count.
    pub outcomes: IndexMap<OutcomeKind, usize>,
    /// The cases that were run, and the selection that they are a part of.
    #[serde(flatten)]
    pub scope: Scope,
    /// The server under test.
    pub server: Server,
    /// The value that each request has in a header, and that sample prose contains, at the request of the
    /// report's recipient.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub challenge: Option<Challenge>,
    /// The marker of the run, or of each of its shards, in the resources that the cases set up. With the marker of
    /// another run in a response, the resource was changed by that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub markers: Vec<Marker>,
    /// The contract that the server was judged by.
    pub contract: Contract,
    /// The suite that judged the server.
    pub suite: SuiteVersion,
    /// The lowest level whose failures count.
    pub level: Level,
    /// The id of the run, which its shards share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The start of the run, in UTC.
    pub started_at: jiff::Timestamp,
    /// The duration of the run, in seconds.
    #[serde(deserialize_with = "seconds")]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub duration_seconds: f64,
    /// The time after which no further case was sent, and how many mutants the sent cases notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetReport>,
    /// The number of findings that would have ended the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail_fast: Option<usize>,
    /// The exploration after the cases, or the one that the cases come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<ExploredReport>,
    /// The features that the target file switches off, whose cases were not run.
    pub off: Vec<OffReport>,
    /// The profiles that the target file or the command line claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claimed: Vec<String>,
    /// The state of the server in each profile of the contract, which decides the verdict.
    pub profiles: Vec<ProfileReport>,
    /// The waivers, and their states.
    pub waivers: Vec<WaiverReport>,
    /// The findings: failing cases with the same reason, reported once.
    pub findings: Vec<Finding>,
    /// Statements about the run as a whole.
    pub overall: Vec<Overall>,
    /// Changes of the target file that would run skipped cases.
    pub remedies: Vec<Remedy>,
    /// The features of the server: each operation, and the parts of operations with many cases.
    pub features: Vec<FeatureReport>,
    /// Every clause, with the outcomes of the cases that cover it.
    pub clauses: Vec<ClauseReport>,
    /// The behaviour of the server at gaps of the contract.
    pub observations: Vec<ObservationReport>,
    /// Gaps that the server interpreted in several ways in one run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub several_readings: Vec<SeveralReadings>,
    /// Every case.
    pub cases: Vec<CaseReport>,
}

/// A year in seconds; no run takes longer.
const MAX_SECONDS: f64 = 31_536_000.0;

/// Reads the duration of a run, within a range that arithmetic is safe in.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    if (0.0..=MAX_SECONDS).contains(&seconds) {
        return Ok(seconds);
    }
    Err(D::Error::custom(format!("no run takes {seconds} s; they take 0 to {MAX_SECONDS} s")))
}

/// The verdict of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least one profile, and each claimed profile, was run whole and passed, and nothing else that was
    /// run failed.
    Conformant,
    /// Nothing that was run failed, but no profile was run whole, or the caller asked for a part of a claimed
    /// profile.
    Partial,
    /// A case failed, or a waiver covers only cases that pass again.
    NotConformant,
    /// No case failed, but some could not be judged, or none was run, or the target lacks what cases of a
    /// claimed profile need.
    Incomplete,
}

impl Verdict {
    /// Returns the exit code: 0, 1 or 3.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Conformant | Self::Partial => 0,
            Self::NotConformant => 1,
            Self::Incomplete => 3,
        }
    }
}

/// Displays types by their serialized names, with spaces in place of hyphens.
macro_rules! displayed_as_words {
    ($($name:ty),*) => {
        $(impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let name = serde_json::to_value(self).map_err(|_| std::fmt::Error)?;
                f.write_str(&name.as_str().ok_or(std::fmt::Error)?.replace('-', " "))
            }
        })*
    };
}

displayed_as_words!(Verdict, ProfileState, WaiverState);

/// A profile of the contract, and the state of the server in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileReport {
    /// The name.
    pub name: String,
    /// The state of the server.
    pub state: ProfileState,
    /// Whether the target file or the command line claims the profile.
    pub claimed: bool,
    /// The number of its cases in the suite.
    pub cases: usize,
    /// The number of its cases that were skipped because the target lacks what they need, or switches them
    /// off.
    #[serde(default, skip_serializing_if = "crate::outcome::is_zero")]
    pub lacking: usize,
    /// The number of its selected cases by outcome.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
}

impl ProfileReport {
    /// Returns how many cases passed or were observed.
    #[must_use]
    pub fn passed(&self) -> usize {
        let passed = [OutcomeKind::Pass, OutcomeKind::Observed];
        passed.iter().filter_map(|kind| self.outcomes.get(kind)).sum()
    }
}

/// The state of a server in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileState {
    /// Every case was run, and no case failed.
    Conformant,
    /// One of its cases saw a deviation that decides the verdict.
    NotConformant,
    /// No case failed, but some could not be judged.
    Incomplete,
    /// No case failed, but some were not run.
    InPart,
    /// No case was run.
    NotRun,
}

/// The server under test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Server {
    /// The name in the target file.
    pub name: String,
    /// The base URL of the server.
    pub base_url: String,
    /// Whether the suite's own program starts the server for each run, each time at another port. Other
    /// servers are identified by their base URLs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
}

impl Server {
    fn from_target(target: &Target) -> Self {
        Self {
            name: target.name.clone(),
            base_url: target.connection.base_url.clone(),
            embedded: target.connection.is_embedded,
        }
    }

    /// Returns whether another report is about the same server.
    pub(super) fn is_same_server(&self, other: &Self) -> bool {
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
    /// The SHA-256 of its pages.
    pub hash: String,
}

impl Contract {
    /// Returns the beginning of the hash, as people compare it.
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

/// The budget of a run, and how many mutants its cases notice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BudgetReport {
    /// The time after which no further case was sent, in seconds.
    #[serde(deserialize_with = "seconds")]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub seconds: f64,
    /// The number of cases that were run and judged.
    pub judged: usize,
    /// The number of mutants that these cases notice at least, as the audit of the suite measured it.
    pub noticed: usize,
    /// The number of mutants of the audit.
    pub mutants: usize,
}

/// An exploration: the number of requests, and the sequences that failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExploredReport {
    /// The seed; the same seed makes the same requests.
    pub seed: u64,
    /// The duration, in seconds.
    #[serde(deserialize_with = "seconds")]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub seconds: f64,
    /// The number of sequences that were sent.
    pub sequences: usize,
    /// The number of requests that were sent.
    pub requests: usize,
    /// The sequences that failed, as in the corpus; the first is the case `explored::1`.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub failed: Vec<Sequence>,
}

/// A clause, and the outcomes of the cases that cover it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClauseReport {
    /// The identity.
    pub id: ClauseId,
    /// Its level in the contract.
    pub level: Level,
    /// Its statement.
    pub says: String,
    /// The heading in the contract.
    pub source: String,
    /// The number of its cases by outcome.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
    /// Whether the run tested it.
    pub reach: Reach,
    /// The number of cases in which a response broke it, whatever the cases are about.
    #[serde(default, skip_serializing_if = "crate::outcome::is_zero")]
    pub broken: usize,
}

/// Whether a run tested a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// A case of the clause was run, or a response broke it.
    Reached,
    /// The clause has cases, but none was run: they were skipped or not selected.
    NotReached,
    /// The suite has no case for the clause.
    Unreachable,
}

/// A part of the interface, and the state of the server in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureReport {
    /// The beginning of the identities of its cases: `updateAlbum`, `updateAlbum::release`,
    /// `updateAlbum::tracks.items.live`. A part follows the feature that contains it.
    pub name: String,
    /// The state of the server.
    pub state: FeatureState,
    /// The number of its cases by outcome.
    pub outcomes: BTreeMap<OutcomeKind, usize>,
}

/// The state of a server in a part of the interface.
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
            Self::NotSupported => "not tested",
            Self::NotJudged => "not judged",
        })
    }
}

/// A feature that the target file switches off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OffReport {
    /// The beginning of the identities of its cases, of which there are several.
    pub feature: String,
    /// The reason in the target file.
    pub reason: String,
}

/// A waiver, and its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaiverReport {
    /// The waiver.
    #[serde(flatten)]
    pub waiver: Waiver,
    /// The number of cases of the whole suite that it covers.
    pub names: usize,
    /// The number of waived failures.
    pub waived: usize,
    /// The state.
    pub state: WaiverState,
}

/// The state of a waiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaiverState {
    /// The waiver covered failures.
    Applied,
    /// The last day of the waiver was over when the run started, so failures count again.
    Expired,
    /// The waiver covered no failure, and not all of its cases were judged and passed.
    Unused,
    /// All cases of the waiver were run and none failed. Delete the waiver; until then, the run is not
    /// conformant.
    PassesAgain,
}

/// A gap, and the behaviour of the server there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObservationReport {
    /// The gap as a question.
    pub question: String,
    /// The observed behaviour.
    #[serde(flatten)]
    pub observed: Observed,
    /// The case that observed it.
    pub case: String,
}

/// A case and its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseReport {
    /// The identity.
    pub id: String,
    /// The level of the clauses that it tests.
    pub level: Level,
    /// The clauses that it covers.
    pub clauses: Vec<ClauseId>,
    /// What its steps test; empty for a case that was not run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<Subject>,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl CaseReport {
    /// Returns the parts of the case that findings are derived from.
    #[must_use]
    pub fn judged(&self) -> Judged<'_> {
        Judged {
            id: &self.id,
            level: self.level,
            clauses: &self.clauses,
            subjects: &self.subjects,
            outcome: &self.outcome,
        }
    }
}

impl Report {
    /// Returns whether the target switches off a feature with this case.
    pub(super) fn switches_off(&self, case: &str) -> bool {
        self.off.iter().any(|off| is_within(case, &off.feature))
    }

    /// Makes the document of a run that starts now, which has no cases yet.
    pub(crate) fn new(
        spec: &Spec,
        target: &Target,
        scope: Scope,
        limits: &Limits,
        level: Level,
    ) -> Self {
        let off = |(feature, reason): (&String, &String)| OffReport {
            feature: feature.clone(),
            reason: reason.clone(),
        };
        let claimed = if scope.only_profiles.is_empty() {
            target.settings.profiles.clone()
        } else {
            scope.only_profiles.clone()
        };
        let budget = |time: Duration| BudgetReport {
            seconds: time.as_secs_f64(),
            judged: 0,
            noticed: 0,
            mutants: 0,
        };
        Self {
            report_version: REPORT_VERSION,
            digest: String::new(),
            verdict: Verdict::Incomplete,
            outcomes: IndexMap::new(),
            scope,
            server: Server::from_target(target),
            challenge: target.challenge.clone(),
            markers: target.marker.iter().cloned().collect(),
            contract: Contract {
                name: spec.service.name.clone(),
                version: spec.service.version.clone(),
                hash: spec.hash.clone(),
            },
            suite: SuiteVersion { version: env!("CARGO_PKG_VERSION").to_owned() },
            level,
            run_id: None,
            started_at: jiff::Timestamp::now(),
            duration_seconds: 0.0,
            budget: limits.budget.map(budget),
            fail_fast: limits.fail_fast.as_ref().map(|fail_fast| fail_fast.findings),
            explored: None,
            off: target.settings.off.iter().map(off).collect(),
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
            cases: Vec::new(),
        }
    }

    /// Returns the document with the cases of its run.
    pub(crate) fn with_record(mut self, suite: &Suite, record: Record) -> Self {
        self.duration_seconds = record.duration.as_secs_f64();
        let cases = record.outcomes.into_iter();
        self.cases = cases.map(|(case, outcome)| report_case(&suite.spec, case, outcome)).collect();
        self.with_conclusions(suite)
    }

    /// Returns whether a case was skipped because the budget was spent or the run had enough findings.
    pub(super) fn is_beyond_limits(&self, outcome: &Outcome) -> bool {
        let limit = match outcome.reason {
            Reason::Limit(RunLimit::Budget(seconds)) => {
                self.budget.is_some_and(|budget| budget.seconds == seconds)
            }
            Reason::Limit(RunLimit::Findings(count)) => self.fail_fast == Some(count),
            Reason::Obstacles(_)
            | Reason::Interrupted { .. }
            | Reason::Separated { .. }
            | Reason::Silent { .. }
            | Reason::Interference { .. }
            | Reason::Control { .. }
            | Reason::Words(_) => false,
        };
        outcome.kind == OutcomeKind::Skip && limit
    }

    /// Returns how many cases have this outcome.
    #[must_use]
    pub fn count(&self, kind: OutcomeKind) -> usize {
        self.outcomes.get(&kind).copied().unwrap_or(0)
    }
}

pub(super) fn report_case(spec: &Spec, case: Case, outcome: Outcome) -> CaseReport {
    let subjects = if outcome.transcript.is_empty() { Vec::new() } else { subjects(spec, &case) };
    CaseReport { id: case.id, level: case.level, clauses: case.clauses, subjects, outcome }
}
