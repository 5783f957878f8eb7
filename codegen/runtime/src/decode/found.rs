//! What a pass has found so far, and how it judges: all that breaks the contract, or only what
//! leaves no value.
//!
//! Must never repeat a submitted value: it may be a secret.

use std::collections::BTreeMap;

use super::At;
use crate::{Violation, Violations};

/// The violations of a pass that is under way.
#[derive(Debug)]
pub struct Found {
    noted: Vec<Violation>,
    /// The places that were given again, each with how many violations there were by then: of
    /// those, the ones at the place or below do not count.
    replaced: BTreeMap<String, usize>,
    lenient: bool,
    rereads: bool,
}

impl Found {
    /// Everything that breaks the contract is noted.
    #[must_use]
    pub const fn strict() -> Self {
        Self::new(false)
    }

    /// Only what leaves no value is noted: a value of another JSON type, a member that is missing.
    #[must_use]
    pub const fn lenient() -> Self {
        Self::new(true)
    }

    const fn new(lenient: bool) -> Self {
        Self { noted: Vec::new(), replaced: BTreeMap::new(), lenient, rereads: false }
    }

    /// Whether only what leaves no value is noted.
    #[must_use]
    pub const fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// What was noted, without what another value took the place of.
    #[must_use]
    pub fn into_violations(self) -> Violations {
        let Self { noted, replaced, .. } = self;
        if replaced.is_empty() {
            return noted.into_iter().collect();
        }
        let counts = |index: usize, pointer: &str| {
            let given_again = |place: &str| replaced.get(place).is_some_and(|end| index < *end);
            let above = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
            !given_again(pointer) && !above.into_iter().any(given_again)
        };
        let noted = noted.into_iter().enumerate();
        noted.filter(|(index, one)| counts(*index, &one.pointer)).map(|(_, one)| one).collect()
    }

    pub(super) fn push(&mut self, violation: Violation) {
        self.noted.push(violation);
    }

    /// How many were noted so far, including those that will not count.
    pub(super) const fn noted(&self) -> usize {
        self.noted.len()
    }

    /// Takes back what was noted at a place and below, because another value takes its place. It
    /// is done at the end for all of them, so that members given again and again take linear time.
    #[cold]
    pub(super) fn replace(&mut self, at: &At<'_>) {
        if !self.noted.is_empty() {
            self.replaced.insert(at.pointer(), self.noted.len());
        }
    }

    /// Says that a pass cannot know what the last of several discriminators makes of members that
    /// have passed already.
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
    use super::{At, Found};

    #[test]
    fn what_is_given_again_counts_from_there_on() {
        let mut found = Found::strict();
        let (list, name) = (At::ROOT.member("a"), At::ROOT.member("ab"));
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
}
