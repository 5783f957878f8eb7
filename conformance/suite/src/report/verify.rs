//! Verifies a report: rebuilds it from its responses, and compares the two.
//!
//! Nothing is sent. A file cannot prove that the responses came from the server that the report names; only
//! another run can.

mod rejudge;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;
use webdata_cases::case::{Case, Need};
use webdata_cases::challenge::Challenge;
use webdata_cases::marker::Marker;
use webdata_cases::profiles::names;
use webdata_spec::model::Level;
use webdata_spec::pointer::child;
use webdata_spec::prose::truncated;

use super::conclude::outcome_counts;
use super::document::{CaseReport, REPORT_VERSION, Report, report_case};
use super::files::ReportFile;
use super::phrases::{cases_with, exploration};
use crate::interference;
use crate::outcome::{Lack, Obstacles, Outcome, OutcomeKind, Reason};
use crate::plan::{Manifest, Scope};
use crate::quantities::pluralize;
use crate::target::is_feature;
use crate::{Suite, Untrusted};

/// The result of verifying a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// The contradictions in the report; empty for a report that was not changed.
    pub contradictions: Vec<Contradiction>,
    /// What could not be verified, and what a reader of the report should know.
    pub remarks: Vec<String>,
    /// The number of cases that were judged again from their responses.
    pub judged_again: usize,
    /// The number of run cases that were not judged again: their responses are missing or changed, so only the
    /// report states their outcome.
    pub not_judged_again: usize,
}

/// The maximum number of markers: of the shards of a merged run.
const MAX_MARKERS: usize = 64;

/// The maximum length of a shown value, in characters.
const MAX_SHOWN: usize = 200;

/// A contradiction in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The place: a JSON Pointer into the document, or a case, with a JSON Pointer into it.
    pub place: String,
    /// What is wrong.
    pub says: String,
}

/// The report was written by another suite, so this binary cannot verify it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the report is of suite {} with the contract {}, and this binary has suite {own_suite} with the contract \
     {own_contract}; use the webdata-conformance that wrote it",
    Untrusted::from(suite.as_str()),
    Untrusted::from(contract.as_str())
)]
pub struct OtherSuite {
    /// The version of the suite that wrote the report.
    pub suite: String,
    /// The hash of its contract.
    pub contract: String,
    /// This binary's version.
    pub own_suite: String,
    /// The hash of its contract.
    pub own_contract: String,
}

/// Verifies a report of this suite.
///
/// # Errors
/// If another suite wrote it, or a suite with another contract.
pub fn verify(file: &ReportFile, suite: &Suite) -> Result<Verification, OtherSuite> {
    let report = &file.report;
    require_same_suite(report, suite)?;
    let challenge = report.challenge.as_ref();
    // Each shard of a merged run has its own marker.
    let markers = report.markers.get(..MAX_MARKERS).unwrap_or(&report.markers);
    let marked: Vec<Suite> =
        markers.iter().map(|marker| suite.clone().with_samples(challenge, Some(marker))).collect();
    let mut suite = Cow::Borrowed(suite);
    if challenge.is_some() {
        suite = Cow::Owned(suite.into_owned().with_samples(challenge, None));
    }
    if let Some(explored) = report.explored.as_ref().filter(|explored| !explored.failed.is_empty())
    {
        suite = Cow::Owned(suite.with_sequences(&explored.failed));
    }
    let mut rebuilder = Rebuilder::new(report, &suite);
    rebuilder.result.compare("/digest", &report.digest, &file.digest);
    rebuilder.result.compare("/markers", &report.markers, &markers);
    let rebuilt = rebuilder.rebuild(markers, &marked);
    let Rebuilder { mut result, unjudged, .. } = rebuilder;
    result.compare_reports(report, &rebuilt);
    result.check_challenge(report);
    result.not_judged_again = cases_with(report, OutcomeKind::Error).count()
        + unjudged.values().map(Vec::len).sum::<usize>();
    result.remark(report, &unjudged);
    Ok(result)
}

