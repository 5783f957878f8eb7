//! Types and their constraints, in JSON Schema's words.

use indexmap::IndexMap;
use serde_json::Value;

use super::{ClauseId, Constraint, Deprecation, Effect, Level, Refusal, Rule};

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    /// The name, in upper camel case.
    pub name: String,
    /// The stem of the page that it stands on; emitted code has a module for each.
    pub module: String,
    /// What it may hold.
    pub schema: Schema,
}

/// What a value may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// The path that the identities of its clauses start with, such as `MonitorUpdate.name`.
    pub clause: ClauseId,
    /// What it means, in our own words; empty where the name says it all.
    pub doc: String,
    /// The kind of value.
    pub shape: Shape,
    /// What it is limited to, in the order of [`Keyword::ALL`](super::Keyword::ALL).
    pub constraints: Vec<Constraint>,
    /// What a number counts, such as `milliseconds`.
    pub unit: Option<NumberUnit>,
    /// Whether `null` is a value too.
    pub nullable: bool,
    /// What holds when the value is left out; `Some(Value::Null)` where that is null.
    pub default: Option<Value>,
    /// What holds when the value is left out, in words, where it is no fixed value.
    pub default_description: Option<String>,
    /// Whether the service makes a value, which then stays, when none is given.
    pub generated: bool,
    /// Values that are good examples, at least one where a format alone would not tell.
    pub examples: Vec<Value>,
    /// Listed values that a server may refuse, because the contract leaves them open.
    pub open_values: Option<OpenValues>,
    /// That clients should stop using it; only a property has one.
    pub deprecated: Option<Deprecation>,
    /// The listed texts that clients should stop using.
    pub deprecated_values: Vec<String>,
    /// What the service does with the value, in our own words, by identity.
    pub behaviour: Behaviour,
    /// The error that breaking a constraint here earns; `None` is the validation failure.
    pub error: Option<String>,
    /// How firmly the contract states its clauses.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl Schema {
    /// A schema that says nothing but what kind of value there is.
    #[must_use]
    pub fn new(clause: ClauseId, shape: Shape) -> Self {
        Self {
            clause,
            doc: String::new(),
            shape,
            constraints: Vec::new(),
            unit: None,
            nullable: false,
            default: None,
            default_description: None,
            generated: false,
            examples: Vec::new(),
            open_values: None,
            deprecated: None,
            deprecated_values: Vec::new(),
            behaviour: IndexMap::new(),
            error: None,
            level: Level::Must,
            source: String::new(),
        }
    }
}

/// What a number may count.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum NumberUnit {
    /// Thousandths of a second.
    Milliseconds,
    /// Days of 24 hours.
    Days,
    /// Weeks of seven days.
    Weeks,
    /// What the service charges.
    Credits,
    /// Hundredths of a currency's unit.
    Cents,
    /// Pieces of the same thing.
    Copies,
    /// Thousandths of a kilogram.
    Grams,
    /// Marks that are given for something.
    Points,
}

impl NumberUnit {
    /// The word that the pages have for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Milliseconds => "milliseconds",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Credits => "credits",
            Self::Cents => "cents",
            Self::Copies => "copies",
            Self::Grams => "grams",
            Self::Points => "points",
        }
    }
}

/// Statements about what the service does, in our own words, by identity.
pub type Behaviour = IndexMap<String, String>;

/// Listed values of which the contract does not say whether they are taken.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenValues {
    /// The values.
    pub values: Vec<Value>,
    /// The gap that says so.
    pub gap: String,
}

/// The kinds of value.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Text.
    String,
    /// One of some texts.
    Enum(Vec<String>),
    /// A list.
    Array {
        /// What each item may be.
        items: Box<Schema>,
    },
    /// A list with a schema for each of its items, and none after them.
    Tuple(Vec<Schema>),
    /// An object whose property names are free and whose values are alike.
    Map(Box<Schema>),
    /// An object with listed properties.
    Object(Object),
    /// One of several objects, told apart by a property.
    Union(Union),
    /// One of several kinds of value, told apart by their JSON type; the fullest stands last.
    OneOf(Vec<Schema>),
    /// A named type.
    Ref(String),
}

/// An object with listed properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The listed properties, in the contract's order, by name.
    pub properties: IndexMap<String, Property>,
    /// Whether others may stand beside them.
    pub additional: Additional,
    /// Rules across properties.
    pub rules: Vec<Rule>,
    /// What some properties do to others; each of the kind [`EffectKind::Sets`].
    ///
    /// [`EffectKind::Sets`]: super::EffectKind::Sets
    pub effects: Vec<Effect>,
    /// When a request with such an object is refused although it is well formed.
    pub refusals: Vec<Refusal>,
}

/// A listed property.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// What it may hold.
    pub schema: Schema,
    /// Whether it is always present.
    pub required: bool,
}

/// Whether an object may have properties that are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Additional {
    /// The contract forbids them.
    Forbidden,
    /// The contract does not forbid them.
    Open,
}

/// One of several objects, told apart by a property.
#[derive(Debug, Clone, PartialEq)]
pub struct Union {
    /// The property that tells them apart.
    pub discriminator: String,
    /// The name of each variant's type, by the discriminator's value.
    pub variants: IndexMap<String, String>,
}

impl Schema {
    /// Returns a sentence about the listed texts that are deprecated, where there are any.
    #[must_use]
    pub fn deprecated_values_say(&self) -> Option<String> {
        let values = &self.deprecated_values;
        (!values.is_empty()).then(|| format!("Deprecated: `{}`.", values.join("`, `")))
    }
}
