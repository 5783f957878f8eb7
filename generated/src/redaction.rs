//! The types [`Redaction`], [`RedactPIIOptions`], from the page `types/redaction.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// Whether personal data is masked, and how.
///
/// Personal data is masked in the returned markdown (`Redaction.behaviour.masked`). `true`
/// masks with the default options (`Redaction.behaviour.true-uses-defaults`).
///
/// Either a boolean or an object (`Redaction.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub enum Redaction {
    /// A boolean.
    Boolean(bool),
    /// An object.
    #[model(object)]
    RedactPIIOptions(RedactPIIOptions),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// How personal data is masked.
///
/// No other properties (`RedactPIIOptions.additionalProperties`). Plain `serde` drops other
/// properties.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(closed)]
#[non_exhaustive]
pub struct RedactPIIOptions {
    /// How personal data is detected. Defaults to `"accurate"` (`RedactPIIOptions.mode.default`).
    #[model(default = RedactPIIOptionsMode::Accurate)]
    pub mode: Option<RedactPIIOptionsMode>,
    /// What replaces personal data. Defaults to `"tag"` (`RedactPIIOptions.replaceStyle.default`).
    #[model(default = RedactPIIOptionsReplaceStyle::Tag)]
    pub replace_style: Option<RedactPIIOptionsReplaceStyle>,
    /// The kinds of personal data to mask. By default, all supported entities
    /// (`RedactPIIOptions.entities.default`).
    pub entities: Option<Vec<RedactPIIOptionsEntitiesItem>>,
}

/// How personal data is detected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("RedactPIIOptions.mode", schema = "/properties/mode")]
#[non_exhaustive]
pub enum RedactPIIOptionsMode {
    /// `accurate`. The model only (`RedactPIIOptions.mode.behaviour.accurate`).
    #[model("accurate")]
    Accurate,
    /// `aggressive`. Additional heuristics find more data
    /// (`RedactPIIOptions.mode.behaviour.aggressive`).
    #[model("aggressive")]
    Aggressive,
    /// `fast`. Heuristics only, without a model call (`RedactPIIOptions.mode.behaviour.fast`).
    #[model("fast")]
    Fast,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What replaces personal data.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("RedactPIIOptions.replaceStyle", schema = "/properties/replaceStyle")]
#[non_exhaustive]
pub enum RedactPIIOptionsReplaceStyle {
    /// `tag`. A placeholder marker (`RedactPIIOptions.replaceStyle.behaviour.tag`).
    #[model("tag")]
    Tag,
    /// `mask`. Asterisks in place of the characters
    /// (`RedactPIIOptions.replaceStyle.behaviour.mask`).
    #[model("mask")]
    Mask,
    /// `remove`. Nothing: the data is removed (`RedactPIIOptions.replaceStyle.behaviour.remove`).
    #[model("remove")]
    Remove,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// An item of `RedactPIIOptions.entities`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("RedactPIIOptions.entities.items", schema = "/properties/entities/items")]
#[non_exhaustive]
pub enum RedactPIIOptionsEntitiesItem {
    /// `PERSON`.
    #[model("PERSON")]
    Person,
    /// `EMAIL`.
    #[model("EMAIL")]
    Email,
    /// `PHONE`.
    #[model("PHONE")]
    Phone,
    /// `LOCATION`.
    #[model("LOCATION")]
    Location,
    /// `FINANCIAL`.
    #[model("FINANCIAL")]
    Financial,
    /// `SECRET`.
    #[model("SECRET")]
    Secret,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
