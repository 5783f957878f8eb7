//! The features of a server: its state in each part of the interface.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::document::{CaseReport, FeatureReport, FeatureState};
use crate::outcome::OutcomeKind;

/// The number of cases above which a part is also listed by its own parts.
const SPLIT_ABOVE: usize = 500;

/// Returns every operation in the order of its cases, and the parts of large ones after them.
pub(super) fn features(cases: &[CaseReport]) -> Vec<FeatureReport> {
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
        let mut outcomes: BTreeMap<OutcomeKind, usize> = BTreeMap::new();
        for case in &feature_cases {
            *outcomes.entry(case.outcome.kind).or_default() += 1;
        }
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
