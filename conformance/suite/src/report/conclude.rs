//! Derives everything in a report that follows from its cases: verdict, counts, tables and digest.
//!
//! A run, `merge` and `verify` all use this module, so that they agree. It looks only at the document and the
//! contract.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;
use sha2::{Digest, Sha256};
use webdata_cases::case::Case;
use webdata_cases::profiles::{names, profile_of};
use webdata_spec::Spec;
use webdata_spec::model::{Clause, ClauseId};

use super::document::{
    CaseReport, ClauseReport, FeatureReport, FeatureState, ObservationReport, ProfileReport,
    ProfileState, Reach, Report, Verdict, WaiverReport, WaiverState,
};
use super::overall::overall;
use super::readings::several_readings;
use crate::Suite;
use crate::findings::{Explained, explained};
use crate::judge::STATUS;
use crate::outcome::{
    EQUAL_VALUES, EQUAL_VALUES_QUESTION, Outcome, OutcomeKind, Reason, is_counted,
};
use crate::remedies::{Remedy, remedies};
use crate::waivers::{Waiver, WaiverScope};

pub(super) fn outcome_counts(cases: &[CaseReport]) -> IndexMap<OutcomeKind, usize> {
    let mut counts: IndexMap<_, _> = OutcomeKind::ALL.into_iter().map(|kind| (kind, 0)).collect();
    for case in cases {
        *counts.entry(case.outcome.kind).or_default() += 1;
    }
    counts
}

impl Report {
    /// Returns the document with everything that follows from its cases and waivers.
    #[must_use]
    pub(super) fn with_conclusions(mut self, suite: &Suite) -> Self {
        let derived: HashMap<&str, &Case> =
            suite.cases.iter().map(|case| (case.id.as_str(), case)).collect();
        block_by_controls(&mut self.cases, &derived);
        let judged: Vec<_> = self.cases.iter().map(CaseReport::judged).collect();
        let mut explained = explained(suite.judge(), &judged);
        self.overall = overall(self.cases.iter().map(|case| &case.outcome));
        self.remedies = skip_remedies(&suite.spec, &derived, &self);
        let day = self.started_at.to_zoned(jiff::tz::TimeZone::UTC).date();
        let waived = waive(&self.cases, &mut explained, &mut self.waivers, day);
        self.findings = explained.findings;
        for case in &mut self.cases {
            // A waiver of a control covers the cases that it blocks.
            if let Reason::Control { case: control } = &case.outcome.reason {
                if waived.contains(control) {
                    case.outcome.kind = OutcomeKind::Waived;
                }
                continue;
            }
            let is_failure = matches!(case.outcome.kind, OutcomeKind::Fail | OutcomeKind::Waived);
            if is_failure {
                let is_waived = waived.contains(&case.id);
                case.outcome.kind = if is_waived { OutcomeKind::Waived } else { OutcomeKind::Fail };
            }
        }
        self.outcomes = outcome_counts(&self.cases);
        let failing = deciding_case_ids(&self);
        let (profiles, has_failed) = (profiles(suite, &self, &failing), !failing.is_empty());
        self.profiles = profiles;
        self.verdict = verdict(&self, has_failed);
        self.features = features(&self.cases);
        self.clauses = clauses(suite, &self.cases);
        self.observations = observations(&suite.spec, &self.cases);
        if let Some(budget) = &mut self.budget {
            let judged = self.cases.iter().filter(|case| case.outcome.kind.is_judged());
            budget.judged = judged.clone().count();
            budget.noticed = suite.order.noticed_mutants(judged.map(|case| case.id.as_str()));
            budget.mutants = suite.order.mutants();
        }
        let outcomes = self.cases.iter().map(|case| (case.id.as_str(), &case.outcome));
        self.several_readings = several_readings(&suite.spec, outcomes);
        self.with_digest()
    }

