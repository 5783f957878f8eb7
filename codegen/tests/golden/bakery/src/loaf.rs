//! The types [`Recipe`], [`LoafStarted`], [`Loaf`], [`LoafChange`], [`LoafView`], from the page
//! `types/loaf.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// What a loaf is made of.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Recipe {
    /// The kind of flour.
    ///
    /// At least one character (`Recipe.flour.minLength`).
    #[model(min_length = 1)]
    pub flour: String,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The loaf that is in the oven.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct LoafStarted {
    /// Identifies the loaf.
    pub loaf: String,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A loaf.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Loaf {
    /// How it stands.
    pub state: LoafState,
    /// What it weighs, in grams.
    ///
    /// At least 1 (`Loaf.weight.minimum`).
    #[model(minimum = 1)]
    pub weight: Option<i64>,
    /// Its colour.
    pub colour: Option<String>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Loaf.state", schema = "/properties/state")]
#[non_exhaustive]
pub enum LoafState {
    /// `resting`
    #[model("resting")]
    Resting,
    /// `baked`
    #[model("baked")]
    Baked,
    /// `burnt`
    #[model("burnt")]
    Burnt,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What changes of a loaf.
///
/// At least one property (`LoafChange.minProperties`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
#[non_exhaustive]
pub struct LoafChange {
    /// How it is to stand.
    pub state: Option<LoafChangeState>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How it is to stand.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("LoafChange.state", schema = "/properties/state")]
#[non_exhaustive]
pub enum LoafChangeState {
    /// `baked`
    #[model("baked")]
    Baked,
    /// `resting`
    #[model("resting")]
    Resting,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What is shown of a loaf.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct LoafView {
    /// Whether the light in the oven is on.
    pub light: Option<bool>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
