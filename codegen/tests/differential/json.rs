//! JSON values that keep the spelling of numbers and strings, and repeated properties.

use serde_json::Value;

/// A JSON value as it is spelled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    /// A number, a boolean or null.
    Plain(String),
    /// A string with its quotes.
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    #[expect(clippy::needless_pass_by_value, reason = "callers pass literals")]
    pub(crate) fn plain(spelling: impl ToString) -> Self {
        Self::Plain(spelling.to_string())
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Value::from(text).to_string())
    }

    pub(crate) fn new(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::text(text),
            Value::Array(items) => Self::List(items.iter().map(Self::new).collect()),
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.clone(), Self::new(value)));
                Self::Object(members.collect())
            }
            plain => Self::plain(plain),
        }
    }

    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Plain(spelling) | Self::Text(spelling) => text.push_str(spelling),
            Self::List(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    item.write(text);
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    text.push_str(&Value::from(name.as_str()).to_string());
                    text.push(':');
                    value.write(text);
                }
                text.push('}');
            }
        }
    }

    /// Returns the number of values in this value, including itself.
    pub(crate) fn size(&self) -> usize {
        1 + self.inside().map(Self::size).sum::<usize>()
    }

    /// Returns the value with this number, in depth-first order from 0, which is this value itself.
    pub(crate) fn at(&mut self, number: usize) -> Option<&mut Self> {
        if number == 0 {
            return Some(self);
        }
        let mut left = number - 1;
        let inside: Box<dyn Iterator<Item = &mut Self>> = match self {
            Self::List(items) => Box::new(items.iter_mut()),
            Self::Object(members) => Box::new(members.iter_mut().map(|(_, value)| value)),
            _ => return None,
        };
        for value in inside {
            let size = value.size();
            if left < size {
                return value.at(left);
            }
            left -= size;
        }
        None
    }

    fn inside(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match self {
            Self::List(items) => Box::new(items.iter()),
            Self::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Returns whether two values are the same JSON, with numbers in any spelling. Whole numbers are compared as
/// integers, since large neighbours are equal as floats.
pub(crate) fn is_same_json(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            let whole = left.as_i64().zip(right.as_i64()).map(|(left, right)| left == right);
            let natural = left.as_u64().zip(right.as_u64()).map(|(left, right)| left == right);
            let float = left.as_f64().zip(right.as_f64()).map(|(left, right)| left == right);
            whole.or(natural).or(float).unwrap_or(left == right)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| is_same_json(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| {
                    right.get(name).is_some_and(|other| is_same_json(value, other))
                })
        }
        _ => left == right,
    }
}

#[test]
fn numbers_are_the_same_in_any_spelling() {
    for (left, right, expected) in [
        ("1", "1.0", true),
        ("100", "1e2", true),
        ("0", "-0.0", true),
        ("1", "1.5", false),
        ("9007199254740992", "9007199254740993", false),
        ("9223372036854775807", "9223372036854775808", false),
        ("18446744073709551614", "18446744073709551615", false),
    ] {
        let read = |text: &str| serde_json::from_str(text).expect("is JSON");
        assert_eq!(is_same_json(&read(left), &read(right)), expected, "{left} and {right}");
    }
}