    /// Returns the document with the id of its run.
    #[must_use]
    pub fn with_run_id(mut self, run_id: Option<String>) -> Self {
        self.run_id = run_id;
        self.with_digest()
    }

    /// Returns the document with its digest. Every report can be written as JSON.
    fn with_digest(mut self) -> Self {
        self.digest = serde_json::to_value(&self).map(digest_of).unwrap_or_default();
        self
    }

    /// Returns the document after applying waivers.
    #[must_use]
    pub fn with_waivers(mut self, suite: &Suite, waivers: Vec<Waiver>) -> Self {
        if waivers.is_empty() && self.waivers.is_empty() {
            return self;
        }
        let report = |waiver: Waiver| WaiverReport {
            names: waiver.scope.count(&suite.cases),
            waiver,
            waived: 0,
            state: WaiverState::Unused,
        };
        self.waivers = waivers.into_iter().map(report).collect();
        self.with_conclusions(suite)
    }
}

/// Returns the digest of a document, ignoring a digest that it already has: the SHA-256 of its canonical form (RFC 8785),
/// in which equal numbers are written in one way.
///
/// A document may have the digest of binaries before that form instead, over the JSON without spaces and with sorted
/// properties.
pub(super) fn digest_of(mut document: Value) -> String {
    let stated = document.as_object_mut().and_then(|properties| properties.shift_remove("digest"));
    let hash = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    // A document without duplicate properties has a canonical form.
    let digest = hash(&serde_json_canonicalizer::to_vec(&document).unwrap_or_default());
    match stated {
        Some(Value::String(stated)) if stated != digest => {
            document.sort_all_objects();
            let earlier = hash(document.to_string().as_bytes());
            if stated == earlier { earlier } else { digest }
        }
        _ => digest,
    }
}

/// Blocks the cases that pass although their controls were rejected, or the set-up of the controls, which has much of the
/// same values: the server may have rejected something else than the wrong value.
fn block_by_controls(cases: &mut [CaseReport], derived: &HashMap<&str, &Case>) {
    let is_rejected = |outcome: &Outcome| match outcome.kind {
        OutcomeKind::Blocked => true,
        OutcomeKind::Fail | OutcomeKind::Waived => {
            outcome.deviations.iter().any(|deviation| deviation.place == STATUS)
        }
        OutcomeKind::Pass | OutcomeKind::Skip | OutcomeKind::Error | OutcomeKind::Observed => false,
    };
    let rejected = cases.iter().filter(|case| is_rejected(&case.outcome));
    let rejected: HashSet<String> = rejected.map(|case| case.id.clone()).collect();
    for case in cases.iter_mut() {
        if matches!(case.outcome.reason, Reason::Control { .. }) {
            case.outcome.set(OutcomeKind::Pass, "");
        }
        let around = derived.get(case.id.as_str()).and_then(|case| case.around.as_ref());
        let around = around.filter(|around| rejected.contains(&around.control));
        if let Some(around) = around.filter(|_| case.outcome.kind == OutcomeKind::Pass) {
            let reason = Reason::Control { case: around.control.clone() };
            case.outcome.set(OutcomeKind::Blocked, reason);
        }
    }
}

