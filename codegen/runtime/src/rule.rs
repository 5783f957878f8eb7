//! Rules across members, judged on typed values without building JSON.
//!
//! Emitted code hands over tables of what each rule says; this module evaluates them. It must not
//! share code with a reference server, so that a fault in either shows as a disagreement.

mod view;

use std::marker::PhantomData;

use serde_json::Value;

use crate::Violations;
use crate::decode::{JsonPath, ViolationSink};

pub use view::{Items, Literal, Look, Members, View, given_field, json, nullable};

/// When `when` holds and `unless` does not, `requires` must.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The path of the rule's clause without its last step, `<Type>.rules`.
    pub clause: &'static str,
    /// The last step: the identity of the rule.
    pub id: &'static str,
    /// When the rule applies.
    pub when: Condition,
    /// When it does not apply after all.
    pub unless: Option<Condition>,
    /// What must hold then.
    pub requires: Condition,
    /// What is said when it does not.
    pub message: &'static str,
}

impl Rule {
    /// A rule without exceptions; `clause` is `<Type>.rules`.
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

    /// The same, but for objects of which a condition holds.
    #[must_use]
    pub const fn unless(self, unless: Condition) -> Self {
        Self { unless: Some(unless), ..self }
    }
}

/// When `when` holds on an update and `unless` does not, the stored `property` becomes `value`.
#[derive(Debug, Clone, Copy)]
pub struct Sets {
    /// When it happens.
    pub when: Condition,
    /// When it does not happen after all.
    pub unless: Option<Condition>,
    /// The property that is set.
    pub property: &'static str,
    /// What it is set to.
    pub value: Literal,
}

impl Sets {
    /// An effect without exceptions.
    #[must_use]
    pub const fn new(when: Condition, property: &'static str, value: Literal) -> Self {
        Self { when, unless: None, property, value }
    }

    /// The same, but for updates of which a condition holds.
    #[must_use]
    pub const fn unless(self, unless: Condition) -> Self {
        Self { unless: Some(unless), ..self }
    }
}

/// A test of the value, or of any of the values, at a path.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// Where to look.
    pub path: &'static [Segment],
    /// What must be so there.
    pub test: Test,
}

/// A value at a path equals this.
#[must_use]
pub const fn equals(path: &'static [Segment], value: Literal) -> Condition {
    Condition { path, test: Test::Equals(value) }
}

/// A text, list or object at a path has something in it.
#[must_use]
pub const fn non_empty(path: &'static [Segment]) -> Condition {
    Condition { path, test: Test::NonEmpty }
}

/// There is a value at a path, or there is none.
#[must_use]
pub const fn given(path: &'static [Segment], given: bool) -> Condition {
    Condition { path, test: Test::Given(given) }
}

/// Makes a path of the names of properties, and of `[]` for any item of a list:
/// `path!("targets", [], "type")`.
#[macro_export]
macro_rules! path {
    (@[]) => { $crate::rule::Segment::AnyItem };
    (@$name:literal) => { $crate::rule::Segment::Property($name) };
    ($($step:tt),* $(,)?) => { &[$($crate::path!(@$step)),*] };
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Into a member.
    Property(&'static str),
    /// Into any item of a list.
    AnyItem,
}

/// What a condition asks.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// A value equals this.
    Equals(Literal),
    /// A value is a text, list or object with something in it.
    NonEmpty,
    /// There is a value (`true`), or there is none (`false`).
    Given(bool),
}

/// Notes each rule that an object breaks; rules that look at what could not be read are left out.
pub fn judge(rules: &[Rule], object: &dyn Members, at: &JsonPath<'_>, found: &mut ViolationSink) {
    if found.is_lenient() {
        return;
    }
    for rule in rules {
        let applies = applies(&rule.when, rule.unless.as_ref(), object);
        if applies == Some(true) && holds(&rule.requires, object) == Some(false) {
            at.note(found, rule.clause, rule.id, rule.message);
        }
    }
}

/// As [`judge`], on members that are still being put together.
pub fn judge_members<'m>(
    rules: &[Rule],
    member: impl Fn(&str) -> View<'m>,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    judge(rules, &Loose { member, views: PhantomData }, at, found);
}

/// Members that a function hands out.
struct Loose<'m, F> {
    member: F,
    views: PhantomData<View<'m>>,
}

impl<'m, F: Fn(&str) -> View<'m>> Members for Loose<'m, F> {
    fn member(&self, name: &str) -> View<'_> {
        (self.member)(name)
    }

    /// No path ends at the object that a rule stands with, so no condition can ask.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Notes each rule that a stored object would break after an update.
pub fn judge_update(
    rules: &[Rule],
    sets: &[Sets],
    update: &dyn Members,
    stored: &dyn Members,
) -> Violations {
    let mut found = ViolationSink::strict();
    judge(rules, &Updated { sets, update, stored }, &JsonPath::ROOT, &mut found);
    found.into_violations()
}

/// Notes each rule that stored objects would break after updates, each at the place of its update in
/// a list.
pub fn judge_updates<'u, 's, U: Members + 'u, S: Members + 's>(
    rules: &[Rule],
    sets: &[Sets],
    updates: impl IntoIterator<Item = (&'u U, &'s S)>,
) -> Violations {
    let mut found = ViolationSink::strict();
    for (index, (update, stored)) in updates.into_iter().enumerate() {
        judge(rules, &Updated { sets, update, stored }, &JsonPath::ROOT.item(index), &mut found);
    }
    found.into_violations()
}

/// As [`judge_updates`], on lists of JSON; what is stored stands in the order of the updates.
#[must_use]
pub fn judge_listed(rules: &[Rule], sets: &[Sets], updates: &Value, stored: &Value) -> Violations {
    let updates = updates.as_array().into_iter().flatten().enumerate();
    let stored = |index: usize| stored.get(index).unwrap_or(NOTHING);
    judge_updates(rules, sets, updates.map(|(index, update)| (update, stored(index))))
}

/// An object without members: what is stored before anything is.
pub const NOTHING: &Value = &Value::Null;

/// A stored object as it would stand after an update: what is given replaces what is stored.
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

fn applies(when: &Condition, unless: Option<&Condition>, object: &dyn Members) -> Option<bool> {
    let excused = unless.map_or(Some(false), |unless| holds(unless, object))?;
    Some(holds(when, object)? && !excused)
}

/// Whether a condition holds; `None` when it looks at what could not be read.
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
    let asked = !matches!(condition.test, Test::Given(false));
    readable.then_some(any == asked)
}

/// Whether any value at the path passes.
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

#[cfg(test)]
mod tests;
