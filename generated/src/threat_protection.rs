//! The type [`ThreatProtectionOverride`], from the page `types/threat_protection.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// An override of the organisation's threat protection policy for one request.
///
/// A property in the override replaces the policy of the organisation for this request only
/// (`ThreatProtectionOverride.behaviour.this-request-only`). A property that is left out keeps
/// the value of the organisation (`ThreatProtectionOverride.behaviour.others-kept`).
///
/// - Error
///   [`ErrorKind::ThreatProtectionNotEnabled`](super::error_catalogue::ErrorKind::ThreatProtectionNotEnabled):
///   Threat protection is not enabled for the team.
///   (`ThreatProtectionOverride.refusals.not-enabled`)
/// - Error
///   [`ErrorKind::ThreatProtectionOverridesDisabled`](super::error_catalogue::ErrorKind::ThreatProtectionOverridesDisabled):
///   The organisation has disabled per-request overrides.
///   (`ThreatProtectionOverride.refusals.overrides-disabled`)
/// - Error
///   [`ErrorKind::ThreatProtectionEnforced`](super::error_catalogue::ErrorKind::ThreatProtectionEnforced):
///   The override turns threat protection off while it is enforced for the team.
///   (`ThreatProtectionOverride.refusals.switched-off-while-enforced`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ThreatProtectionOverride {
    /// Whether URLs are checked.
    pub mode: Option<ThreatProtectionOverrideMode>,
    /// The risk score from which a classifier decision blocks a URL. At least 0
    /// (`ThreatProtectionOverride.riskScoreThreshold.minimum`). At most 100
    /// (`ThreatProtectionOverride.riskScoreThreshold.maximum`). A lower threshold is stricter
    /// (`ThreatProtectionOverride.riskScoreThreshold.behaviour.lower-is-stricter`).
    #[model(minimum = 0, maximum = 100)]
    pub risk_score_threshold: Option<i64>,
    /// What happens when the classifier is unreachable.
    pub failure_policy: Option<ThreatProtectionOverrideFailurePolicy>,
    /// Domains or wildcard patterns to block, without protocol, path or port. At most 1000 items
    /// (`ThreatProtectionOverride.blacklist.maxItems`). Each item: Matches `^[^/:]*$`
    /// (`ThreatProtectionOverride.blacklist.items.pattern`). Listed domains are always blocked
    /// (`ThreatProtectionOverride.blacklist.behaviour.always-blocked`).
    #[model(max_items = 1000, items(pattern = "^[^/:]*$"))]
    pub blacklist: Option<Vec<String>>,
    /// Domains or wildcard patterns to allow. At most 1000 items
    /// (`ThreatProtectionOverride.whitelist.maxItems`). Listed domains are always allowed
    /// (`ThreatProtectionOverride.whitelist.behaviour.always-allowed`). The whitelist takes
    /// precedence over all other rules
    /// (`ThreatProtectionOverride.whitelist.behaviour.takes-precedence`).
    #[model(max_items = 1000)]
    pub whitelist: Option<Vec<String>>,
    /// Top-level domains to block, in lower case and without a leading dot. At most 1000 items
    /// (`ThreatProtectionOverride.blockedTlds.maxItems`). Each item: Matches `^([^.A-Z][^A-Z]*)?$`
    /// (`ThreatProtectionOverride.blockedTlds.items.pattern`).
    #[model(max_items = 1000, items(pattern = "^([^.A-Z][^A-Z]*)?$"))]
    pub blocked_tlds: Option<Vec<String>>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Whether URLs are checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("ThreatProtectionOverride.mode", schema = "/properties/mode")]
#[non_exhaustive]
pub enum ThreatProtectionOverrideMode {
    /// `off`.
    #[model("off")]
    Off,
    /// `normal`. URLs are checked with an external URL-risk service
    /// (`ThreatProtectionOverride.mode.behaviour.normal`).
    #[model("normal")]
    Normal,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What happens when the classifier is unreachable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("ThreatProtectionOverride.failurePolicy", schema = "/properties/failurePolicy")]
#[non_exhaustive]
pub enum ThreatProtectionOverrideFailurePolicy {
    /// `open`. The URL is allowed (`ThreatProtectionOverride.failurePolicy.behaviour.open`).
    #[model("open")]
    Open,
    /// `closed`. The URL is blocked (`ThreatProtectionOverride.failurePolicy.behaviour.closed`).
    #[model("closed")]
    Closed,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
