//! Rules across properties, evaluated on typed values without building JSON.

use std::marker::PhantomData;

use serde_json::Value;

use crate::Violations;
use crate::decode::{JsonPath, ViolationSink};
pub use crate::view::{AsView, Items, Members, View, given_field, json, nullable};

/// If `when` holds and `unless` does not, `requires` must hold.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The path of the rule's clause without its last step, `<Type>.rules`.
    pub clause: &'static str,
    /// The last step: the identity of the rule.
    pub id: &'static str,
    /// When the rule applies.
    pub when: Condition,
    /// The exception.
    pub unless: Option<Condition>,
    /// The condition that must hold.
    pub requires: Condition,
    /// The message of a violation.
    pub message: &'static str,
}

impl Rule {
    /// Makes a rule without an exception; `clause` is `<Type>.rules`.
    #[must_use]
    pub const fn new(
        clause: &'static str,
        id: &'static str,
        message: &'static str,
        when: Condition,
        requires: Condition,
    ) -> Self {
        Self { clause, id, when, unless: None, requires, message }
    }

    /// Adds an exception: objects for which a condition holds.
    #[must_use]
    pub const fn unless(self, unless: Condition) -> Self {
        Self { unless: Some(unless), ..self }
    }
}

/// If `when` holds on an update and `unless` does not, the stored `property` becomes `value`.
#[derive(Debug, Clone, Copy)]
pub struct Sets {
    /// When the effect applies.
    pub when: Condition,
    /// The exception.
    pub unless: Option<Condition>,
    /// The property that is set.
    pub property: &'static str,
    /// The value.
    pub value: Literal,
}

impl Sets {
    /// Makes an effect without an exception.
    #[must_use]
    pub const fn new(when: Condition, property: &'static str, value: Literal) -> Self {
        Self { when, unless: None, property, value }
    }

    /// Adds an exception: updates for which a condition holds.
    #[must_use]
    pub const fn unless(self, unless: Condition) -> Self {
        Self { unless: Some(unless), ..self }
    }
}

/// A test of the value, or of any of the values, at a path.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// The path.
    pub path: &'static [Segment],
    /// The test of a value there.
    pub test: Test,
}

/// Tests whether a value at a path equals this one.
#[must_use]
pub const fn equals(path: &'static [Segment], value: Literal) -> Condition {
    Condition { path, test: Test::Equals(value) }
}

/// Tests whether a string, list or object at a path is not empty.
#[must_use]
pub const fn non_empty(path: &'static [Segment]) -> Condition {
    Condition { path, test: Test::NonEmpty }
}

/// Tests whether there is a value at a path, or none.
#[must_use]
pub const fn given(path: &'static [Segment], given: bool) -> Condition {
    Condition { path, test: Test::Given(given) }
}

/// Makes a path of the names of properties, and of `[]` for any item of a list:
/// `path!("tracks", [], "type")`.
#[macro_export]
macro_rules! path {
    (@[]) => { $crate::rule::Segment::AnyItem };
    (@$name:literal) => { $crate::rule::Segment::Property($name) };
    ($($step:tt),* $(,)?) => { &[$($crate::path!(@$step)),*] };
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Into a property.
    Property(&'static str),
    /// Into any item of a list.
    AnyItem,
}

/// The test of a condition.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// The value equals this one.
    Equals(Literal),
    /// The value is a string, list or object that is not empty.
    NonEmpty,
    /// There is a value (`true`), or there is none (`false`).
    Given(bool),
}

/// Reports each rule that an object breaks. Rules about properties that could not be read are skipped.
pub fn check(rules: &[Rule], object: &dyn Members, at: &JsonPath<'_>, sink: &mut ViolationSink) {
    if sink.is_lenient() {
        return;
    }
    for rule in rules {
        let applies = applies(&rule.when, rule.unless.as_ref(), object);
        if applies == Some(true) && holds(&rule.requires, object) == Some(false) {
            at.note(sink, rule.clause, rule.id, rule.message);
        }
    }
}

/// As [`check`], on the properties of an object that is still being built.
pub fn check_members<'m>(
    rules: &[Rule],
    member: impl Fn(&str) -> View<'m>,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    check(rules, &Loose { member, views: PhantomData }, at, sink);
}

/// Properties that a function returns.
struct Loose<'m, F> {
    member: F,
    views: PhantomData<View<'m>>,
}

impl<'m, F: Fn(&str) -> View<'m>> Members for Loose<'m, F> {
    fn member(&self, name: &str) -> View<'_> {
        (self.member)(name)
    }

    /// No path ends at the object with the rule, so no condition asks this.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Reports each rule that a stored object would break after an update.
pub fn check_update(
    rules: &[Rule],
    sets: &[Sets],
    update: &dyn Members,
    stored: &dyn Members,
) -> Violations {
    let mut sink = ViolationSink::strict();
    check(rules, &Updated { sets, update, stored }, &JsonPath::ROOT, &mut sink);
    sink.into_violations()
}

