//! Verifies a report: everything in it must follow from its responses.
//!
//! Nothing is sent. A file cannot prove that the responses came from the server that the report names; only
//! another run can.

mod rejudge;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Serialize;
use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::marker::Marker;
use webdata_cases::profiles::names;
use webdata_spec::model::Level;

use super::conclude::outcome_counts;
use super::document::{CaseReport, REPORT_VERSION, Report};
use super::files::ReportFile;
use super::phrases::{cases_with, exploration, pluralize};
use crate::findings::subjects;
use crate::interference;
use crate::judge::Judge;
use crate::outcome::{Lack, Obstacles, OutcomeKind, Reason};
use crate::plan::Manifest;
use crate::target::is_feature;
use crate::{Suite, Untrusted};

/// The result of verifying a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// The contradictions in the report; empty for a report that was not changed.
    pub contradictions: Vec<Contradiction>,
    /// What could not be verified, and what a reader of the report should know.
    pub remarks: Vec<String>,
    /// The number of cases that were judged again from their responses.
    pub judged_again: usize,
    /// The number of run cases that were not judged again: their responses are missing or changed, so there
    /// is only the report's word.
    pub not_judged_again: usize,
}

/// The maximum number of markers: of the shards of a merged run.
const MAX_MARKERS: usize = 64;

/// The maximum length of a shown value, in characters.
const MAX_SHOWN: usize = 200;

/// A contradiction in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The place: a property of the document, or a case.
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
    same_suite(report, suite)?;
    let mut verifier = Verifier::default();
    let challenge = report.challenge.as_ref();
    if report.markers.len() > MAX_MARKERS {
        verifier.contradict("markers", format!("there are more than {MAX_MARKERS}"));
    }
    // Each shard of a merged run has its own marker.
    let markers = report.markers.get(..MAX_MARKERS).unwrap_or(&report.markers);
    let marked: Vec<Suite> =
        markers.iter().map(|marker| suite.clone().with_samples(challenge, Some(marker))).collect();
    let challenged = challenge.map(|_| suite.clone().with_samples(challenge, None));
    let suite = challenged.as_ref().unwrap_or(suite);
    let failed =
        report.explored.as_ref().map(|explored| explored.failed.as_slice()).unwrap_or_default();
    let with_sequences = (!failed.is_empty()).then(|| suite.with_sequences(failed));
    let suite = with_sequences.as_ref().unwrap_or(suite);
    if report.digest != file.digest {
        verifier.contradict("digest", describe_difference(&report.digest, &file.digest));
    }
    let derived = by_id(suite);
    let marked: Vec<_> = markers.iter().zip(marked.iter().map(by_id)).collect();
    verifier.interfered =
        interference::interfered(markers, report.cases.iter().map(|case| &case.outcome));
    verifier.check_manifest(report, suite, &derived);
    verifier.check_waivers(report, suite);
    verifier.check_off(report, suite);
    verifier.check_claims(report, suite);
    let judge = Judge { spec: &suite.spec };
    let keys = rejudge::variables(report);
    for recorded in &report.cases {
        let marker = interference::marker_of(markers, &recorded.outcome);
        let marked = marked.iter().find(|(own, _)| Some(*own) == marker).map(|(_, cases)| cases);
        let case = marked.and_then(|cases| cases.get(recorded.id.as_str()));
        let Some(case) = case.or_else(|| derived.get(recorded.id.as_str())) else { continue };
        verifier.check_case(report, recorded, case, judge, &keys);
    }
    verifier.check_skipped(report, &derived);
    verifier.check_challenge(report);
    verifier.check_conclusions(report, suite);
    verifier.remark_unjudged(report);
    let not_judged_again = verifier.unjudged.values().map(Vec::len).sum::<usize>()
        + cases_with(report, OutcomeKind::Error).count();
    let Verifier { contradictions, remarks, judged_again, .. } = verifier;
    Ok(Verification { contradictions, remarks, judged_again, not_judged_again })
}

/// Verifies what needs neither the suite that wrote a report nor its contract: the digest, the counts and the
/// challenge. No case is judged again.
#[must_use]
pub fn verify_alone(file: &ReportFile) -> Verification {
    let report = &file.report;
    let mut verifier = Verifier::default();
    if report.digest != file.digest {
        verifier.contradict("digest", describe_difference(&report.digest, &file.digest));
    }
    let manifest = Manifest::from_ids(report.cases.iter().map(|case| case.id.as_str()));
    let message = "it is not that of the cases in the document";
    verifier.expect_equal("manifest", &report.scope.manifest, &manifest, message);
    let message = "the counts do not follow from the cases";
    verifier.expect_equal("outcomes", &report.outcomes, &outcome_counts(&report.cases), message);
    verifier.check_challenge(report);
    let is_run = |case: &&CaseReport| case.outcome.kind != OutcomeKind::Skip;
    let not_judged_again = report.cases.iter().filter(is_run).count();
    let Verifier { contradictions, remarks, .. } = verifier;
    Verification { contradictions, remarks, judged_again: 0, not_judged_again }
}