/// Verifies what needs neither the suite that wrote a report nor its contract: the digest, the counts and the
/// challenge. No case is judged again.
#[must_use]
pub fn verify_alone(file: &ReportFile) -> Verification {
    let report = &file.report;
    let is_run = |case: &&CaseReport| case.outcome.kind != OutcomeKind::Skip;
    let not_judged_again = report.cases.iter().filter(is_run).count();
    let mut verification = Verification { not_judged_again, ..Verification::default() };
    verification.compare("/digest", &report.digest, &file.digest);
    verification.compare("/manifest", &report.scope.manifest, &Manifest::from_ids(ids(report)));
    verification.compare("/outcomes", &report.outcomes, &outcome_counts(&report.cases));
    verification.check_challenge(report);
    verification
}

/// Returns an error if another suite wrote the report, or one with another contract.
pub(super) fn require_same_suite(report: &Report, suite: &Suite) -> Result<(), OtherSuite> {
    let own_suite = env!("CARGO_PKG_VERSION").to_owned();
    let (version, contract) = (&report.suite.version, report.contract.hash.clone());
    let suite_version = match report.report_version {
        REPORT_VERSION => version.clone(),
        other => format!("{version} with reports of version {other}"),
    };
    if suite_version == own_suite && contract == suite.spec.hash {
        return Ok(());
    }
    let own_contract = suite.spec.hash.clone();
    Err(OtherSuite { suite: suite_version, contract, own_suite, own_contract })
}

impl Verification {
    /// Requires that the report has the challenge that its recipient chose.
    pub fn require_challenge(&mut self, report: &Report, challenge: &Challenge) {
        if report.challenge.as_ref() != Some(challenge) {
            let message = format!(
                "the report has {}, but --challenge demands {}; ask for a run with `run --challenge`",
                report.challenge.as_ref().map_or("no challenge".to_owned(), shown),
                shown(challenge)
            );
            self.contradictions
                .push(Contradiction { place: "challenge".to_owned(), says: message });
        }
    }

    fn contradict(&mut self, place: impl Into<String>, says: impl Into<String>) {
        self.contradictions.push(Contradiction { place: place.into(), says: says.into() });
    }

    /// Checks that each request has the challenge, and notes how many responses return it.
    fn check_challenge(&mut self, report: &Report) {
        let Some(challenge) = &report.challenge else { return };
        let (mut requests, mut responses) = (0, 0);
        for recorded in &report.cases {
            for exchange in &recorded.outcome.transcript {
                if !rejudge::is_challenged(exchange, challenge) {
                    let message = "a request has no header with the challenge";
                    self.contradict(format!("case {}", recorded.id), message);
                }
                let returned = exchange.response.as_ref();
                let is_returned =
                    returned.is_some_and(|response| response.body.contains(challenge.as_str()));
                (requests, responses) = (requests + 1, responses + usize::from(is_returned));
            }
        }
        self.remarks.push(format!(
            "the challenge {challenge} is in {requests} requests, and {responses} responses return it"
        ));
    }

    /// Notes what a reader of the report should know.
    fn remark(&mut self, report: &Report, unjudged: &BTreeMap<rejudge::Change, Vec<String>>) {
        let obstacles = report.cases.iter().filter_map(|case| case.outcome.reason.obstacles());
        let off = obstacles.filter(|obstacles| obstacles.off().next().is_some()).count();
        if off > 0 {
            self.remarks.push(format!(
                "{off} cases are skipped for reasons that only the target file gives"
            ));
        }
        let waived = cases_with(report, OutcomeKind::Waived).count();
        if waived > 0 {
            let cases = pluralize(waived, "case");
            self.remarks.push(format!("{cases} failed, but a waiver excludes the failures"));
        }
        if report.level != Level::Must {
            self.remarks.push(format!(
                "the run counted failures down to the level `{}`, not only those of the default `{}`",
                report.level,
                Level::Must
            ));
        }
        if let Some(explored) = exploration(report) {
            self.remarks.push(format!("by its own account, the server was {explored}"));
        }
        let errors = cases_with(report, OutcomeKind::Error).count();
        if errors > 0 {
            let cases = pluralize(errors, "case");
            self.remarks.push(format!("{cases} ended in an error, so nothing can be judged again"));
        }
        for (change, cases) in unjudged {
            let Some(first) = cases.first() else { continue };
            let count = pluralize(cases.len(), "case");
            let message = change.description();
            self.remarks.push(format!(
                "{count} cannot be judged again from the record, which is no mistake: {message}; the first is {first}"
            ));
        }
    }

