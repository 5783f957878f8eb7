//! Attributes: what is known of a request, or of a part of a response, before the server responds. Explanations are
//! made of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An attribute, written as `name=value`, such as `keyword=maxLength`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attribute {
    /// What the attribute is about.
    pub name: AttributeName,
    /// The value.
    pub value: String,
}

/// What an attribute is about. The first ones are preferred where several explain the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttributeName {
    /// The clause that a request breaks or that a value is judged by, or a clause above it.
    Clause,
    /// The keyword of the clause.
    Keyword,
    /// How an invalid value differs from valid ones.
    Form,
    /// The format of a string.
    Format,
    /// The error that is due.
    Error,
    /// The status code that is due; for the content of a response, the one that it has.
    Status,
    /// The JSON type of the tested value that was sent.
    Sent,
    /// The place of the tested value.
    At,
    /// A place that the tested value is below.
    Below,
    /// A place that the tested value is at or below.
    Within,
    /// The part of the request that has the tested value.
    Part,
    /// The key that was sent, if it is not the valid one.
    Key,
    /// The media type that was sent, if it is not that of the API.
    MediaType,
    /// The declared type.
    Type,
    /// Whether the property is optional.
    Presence,
    /// Whether the property has a default.
    Default,
    /// The operation.
    Operation,
    /// The family of the keyword: `limits` for those of numbers, strings and lists.
    Family,
    /// The name of the property.
    Property,
    /// A property that the valid request has as null, by its clause.
    Null,
    /// A property that the valid request lacks, by its clause.
    Without,
    /// A property, an item or a variant that the valid request has, by its clause.
    With,
    /// A listed word that the valid request has, after the clause of the property.
    Word,
    /// The clause of a limit that a value of the request is at.
    Limit,
    /// What a text of the request has, such as a percent sign.
    Text,
    /// Whether the tested value is the first of several items, or a later one.
    Position,
    /// The last part of the identity of the case, which names the sample.
    Sample,
}

displayed!(AttributeName);

impl AttributeName {
    /// Returns whether the attribute says where something is, and not what it is like.
    pub(super) fn is_place(self) -> bool {
        matches!(self, Self::Operation | Self::Below | Self::Within | Self::At | Self::Clause)
    }
}

/// An attribute's part in the score of explanations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Price {
    /// What the attribute costs; incidental ones cost more.
    pub(super) cost: i64,
    /// Decides between equal scores: the lower the better. Less than `SCALE` of `explain.rs` in sum.
    pub(super) rank: i64,
    /// Whether it cannot be the reason of a single observation.
    pub(super) is_weak: bool,
}

impl Attribute {
    pub(super) fn new(name: AttributeName, value: impl Into<String>) -> Self {
        Self { name, value: value.into() }
    }

    /// Returns what the attribute costs in an explanation, and how it is preferred.
    pub(super) fn price(&self) -> Price {
        use AttributeName::{
            At, Below, Clause, Default, Error, Family, Form, Format, Key, Keyword, Limit,
            MediaType, Null, Operation, Part, Position, Presence, Property, Sample, Sent, Status,
            Text, Type, With, Within, Without, Word,
        };
        // A single request has many of the weak ones by chance.
        let (cost, is_weak) = match self.name {
            Position | Sample => (2, true),
            Property | Null | Without | With | Word | Limit | Text => (1, true),
            Clause | Keyword | Form | Format | Error | Status | Sent | At | Below | Within
            | Part | Key | MediaType | Type | Presence | Default | Operation | Family => (1, false),
        };
        // Of clauses that explain the same, the innermost says most. Every other attribute says less.
        let depth = self.value.matches('.').count().min(7) as i64;
        let rank = if self.name == Clause { 7 - depth } else { 8 + self.name as i64 };
        Price { cost, rank, is_weak }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl FromStr for Attribute {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(())?;
        let name = serde_json::from_value(Value::from(name)).map_err(|_| ())?;
        Ok(Self { name, value: value.to_owned() })
    }
}