/// Notes the state of each waiver and which findings are waived, and returns the identities of the cases whose failures
/// valid waivers cover.
fn waive(
    cases: &[CaseReport],
    explained: &mut Explained<'_>,
    waivers: &mut [WaiverReport],
    day: jiff::civil::Date,
) -> HashSet<String> {
    let fails =
        |case: &&CaseReport| matches!(case.outcome.kind, OutcomeKind::Fail | OutcomeKind::Waived);
    for report in waivers.iter_mut() {
        let scope = &report.waiver.scope;
        let named: Vec<&CaseReport> =
            cases.iter().filter(|case| scope.names(&case.id, &case.clauses)).collect();
        let any =
            |kinds: &[OutcomeKind]| named.iter().any(|case| kinds.contains(&case.outcome.kind));
        let passed = any(&[OutcomeKind::Pass, OutcomeKind::Observed]);
        // A case that was not run or not judged may be the one that still fails.
        let unjudged = [OutcomeKind::Skip, OutcomeKind::Blocked, OutcomeKind::Error];
        let is_whole = named.len() == report.names && !any(&unjudged);
        let names_failure = named.iter().any(fails);
        // A failure that several waivers cover counts for each of them. Deviations that cases are not about do not
        // fail these cases, and other deviations still do.
        let waived = match scope {
            WaiverScope::Cases(_) => named.iter().filter(|case| fails(case)).count(),
            WaiverScope::Finding(explanation) => {
                let all = explained.findings.iter().enumerate();
                let beside = all.filter(|(index, finding)| {
                    finding.beside && explained.covers_finding(*index, &[explanation])
                });
                let beside: usize = beside.map(|(_, finding)| finding.cases.len()).sum();
                explained.failing(explanation).len() + beside
            }
        };
        let holds = report.waiver.holds_on(day);
        let is_about_others = names_failure
            && !matches!(scope, WaiverScope::Finding(one) if one.as_clause().is_none());
        report.waived = if holds { waived } else { 0 };
        report.state = match (holds, waived) {
            (false, _) => WaiverState::Expired,
            (true, 1..) => WaiverState::Applied,
            // A case that now fails for another reason does not pass again.
            (true, 0) if passed && is_whole && !is_about_others => WaiverState::PassesAgain,
            (true, 0) => WaiverState::Unused,
        };
    }
    let applied = waivers.iter().filter(|report| report.state == WaiverState::Applied);
    let applied: Vec<&WaiverScope> = applied.map(|report| &report.waiver.scope).collect();
    crate::waivers::waive(explained, &applied)
}

/// Returns the verdict of a run; `has_failed` says whether a deviation decides it.
fn verdict(report: &Report, has_failed: bool) -> Verdict {
    let has = |kind| report.cases.iter().any(|case| case.outcome.kind == kind);
    let is_obsolete = |waiver: &WaiverReport| waiver.state == WaiverState::PassesAgain;
    let ran = has(OutcomeKind::Pass) || has(OutcomeKind::Observed);
    if has_failed || report.waivers.iter().any(is_obsolete) {
        Verdict::NotConformant
    } else if has(OutcomeKind::Blocked) || has(OutcomeKind::Error) || !ran {
        Verdict::Incomplete
    } else {
        verdict_of_profiles(&report.profiles)
    }
}

/// Returns the cases with a deviation that makes a run not conformant.
fn deciding_case_ids(report: &Report) -> HashSet<&str> {
    let failures = report
        .cases
        .iter()
        .filter(|case| case.outcome.kind == OutcomeKind::Fail)
        .filter(|case| is_counted(case.level, report.level));
    let seen_beside = report
        .findings
        .iter()
        .filter(|finding| finding.beside && finding.counts(report.level, |_| false));
    let seen_beside = seen_beside.flat_map(|finding| finding.cases.iter().map(String::as_str));
    failures.map(|case| case.id.as_str()).chain(seen_beside).collect()
}

fn skip_remedies(spec: &Spec, derived: &HashMap<&str, &Case>, report: &Report) -> Vec<Remedy> {
    let skipped = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Skip);
    let skipped = skipped.filter_map(|case| {
        Some((*derived.get(case.id.as_str())?, case.outcome.reason.obstacles()?))
    });
    remedies(spec, skipped)
}

