//! Types and their schemas, in the terms of JSON Schema, and deprecations. `constraint.rs` has the constraints.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::model::{ClauseId, Constraint, Effect, Keyword, Level, Refusal, Rule};

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    /// The name, in upper camel case.
    pub name: String,
    /// The stem of the page that declares the type; emitted code has a module for each page.
    pub module: String,
    /// The schema of its values.
    pub schema: Schema,
}

/// The set of values that a place accepts.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// The path that the identities of the schema's clauses begin with, such as `AlbumUpdate.name`.
    pub clause: ClauseId,
    /// What the value means, in prose; empty where the name is enough.
    pub doc: String,
    /// The kind of value.
    pub shape: Shape,
    /// The constraints, in the order of [`Keyword::ALL`](super::Keyword::ALL).
    pub constraints: Vec<Constraint>,
    /// The unit of a number, such as `milliseconds`.
    pub unit: Option<NumberUnit>,
    /// What the contract's author says about equal strings; see [`Schema::equality`].
    pub compared_as: Option<Equality>,
    /// The media type of a file, such as `application/pdf`. The string is the file: each character is the byte of its
    /// number.
    pub content_media_type: Option<String>,
    /// Whether the order of a list has a meaning.
    pub ordered: bool,
    /// Whether `null` is allowed too.
    pub nullable: bool,
    /// The value that applies when the property is left out; `Some(Value::Null)` for null.
    pub default: Option<Value>,
    /// What applies when the property is left out, in prose, where it is no fixed value.
    pub default_description: Option<String>,
    /// Whether the service generates a value for a property that is left out. The generated value does not
    /// change afterwards.
    pub generated: bool,
    /// Whether programs do not show the value in logs.
    pub secret: bool,
    /// How firmly the contract says that a property of a resource never changes.
    pub kept: Option<Level>,
    /// The resource that the string names, if a request may name only a resource that exists.
    pub stand_in: Option<StandIn>,
    /// Example values; at least one for a string whose format has no samples.
    pub examples: Vec<Value>,
    /// Listed values that a server may reject, because the contract leaves them open.
    pub open_values: Option<OpenValues>,
    /// Whether clients should stop using the value; only a property has a deprecation.
    pub deprecated: Option<Deprecation>,
    /// The listed strings that clients should stop using.
    pub deprecated_values: Vec<String>,
    /// What the service does with the value, in prose, by identity.
    pub behaviour: Behaviour,
    /// The error for a value that breaks a constraint here; `None` means the validation failure of the
    /// service.
    pub error: Option<String>,
    /// How firmly the contract states the schema's clauses.
    pub level: Level,
    /// The keywords that the contract's text only suggests.
    pub suggested: Vec<Keyword>,
    /// The heading of the contract's text.
    pub source: String,
}

impl Schema {
    /// Creates a schema that has a shape and no constraints.
    #[must_use]
    pub fn new(clause: ClauseId, shape: Shape) -> Self {
        Self {
            clause,
            doc: String::new(),
            shape,
            constraints: Vec::new(),
            unit: None,
            compared_as: None,
            content_media_type: None,
            ordered: false,
            nullable: false,
            default: None,
            default_description: None,
            generated: false,
            secret: false,
            kept: None,
            stand_in: None,
            examples: Vec::new(),
            open_values: None,
            deprecated: None,
            deprecated_values: Vec::new(),
            behaviour: IndexMap::new(),
            error: None,
            level: Level::Must,
            suggested: Vec::new(),
            source: String::new(),
        }
    }

    /// Returns how firmly the contract states the clause of a keyword, or of another word such as `type`.
    #[must_use]
    pub fn level_of(&self, word: &str) -> Level {
        if self.suggested.iter().any(|keyword| keyword.name() == word) {
            self.level.max(Level::Should)
        } else {
            self.level
        }
    }

