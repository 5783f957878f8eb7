//! [`Failure`], [`Type`], [`Tree`], [`Branch`], [`TreeLeft`], [`Names`], [`Words`],
//! [`OddQuery`], [`OddNumber`], [`OddHeaders`]: the types of the page `types/impl.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime as runtime;
use super::shape::{Mixed, Shape};

/// A failure.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Properties whose names are keywords, or harder to express.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Type {
    /// Values that are not identifiers.
    pub r#type: TypeType,
    /// A keyword that cannot be a raw identifier.
    pub self_: String,
    /// A dash.
    #[model("content-type")]
    pub content_type: Option<String>,
    /// The same name without the dash.
    #[model("contentType")]
    pub content_type2: Option<String>,
    /// A digit first.
    #[model("3d")]
    pub n3d: Option<bool>,
    /// A sign.
    #[model("$ref")]
    pub r#ref: Option<String>,
    /// A name that emitted code uses.
    pub members: Option<i64>,
    /// Another.
    pub at: Option<i64>,
    /// Another.
    pub sink: Option<i64>,
    /// Another.
    pub name: Option<i64>,
    /// Another.
    pub tag: Option<i64>,
    /// Another.
    pub others: Option<i64>,
    /// Capitals at the end.
    ///
    /// Defaults to `true` (`Type.redactPII.default`).
    #[model("redactPII", default = true)]
    pub redact_pii: runtime::Patch<bool>,
    /// The name of the builder's method that clears the previous property.
    #[model("clearRedactPII")]
    pub clear_redact_pii: Option<bool>,
    /// The name of the builder's last method.
    pub build: Option<i64>,
    /// A type that is recursive in every possible way.
    pub tree: Option<Tree>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Values that are not identifiers.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Type.type", schema = "/properties/type")]
pub enum TypeType {
    /// `git-diff`
    #[model("git-diff")]
    GitDiff,
    /// `gitDiff`
    #[model("gitDiff")]
    GitDiff2,
    /// `24h`
    #[model("24h")]
    V24h,
    /// `self`
    #[model("self")]
    Self_,
    /// ``
    #[model("")]
    Empty,
    /// `other`
    #[model("other")]
    Other,
    /// `ÉTÉ`
    #[model("ÉTÉ")]
    Été,
    /// `a.b`
    #[model("a.b")]
    AB,
    /// A string that the contract does not list. Validation reports it.
    Other2(String),
}

/// A type that is recursive in every possible way.
///
/// A tree with something mixed has something on the right. (`Tree.rules.mixed-has-right`)
///
/// A tree with a certain shape has something on the left, unless its names say so.
/// (`Tree.rules.large-has-left`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(
    rule(
        "mixed-has-right",
        "A tree with something mixed has something on the right.",
        when = non_empty(path!("mixed")),
        requires = given(path!("right"), true),
        unless = equals(path!("mixed", []), Literal::Text("x"))
    )
)]
#[model(
    rule(
        "large-has-left",
        "A tree with a certain shape has something on the left, unless its names say so.",
        when = equals(path!("shape", "a"), Literal::Text("x")),
        requires = non_empty(path!("left")),
        unless = equals(path!("shape", "names", []), Literal::Text("y"))
    )
)]
pub struct Tree {
    /// A type that is recursive in every possible way.
    pub left: Option<Box<Tree>>,
    /// A type that is recursive in every possible way.
    pub right: runtime::Patch<Box<Tree>>,
    /// The property `below`.
    pub below: Option<Vec<Tree>>,
    /// The property `named`.
    pub named: Option<std::collections::BTreeMap<String, Tree>>,
    /// Recursive through another type.
    pub branch: Option<Box<Branch>>,
    /// Variants of very different sizes, one of which contains the union.
    pub shape: Option<Shape>,
    /// Alternatives with names that emitted code uses; one is large, one is a list of the type.
    pub mixed: Option<Mixed>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Recursive through another type.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Branch {
    /// A type that is recursive in every possible way.
    pub tree: Box<Tree>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A name that is like the generated names of unnamed types.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
pub enum TreeLeft {
    /// `a`
    #[model("a")]
    A,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// A list with a name.
///
/// At least one item (`Names.minItems`). Each item: At least one character
/// (`Names.items.minLength`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Names(
    /// The value.
    #[model(min_items = 1, items(min_length = 1))]
    pub Vec<Option<String>>,
);

/// A map with a name.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Words(
    /// The value.
    pub std::collections::BTreeMap<String, WordsValue>,
);

/// One of the strings of `Words.additionalProperties`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Words.additionalProperties", schema = "/additionalProperties")]
pub enum WordsValue {
    /// `yes`
    #[model("yes")]
    Yes,
    /// `no`
    #[model("no")]
    No,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Parameters whose names are hard to write.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct OddQuery {
    /// Characters with a meaning in queries.
    #[model("a[]&b=")]
    pub a_b: Option<Vec<TreeLeft>>,
    /// A keyword.
    pub r#type: Option<OddQueryType>,
    /// A number with a name.
    pub self_: Option<OddNumber>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A keyword.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("OddQuery.type", schema = "/properties/type")]
pub enum OddQueryType {
    /// `a`
    #[model("a")]
    A,
    /// `b&c`
    #[model("b&c")]
    BC,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// A number with a name.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct OddNumber(
    /// The value.
    pub f64,
);

/// Headers whose names are hard to write.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct OddHeaders {
    /// A number with a name.
    #[model("x-self")]
    pub x_self: Option<OddNumber>,
    /// A keyword.
    pub r#type: Option<String>,
    /// Special characters that are allowed in header names.
    #[model("$~!x")]
    pub x: Option<Vec<bool>>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