fn clauses(suite: &Suite, cases: &[CaseReport]) -> Vec<ClauseReport> {
    let mut by_clause: BTreeMap<&ClauseId, BTreeMap<OutcomeKind, usize>> = BTreeMap::new();
    for case in cases {
        for clause in &case.clauses {
            *by_clause.entry(clause).or_default().entry(case.outcome.kind).or_default() += 1;
        }
    }
    let mut broken: BTreeMap<&ClauseId, usize> = BTreeMap::new();
    for case in cases {
        let seen = case.outcome.deviations.iter().chain(&case.outcome.beside);
        for clause in seen.map(|deviation| &deviation.clause).collect::<BTreeSet<_>>() {
            *broken.entry(clause).or_default() += 1;
        }
    }
    let reachable: HashSet<&ClauseId> = suite.cases.iter().flat_map(|case| &case.clauses).collect();
    let reach = |id: &ClauseId| {
        let mut outcomes = by_clause.get(id).into_iter().flat_map(BTreeMap::keys);
        let is_run = outcomes.any(|kind| kind.is_judged());
        match is_run || broken.contains_key(id) {
            true => Reach::Reached,
            false if reachable.contains(id) => Reach::NotReached,
            false => Reach::Unreachable,
        }
    };
    let report = |clause: &Clause| ClauseReport {
        reach: reach(&clause.id),
        broken: broken.get(&clause.id).copied().unwrap_or_default(),
        outcomes: by_clause.get(&clause.id).cloned().unwrap_or_default(),
        id: clause.id.clone(),
        level: clause.level,
        says: clause.statement.clone(),
        source: clause.source.clone(),
    };
    suite.clauses.values().map(report).collect()
}

fn observations(spec: &Spec, cases: &[CaseReport]) -> Vec<ObservationReport> {
    let report = |case: &CaseReport| {
        let observed = case.outcome.observed.clone()?;
        let question = match spec.gaps.get(&observed.gap) {
            Some(gap) => gap.question.clone(),
            None if observed.gap == EQUAL_VALUES => EQUAL_VALUES_QUESTION.to_owned(),
            None => String::new(),
        };
        Some(ObservationReport { question, observed, case: case.id.clone() })
    };
    cases.iter().filter_map(report).collect()
}

/// The number of cases above which a part is also listed by its own parts.
const SPLIT_ABOVE: usize = 500;

/// Counts the outcomes of some cases.
fn counts(cases: &[&CaseReport]) -> BTreeMap<OutcomeKind, usize> {
    let mut outcomes = BTreeMap::new();
    for case in cases {
        *outcomes.entry(case.outcome.kind).or_default() += 1;
    }
    outcomes
}

/// Returns every operation in the order of its cases, and the parts of large ones after them.
fn features(cases: &[CaseReport]) -> Vec<FeatureReport> {
    let mut features = Vec::new();
    collect_features(&cases.iter().collect::<Vec<_>>(), 1, &mut features);
    features
}

fn collect_features(cases: &[&CaseReport], parts: usize, features: &mut Vec<FeatureReport>) {
    let mut groups: IndexMap<&str, Vec<&CaseReport>> = IndexMap::new();
    for case in cases {
        if let Some(prefix) = prefix(&case.id, parts) {
            groups.entry(prefix).or_default().push(case);
        }
    }
    for (name, feature_cases) in groups {
        let outcomes = counts(&feature_cases);
        features.push(FeatureReport { name: name.to_owned(), state: state(&outcomes), outcomes });
        if feature_cases.len() > SPLIT_ABOVE {
            collect_features(&feature_cases, parts + 1, features);
        }
    }
}

/// Returns the first `parts` parts of an identity, or `None` if it has fewer. The parts after the operation
/// are the steps of a place, or the kind of test.
fn prefix(id: &str, parts: usize) -> Option<&str> {
    let operation = id.find("::").unwrap_or(id.len());
    let Some(deeper) = parts.checked_sub(2) else { return id.get(..operation) };
    let from = operation + "::".len();
    let place = id.get(from..)?;
    let place = place.get(..place.find("::").unwrap_or(place.len()))?;
    let mut ends = place.match_indices('.').map(|(end, _)| end).chain([place.len()]);
    id.get(..from + ends.nth(deeper)?)
}