    /// Returns the object with listed properties that the schema is.
    #[must_use]
    pub fn object(&self) -> Option<&Object> {
        match &self.shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the object of [`Schema::object`], to change it.
    pub fn object_mut(&mut self) -> Option<&mut Object> {
        match &mut self.shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the schema of the items, if the schema is a list.
    #[must_use]
    pub fn items(&self) -> Option<&Self> {
        match &self.shape {
            Shape::Array { items } => Some(items),
            _ => None,
        }
    }

    /// Returns the schema of the values, if the schema is a map.
    #[must_use]
    pub fn values(&self) -> Option<&Self> {
        match &self.shape {
            Shape::Map(values) => Some(values),
            _ => None,
        }
    }

    /// Returns whether the schema lists strings, and the contract leaves open which others there are.
    #[must_use]
    pub fn is_open_enum(&self) -> bool {
        self.level == Level::Open && matches!(self.shape, Shape::Enum(_))
    }

    /// Returns the listed strings, if the schema is an enum.
    #[must_use]
    pub fn words(&self) -> Option<&[String]> {
        match &self.shape {
            Shape::Enum(words) => Some(words),
            _ => None,
        }
    }

    /// Returns the union that the schema is.
    #[must_use]
    pub fn union(&self) -> Option<&Union> {
        match &self.shape {
            Shape::Union(union) => Some(union),
            _ => None,
        }
    }

    /// Returns whether the schema is a string that may have any characters.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        self.shape == Shape::String && self.format().is_none() && self.pattern().is_none()
    }

    /// Returns what decides whether two strings of the schema mean the same: the page, or the format.
    #[must_use]
    pub fn equality(&self) -> Equality {
        match (self.compared_as, self.format()) {
            (Some(equality), _) => equality,
            (None, Some(format)) => format.equality(),
            (None, None) if self.shape == Shape::String => Equality::Text,
            (None, None) => Equality::Characters,
        }
    }

    /// Returns whether the schema is a reference to a named type.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        matches!(self.shape, Shape::Ref(_))
    }

    /// Returns the constant, or the strings of the [`StandIn`], if a request can have no other value. Otherwise,
    /// returns none.
    #[must_use]
    pub fn only_values(&self) -> Vec<Value> {
        let tokens = self.stand_in.iter().flat_map(|stand_in| &stand_in.tokens);
        self.constant().cloned().into_iter().chain(tokens.map(|it| it.as_str().into())).collect()
    }

    /// Returns a sentence about the listed strings that are deprecated, if there are any.
    #[must_use]
    pub fn deprecated_values_sentence(&self) -> Option<String> {
        let values = &self.deprecated_values;
        (!values.is_empty()).then(|| format!("Deprecated: `{}`.", values.join("`, `")))
    }
}

words! {
    /// The units of numbers.
    NumberUnit {
        /// Milliseconds.
        Milliseconds = "milliseconds",
        /// Days of 24 hours.
        Days = "days",
        /// Weeks of seven days.
        Weeks = "weeks",
        /// Units that the service charges in.
        Credits = "credits",
        /// Hundredths of a currency unit.
        Cents = "cents",
        /// Copies of the same item.
        Copies = "copies",
        /// Grams.
        Grams = "grams",
        /// Points of a score.
        Points = "points",
    }
}

words! {
    /// What decides whether two strings mean the same.
    Equality {
        /// Every character. The strings are code or names, in which an equivalent character is another one.
        Characters = "characters",
        /// The text, where canonically equivalent characters of Unicode are equal (Unicode Standard, section 3.7).
        Text = "text",
        /// The URI after the normalization of RFC 3986, sections 6.2.2 and 6.2.3, in either IDNA form of its host.
        Uri = "uri",
        /// The domain, in either letter case (RFC 4343) and either IDNA form (RFC 5890). It may be a pattern.
        Domain = "domain",
        /// The e-mail address, whose domain is compared as a domain (RFC 5321, section 2.4).
        Email = "email",
        /// The UUID, in either letter case (RFC 9562, section 4).
        Uuid = "uuid",
        /// The instant of a date and time (RFC 3339).
        DateTime = "date-time",
        /// The IPv6 address, in any of its forms (RFC 4291, section 2.2).
        Ipv6 = "ipv6",
        /// The time zone, by any of its names in the IANA Time Zone Database.
        TimeZone = "time-zone",
        /// The sets of minutes, hours, days, months and weekdays of a cron expression.
        Cron = "cron",
        /// The language tag, in either letter case (RFC 5646, section 2.1.1).
        LanguageTag = "language-tag",
        /// The value of an HTTP header, without the blanks around it (RFC 9110, section 5.5). A server may mask
        /// it. The names of an object of such values are compared in either letter case.
        HeaderValue = "header-value",
    }
}

