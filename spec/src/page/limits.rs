//! `limits.toml`: limits of the service, and credit charges.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ConditionPage;
use crate::model::Unit;

/// `limits.toml`: limits of the service, and credit charges.
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
    /// What is limited, in prose.
    pub(crate) doc: String,
    /// The error of a request that exceeds the limit.
    pub(crate) error: String,
    /// The value of the limit, where the contract shows one.
    pub(crate) value: Option<u64>,
    /// The gap that says that the contract shows no value.
    pub(crate) gap: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// A charge in credits.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChargePage {
    /// What is charged for, in prose.
    pub(crate) doc: String,
    /// The number of credits.
    pub(crate) credits: Option<u32>,
    /// The gap that says that the contract shows no number.
    pub(crate) gap: Option<String>,
    /// The unit that is charged for.
    pub(crate) per: Unit,
    /// The type whose values cause the charge; given together with `when`.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// The condition under which a value of the type causes the charge.
    pub(crate) when: Option<ConditionPage>,
    /// The charge that this one replaces: a request is charged for one of the two, never for both.
    pub(crate) instead_of: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: String,
}
