//! Where a pass stands in a value: a path on the stack, made into a pointer only for a violation.

use std::fmt::Write as _;

use super::ViolationSink;
use crate::Violation;

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
    /// A member that may be left out.
    Optional(&'p str),
    Item(usize),
}

impl<'p> JsonPath<'p> {
    /// The whole value.
    pub const ROOT: JsonPath<'static> = JsonPath { parent: None, step: Step::Root, depth: 0 };

    /// A member of the object here.
    #[must_use]
    pub const fn member(&'p self, name: &'p str) -> Self {
        self.below(Step::Member(name))
    }

    /// A member of the object here that may be left out.
    #[must_use]
    pub(super) const fn optional(&'p self, name: &'p str) -> Self {
        self.below(Step::Optional(name))
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
        matches!(self.step, Step::Optional(_))
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
            Step::Member(name) | Step::Optional(name) => {
                pointer.push('/');
                if name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
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
        base: &str,
        word: &str,
        message: impl Into<String>,
    ) {
        found.push(|| {
            let mut clause = String::with_capacity(base.len() + 1 + word.len());
            clause.push_str(base);
            clause.push('.');
            clause.push_str(word);
            Violation { pointer: self.pointer(), clause, message: message.into() }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::JsonPath;

    #[test]
    fn pointers_are_escaped() {
        let object = JsonPath::ROOT.member("a/b~c");
        assert_eq!(object.item(12).pointer(), "/a~1b~0c/12");
        assert_eq!(JsonPath::ROOT.pointer(), "");
    }
}
