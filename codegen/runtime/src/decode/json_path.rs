//! Where a pass stands in a value: a path on the stack, made into a pointer only for a violation.

use std::fmt::Write as _;

use super::ViolationSink;
use crate::{ClauseId, Message, Violation};

/// A place in a value.
#[derive(Debug, Clone, Copy)]
pub struct JsonPath<'p> {
    parent: Option<&'p JsonPath<'p>>,
    step: Step<'p>,
    depth: usize,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Member(&'p str),
    Property(PropertyName),
    Item(usize),
}

/// The name of a listed property.
#[derive(Debug, Clone, Copy)]
pub(super) struct PropertyName {
    name: &'static str,
    /// Whether the name stands in a pointer as it is.
    is_plain: bool,
    /// Whether the property may be left out.
    is_optional: bool,
}

impl PropertyName {
    /// Looks at the letters of the name, so that no pointer has to: the names stand in statics.
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

/// Whether a byte is written as two in a pointer.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'~' | b'/')
}

impl<'p> JsonPath<'p> {
    /// The whole value.
    pub const ROOT: JsonPath<'static> = JsonPath { parent: None, step: Step::Root, depth: 0 };

    /// A member of the object here.
    #[must_use]
    pub const fn member(&'p self, name: &'p str) -> Self {
        self.below(Step::Member(name))
    }

    /// A listed property of the object here.
    pub(super) const fn property(&'p self, name: PropertyName) -> Self {
        self.below(Step::Property(name))
    }

    /// An item of the list here.
    #[must_use]
    pub const fn item(&'p self, index: usize) -> Self {
        self.below(Step::Item(index))
    }

    const fn below(&'p self, step: Step<'p>) -> Self {
        JsonPath { parent: Some(self), step, depth: self.depth + 1 }
    }

    /// How many lists and objects are around the place.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the value here is of a member that may be left out.
    pub(super) const fn is_optional(&self) -> bool {
        matches!(self.step, Step::Property(PropertyName { is_optional: true, .. }))
    }

    /// The JSON Pointer of the place.
    #[must_use]
    pub fn pointer(&self) -> String {
        // Room for a step or two more than most names take.
        let mut pointer = String::with_capacity(64);
        self.write_to(&mut pointer);
        pointer
    }

    fn write_to(&self, pointer: &mut String) {
        if let Some(parent) = self.parent {
            parent.write_to(pointer);
        }
        match self.step {
            Step::Root => {}
            Step::Property(PropertyName { name, is_plain: true, .. }) => {
                pointer.push('/');
                pointer.push_str(name);
            }
            Step::Member(name) | Step::Property(PropertyName { name, .. }) => {
                pointer.push('/');
                if name.bytes().any(is_special) {
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                } else {
                    pointer.push_str(name);
                }
            }
            Step::Item(index @ 0..=9) => {
                pointer.push('/');
                pointer.push(char::from(b'0' + index as u8));
            }
            Step::Item(index) => {
                // Writing into a string cannot fail.
                let _ = write!(pointer, "/{index}");
            }
        }
    }

    /// Notes a violation here of the clause `<base>.<word>`.
    #[cold]
    pub fn note(
        &self,
        found: &mut ViolationSink,
        base: &'static str,
        word: &'static str,
        message: impl Into<Message>,
    ) {
        found.push(|| Violation {
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
