//! Shrinks a sequence that fails to the fewest and smallest requests that fail for the same reason.

use std::time::{Duration, Instant};

use proptest::strategy::ValueTree;
use webdata_cases::derive::sequences::Sequence;

/// The most times that a sequence is sent again.
const TRIES: usize = 1500;

/// Returns the smallest sequence that fails, of those that a tree leads to; none where none fails again.
/// `fails` returns the part of a sequence that fails, if any does; it is not asked again once `time` is over.
pub(super) fn smallest(
    tree: &mut impl ValueTree<Value = Sequence>,
    time: Duration,
    fails: impl Fn(&Sequence) -> Option<Sequence>,
) -> Option<Sequence> {
    let started = Instant::now();
    let (mut best, mut tries) = (None, 0);
    let mut may_go_on = tree.simplify();
    while may_go_on && tries < TRIES && started.elapsed() < time {
        tries += 1;
        may_go_on = match fails(&tree.current()) {
            Some(smaller) => {
                best = Some(smaller);
                tree.simplify()
            }
            // Where what other sequences left plays a part, one that failed need not fail again.
            None => tree.complicate() || tree.simplify(),
        };
    }
    let best = best.or_else(|| fails(&tree.current()))?;
    // Two in a row that do without show that what was stored before plays no part.
    let bare = Sequence { arranged: false, ..best.clone() };
    let again = || if best.arranged { fails(&bare) } else { None };
    Some(again().and_then(|_| again()).unwrap_or(best))
}