/// Returns an error if another suite wrote the report, or one with another contract.
pub(super) fn same_suite(report: &Report, suite: &Suite) -> Result<(), OtherSuite> {
    let own_version = env!("CARGO_PKG_VERSION");
    let is_same_form = report.report_version == REPORT_VERSION;
    if is_same_form
        && report.suite.version == own_version
        && report.contract.hash == suite.spec.hash
    {
        return Ok(());
    }
    Err(OtherSuite {
        suite: match is_same_form {
            true => report.suite.version.clone(),
            false => {
                format!(
                    "{} with reports of version {}",
                    report.suite.version, report.report_version
                )
            }
        },
        contract: report.contract.hash.clone(),
        own_suite: own_version.to_owned(),
        own_contract: suite.spec.hash.clone(),
    })
}

/// The results so far.
#[derive(Default)]
struct Verifier {
    contradictions: Vec<Contradiction>,
    remarks: Vec<String>,
    judged_again: usize,
    /// The cases whose responses were changed or cut.
    unjudged: BTreeMap<rejudge::Change, Vec<String>>,
    /// The fixtures that another run changed, each with its marker.
    interfered: BTreeMap<String, Marker>,
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
}

/// Returns the cases of a suite by their identities.
fn by_id(suite: &Suite) -> HashMap<&str, &Case> {
    suite.cases.iter().map(|case| (case.id.as_str(), case)).collect()
}

/// Describes the value in a report, and the value that should be there.
fn describe_difference(written: &impl Serialize, computed: &impl Serialize) -> String {
    format!("written {}, computed {}", shown(written), shown(computed))
}

