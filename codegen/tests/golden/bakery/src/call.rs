//! The types [`Call`], [`LoafCall`], from the page `types/call.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// The recipient of calls about loaves.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Call {
    /// Where calls go.
    ///
    /// A URI with a scheme (`Call.address.format`).
    #[model(format = "uri")]
    pub address: String,
    /// What calls are about.
    pub about: Option<Vec<CallAboutItem>>,
    /// What a call is known by.
    pub signs: Option<std::collections::BTreeMap<String, String>>,
    /// Notes without a schema.
    pub notes: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `Call.about`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Call.about.items", schema = "/properties/about/items")]
#[non_exhaustive]
pub enum CallAboutItem {
    /// `loaf.baked`
    #[model("loaf.baked")]
    LoafBaked,
    /// `loaf.burnt`
    #[model("loaf.burnt")]
    LoafBurnt,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What a call about a loaf carries.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct LoafCall {
    /// What the call is about.
    pub kind: String,
    /// What the loaf weighs.
    ///
    /// At least 1 (`LoafCall.grams.minimum`).
    #[model(minimum = 1)]
    pub grams: i64,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
