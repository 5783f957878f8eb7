//! Attributes: what is known of a request, or of a part of a response, before the server responds. Explanations are
//! made of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webdata_cases::case::Surroundings;
use webdata_spec::model::ClauseId;

use super::subject::{InvalidForm, ItemPosition, OddText, SentKey, SentPart, SentType};

/// An attribute, written as `name=value`, such as `keyword=maxLength`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attribute {
    /// The clause that a request breaks or that a value is judged by, or a clause above it.
    Clause(ClauseId),
    /// The keyword of the clause.
    Keyword(String),
    /// How an invalid value or body differs from valid ones.
    Form(InvalidForm),
    /// The format of a string.
    Format(String),
    /// The error that is due.
    Error(String),
    /// The status code that is due; for the content of a response, the one that it has.
    Status(u16),
    /// The JSON type of the tested value that was sent.
    Sent(SentType),
    /// The place of the tested value; empty for the whole body.
    At(String),
    /// A place that the tested value is below.
    Below(String),
    /// A place that the tested value is at or below.
    Within(String),
    /// The part of the request that has the tested value.
    Part(SentPart),
    /// The key that was sent, if it is not the valid one.
    Key(SentKey),
    /// The media type that was sent, if it is not that of the API.
    MediaType(String),
    /// A header that only this request has.
    Header(String),
    /// The declared type.
    Type(DeclaredType),
    /// Whether the property may be left out.
    Presence(Presence),
    /// Whether the property has a default.
    Default(HasDefault),
    /// The operation.
    Operation(String),
    /// The family of the keyword.
    Family(KeywordFamily),
    /// The name of the property.
    Property(String),
    /// A property that the valid request has as null, by its clause.
    Null(ClauseId),
    /// A property that the valid request lacks, by its clause.
    Without(ClauseId),
    /// A property, an item or a variant that the valid request has, by its clause.
    With(ClauseId),
    /// A listed word that the valid request has.
    Word(SentWord),
    /// The clause of a limit that a value of the request is at.
    Limit(ClauseId),
    /// What a text of the request has, such as a percent sign.
    Text(OddText),
    /// Whether the tested value is the first of several items, or a later one.
    Position(ItemPosition),
    /// What stands around the tested value. A crowd has siblings, too.
    Around(Surroundings),
    /// The last part of the identity of the case, which names the sample.
    Sample(String),
}

/// The type of a value in the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are those of JSON Schema")]
pub enum DeclaredType {
    Array,
    Object,
    Integer,
    Number,
    String,
    Boolean,
    /// One of several listed words.
    ListedWord,
}

/// Whether a property may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// The property must be there.
    Required,
    /// The property may be left out.
    Optional,
}

/// Whether a property has a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HasDefault {
    /// The property has a default.
    Some,
    /// The property has no default.
    None,
}

/// Keywords that a server checks, or forgets, together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeywordFamily {
    /// The limits of numbers, of the length of strings and of the number of items.
    Limits,
}

/// A listed word at a property, written `property: word`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SentWord {
    /// The clause of the property.
    pub(super) property: ClauseId,
    /// The word.
    pub(super) word: String,
}

impl fmt::Display for SentWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.property, self.word)
    }
}

impl From<SentWord> for String {
    fn from(word: SentWord) -> Self {
        word.to_string()
    }
}

impl TryFrom<String> for SentWord {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let (property, word) =
            text.split_once(": ").ok_or("a word follows its property and `: `")?;
        Ok(Self { property: ClauseId::new(property), word: word.to_owned() })
    }
}

/// An attribute's part in the score of explanations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Price {
    /// What the attribute costs; incidental ones cost more.
    pub(super) cost: i64,
    /// Decides between equal scores: the lower the better. Less than `SCALE` of `explain.rs` in sum.
    pub(super) rank: i64,
    /// Whether it cannot be the reason of a single observation, which has many such attributes by chance.
    pub(super) is_weak: bool,
}

impl Attribute {
    /// Returns what the attribute costs in an explanation, and how it is preferred.
    pub(super) fn price(&self) -> Price {
        let firm = |rank| Price { cost: 1, rank, is_weak: false };
        let weak = |cost, rank| Price { cost, rank, is_weak: true };
        match self {
            // Of clauses that explain the same, the innermost says most. Every other attribute says less.
            Self::Clause(clause) => firm(7 - clause.as_str().matches('.').count().min(7) as i64),
            Self::Keyword(_) => firm(9),
            Self::Form(_) => firm(10),
            Self::Format(_) => firm(11),
            Self::Error(_) => firm(12),
            Self::Status(_) => firm(13),
            Self::Sent(_) => firm(14),
            Self::At(_) => firm(15),
            Self::Below(_) => firm(16),
            Self::Within(_) => firm(17),
            Self::Part(_) => firm(18),
            Self::Key(_) => firm(19),
            Self::MediaType(_) | Self::Header(_) => firm(20),
            Self::Type(_) => firm(21),
            Self::Presence(_) => firm(22),
            Self::Default(_) => firm(23),
            Self::Operation(_) => firm(24),
            Self::Family(_) => firm(25),
            Self::Property(_) => weak(1, 26),
            Self::Null(_) => weak(1, 27),
            Self::Without(_) => weak(1, 28),
            Self::With(_) => weak(1, 29),
            Self::Word(_) => weak(1, 30),
            Self::Limit(_) => weak(1, 31),
            Self::Text(_) => weak(1, 32),
            Self::Position(_) => weak(2, 33),
            Self::Around(_) => weak(2, 34),
            Self::Sample(_) => weak(2, 35),
        }
    }

    /// Returns the attribute as JSON: an object with its name and its value.
    fn to_json(&self) -> Option<(String, Value)> {
        let Ok(Value::Object(named)) = serde_json::to_value(self) else { return None };
        named.into_iter().next()
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_json().ok_or(fmt::Error)? {
            (name, Value::String(value)) => write!(f, "{name}={value}"),
            (name, value) => write!(f, "{name}={value}"),
        }
    }
}

impl FromStr for Attribute {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(())?;
        // Only a status code is a number, and no number is any other value.
        let number = value.parse::<u16>().ok();
        serde_json::from_value(json!({ name: value }))
            .or_else(|_| serde_json::from_value(json!({ name: number })))
            .map_err(|_| ())
    }
}
