//! [`Shape`], [`Small`], [`Large`], [`Mixed`], [`Nested`], [`Text`], [`Other`], [`Either`]: the
//! types of the page `types/shape.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime as runtime;
use super::r#impl::{Names, Words};

/// Variants of very different sizes, one of which contains the union.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "kind")]
pub enum Shape {
    /// `kind` is `small`.
    #[model("small")]
    Small(Small),
    /// `kind` is `large`.
    #[model("large")]
    Large(Box<Large>),
    /// An object that the contract does not list. Validation reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// Nothing else.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("kind", "small"))]
pub struct Small {
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A lot.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("kind", "large"))]
pub struct Large {
    /// The property `a`.
    pub a: String,
    /// The property `b`.
    #[deprecated]
    pub b: String,
    /// The property `c`.
    pub c: Option<String>,
    /// The property `d`.
    pub d: Option<String>,
    /// The property `e`.
    pub e: Option<String>,
    /// The property `f`.
    pub f: Option<String>,
    /// The property `g`.
    pub g: Option<String>,
    /// The property `h`.
    pub h: Option<String>,
    /// Variants of very different sizes, one of which contains the union.
    pub inner: Box<Shape>,
    /// A list with a name.
    pub names: Option<Names>,
    /// A map with a name.
    pub words: Option<Words>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Alternatives with names that emitted code uses; one is large, one is a list of the type.
///
/// Either a number, a string, an array or an object (`Mixed.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub enum Mixed {
    /// A number.
    Number(f64),
    /// A string.
    #[model(string)]
    Text(Text),
    /// An array.
    #[model(array)]
    Nested(Nested),
    /// An object.
    #[model(object)]
    Large(Box<Large>),
    /// A value of a type that the contract does not list. Validation reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// A list of the type that contains it.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Nested(
    /// The value.
    pub Vec<Mixed>,
);

/// A string type with the name that an unnamed string type gets.
///
/// At most 3 characters (`Text.maxLength`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Text(
    /// The value.
    #[model(max_length = 3)]
    pub String,
);

/// A type with the name of the variant for unlisted values.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(refers_to(Text, Other))]
#[non_exhaustive]
pub struct Other {
    /// The property `self`.
    pub self_: Option<Box<OtherSelf_>>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The values of `Other.self`.
///
/// Either an integer, a string or an object (`Other.self.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Other.self", schema = "/properties/self")]
#[non_exhaustive]
pub enum OtherSelf_ {
    /// An integer.
    Integer(i64),
    /// A string.
    #[model(string)]
    Text(Text),
    /// An object.
    #[model(object)]
    Other(Other),
    /// A value of a type that the contract does not list. Validation reports it.
    #[model(other)]
    Other2(serde_json::Value),
}

/// The variant for unlisted values has another name here.
///
/// Either a string or an object (`Either.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub enum Either {
    /// A string.
    #[model(choice)]
    Text(EitherText),
    /// An object.
    #[model(object)]
    Other(Other),
    /// A value of a type that the contract does not list. Validation reports it.
    #[model(other)]
    Other2(serde_json::Value),
}

/// One of the strings of `Either.string`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Either.string", schema = "/oneOf/0")]
#[non_exhaustive]
pub enum EitherText {
    /// `other`
    #[model("other")]
    Other,
    /// `self`
    #[model("self")]
    Self_,
    /// A string that the contract does not list. Validation reports it.
    Other2(String),
}