/// Statements about the behaviour of the service, in prose, by identity.
pub type Behaviour = IndexMap<String, String>;

/// Listed values that the service may or may not accept.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenValues {
    /// The values.
    pub values: Vec<Value>,
    /// The gap that says that the contract leaves the values open.
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
    /// A string.
    String,
    /// One of the listed strings.
    Enum(Vec<String>),
    /// A list.
    Array {
        /// The schema of each item.
        items: Box<Schema>,
    },
    /// A list with a schema for each of its items, and no further items.
    Tuple(Vec<Schema>),
    /// An object with free property names, whose values share a schema.
    Map(Box<Schema>),
    /// An object with listed properties.
    Object(Object),
    /// One of several objects; the value of a property says which one.
    Union(Union),
    /// One of several kinds of value, which differ in their JSON type. The most detailed kind is last.
    OneOf(Vec<Schema>),
    /// A named type.
    Ref(String),
}

impl Shape {
    /// Returns the JSON type of the values, if there is exactly one; `None` for a reference.
    #[must_use]
    pub fn json_type(&self) -> Option<JsonType> {
        match self {
            Self::Any | Self::Ref(_) | Self::OneOf(_) => None,
            Self::Boolean => Some(JsonType::Boolean),
            Self::Integer => Some(JsonType::Integer),
            Self::Number => Some(JsonType::Number),
            Self::String | Self::Enum(_) => Some(JsonType::String),
            Self::Array { .. } | Self::Tuple(_) => Some(JsonType::Array),
            Self::Map(_) | Self::Object(_) | Self::Union(_) => Some(JsonType::Object),
        }
    }
}

words! {
    /// The types of JSON values, as JSON Schema names them. An integer is a number without a fraction.
    JsonType {
        /// `true` or `false`.
        Boolean = "boolean",
        /// A whole number.
        Integer = "integer",
        /// A number.
        Number = "number",
        /// A string.
        String = "string",
        /// A list.
        Array = "array",
        /// An object.
        Object = "object",
    }
}

/// An object with listed properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The listed properties, in the contract's order, by name.
    pub properties: IndexMap<String, Property>,
    /// Whether the object may have properties that are not listed.
    pub additional: Additional,
    /// Rules across properties.
    pub rules: Vec<Rule>,
    /// Values that some properties set in others; each effect is of the kind [`EffectKind::Sets`].
    ///
    /// [`EffectKind::Sets`]: super::EffectKind::Sets
    pub effects: Vec<Effect>,
    /// The circumstances in which a well-formed request with such an object is rejected.
    pub refusals: Vec<Refusal>,
}

/// Two strings that cases send for the identities of existing resources. The suite replaces them by the identities that the
/// target gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn {
    /// The path parameter that names such resources.
    pub parameter: String,
    /// The strings, UUIDs.
    pub tokens: [String; 2],
}

/// A listed property.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The schema of the value.
    pub schema: Schema,
    /// Whether the property is always present.
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

/// One of several objects; the value of a property says which one.
#[derive(Debug, Clone, PartialEq)]
pub struct Union {
    /// The property whose value selects the variant.
    pub discriminator: String,
    /// The type of each variant, by the value of the discriminator.
    pub variants: IndexMap<String, String>,
}

/// The mark that clients should stop using something that still works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, in prose, where the contract says so.
    pub instead: Option<String>,
}

impl Deprecation {
    /// Returns the deprecation as a sentence for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        match &self.instead {
            Some(instead) => format!("Deprecated: {instead}"),
            None => "Deprecated.".to_owned(),
        }
    }
}
