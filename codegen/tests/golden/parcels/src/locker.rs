//! [`Locker`], [`Lockers`], [`LockerQuery`], [`LockerSearch`], [`Failure`]: the types of the
//! page `types/locker.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A locker.
///
/// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Locker {
    /// Identifies the locker.
    pub name: String,
    /// How many doors it has.
    ///
    /// At least 1 (`Locker.doors.minimum`).
    #[model(minimum = 1)]
    pub doors: Option<i64>,
    /// Whether it is wide.
    pub wide: Option<bool>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Several lockers.
///
/// At most 5 items (`Lockers.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Lockers(
    /// The value.
    #[model(max_items = 5)]
    pub Vec<Locker>,
);

/// Which lockers are listed.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct LockerQuery {
    /// The page.
    ///
    /// Defaults to `1` (`LockerQuery.page.default`).
    ///
    /// At least 1 (`LockerQuery.page.minimum`).
    #[model(minimum = 1, default = 1)]
    pub page: Option<i64>,
    /// How many lockers a page has at most.
    ///
    /// At least 1 (`LockerQuery.size.minimum`).
    #[model(minimum = 1)]
    pub size: i64,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// From which locker on they are listed.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct LockerSearch {
    /// How many lockers are left out.
    ///
    /// Defaults to `0` (`LockerSearch.offset.default`).
    ///
    /// At least 0 (`LockerSearch.offset.minimum`).
    #[model(minimum = 0, default = 0)]
    pub offset: Option<i64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The body of every refusal.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// For machines.
    pub code: Option<String>,
    /// Whatever else there is to say.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
