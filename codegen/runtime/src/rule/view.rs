//! Values as conditions see them, borrowed from typed structs or from JSON alike.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// A value, or why there is none.
#[derive(Clone, Copy)]
pub enum View<'v> {
    /// There is no such member.
    Absent,
    /// There is one, and it could not be read.
    Unreadable,
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// Text.
    Text(&'v str),
    /// A list.
    List(&'v dyn Items),
    /// An object.
    Object(&'v dyn Members),
}

impl View<'_> {
    /// Whether both are the same null, boolean, number or text, or both are empty lists.
    #[must_use]
    pub fn equals(self, other: View<'_>) -> bool {
        match (self, other) {
            (View::Null, View::Null) => true,
            (View::Boolean(one), View::Boolean(other)) => one == other,
            (View::Integer(one), View::Integer(other)) => one == other,
            (View::Number(one), View::Number(other)) => one == other,
            // As near as a float can be, which is how JSON's numbers are commonly compared.
            (View::Integer(whole), View::Number(number))
            | (View::Number(number), View::Integer(whole)) => whole as f64 == number,
            (View::Text(one), View::Text(other)) => one == other,
            (View::List(one), View::List(other)) => {
                !one.any_item(&mut |_| true) && !other.any_item(&mut |_| true)
            }
            _ => false,
        }
    }

    /// Whether it is a text, list or object with something in it.
    #[must_use]
    pub fn is_non_empty(self) -> bool {
        match self {
            View::Text(text) => !text.is_empty(),
            View::List(list) => list.any_item(&mut |_| true),
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

/// A value that stands in a rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// Text.
    Text(&'static str),
    /// A list without items.
    EmptyList,
}

/// A list without items, to be looked at.
static NO_ITEMS: Vec<bool> = Vec::new();

impl Literal {
    /// The value as conditions see it.
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

/// The members of an object.
///
/// An emitted struct knows here its listed properties, except a discriminator.
pub trait Members {
    /// The member of that name.
    fn member(&self, name: &str) -> View<'_>;

    /// Whether there are no members at all.
    fn is_empty(&self) -> bool;
}

/// The items of a list.
pub trait Items {
    /// Whether any item passes.
    fn any_item(&self, passes: &mut dyn FnMut(View<'_>) -> bool) -> bool;
}

/// A value that conditions can look at.
pub trait Look {
    /// The value as conditions see it.
    fn look(&self) -> View<'_>;
}

/// A field that may be left out.
pub fn given_field<T: Look>(field: &Option<T>) -> View<'_> {
    field.as_ref().map_or(View::Absent, Look::look)
}

/// A field that may be null.
pub fn nullable<T: Look>(field: &Option<T>) -> View<'_> {
    field.as_ref().map_or(View::Null, Look::look)
}

/// A JSON value.
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

impl Look for Value {
    fn look(&self) -> View<'_> {
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

impl Look for String {
    fn look(&self) -> View<'_> {
        View::Text(self)
    }
}

impl Look for bool {
    fn look(&self) -> View<'_> {
        View::Boolean(*self)
    }
}

impl Look for i64 {
    fn look(&self) -> View<'_> {
        View::Integer(*self)
    }
}

impl Look for f64 {
    fn look(&self) -> View<'_> {
        View::Number(*self)
    }
}

impl<T: Look> Look for Box<T> {
    fn look(&self) -> View<'_> {
        T::look(self)
    }
}

/// A value that may be null; for a field that may be left out there is [`given_field`].
impl<T: Look> Look for Option<T> {
    fn look(&self) -> View<'_> {
        nullable(self)
    }
}

impl<T: Look> Look for Vec<T> {
    fn look(&self) -> View<'_> {
        View::List(self)
    }
}

impl<T: Look> Items for Vec<T> {
    fn any_item(&self, passes: &mut dyn FnMut(View<'_>) -> bool) -> bool {
        self.iter().any(|item| passes(item.look()))
    }
}

impl<T: Look> Look for BTreeMap<String, T> {
    fn look(&self) -> View<'_> {
        View::Object(self)
    }
}

impl<T: Look> Members for BTreeMap<String, T> {
    fn member(&self, name: &str) -> View<'_> {
        self.get(name).map_or(View::Absent, Look::look)
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}