    /// Notes the differences between a report and the one that was rebuilt from it, those of cases first.
    fn compare_reports(&mut self, report: &Report, rebuilt: &Report) {
        let cases: HashMap<&str, &CaseReport> = ids(rebuilt).zip(&rebuilt.cases).collect();
        for recorded in &report.cases {
            let rebuilt = cases.get(recorded.id.as_str());
            if let Some(rebuilt) = rebuilt.filter(|rebuilt| **rebuilt != recorded) {
                self.compare(&format!("case {} ", recorded.id), recorded, rebuilt);
            }
        }
        let [written, computed] = [report, rebuilt].map(|report| ids(report).collect::<Vec<_>>());
        self.compare("/cases", &written, &computed);
        let [written, computed] = [report, rebuilt].map(|report| Report {
            cases: Vec::new(),
            digest: String::new(),
            ..report.clone()
        });
        self.compare("", &written, &computed);
    }

    /// Notes the differences between what a report has at a place and what was computed.
    fn compare(&mut self, place: &str, written: &impl Serialize, computed: &impl Serialize) {
        match (serde_json::to_value(written), serde_json::to_value(computed)) {
            (Ok(written), Ok(computed)) => {
                self.compare_values(place, Some(&written), Some(&computed));
            }
            (Err(error), _) | (_, Err(error)) => {
                self.contradict(place, format!("cannot be written as JSON: {error}"));
            }
        }
    }

    /// Notes the differences between two values. Of lists of different lengths, it notes the first difference.
    fn compare_values(&mut self, place: &str, written: Option<&Value>, computed: Option<&Value>) {
        match (written, computed) {
            _ if written == computed => {}
            (Some(Value::Object(written)), Some(Value::Object(computed))) => {
                let added = computed.keys().filter(|name| !written.contains_key(*name));
                for name in written.keys().chain(added) {
                    self.compare_values(&child(place, name), written.get(name), computed.get(name));
                }
            }
            (Some(Value::Array(written)), Some(Value::Array(computed))) => {
                let max = if written.len() == computed.len() { usize::MAX } else { 1 };
                let indices = 0..written.len().max(computed.len());
                let differs = |index: &usize| written.get(*index) != computed.get(*index);
                for index in indices.filter(differs).take(max) {
                    let place = child(place, &index.to_string());
                    self.compare_values(&place, written.get(index), computed.get(index));
                }
            }
            _ => {
                let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), shown);
                let says = format!("written {}, computed {}", shown(written), shown(computed));
                self.contradict(place, says);
            }
        }
    }
}

fn ids(report: &Report) -> impl Iterator<Item = &str> + Clone {
    report.cases.iter().map(|case| case.id.as_str())
}

/// Returns a value as JSON, cut if it is long.
fn shown(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|error| error.to_string());
    truncated(&text, MAX_SHOWN)
}

/// Rebuilds a report.
struct Rebuilder<'r> {
    report: &'r Report,
    suite: &'r Suite,
    /// The variables that replace keys in the requests.
    keys: BTreeSet<String>,
    /// The needs that the target does not meet, each with what the target lacks.
    lacks: HashMap<&'r Need, &'r Lack>,
    /// The fixtures that another run changed, each with its marker.
    interfered: BTreeMap<String, Marker>,
    /// The cases whose responses were changed or cut.
    unjudged: BTreeMap<rejudge::Change, Vec<String>>,
    result: Verification,
}

