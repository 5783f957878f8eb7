//! Collects the violations of a pass: every violation in strict mode, only those that leave no value in
//! lenient mode.
//!
//! No violation repeats a submitted value, since it may be a secret.

use std::collections::BTreeMap;

use super::JsonPath;
use crate::violation::MOST_KEPT;
use crate::{Violation, Violations};

/// The violations of a running pass.
#[derive(Debug)]
pub struct ViolationSink {
    /// The first violations, at most [`MOST_KEPT`].
    kept: Vec<Violation>,
    /// The number of violations that were not kept.
    left_out: usize,
    /// The pointers of values that a later duplicate replaced, each with the length of `kept` at that time.
    /// Earlier violations at such a pointer or below it do not count.
    replaced: BTreeMap<String, usize>,
    lenient: bool,
    rereads: bool,
    /// Whether the input is text that a [`Reader`](super::Reader) reads.
    is_text: bool,
}

impl ViolationSink {
    /// Makes a sink that notes every violation.
    #[must_use]
    pub const fn strict() -> Self {
        Self::new(false, false)
    }

    /// Makes a sink that notes only violations that leave no value: wrong JSON types and missing properties.
    #[must_use]
    pub const fn lenient() -> Self {
        Self::new(true, false)
    }

    /// Makes a sink that notes every violation in text that a [`Reader`](super::Reader) reads.
    pub(super) const fn of_text() -> Self {
        Self::new(false, true)
    }

    const fn new(lenient: bool, is_text: bool) -> Self {
        let replaced = BTreeMap::new();
        Self { kept: Vec::new(), left_out: 0, replaced, lenient, rereads: false, is_text }
    }

    /// Returns whether the input is text that a [`Reader`](super::Reader) reads.
    pub(super) const fn is_text(&self) -> bool {
        self.is_text
    }

    /// Returns whether only violations that leave no value are noted.
    #[must_use]
    pub const fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Returns the violations, without those of replaced values.
    #[must_use]
    pub fn into_violations(self) -> Violations {
        let Self { kept, left_out, replaced, .. } = self;
        if replaced.is_empty() {
            return Violations::from_kept(kept, left_out);
        }
        let counts = |index: usize, pointer: &str| {
            let given_again = |place: &str| replaced.get(place).is_some_and(|end| index < *end);
            let above = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
            !given_again(pointer) && !above.into_iter().any(given_again)
        };
        let kept = kept.into_iter().enumerate();
        let kept = kept.filter(|(index, one)| counts(*index, &one.pointer)).map(|(_, one)| one);
        Violations::from_kept(kept.collect(), left_out)
    }

    /// Keeps a violation, or counts it if enough are kept.
    pub(super) fn push(&mut self, violation: impl FnOnce() -> Violation) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(violation());
        } else {
            self.left_out += 1;
            // A violation that is not kept has no pointer, so it may belong to a replaced value.
            self.rereads |= !self.replaced.is_empty();
        }
    }

    /// Returns the number of violations so far, including those of replaced values.
    pub(super) const fn noted(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// Discards the violations at a place and below, because a later duplicate replaces the value. All are
    /// discarded at the end, so that many duplicates take linear time.
    #[cold]
    pub(super) fn replace(&mut self, at: &JsonPath<'_>) {
        if self.left_out > 0 {
            self.reread();
        } else if !self.kept.is_empty() {
            self.replaced.insert(at.pointer(), self.kept.len());
        }
    }

    /// Requests a second pass. It is needed if several discriminators are present, or if a violation that was
    /// not kept may belong to a replaced value.
    pub(super) const fn reread(&mut self) {
        self.rereads = true;
    }

    /// Returns whether the input must be read again as a JSON value, which has only the last of duplicate
    /// properties.
    pub(super) const fn rereads(&self) -> bool {
        self.rereads
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonPath, MOST_KEPT, ViolationSink};

    #[test]
    fn violations_of_replaced_values_do_not_count() {
        let mut sink = ViolationSink::strict();
        let (list, name) = (JsonPath::ROOT.member("a"), JsonPath::ROOT.member("ab"));
        list.item(0).note(&mut sink, "T", "first", "is wrong");
        name.note(&mut sink, "T", "other", "is wrong");
        sink.replace(&list);
        list.item(1).note(&mut sink, "T", "second", "is wrong");
        sink.replace(&list.item(1));
        list.item(1).note(&mut sink, "T", "third", "is wrong");
        let violations = sink.into_violations();
        let clauses: Vec<_> =
            violations.iter().map(|violation| violation.clause.as_str()).collect();
        assert_eq!(clauses, ["T.other", "T.third"]);
    }

    #[test]
    fn violations_beyond_the_limit_are_counted() {
        for (more, left_out) in [(0, 0), (1, 1), (5, 5)] {
            let mut sink = ViolationSink::strict();
            for index in 0..MOST_KEPT + more {
                JsonPath::ROOT.item(index).note(&mut sink, "T", "type", "is wrong");
            }
            assert_eq!(sink.noted(), MOST_KEPT + more);
            assert!(!sink.rereads());
            let violations = sink.into_violations();
            assert_eq!((violations.len(), violations.left_out()), (MOST_KEPT, left_out));
        }
    }

    /// A second pass is requested whether a duplicate comes before or after the limit is reached.
    #[test]
    fn duplicates_beyond_the_limit_need_a_second_pass() {
        for is_before in [true, false] {
            let mut sink = ViolationSink::strict();
            let name = JsonPath::ROOT.member("a");
            name.note(&mut sink, "T", "type", "is wrong");
            if is_before {
                sink.replace(&name);
            }
            for index in 0..MOST_KEPT {
                assert!(!sink.rereads());
                name.item(index).note(&mut sink, "T", "type", "is wrong");
            }
            if !is_before {
                sink.replace(&name);
            }
            assert!(sink.rereads());
        }
    }
}
