//! `limits.toml`: limits of the service and credit charges.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ConditionPage;
use crate::model::Unit;

/// `limits.toml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitsPage {
    /// Limits of the service, by identity.
    #[serde(default)]
    pub(crate) limits: IndexMap<String, LimitPage>,
    /// Credit charges, by identity.
    #[serde(default)]
    pub(crate) charges: IndexMap<String, ChargePage>,
}

/// A limit of the service.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitPage {
    /// What is limited, in our own words.
    pub(crate) doc: String,
    /// The error that exceeding it earns.
    pub(crate) error: String,
    /// The figure, where the contract shows one.
    pub(crate) value: Option<u64>,
    /// The gap that says that no figure is shown.
    pub(crate) gap: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// What a request costs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChargePage {
    /// What is charged for, in our own words.
    pub(crate) doc: String,
    /// The credits.
    pub(crate) credits: Option<u32>,
    /// The gap that says that no figure is shown.
    pub(crate) gap: Option<String>,
    /// What is counted.
    pub(crate) per: Unit,
    /// The type whose value earns the charge; given together with `when`.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// When a value of the type earns the charge.
    pub(crate) when: Option<ConditionPage>,
    /// The charge in whose place it is made: one of the two, never both.
    pub(crate) instead_of: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
}