impl<'r> Rebuilder<'r> {
    fn new(report: &'r Report, suite: &'r Suite) -> Self {
        let cases: HashMap<&str, &Case> =
            suite.cases.iter().map(|case| (case.id.as_str(), case)).collect();
        // If a case was run, the target had everything that the case needs.
        let run = report.cases.iter().filter(|case| case.outcome.kind != OutcomeKind::Skip);
        let run = run.filter_map(|recorded| cases.get(recorded.id.as_str()));
        let met: HashSet<&Need> = run.flat_map(|case| &case.needs).collect();
        let obstacles = report.cases.iter().filter_map(|case| case.outcome.reason.obstacles());
        let lacks = obstacles.flat_map(Obstacles::lacks).filter(|Lack { need, count }| {
            !met.contains(need) && count.is_some() == matches!(need, Need::Fixture(..))
        });
        Self {
            report,
            suite,
            keys: rejudge::variables(report),
            lacks: lacks.map(|lack| (&lack.need, lack)).collect(),
            interfered: BTreeMap::new(),
            unjudged: BTreeMap::new(),
            result: Verification::default(),
        }
    }

    /// Returns the report that follows from the responses, and from what they cannot show, such as the name of
    /// the server. `marked` has the suite with each of the markers.
    fn rebuild(&mut self, markers: &[Marker], marked: &[Suite]) -> Report {
        let (suite, mut report) = (self.suite, self.report.clone());
        self.interfered =
            interference::interfered(markers, report.cases.iter().map(|case| &case.outcome));
        let places: HashMap<&str, usize> =
            suite.cases.iter().enumerate().map(|(index, case)| (case.id.as_str(), index)).collect();
        // In the order of the suite, without cases that it does not have, and each case once.
        let recorded: BTreeMap<usize, CaseReport> = std::mem::take(&mut report.cases)
            .into_iter()
            .filter_map(|case| Some((*places.get(case.id.as_str())?, case)))
            .collect();
        for (index, recorded) in recorded {
            let marker = interference::marker_of(markers, &recorded.outcome);
            let marked = markers.iter().zip(marked).find(|(own, _)| Some(*own) == marker);
            let case = marked.and_then(|(_, suite)| suite.cases.get(index));
            let Some(case) = case.or_else(|| suite.cases.get(index)) else { continue };
            let outcome = self.rebuild_outcome(recorded.outcome, case);
            report.cases.push(report_case(&suite.spec, case.clone(), outcome));
        }
        let known = names(&suite.spec);
        report.claimed.retain(|name| known.contains(&name.as_str()));
        report.scope.only_profiles.retain(|name| known.contains(&name.as_str()));
        self.rebuild_scope(&mut report.scope);
        report.contract.name.clone_from(&suite.spec.service.name);
        report.contract.version.clone_from(&suite.spec.service.version);
        let is_off = |feature: &str| is_feature(&suite.cases, feature);
        report.off.retain(|off| is_off(&off.feature) && !off.reason.trim().is_empty());
        report.off.sort_by(|left, right| left.feature.cmp(&right.feature));
        report.off.dedup_by(|left, right| left.feature == right.feature);
        for waiver in &mut report.waivers {
            waiver.names = waiver.waiver.scope.count(&suite.cases);
            if waiver.waiver.reason.trim().is_empty() || waiver.waiver.ticket.trim().is_empty() {
                let place = format!("waiver {}", waiver.waiver.scope);
                self.result.contradict(place, "the waiver has no reason or no ticket");
            }
        }
        report.with_conclusions(suite)
    }