fn state(outcomes: &BTreeMap<OutcomeKind, usize>) -> FeatureState {
    let has = |kind| outcomes.contains_key(&kind);
    let passed = has(OutcomeKind::Pass) || has(OutcomeKind::Observed);
    let only = |kinds: &[OutcomeKind]| outcomes.keys().all(|kind| kinds.contains(kind));
    if has(OutcomeKind::Fail) {
        FeatureState::Failing
    } else if only(&[OutcomeKind::Skip]) {
        FeatureState::NotSupported
    } else if only(&[OutcomeKind::Pass, OutcomeKind::Observed]) {
        FeatureState::Supported
    } else if passed {
        FeatureState::Partly
    } else {
        FeatureState::NotJudged
    }
}

/// Returns the profiles of the contract, each with the outcomes of its cases. `failing` has the cases with a
/// deviation that decides the verdict.
fn profiles(suite: &Suite, report: &Report, failing: &HashSet<&str>) -> Vec<ProfileReport> {
    let mut profile_of_case: HashMap<&str, &str> = HashMap::new();
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for case in &suite.cases {
        if let Some(profile) = profile_of(&suite.spec, case) {
            profile_of_case.insert(&case.id, profile);
            *sizes.entry(profile).or_default() += 1;
        }
    }
    let mut run: HashMap<&str, Vec<&CaseReport>> = HashMap::new();
    for case in &report.cases {
        if let Some(profile) = profile_of_case.get(case.id.as_str()) {
            run.entry(profile).or_default().push(case);
        }
    }
    let profile = |name: &str| {
        let profile_cases = run.remove(name).unwrap_or_default();
        let outcomes = counts(&profile_cases);
        let lacking = profile_cases.iter().map(|case| &case.outcome).filter(|outcome| {
            outcome.kind == OutcomeKind::Skip && !report.is_beyond_limits(outcome)
        });
        let is_failing = profile_cases.iter().any(|case| failing.contains(case.id.as_str()));
        let cases = sizes.get(name).copied().unwrap_or_default();
        ProfileReport {
            name: name.to_owned(),
            state: profile_state(&outcomes, cases, is_failing),
            claimed: report.claimed.iter().any(|claimed| claimed == name),
            cases,
            lacking: lacking.count(),
            outcomes,
        }
    };
    names(&suite.spec).into_iter().map(profile).collect()
}

fn profile_state(
    outcomes: &BTreeMap<OutcomeKind, usize>,
    cases: usize,
    is_failing: bool,
) -> ProfileState {
    use OutcomeKind::{Blocked, Error, Fail, Observed, Pass, Skip, Waived};
    let count = |kinds: &[OutcomeKind]| kinds.iter().filter_map(|kind| outcomes.get(kind)).sum();
    // A failure that does not count has a lower level than the run.
    let judged: usize = count(&[Pass, Observed, Waived, Fail]);
    let run: usize = outcomes.values().sum::<usize>() - count(&[Skip]);
    if is_failing {
        ProfileState::NotConformant
    } else if count(&[Blocked, Error]) > 0 {
        ProfileState::Incomplete
    } else if run == 0 {
        ProfileState::NotRun
    } else if judged == cases {
        ProfileState::Conformant
    } else {
        ProfileState::InPart
    }
}

/// Returns the verdict of a run in which nothing failed and everything that was sent was judged.
///
/// A claimed profile has to be complete. If the caller left out cases (by a filter, a shard, a budget), the
/// verdict is partial; if the target lacks what cases need, the claim is not proved.
fn verdict_of_profiles(profiles: &[ProfileReport]) -> Verdict {
    let is_whole = |profile: &ProfileReport| profile.state == ProfileState::Conformant;
    let mut claimed = profiles.iter().filter(|profile| profile.claimed && !is_whole(profile));
    if claimed.clone().any(|profile| profile.lacking > 0) {
        Verdict::Incomplete
    } else if claimed.next().is_none() && profiles.iter().any(is_whole) {
        Verdict::Conformant
    } else {
        Verdict::Partial
    }
}
