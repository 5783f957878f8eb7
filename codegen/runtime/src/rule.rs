//! Rules across properties, evaluated on typed values without building JSON, and values as their conditions see
//! them, borrowed from typed structs or from JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde_json::Value;

use crate::Violations;
use crate::decode::{JsonPath, ViolationSink};

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

/// A borrowed value, or the reason why there is none.
#[derive(Clone, Copy)]
pub enum View<'v> {
    /// The property is absent.
    Absent,
    /// The property is present, but has no usable value.
    Unreadable,
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A string.
    Text(&'v str),
    /// A list.
    List(&'v dyn Items),
    /// An object.
    Object(&'v dyn Members),
}

impl View<'_> {
    /// Returns whether both values are null, equal booleans, numbers or strings, or empty lists.
    #[must_use]
    pub fn equals(self, other: View<'_>) -> bool {
        match (self, other) {
            (View::Null, View::Null) => true,
            (View::Boolean(left), View::Boolean(right)) => left == right,
            (View::Integer(left), View::Integer(right)) => left == right,
            (View::Number(left), View::Number(right)) => left == right,
            // Compares the nearest float, as JSON numbers are commonly compared.
            (View::Integer(whole), View::Number(number))
            | (View::Number(number), View::Integer(whole)) => whole as f64 == number,
            (View::Text(left), View::Text(right)) => left == right,
            (View::List(left), View::List(right)) => left.is_empty() && right.is_empty(),
            _ => false,
        }
    }

    /// Returns whether the value is a string, list or object that is not empty.
    #[must_use]
    pub fn is_non_empty(self) -> bool {
        match self {
            View::Text(text) => !text.is_empty(),
            View::List(list) => !list.is_empty(),
            View::Object(object) => !object.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            View::Absent => "absent",
            View::Unreadable => "unreadable",
            View::Null => "null",
            View::Boolean(_) => "boolean",
            View::Integer(_) => "integer",
            View::Number(_) => "number",
            View::Text(_) => "text",
            View::List(_) => "list",
            View::Object(_) => "object",
        })
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

/// The properties of an object.
///
/// A generated struct returns its listed properties, except a discriminator that may have several values.
pub trait Members {
    /// Returns the property of a name.
    fn member(&self, name: &str) -> View<'_>;

    /// Returns whether the object has no properties.
    fn is_empty(&self) -> bool;
}

/// The items of a list.
pub trait Items {
    /// Returns whether `passes` returns `true` for any item.
    fn any_item(&self, passes: &mut dyn FnMut(View<'_>) -> bool) -> bool;

    /// Returns whether the list has no items.
    fn is_empty(&self) -> bool {
        !self.any_item(&mut |_| true)
    }
}

/// A value that conditions can inspect.
pub trait AsView {
    /// Returns the value as conditions see it.
    fn as_view(&self) -> View<'_>;
}

/// Returns the view of an optional field.
pub fn given_field<T: AsView>(field: &Option<T>) -> View<'_> {
    field.as_ref().map_or(View::Absent, AsView::as_view)
}

/// Returns the view of a nullable field.
pub fn nullable<T: AsView>(field: &Option<T>) -> View<'_> {
    field.as_ref().map_or(View::Null, AsView::as_view)
}

/// Returns the view of a JSON value.
#[must_use]
pub fn json(value: &Value) -> View<'_> {
    match value {
        Value::Null => View::Null,
        Value::Bool(value) => View::Boolean(*value),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => View::Integer(whole),
            (None, Some(number)) => View::Number(number),
            (None, None) => View::Unreadable,
        },
        Value::String(text) => View::Text(text),
        Value::Array(items) => View::List(items),
        Value::Object(_) => View::Object(value),
    }
}

impl AsView for Value {
    fn as_view(&self) -> View<'_> {
        json(self)
    }
}

impl Members for Value {
    fn member(&self, name: &str) -> View<'_> {
        self.get(name).map_or(View::Absent, json)
    }

    fn is_empty(&self) -> bool {
        self.as_object().is_none_or(serde_json::Map::is_empty)
    }
}

impl AsView for String {
    fn as_view(&self) -> View<'_> {
        View::Text(self)
    }
}

impl AsView for bool {
    fn as_view(&self) -> View<'_> {
        View::Boolean(*self)
    }
}

impl AsView for i64 {
    fn as_view(&self) -> View<'_> {
        View::Integer(*self)
    }
}

impl AsView for f64 {
    fn as_view(&self) -> View<'_> {
        View::Number(*self)
    }
}

impl<T: AsView> AsView for Box<T> {
    fn as_view(&self) -> View<'_> {
        T::as_view(self)
    }
}

/// A nullable value. Optional fields use [`given_field`] instead.
impl<T: AsView> AsView for Option<T> {
    fn as_view(&self) -> View<'_> {
        nullable(self)
    }
}

impl<T: AsView> AsView for Vec<T> {
    fn as_view(&self) -> View<'_> {
        View::List(self)
    }
}

impl<T: AsView> Items for Vec<T> {
    fn any_item(&self, passes: &mut dyn FnMut(View<'_>) -> bool) -> bool {
        self.iter().any(|item| passes(item.as_view()))
    }
}

impl<T: AsView> AsView for BTreeMap<String, T> {
    fn as_view(&self) -> View<'_> {
        View::Object(self)
    }
}

impl<T: AsView> Members for BTreeMap<String, T> {
    fn member(&self, name: &str) -> View<'_> {
        self.get(name).map_or(View::Absent, AsView::as_view)
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

#[cfg(test)]
mod tests;
