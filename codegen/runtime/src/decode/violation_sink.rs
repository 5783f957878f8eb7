//! What a pass has found so far, and how it judges: all that breaks the contract, or only what
//! leaves no value.
//!
//! Must never repeat a submitted value: it may be a secret.

use std::collections::BTreeMap;

use super::JsonPath;
use crate::{Violation, Violations};

/// How many violations of a value are kept; more are only counted, so that a body with a mistake in
/// each of its bytes takes no more memory than others.
pub const MOST_KEPT: usize = 1_000;

/// The violations of a pass that is under way.
#[derive(Debug)]
pub struct ViolationSink {
    /// The first ones, at most [`MOST_KEPT`].
    kept: Vec<Violation>,
    /// How many came after those.
    left_out: usize,
    /// The places that were given again, each with how many violations there were by then: of
    /// those, the ones at the place or below do not count.
    replaced: BTreeMap<String, usize>,
    lenient: bool,
    rereads: bool,
    /// Whether the input is text that the runtime's own reader reads.
    is_text: bool,
}

impl ViolationSink {
    /// Everything that breaks the contract is noted.
    #[must_use]
    pub const fn strict() -> Self {
        Self::new(false, false)
    }

    /// Only what leaves no value is noted: a value of another JSON type, a member that is missing.
    #[must_use]
    pub const fn lenient() -> Self {
        Self::new(true, false)
    }

    /// Everything that breaks the contract is noted, in text that a [`Reader`](super::Reader) reads.
    pub(super) const fn of_text() -> Self {
        Self::new(false, true)
    }

    const fn new(lenient: bool, is_text: bool) -> Self {
        let replaced = BTreeMap::new();
        Self { kept: Vec::new(), left_out: 0, replaced, lenient, rereads: false, is_text }
    }

    /// Whether the input is text that a [`Reader`](super::Reader) reads.
    pub(super) const fn is_text(&self) -> bool {
        self.is_text
    }

    /// Whether only what leaves no value is noted.
    #[must_use]
    pub const fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// What was noted, without what another value took the place of.
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

    /// Notes the violation, or that there is one more when enough of them are kept.
    pub(super) fn push(&mut self, violation: impl FnOnce() -> Violation) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(violation());
        } else {
            self.left_out += 1;
            // Whether another value takes the place of what is not kept could not be told.
            self.rereads |= !self.replaced.is_empty();
        }
    }

    /// How many were noted so far, including those that will not count.
    pub(super) const fn noted(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// Takes back what was noted at a place and below, because another value takes its place. It
    /// is done at the end for all of them, so that members given again and again take linear time.
    #[cold]
    pub(super) fn replace(&mut self, at: &JsonPath<'_>) {
        if self.left_out > 0 {
            self.reread();
        } else if !self.kept.is_empty() {
            self.replaced.insert(at.pointer(), self.kept.len());
        }
    }

    /// Says that a pass cannot know what the last of several discriminators makes of members that
    /// have passed already, or what of the violations that are not kept still counts.
    pub(super) const fn reread(&mut self) {
        self.rereads = true;
    }

    /// Whether the input must be read into a JSON value first, where the last member counts.
    pub(super) const fn rereads(&self) -> bool {
        self.rereads
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonPath, MOST_KEPT, ViolationSink};

    #[test]
    fn what_is_given_again_counts_from_there_on() {
        let mut found = ViolationSink::strict();
        let (list, name) = (JsonPath::ROOT.member("a"), JsonPath::ROOT.member("ab"));
        list.item(0).note(&mut found, "T", "first", "is wrong");
        name.note(&mut found, "T", "other", "is wrong");
        found.replace(&list);
        list.item(1).note(&mut found, "T", "second", "is wrong");
        found.replace(&list.item(1));
        list.item(1).note(&mut found, "T", "third", "is wrong");
        let found = found.into_violations();
        let clauses: Vec<_> = found.iter().map(|one| one.clause.as_str()).collect();
        assert_eq!(clauses, ["T.other", "T.third"]);
    }

    #[test]
    fn what_is_more_than_enough_is_counted() {
        for (more, left_out) in [(0, 0), (1, 1), (5, 5)] {
            let mut found = ViolationSink::strict();
            for index in 0..MOST_KEPT + more {
                JsonPath::ROOT.item(index).note(&mut found, "T", "type", "is wrong");
            }
            assert_eq!(found.noted(), MOST_KEPT + more);
            assert!(!found.rereads());
            let found = found.into_violations();
            assert_eq!((found.len(), found.left_out()), (MOST_KEPT, left_out));
        }
    }

    /// In whichever order a value is given again and the bound is met, the last members are read
    /// once more by themselves.
    #[test]
    fn what_is_left_out_and_given_again_is_read_again() {
        for is_before in [true, false] {
            let mut found = ViolationSink::strict();
            let name = JsonPath::ROOT.member("a");
            name.note(&mut found, "T", "type", "is wrong");
            if is_before {
                found.replace(&name);
            }
            for index in 0..MOST_KEPT {
                assert!(!found.rereads());
                name.item(index).note(&mut found, "T", "type", "is wrong");
            }
            if !is_before {
                found.replace(&name);
            }
            assert!(found.rereads());
        }
    }
}