/// Reports each rule that stored objects would break after updates, each at the place of its update in a
/// list.
pub fn check_updates<'u, 's, U: Members + 'u, S: Members + 's>(
    rules: &[Rule],
    sets: &[Sets],
    updates: impl IntoIterator<Item = (&'u U, &'s S)>,
) -> Violations {
    let mut sink = ViolationSink::strict();
    for (index, (update, stored)) in updates.into_iter().enumerate() {
        check(rules, &Updated { sets, update, stored }, &JsonPath::ROOT.item(index), &mut sink);
    }
    sink.into_violations()
}

/// As [`check_updates`], on lists of JSON; the stored values are in the order of the updates.
#[must_use]
pub fn check_listed(rules: &[Rule], sets: &[Sets], updates: &Value, stored: &Value) -> Violations {
    let updates = updates.as_array().into_iter().flatten().enumerate();
    let stored = |index: usize| stored.get(index).unwrap_or(NOTHING);
    check_updates(rules, sets, updates.map(|(index, update)| (update, stored(index))))
}

/// An empty object, for an update of nothing.
pub const NOTHING: &Value = &Value::Null;

/// A stored object after an update: given properties replace stored ones.
struct Updated<'u> {
    sets: &'u [Sets],
    update: &'u dyn Members,
    stored: &'u dyn Members,
}

impl Members for Updated<'_> {
    fn member(&self, name: &str) -> View<'_> {
        let set = self.sets.iter().find(|sets| {
            sets.property == name
                && applies(&sets.when, sets.unless.as_ref(), self.update) == Some(true)
        });
        if let Some(set) = set {
            return set.value.view();
        }
        match self.update.member(name) {
            View::Absent => self.stored.member(name),
            given => given,
        }
    }

    fn is_empty(&self) -> bool {
        self.update.is_empty() && self.stored.is_empty()
    }
}

/// Returns the properties that an update sets, with their values. Of several values of a property, the first one is last.
pub(crate) fn set_values(
    sets: &[Sets],
    update: &dyn Members,
) -> impl Iterator<Item = (String, Value)> {
    let applying = sets
        .iter()
        .rev()
        .filter(|sets| applies(&sets.when, sets.unless.as_ref(), update) == Some(true));
    applying.map(|sets| (sets.property.to_owned(), sets.value.json()))
}

fn applies(when: &Condition, unless: Option<&Condition>, object: &dyn Members) -> Option<bool> {
    let excused = unless.map_or(Some(false), |unless| holds(unless, object))?;
    Some(holds(when, object)? && !excused)
}

/// Returns whether a condition holds; `None` if it reads a property that could not be read.
pub(crate) fn holds(condition: &Condition, object: &dyn Members) -> Option<bool> {
    let mut readable = true;
    let mut passes = |view: View<'_>| {
        readable &= !matches!(view, View::Unreadable);
        match condition.test {
            Test::Equals(value) => view.equals(value.view()),
            Test::NonEmpty => view.is_non_empty(),
            Test::Given(_) => !matches!(view, View::Absent),
        }
    };
    let any = reach(View::Object(object), condition.path, &mut passes);
    let is_expected = !matches!(condition.test, Test::Given(false));
    readable.then_some(any == is_expected)
}

/// Returns whether any value at the path passes.
pub(crate) fn reach(
    view: View<'_>,
    path: &[Segment],
    passes: &mut dyn FnMut(View<'_>) -> bool,
) -> bool {
    let Some((segment, rest)) = path.split_first() else {
        return passes(view);
    };
    match (segment, view) {
        (_, View::Unreadable) => passes(View::Unreadable),
        (Segment::Property(name), View::Object(object)) => reach(object.member(name), rest, passes),
        (Segment::AnyItem, View::List(list)) => {
            list.any_item(&mut |item| reach(item, rest, passes))
        }
        _ => false,
    }
}

/// A constant in a rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A string.
    Text(&'static str),
    /// A list without items.
    EmptyList,
}

/// The empty list that [`Literal::EmptyList`] borrows.
static NO_ITEMS: Vec<bool> = Vec::new();

impl Literal {
    /// Returns the constant as JSON.
    fn json(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Boolean(value) => value.into(),
            Self::Integer(value) => value.into(),
            Self::Number(value) => value.into(),
            Self::Text(text) => text.into(),
            Self::EmptyList => Value::Array(Vec::new()),
        }
    }

    /// Returns the constant as conditions see it.
    #[must_use]
    pub fn view(self) -> View<'static> {
        match self {
            Self::Null => View::Null,
            Self::Boolean(value) => View::Boolean(value),
            Self::Integer(value) => View::Integer(value),
            Self::Number(value) => View::Number(value),
            Self::Text(text) => View::Text(text),
            Self::EmptyList => View::List(&NO_ITEMS),
        }
    }
}

#[cfg(test)]
mod tests;