    /// Computes what a scope says about its cases.
    fn rebuild_scope(&mut self, scope: &mut Scope) {
        let cases = &self.suite.cases;
        let whole = cases.iter().filter(|case| self.suite.is_within(case, &scope.only_profiles));
        let whole: Vec<&str> = whole.map(|case| case.id.as_str()).collect();
        let remarks = &mut self.result.remarks;
        scope.manifest = Manifest::from_ids(ids(self.report));
        if scope.shard.is_none() {
            scope.selected = scope.manifest.clone();
        }
        if scope.selected.count == whole.len() {
            scope.selected = Manifest::from_ids(whole.iter().copied());
            let is_own = |index: usize| scope.shard.is_none_or(|shard| shard.has(index));
            let own = whole.iter().enumerate().filter(|(index, _)| is_own(*index));
            scope.manifest = Manifest::from_ids(own.map(|(_, id)| *id));
        } else {
            remarks.push(format!(
                "the run selected {} of the suite's {} cases; the report says nothing about the others",
                scope.selected.count,
                cases.len()
            ));
        }
        if let Some(shard) = scope.shard {
            // Computed and not enumerated, since the count may be any number.
            scope.manifest.count = shard.size(scope.selected.count);
            remarks.push(format!("it is the part {shard} of a run; `merge` joins the parts"));
        }
    }

    /// Returns the outcome of a case, with the requests of the suite, that follows from its responses.
    fn rebuild_outcome(&mut self, mut recorded: Outcome, case: &Case) -> Outcome {
        let place = format!("case {}", case.id);
        let off = self.report.off.iter().map(|off| (&*off.feature, &*off.reason));
        let lacking = case.needs.iter().filter_map(|need| self.lacks.get(need).copied().cloned());
        if let Some(obstacles) = Obstacles::new(case, off, lacking) {
            return Outcome::without_run(OutcomeKind::Skip, Reason::Obstacles(obstacles));
        }
        if recorded.kind == OutcomeKind::Skip {
            if !self.report.is_beyond_limits(&recorded) {
                let reason = shown(&recorded.reason);
                self.result.contradict(
                    place,
                    format!("nothing keeps it from running, yet it is skipped: {reason}"),
                );
            }
            return Outcome::without_run(OutcomeKind::Skip, recorded.reason);
        }
        rejudge::rebuild_requests(self.report, &mut recorded, case);
        if let Reason::Interference { fixture, run } = &recorded.reason {
            let is_leased = recorded.fixtures.contains(fixture);
            if !is_leased || self.interfered.get(fixture) != Some(run) {
                let message = format!("no response shows that the run {run} changed {fixture}");
                self.result.contradict(place, message);
            }
            return Outcome { kind: OutcomeKind::Error, ..recorded };
        }
        if recorded.kind == OutcomeKind::Waived {
            // Waivers apply to the report once it is rebuilt.
            recorded.kind = OutcomeKind::Fail;
        }
        if let Reason::Control { .. } = recorded.reason {
            // Controls are looked at once the report is rebuilt.
            recorded.set(OutcomeKind::Pass, "");
        }
        let is_error = recorded.kind == OutcomeKind::Error;
        let rejudged = rejudge::rejudge(self.suite.judge(), case, &recorded);
        let is_same = rejudged.as_ref().is_ok_and(|rejudged| *rejudged == recorded);
        // A record keeps status codes even if it does not keep the texts of responses.
        let is_by_status =
            rejudged.as_ref().is_ok_and(rejudge::is_by_status) && !rejudge::is_by_status(&recorded);
        match rejudge::change(&recorded, &self.keys).filter(|_| !is_by_status) {
            _ if is_same => self.result.judged_again += usize::from(!is_error),
            // Cases that ended in an error are counted as errors.
            Some(_) if is_error => {}
            Some(change) => self.unjudged.entry(change).or_default().push(case.id.clone()),
            None => match rejudged {
                Ok(rejudged) => return rejudged,
                Err(message) => self.result.contradict(place, message),
            },
        }
        recorded
    }
}
