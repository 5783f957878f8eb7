//! Constraints: a keyword and its operand. Code that walks through constraints names no keyword.

mod format;
mod keyword;
mod lookup;
mod pattern;

use std::fmt;

use indexmap::IndexMap;
use serde_json::{Number, Value, json};

use super::{JsonType, Schema, Shape};
use crate::json_schema::{MINIMUM_INTERVAL, plain};
pub use format::StringFormat;
pub use keyword::{CountedUnit, Keyword, Side};
pub use pattern::Pattern;

/// Declares an enum whose variants have names on the pages.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$own])* $variant,)* }

        impl $name {
            /// All variants, in the order in which documents list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name on the pages, which is the name in JSON Schema if JSON Schema has the word.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}
use words;

/// A keyword and its operand.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The keyword.
    pub keyword: Keyword,
    /// The operand, which says what the keyword demands.
    pub operand: Operand,
}

/// The operand of a keyword.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// No operand: the keyword alone is the requirement.
    Flag,
    /// A limit of a number or of a count.
    Number(Number),
    /// A pattern.
    Pattern(Pattern),
    /// A format.
    Format(StringFormat),
    /// A value.
    Value(Value),
    /// The names of properties.
    Names(Vec<String>),
    /// The names of properties, by the name of the property that demands them.
    Dependents(IndexMap<String, Vec<String>>),
    /// The schema of a part of the value: a plain value, without a clause of its own.
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
                // Writes `5`, not `5.0`.
                (None, Some(float)) => write!(f, "{float}"),
                _ => write!(f, "{number}"),
            },
            Self::Pattern(pattern) => write!(f, "`{pattern}`"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Value(value) => write!(f, "{value}"),
            Self::Names(names) => write!(f, "`{}`", names.join("`, `")),
            Self::Dependents(all) => {
                let each = all
                    .iter()
                    .map(|(name, needed)| format!("`{name}` needs `{}`", needed.join("`, `")));
                f.write_str(&each.collect::<Vec<_>>().join("; "))
            }
            Self::Schema(schema) => f.write_str(&phrase(schema)),
        }
    }
}

/// Describes a plain value in a few words.
fn phrase(schema: &Schema) -> String {
    let kind = match &schema.shape {
        Shape::Enum(values) => format!("one of `{}`", values.join("`, `")),
        shape => shape.json_type().map_or("", JsonType::name).to_owned(),
    };
    let limits = schema.constraints.iter().map(Constraint::sentence);
    std::iter::once(kind).chain(limits).collect::<Vec<_>>().join(", ")
}

impl Constraint {
    /// Returns the keyword and the operand as JSON Schema writes them.
    #[must_use]
    pub fn json_schema(&self) -> (&'static str, Value) {
        let operand = match &self.operand {
            Operand::Flag => json!(true),
            Operand::Number(number) => json!(number),
            Operand::Pattern(pattern) => json!(pattern.source()),
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

    /// Returns the number that the operand is, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        match &self.operand {
            Operand::Number(number) => Some(number),
            _ => None,
        }
    }
}
