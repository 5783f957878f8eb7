//! The place of a value within its document: a path on the stack, which becomes a JSON Pointer only for a
//! violation.

use std::fmt::Write as _;

use super::ViolationSink;
use crate::{ClauseId, Message, Violation};

/// The place of a value within its document.
#[derive(Debug, Clone, Copy)]
pub struct JsonPath<'p> {
    parent: Option<&'p JsonPath<'p>>,
    segment: Segment<'p>,
    depth: usize,
}

#[derive(Debug, Clone, Copy)]
enum Segment<'p> {
    Root,
    Member(&'p str),
    Property(PropertyName),
    Item(usize),
}

/// The name of a listed property.
#[derive(Debug, Clone, Copy)]
pub(super) struct PropertyName {
    name: &'static str,
    /// Whether a JSON Pointer needs no escapes for the name.
    is_plain: bool,
    /// Whether the property may be absent.
    is_optional: bool,
}

impl PropertyName {
    /// Makes a name, and finds out in a constant whether JSON Pointers have to escape it.
    pub(super) const fn new(name: &'static str, is_optional: bool) -> Self {
        let (mut is_plain, mut index) = (true, 0);
        while index < name.len() {
            is_plain &= !is_special(name.as_bytes()[index]);
            index += 1;
        }
        Self { name, is_plain, is_optional }
    }

    pub(super) const fn is_optional(&self) -> bool {
        self.is_optional
    }
}

/// Returns whether a JSON Pointer writes a byte as an escape of two bytes.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'~' | b'/')
}

impl<'p> JsonPath<'p> {
    /// The whole value.
    pub const ROOT: JsonPath<'static> = JsonPath { parent: None, segment: Segment::Root, depth: 0 };

    /// Returns the place of a property of the object at this place.
    #[must_use]
    pub const fn member(&'p self, name: &'p str) -> Self {
        self.below(Segment::Member(name))
    }

    /// Returns the place of a listed property of the object at this place.
    pub(super) const fn property(&'p self, name: PropertyName) -> Self {
        self.below(Segment::Property(name))
    }

    /// Returns the place of an item of the list at this place.
    #[must_use]
    pub const fn item(&'p self, index: usize) -> Self {
        self.below(Segment::Item(index))
    }

    const fn below(&'p self, segment: Segment<'p>) -> Self {
        JsonPath { parent: Some(self), segment, depth: self.depth + 1 }
    }

    /// Returns the number of lists and objects that contain this place.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// Returns whether this is the place of a property that may be absent.
    pub(super) const fn is_optional(&self) -> bool {
        matches!(self.segment, Segment::Property(PropertyName { is_optional: true, .. }))
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
            Segment::Root => {}
            Segment::Property(PropertyName { name, is_plain: true, .. }) => {
                pointer.push('/');
                pointer.push_str(name);
            }
            Segment::Member(name) | Segment::Property(PropertyName { name, .. }) => {
                pointer.push('/');
                if name.bytes().any(is_special) {
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                } else {
                    pointer.push_str(name);
                }
            }
            Segment::Item(index @ 0..=9) => {
                pointer.push('/');
                pointer.push(char::from(b'0' + index as u8));
            }
            Segment::Item(index) => {
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
            clause: ClauseId::new(base, word),
            message: message.into(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonPath, PropertyName};

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
