//! Derives the state of the server in each profile of the contract, and the verdict.
//!
//! No profile is named here: the contract lists them, and each case says which profile it belongs to.

use std::collections::{BTreeMap, HashMap, HashSet};

use webdata_cases::profiles::{names, profile_of};

use super::document::{CaseReport, ProfileReport, ProfileState, Report, Verdict};
use crate::Suite;
use crate::outcome::OutcomeKind;

/// Returns the profiles of the contract, each with the outcomes of its cases. `failing` has the cases with a
/// deviation that decides the verdict.
pub(super) fn profiles(
    suite: &Suite,
    report: &Report,
    failing: &HashSet<&str>,
) -> Vec<ProfileReport> {
    let mut profile_of_case: HashMap<&str, &str> = HashMap::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for case in &suite.cases {
        if let Some(profile) = profile_of(&suite.spec, case) {
            profile_of_case.insert(&case.id, profile);
            *counts.entry(profile).or_default() += 1;
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
        let mut outcomes: BTreeMap<OutcomeKind, usize> = BTreeMap::new();
        for case in &profile_cases {
            *outcomes.entry(case.outcome.kind).or_default() += 1;
        }
        let lacking = profile_cases.iter().map(|case| &case.outcome).filter(|outcome| {
            outcome.kind == OutcomeKind::Skip && !report.is_beyond_limits(outcome)
        });
        let is_failing = profile_cases.iter().any(|case| failing.contains(case.id.as_str()));
        let cases = counts.get(name).copied().unwrap_or_default();
        ProfileReport {
            name: name.to_owned(),
            state: state(&outcomes, cases, is_failing),
            claimed: report.claimed.iter().any(|claimed| claimed == name),
            cases,
            lacking: lacking.count(),
            outcomes,
        }
    };
    names(&suite.spec).into_iter().map(profile).collect()
}

fn state(outcomes: &BTreeMap<OutcomeKind, usize>, cases: usize, is_failing: bool) -> ProfileState {
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
pub(super) fn verdict(profiles: &[ProfileReport]) -> Verdict {
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
