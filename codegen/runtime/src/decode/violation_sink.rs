//! Collects the violations of a pass: every violation in strict mode, only those that leave no value in lenient
//! mode. The place of a value is a path on the stack, which becomes a JSON Pointer only for a violation.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::violation::MAX_KEPT;
use crate::{ClauseName, Message, Violation, Violations};

/// The violations of a running pass.
#[derive(Debug)]
pub struct ViolationSink {
    /// The first violations, at most [`MAX_KEPT`].
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
    pub(crate) const fn of_text() -> Self {
        Self::new(false, true)
    }

    const fn new(lenient: bool, is_text: bool) -> Self {
        let replaced = BTreeMap::new();
        Self { kept: Vec::new(), left_out: 0, replaced, lenient, rereads: false, is_text }
    }

    /// Returns whether the input is text that a [`Reader`](super::Reader) reads.
    pub(crate) const fn is_text(&self) -> bool {
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
    pub(crate) fn push(&mut self, violation: impl FnOnce() -> Violation) {
        if self.kept.len() < MAX_KEPT {
            self.kept.push(violation());
        } else {
            self.left_out += 1;
            // A violation that is not kept has no pointer, so it may belong to a replaced value.
            self.rereads |= !self.replaced.is_empty();
        }
    }

    /// Returns the number of violations so far, including those of replaced values.
    pub(crate) const fn noted(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// Discards the violations at a place and below, because a later duplicate replaces the value. All are
    /// discarded at the end, so that many duplicates take linear time.
    #[cold]
    pub(crate) fn replace(&mut self, at: &JsonPath<'_>) {
        if self.left_out > 0 {
            self.reread();
        } else if !self.kept.is_empty() {
            self.replaced.insert(at.pointer(), self.kept.len());
        }
    }

    /// Requests a second pass. It is needed if several discriminators are present, or if a violation that was
    /// not kept may belong to a replaced value.
    pub(crate) const fn reread(&mut self) {
        self.rereads = true;
    }

    /// Returns whether the input must be read again as a JSON value, which has only the last of duplicate
    /// properties.
    pub(crate) const fn rereads(&self) -> bool {
        self.rereads
    }
}

/// The place of a value within its document.
#[derive(Debug, Clone, Copy)]
pub struct JsonPath<'p> {
    parent: Option<&'p JsonPath<'p>>,
    segment: PathSegment<'p>,
    depth: usize,
}

#[derive(Debug, Clone, Copy)]
enum PathSegment<'p> {
    Root,
    Member(&'p str),
    Property(PropertyName),
    Item(usize),
}

/// The name of a listed property.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PropertyName {
    name: &'static str,
    /// Whether a JSON Pointer needs no escapes for the name.
    is_plain: bool,
    /// Whether the property may be absent.
    is_optional: bool,
}

impl PropertyName {
    /// Makes a name, and finds out in a constant whether JSON Pointers have to escape it.
    pub(crate) const fn new(name: &'static str, is_optional: bool) -> Self {
        let (mut is_plain, mut index) = (true, 0);
        while index < name.len() {
            is_plain &= !is_special(name.as_bytes()[index]);
            index += 1;
        }
        Self { name, is_plain, is_optional }
    }

    pub(crate) const fn is_optional(&self) -> bool {
        self.is_optional
    }
}

/// Returns whether a JSON Pointer writes a byte as an escape of two bytes.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'~' | b'/')
}

impl<'p> JsonPath<'p> {
    /// The whole value.
    pub const ROOT: JsonPath<'static> =
        JsonPath { parent: None, segment: PathSegment::Root, depth: 0 };

    /// Returns the place of a property of the object at this place.
    #[must_use]
    pub const fn member(&'p self, name: &'p str) -> Self {
        self.below(PathSegment::Member(name))
    }

    /// Returns the place of a listed property of the object at this place.
    pub(crate) const fn property(&'p self, name: PropertyName) -> Self {
        self.below(PathSegment::Property(name))
    }

    /// Returns the place of an item of the list at this place.
    #[must_use]
    pub const fn item(&'p self, index: usize) -> Self {
        self.below(PathSegment::Item(index))
    }

    const fn below(&'p self, segment: PathSegment<'p>) -> Self {
        JsonPath { parent: Some(self), segment, depth: self.depth + 1 }
    }

    /// Returns the number of lists and objects that contain this place.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    /// Returns whether this is the place of a property that may be absent.
    pub(crate) const fn is_optional(&self) -> bool {
        matches!(self.segment, PathSegment::Property(PropertyName { is_optional: true, .. }))
    }

    /// Returns the place as a JSON Pointer (RFC 6901).
    #[must_use]
    pub fn pointer(&self) -> String {
        // Longer than most pointers, so that few of them allocate twice.
        let mut pointer = String::with_capacity(64);
        self.write_to(&mut pointer);
        pointer
    }

    fn write_to(&self, pointer: &mut String) {
        if let Some(parent) = self.parent {
            parent.write_to(pointer);
        }
        match self.segment {
            PathSegment::Root => {}
            PathSegment::Property(PropertyName { name, is_plain: true, .. }) => {
                pointer.push('/');
                pointer.push_str(name);
            }
            PathSegment::Member(name) | PathSegment::Property(PropertyName { name, .. }) => {
                pointer.push('/');
                if name.bytes().any(is_special) {
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                } else {
                    pointer.push_str(name);
                }
            }
            PathSegment::Item(index @ 0..=9) => {
                pointer.push('/');
                pointer.push(char::from(b'0' + index as u8));
            }
            PathSegment::Item(index) => {
                // Writing into a string cannot fail.
                let _ = write!(pointer, "/{index}");
            }
        }
    }

    /// Notes a violation of the clause `<base>.<word>` at this place.
    #[cold]
    pub fn note(
        &self,
        sink: &mut ViolationSink,
        base: &'static str,
        word: &'static str,
        message: impl Into<Message>,
    ) {
        sink.push(|| Violation {
            pointer: self.pointer(),
            clause: ClauseName::new(base, word),
            message: message.into(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonPath, MAX_KEPT, PropertyName, ViolationSink};

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
            for index in 0..MAX_KEPT {
                assert!(!sink.rereads());
                name.item(index).note(&mut sink, "T", "type", "is wrong");
            }
            if !is_before {
                sink.replace(&name);
            }
            assert!(sink.rereads());
        }
    }

    #[test]
    fn pointers_are_escaped() {
        let object = JsonPath::ROOT.member("a/b~c");
        assert_eq!(object.item(12).pointer(), "/a~1b~0c/12");
        for name in ["a/b~c", "abc"] {
            let listed = JsonPath::ROOT.property(PropertyName::new(name, false)).pointer();
            assert_eq!(listed, JsonPath::ROOT.member(name).pointer());
        }
        assert_eq!(JsonPath::ROOT.pointer(), "");
    }
}
