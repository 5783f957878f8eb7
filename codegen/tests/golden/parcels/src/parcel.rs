//! [`Parcel`], [`Label`], [`ParcelState`], [`ParcelAnswer`], [`Parcels`], [`ParcelDraft`],
//! [`ParcelChange`], [`ParcelChanges`], [`ParcelChangeOfOne`]: the types of the page
//! `types/parcel.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A parcel in a locker.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Parcel {
    /// Identifies the parcel.
    ///
    /// A UUID (`Parcel.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// The label of a parcel.
    pub label: Label,
    /// Where a parcel is.
    pub state: ParcelState,
    /// What it is worth.
    ///
    /// At least 0 (`Parcel.value.minimum`).
    #[model(minimum = 0)]
    pub value: Option<i64>,
    /// Whether it is insured.
    pub insured: Option<bool>,
    /// What it is found by.
    pub tags: Option<Vec<String>>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The label of a parcel.
///
/// At least one character (`Label.minLength`). At most 20 characters (`Label.maxLength`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Label(
    /// The value.
    #[model(min_length = 1, max_length = 20)]
    pub String,
);

/// Where a parcel is.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
pub enum ParcelState {
    /// `waiting`
    #[model("waiting")]
    Waiting,
    /// `fetched`
    #[model("fetched")]
    Fetched,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// A parcel, in its envelope.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ParcelAnswer {
    /// A parcel in a locker.
    pub parcel: Parcel,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Several parcels.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Parcels(
    /// The value.
    pub Vec<Parcel>,
);

/// The properties of a new parcel.
///
/// No other properties (`ParcelDraft.additionalProperties`).
///
/// Plain `serde` drops other properties.
///
/// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
pub struct ParcelDraft {
    /// The label of a parcel.
    pub label: Label,
    /// What it is worth.
    ///
    /// At least 0 (`ParcelDraft.value.minimum`).
    #[model(minimum = 0)]
    pub value: Option<i64>,
    /// Whether it is insured.
    pub insured: Option<bool>,
}

/// A partial update of a parcel.
///
/// At least one property (`ParcelChange.minProperties`).
///
/// A parcel that is insured has a value. (`ParcelChange.rules.insured-is-worth-something`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
pub struct ParcelChange {
    /// The label of a parcel.
    pub label: Option<Label>,
    /// What it is worth; null takes it away.
    ///
    /// At least 0 (`ParcelChange.value.minimum`).
    #[model(minimum = 0)]
    pub value: runtime::Patch<i64>,
    /// Whether it is insured.
    pub insured: Option<bool>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A partial update of several parcels.
///
/// At least one item (`ParcelChanges.minItems`). At most 3 items (`ParcelChanges.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct ParcelChanges(
    /// The value.
    #[model(min_items = 1, max_items = 3)]
    pub Vec<ParcelChangeOfOne>,
);

/// A partial update of one of several parcels.
///
/// A parcel that is insured has a value. (`ParcelChangeOfOne.rules.insured-has-value`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct ParcelChangeOfOne {
    /// The parcel.
    ///
    /// A UUID (`ParcelChangeOfOne.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// What it is worth.
    ///
    /// At least 0 (`ParcelChangeOfOne.value.minimum`).
    #[model(minimum = 0)]
    pub value: Option<i64>,
    /// Whether it is insured.
    pub insured: Option<bool>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
