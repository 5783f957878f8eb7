//! [`CreateHeaders`], [`CreatedHeaders`], [`GoneHeaders`], [`ListHeaders`], [`ParcelQuery`],
//! [`ParcelPage`]: the types of the page `types/wire.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;
use super::parcel::{Parcel, ParcelState};

/// The headers of a request that creates.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct CreateHeaders {
    /// The same for each attempt.
    ///
    /// At least one character (`CreateHeaders.Idempotency-Key.minLength`). At most 8 characters
    /// (`CreateHeaders.Idempotency-Key.maxLength`).
    #[model("Idempotency-Key", min_length = 1, max_length = 8)]
    pub idempotency_key: Option<String>,
    /// How urgent it is.
    ///
    /// Defaults to `5` (`CreateHeaders.X-Priority.default`).
    ///
    /// At least 1 (`CreateHeaders.X-Priority.minimum`). At most 9
    /// (`CreateHeaders.X-Priority.maximum`).
    #[model("X-Priority", minimum = 1, maximum = 9, default = 5)]
    pub x_priority: Option<i64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a response to a creation.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct CreatedHeaders {
    /// Where the parcel is read.
    ///
    /// At least one character (`CreatedHeaders.Location.minLength`).
    #[model("Location", min_length = 1)]
    pub location: String,
    /// The ways that it takes.
    #[model("X-Lanes")]
    pub x_lanes: Option<Vec<i64>>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a response to a deletion.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct GoneHeaders {
    /// How many parcels are left.
    ///
    /// At least 0 (`GoneHeaders.X-Left.minimum`).
    #[model("X-Left", minimum = 0)]
    pub x_left: Option<i64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a request for a list.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct ListHeaders {
    /// The desks.
    ///
    /// At least one item (`ListHeaders.X-Desk.minItems`).
    #[model("X-Desk", min_items = 1)]
    pub x_desk: Vec<ListHeadersXDeskItem>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `ListHeaders.X-Desk`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("ListHeaders.X-Desk.items", schema = "/properties/X-Desk/items")]
pub enum ListHeadersXDeskItem {
    /// `north`
    #[model("north")]
    North,
    /// `south`
    #[model("south")]
    South,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Which parcels are listed.
///
/// No other properties (`ParcelQuery.additionalProperties`).
///
/// Plain `serde` drops other properties.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(closed)]
pub struct ParcelQuery {
    /// The page, as the one before names it.
    pub cursor: Option<String>,
    /// How many parcels a page has at most.
    ///
    /// Defaults to `20` (`ParcelQuery.limit.default`).
    ///
    /// At least 1 (`ParcelQuery.limit.minimum`). At most 100 (`ParcelQuery.limit.maximum`).
    #[model(minimum = 1, maximum = 100, default = 20)]
    pub limit: Option<i64>,
    /// Where a parcel is.
    pub state: Option<ParcelState>,
    /// With all of these tags.
    ///
    /// At most 2 items (`ParcelQuery.tags.maxItems`). Each item: At most 5 characters
    /// (`ParcelQuery.tags.items.maxLength`).
    #[model(max_items = 2, items(max_length = 5))]
    pub tags: Option<Vec<String>>,
    /// Whether they are insured.
    pub insured: Option<bool>,
    /// Heavier than this.
    pub above: Option<f64>,
    /// What the parcels are sorted by.
    pub sort: Option<ParcelQuerySort>,
}

/// What the parcels are sorted by.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("ParcelQuery.sort", schema = "/properties/sort")]
pub enum ParcelQuerySort {
    /// `value`
    #[model("value")]
    Value,
    /// `-value`
    #[model("-value")]
    Value2,
    /// `label`
    #[model("label")]
    Label,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// A page of parcels.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ParcelPage {
    /// The parcels.
    pub parcels: Vec<Parcel>,
    /// The cursor of the next page; null on the last.
    pub next: runtime::Nullable<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
