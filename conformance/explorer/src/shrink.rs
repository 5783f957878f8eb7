//! Shrinks a failing sequence to the fewest and smallest requests that fail for the same reason.

use std::time::{Duration, Instant};

use proptest::strategy::ValueTree;
use serde_json::{Map, Value};
use webdata_cases::derive::sequences::{Action, Sequence, Spelling};

/// The maximum number of times that a sequence is sent again.
const MAX_TRIES: usize = 600;

/// Returns the smallest failing sequence that a tree leads to, or `None` if no sequence fails again.
///
/// `fails` returns the part of a sequence that fails, if any does, and is not called after `time`.
/// `is_of_status` is whether the status code is wrong.
pub(super) fn smallest(
    tree: &mut impl ValueTree<Value = Sequence>,
    time: Duration,
    is_of_status: bool,
    fails: impl Fn(&Sequence) -> Option<Sequence>,
) -> Option<Sequence> {
    let started = Instant::now();
    let (mut best, mut tries) = (None, 0);
    let mut may_go_on = tree.simplify();
    while may_go_on && tries < MAX_TRIES && started.elapsed() < time {
        tries += 1;
        may_go_on = match fails(&tree.current()) {
            Some(smaller) => {
                best = Some(smaller);
                tree.simplify()
            }
            // If earlier sequences play a part, a sequence that failed need not fail again.
            None => tree.complicate() || tree.simplify(),
        };
    }
    let best = best.or_else(|| fails(&tree.current()))?;
    let best = without_needless_actions(best, |sequence| {
        (started.elapsed() < time).then(|| fails(sequence)).flatten()
    });
    // Earlier sequences play no part if the sequence creates its own resource or run.
    if best.actions.iter().any(|action| matches!(action, Action::Create { .. } | Action::Start)) {
        return Some(best);
    }
    // A wrong value shows only if another value was stored before. For a wrong status code, two failures in a
    // row without arranged resources prove that the stored values play no part.
    let bare = Sequence { arranged: false, ..best.clone() };
    let again = || if best.arranged && is_of_status { fails(&bare) } else { None };
    Some(again().and_then(|_| again()).unwrap_or(best))
}

/// Removes each action, and each part of an action, without which the sequence still fails.
///
/// The tree has tried to remove each action before it shrank the later ones. A later action may need an earlier one
/// no longer since it was shrunk.
fn without_needless_actions(
    mut best: Sequence,
    fails: impl Fn(&Sequence) -> Option<Sequence>,
) -> Sequence {
    let mut index = 0;
    while let Some(action) = best.actions.get(index) {
        let fewer = (best.actions.len() > 1).then(Vec::new);
        let smaller = simpler_versions(action).into_iter().map(|action| vec![action]);
        let smaller_sequence = fewer.into_iter().chain(smaller).find_map(|instead| {
            let mut sequence = best.clone();
            sequence.actions.splice(index..=index, instead);
            fails(&sequence)
        });
        match smaller_sequence {
            Some(smaller) => best = smaller,
            None => index += 1,
        }
    }
    best
}

/// Returns simpler versions of an action.
fn simpler_versions(action: &Action) -> Vec<Action> {
    let fewer = |given: &Map<String, Value>| -> Vec<Map<String, Value>> {
        let without = |name: &String| {
            let mut properties = given.clone();
            properties.shift_remove(name);
            properties
        };
        given.keys().filter(|_| given.len() > 1).map(without).collect()
    };
    match action {
        Action::Update { resource, given, spelling, headers_of } => {
            let update = |given, spelling, headers_of| Action::Update {
                resource: *resource,
                given,
                spelling,
                headers_of,
            };
            let plain = headers_of.is_some() || *spelling != Spelling::default();
            let plain = plain.then(|| update(given.clone(), Spelling::default(), None));
            let fewer = fewer(given);
            let fewer = fewer.into_iter().map(|given| update(given, *spelling, headers_of.clone()));
            plain.into_iter().chain(fewer).collect()
        }
        Action::Concurrent { given, resource, .. } => {
            let alone = |given: &Map<String, Value>| Action::Update {
                resource: *resource,
                given: given.clone(),
                spelling: Spelling::default(),
                headers_of: None,
            };
            given.iter().map(alone).collect()
        }
        Action::Create { given } => {
            fewer(given).into_iter().map(|given| Action::Create { given }).collect()
        }
        Action::Replace { resource, given } => {
            let replace = |given| Action::Replace { resource: *resource, given };
            fewer(given).into_iter().map(replace).collect()
        }
        Action::Rejected { resource, like, beside } => {
            let refused =
                |beside| Action::Rejected { resource: *resource, like: like.clone(), beside };
            fewer(beside).into_iter().map(refused).collect()
        }
        Action::Other { .. }
        | Action::Read { .. }
        | Action::List { .. }
        | Action::Delete { .. }
        | Action::Start
        | Action::End { .. } => Vec::new(),
    }
}
