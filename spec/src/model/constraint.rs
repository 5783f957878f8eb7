//! Constraints: what a keyword demands of a value. Whoever walks through constraints names no keyword.

mod format;
mod keyword;
mod lookup;

use std::fmt;

use indexmap::IndexMap;
use serde_json::{Number, Value, json};

use super::{Schema, Shape};
use crate::json_schema::{MINIMUM_INTERVAL, plain};
pub use format::StringFormat;
pub use keyword::{Counted, Keyword, Side};

/// Declares an enum whose variants have a name on the pages.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$own])* $variant,)* }

        impl $name {
            /// All of them, in the order of the documents.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name on the pages, which is JSON Schema's where that has one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}
use words;

/// A keyword with what it demands.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The keyword.
    pub keyword: Keyword,
    /// What it demands.
    pub operand: Operand,
}

/// What a keyword demands.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// The keyword says it all.
    Flag,
    /// A number, or a number of something.
    Number(Number),
    /// A pattern.
    Pattern(String),
    /// A format.
    Format(StringFormat),
    /// A value.
    Value(Value),
    /// The names of properties.
    Names(Vec<String>),
    /// The names of properties, by the name of another one.
    Dependents(IndexMap<String, Vec<String>>),
    /// What a part of the value is; of a plain value, and without a clause of its own.
    Schema(Box<Schema>),
}

impl From<u64> for Operand {
    fn from(count: u64) -> Self {
        Self::Number(count.into())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => Ok(()),
            Self::Number(number) => match (number.as_i64(), number.as_f64()) {
                // `5`, and not `5.0`.
                (None, Some(float)) => write!(f, "{float}"),
                _ => write!(f, "{number}"),
            },
            Self::Pattern(pattern) => write!(f, "`{pattern}`"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Value(value) => write!(f, "{value}"),
            Self::Names(names) => write!(f, "`{}`", names.join("`, `")),
            Self::Dependents(all) => {
                let each =
                    all.iter().map(|(name, own)| format!("`{name}` needs `{}`", own.join("`, `")));
                f.write_str(&each.collect::<Vec<_>>().join("; "))
            }
            Self::Schema(schema) => f.write_str(&phrase(schema)),
        }
    }
}

/// What a plain value is, in a few words.
fn phrase(schema: &Schema) -> String {
    let kind = match &schema.shape {
        Shape::Enum(values) => format!("one of `{}`", values.join("`, `")),
        shape => shape.json_type().unwrap_or_default().to_owned(),
    };
    let limits = schema.constraints.iter().map(Constraint::sentence);
    std::iter::once(kind).chain(limits).collect::<Vec<_>>().join(", ")
}

impl Constraint {
    /// How JSON Schema says it.
    #[must_use]
    pub fn json_schema(&self) -> (&'static str, Value) {
        let operand = match &self.operand {
            Operand::Flag => json!(true),
            Operand::Number(number) => json!(number),
            Operand::Pattern(pattern) => json!(pattern),
            Operand::Format(format) => json!(format.name()),
            Operand::Value(value) => value.clone(),
            Operand::Names(names) => json!(names),
            Operand::Dependents(names) => json!(names),
            Operand::Schema(schema) => plain(schema),
        };
        match (self.keyword, &self.operand) {
            (Keyword::MinimumInterval, _) => (MINIMUM_INTERVAL, operand),
            (Keyword::AdditionalProperties, _) => (self.keyword.name(), json!(false)),
            (Keyword::ExactlyOne, Operand::Names(names)) => {
                let one = names.iter().map(|name| json!({ "required": [name] }));
                ("oneOf", one.collect())
            }
            (keyword, _) => (keyword.name(), operand),
        }
    }

    /// The number that it sets a limit to.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        match &self.operand {
            Operand::Number(number) => Some(number),
            _ => None,
        }
    }
}
