//! Values as the conditions of rules and of charges see them, borrowed from typed structs or from JSON.
//!
//! This module evaluates no condition.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

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