/// Returns a value as JSON, cut if it is long.
fn shown(value: &impl Serialize) -> String {
    // All shown values are data of a report, which can be written as JSON.
    let text = serde_json::to_string(value).unwrap_or_default();
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl Verifier {
    fn contradict(&mut self, place: impl Into<String>, says: impl Into<String>) {
        self.contradictions.push(Contradiction { place: place.into(), says: says.into() });
    }

    /// Checks that two values are equal.
    fn expect_equal<T: PartialEq + Serialize>(
        &mut self,
        place: &str,
        written: &T,
        expected: &T,
        says: &str,
    ) {
        if written != expected {
            self.contradict(place, format!("{says}: {}", describe_difference(written, expected)));
        }
    }

    /// Checks that each request has the challenge, and that some responses return it.
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

    /// Checks that waivers are complete, and cover the stated number of cases.
    fn check_waivers(&mut self, report: &Report, suite: &Suite) {
        for waiver in &report.waivers {
            let place = format!("waiver {}", waiver.waiver.scope);
            let names = waiver.waiver.scope.count(&suite.cases);
            self.expect_equal(
                &place,
                &waiver.names,
                &names,
                "the number of covered cases is wrong",
            );
            if waiver.waiver.reason.trim().is_empty() || waiver.waiver.ticket.trim().is_empty() {
                self.contradict(&place, "the waiver has no reason or no ticket");
            }
        }
    }

    /// Checks that features are switched off once each, with a reason.
    fn check_off(&mut self, report: &Report, suite: &Suite) {
        for off in &report.off {
            let place = format!("off {}", off.feature);
            if !is_feature(&suite.cases, &off.feature) {
                self.contradict(
                    &place,
                    "this is not a feature: fewer than two cases begin with this name",
                );
            }
            if off.reason.trim().is_empty() {
                self.contradict(&place, "the feature is switched off without a reason");
            }
        }
        if !report.off.is_sorted_by(|left, right| left.feature < right.feature) {
            self.contradict("off", "the features are not in order, or one appears twice");
        }
    }

    /// Checks that claims and limits of the selection are profiles of the contract.
    fn check_claims(&mut self, report: &Report, suite: &Suite) {
        let known = names(&suite.spec);
        let lists = [("claimed", &report.claimed), ("onlyProfiles", &report.scope.only_profiles)];
        for (place, list) in lists {
            for name in list.iter().filter(|name| !known.contains(&name.as_str())) {
                self.contradict(place, format!("the contract has no profile `{name}`"));
            }
        }
    }

    /// Checks that the outcome of a case follows from its responses, and that its requests are the suite's.
    fn check_case(
        &mut self,
        report: &Report,
        recorded: &CaseReport,
        case: &Case,
        judge: Judge<'_>,
        keys: &BTreeSet<String>,
    ) {
        let place = format!("case {}", recorded.id);
        for says in rejudge::mistakes(report, recorded, case) {
            self.contradict(&place, says);
        }
        let is_run = !recorded.outcome.transcript.is_empty();
        let subjects = if is_run { subjects(judge.spec, case) } else { Vec::new() };
        if recorded.subjects != subjects {
            self.contradict(&place, "`subjects`: they are not those of the case".to_owned());
        }
        if let Reason::Interference { fixture, run } = &recorded.outcome.reason {
            let is_error = recorded.outcome.kind == OutcomeKind::Error;
            let is_leased = recorded.outcome.fixtures.contains(fixture);
            if !is_error || !is_leased || self.interfered.get(fixture) != Some(run) {
                let message = format!("no response shows that the run {run} changed {fixture}");
                self.contradict(&place, message);
            }
            return;
        }
        match rejudge::rejudge(judge, case, &recorded.outcome, report) {
            Ok(judged) => self.judged_again += usize::from(judged),
            Err(mistake) => match rejudge::change(&recorded.outcome, keys) {
                // Cases that ended in an error are counted as errors.
                Some(_) if !mistake.by_status && recorded.outcome.kind == OutcomeKind::Error => {}
                Some(change) if !mistake.by_status => {
                    self.unjudged.entry(change).or_default().push(recorded.id.clone());
                }
                _ => self.contradict(&place, mistake.message),
            },
        }
    }

    /// Checks everything that follows from the cases.
    fn check_conclusions(&mut self, report: &Report, suite: &Suite) {
        let due = report.clone().with_conclusions(suite);
        let message = "the contract has another value";
        let (contract, service) = (&report.contract, &suite.spec.service);
        self.expect_equal("contract", &contract.name, &service.name, message);
        self.expect_equal("contract", &contract.version, &service.version, message);
        for (recorded, case) in report.cases.iter().zip(&due.cases) {
            let (written, due) = (recorded.outcome.kind, case.outcome.kind);
            if written != due {
                self.contradict(
                    format!("case {}", recorded.id),
                    format!(
                        "the outcome is written as `{written}`, but by the waivers it is `{due}`"
                    ),
                );
            }
        }
        let message = "the value does not follow from the cases";
        self.expect_equal("verdict", &report.verdict, &due.verdict, message);
        let message = "the value does not follow from the cases that were run";
        self.expect_equal("budget", &report.budget, &due.budget, message);
        self.expect_rows("profiles", &report.profiles, &due.profiles, |row| row.name.clone());
        let message = "the counts do not follow from the cases";
        self.expect_equal("outcomes", &report.outcomes, &due.outcomes, message);
        self.expect_rows("waivers", &report.waivers, &due.waivers, |row| {
            row.waiver.scope.to_string()
        });
        self.expect_rows("findings", &report.findings, &due.findings, |row| row.clause.to_string());
        self.expect_rows("overall", &report.overall, &due.overall, |row| row.says.clone());
        self.expect_rows("remedies", &report.remedies, &due.remedies, |row| row.reason.to_string());
        self.expect_rows("features", &report.features, &due.features, |row| row.name.clone());
        self.expect_rows("clauses", &report.clauses, &due.clauses, |row| row.id.to_string());
        let (written, expected) = (&report.observations, &due.observations);
        self.expect_rows("observations", written, expected, |row| row.case.clone());
        let (written, expected) = (&report.several_readings, &due.several_readings);
        self.expect_rows("severalReadings", written, expected, |row| row.gap.clone());
    }

    fn expect_rows<T: PartialEq + Serialize>(
        &mut self,
        list: &str,
        written: &[T],
        derived: &[T],
        name: impl Fn(&T) -> String,
    ) {
        if written.len() != derived.len() {
            let (written_count, derived) = (written.len(), derived.len());
            self.contradict(
                list,
                format!(
                    "the number of entries does not follow from the cases: written {written_count}, computed {derived}"
                ),
            );
            return;
        }
        for (written_row, derived) in
            written.iter().zip(derived).filter(|(written_row, derived)| written_row != derived)
        {
            self.contradict(
                format!("{list} {}", name(written_row)),
                format!(
                    "the entry does not follow from the cases: {}",
                    describe_difference(written_row, derived)
                ),
            );
        }
    }

    fn remark_unjudged(&mut self, report: &Report) {
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
        for (change, cases) in &self.unjudged {
            let Some(first) = cases.first() else { continue };
            let count = pluralize(cases.len(), "case");
            let message = change.description();
            self.remarks.push(format!(
                "{count} cannot be judged again from the record, which is no mistake: {message}; the first is {first}"
            ));
        }
    }

    /// Checks each case, then all of them together.
    fn check_manifest(&mut self, report: &Report, suite: &Suite, derived: &HashMap<&str, &Case>) {
        let mut seen = HashSet::new();
        for recorded in &report.cases {
            let place = format!("case {}", recorded.id);
            if !seen.insert(&recorded.id) {
                self.contradict(&place, "it appears twice");
            }
            match derived.get(recorded.id.as_str()) {
                None => self.contradict(&place, "the suite has no such case"),
                Some(case) => {
                    self.expect_equal(
                        &place,
                        &recorded.level,
                        &case.level,
                        "its level is not the suite's",
                    );
                    let message = "its clauses are not the suite's";
                    self.expect_equal(&place, &recorded.clauses, &case.clauses, message);
                }
            }
        }
        let scope = &report.scope;
        let manifest = Manifest::from_ids(report.cases.iter().map(|case| case.id.as_str()));
        let message = "it is not that of the cases in the document";
        self.expect_equal("manifest", &scope.manifest, &manifest, message);
        let place: HashMap<&str, usize> =
            suite.cases.iter().enumerate().map(|(index, case)| (case.id.as_str(), index)).collect();
        let whole = suite.cases.iter().filter(|case| suite.is_within(case, &scope.only_profiles));
        let whole: Vec<&str> = whole.map(|case| case.id.as_str()).collect();
        if !report.cases.is_sorted_by_key(|case| place.get(case.id.as_str()).copied()) {
            self.contradict("cases", "they are not in the order of the suite");
        }
        let is_own = |index: usize| scope.shard.is_none_or(|shard| shard.has(index));
        let part = |ids: &[&str]| {
            let ids_of_shard: Vec<&str> =
                ids.iter().enumerate().filter(|(at, _)| is_own(*at)).map(|(_, id)| *id).collect();
            Manifest::from_ids(ids_of_shard.iter().copied())
        };
        if scope.shard.is_none() {
            let message = "it is not the manifest, although the run is no shard of another";
            self.expect_equal("selected", &scope.selected, &scope.manifest, message);
        }
        if scope.selected.count == whole.len() {
            let message =
                "it is not that of all cases that the run could have, although it has as many";
            self.expect_equal(
                "selected",
                &scope.selected,
                &Manifest::from_ids(whole.iter().copied()),
                message,
            );
            let message = "it is not that of the cases of the suite that the run should have";
            self.expect_equal("manifest", &scope.manifest, &part(&whole), message);
        } else {
            self.remarks.push(format!(
                "the run selected {} of the suite's {} cases; the report says nothing about the others",
                scope.selected.count,
                suite.cases.len()
            ));
        }
        if let Some(shard) = scope.shard {
            // Computed and not enumerated, since the count may be any number.
            if shard.size(scope.selected.count) != scope.manifest.count {
                self.contradict(
                    "shard",
                    format!(
                        "{shard} of {} cases are not {}",
                        scope.selected.count, scope.manifest.count
                    ),
                );
            }
            self.remarks.push(format!("it is the part {shard} of a run; `merge` joins the parts"));
        }
    }

    /// Checks that what the target lacks for one case, it lacks for all.
    fn check_skipped(&mut self, report: &Report, derived: &HashMap<&str, &Case>) {
        let cases = report.cases.iter().filter_map(|recorded| {
            let case = *derived.get(recorded.id.as_str())?;
            Some((case, recorded.outcome.reason.obstacles()))
        });
        let cases: Vec<(&Case, Option<&Obstacles>)> = cases.collect();
        let obstacles = || cases.iter().filter_map(|(_, obstacles)| *obstacles);
        let lacking: HashSet<&Lack> = obstacles().flat_map(Obstacles::lacks).collect();
        let mut contradicted: BTreeMap<String, &str> = BTreeMap::new();
        for (case, obstacles) in &cases {
            let listed: Vec<&Lack> = obstacles.iter().flat_map(|it| it.lacks()).collect();
            let needed = lacking.iter().filter(|lack| case.needs.contains(&lack.need));
            for lack in needed.filter(|lack| !listed.contains(lack)) {
                contradicted.entry(lack.to_string()).or_insert(&case.id);
            }
        }
        for (need, id) in contradicted {
            self.contradict(
                "cases",
                format!("cases are skipped since the target lacks {need}, which {id} needs and does not lack"),
            );
        }
        let others = obstacles().filter(|obstacles| obstacles.off().next().is_some()).count();
        if others > 0 {
            self.remarks.push(format!(
                "{others} cases are skipped for reasons that only the target file gives"
            ));
        }
    }
}
