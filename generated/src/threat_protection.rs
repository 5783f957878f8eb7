//! The types of the page `types/threat_protection.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Overrides the threat protection of the organisation for one request.
///
/// A field that is given overrides the policy of the organisation for this request only.
/// (`ThreatProtectionOverride.behaviour.this-request-only`)
///
/// A field that is left out keeps the value of the organisation.
/// (`ThreatProtectionOverride.behaviour.others-kept`)
///
/// Threat protection is not enabled for the team. Refused with the error
/// `threat-protection-not-enabled` (`ThreatProtectionOverride.refusals.not-enabled`).
///
/// The organisation has disabled overrides by requests. Refused with the error
/// `threat-protection-overrides-disabled`
/// (`ThreatProtectionOverride.refusals.overrides-disabled`).
///
/// The override switches off a protection that is enforced for the team. Refused with the error
/// `threat-protection-enforced`
/// (`ThreatProtectionOverride.refusals.switched-off-while-enforced`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreatProtectionOverride {
    /// Whether URLs are checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ThreatProtectionOverrideMode>,
    /// The score at which a decision of the classifier blocks a URL.
    ///
    /// At least 0 (`ThreatProtectionOverride.riskScoreThreshold.minimum`). At most 100
    /// (`ThreatProtectionOverride.riskScoreThreshold.maximum`).
    ///
    /// A lower score blocks more.
    /// (`ThreatProtectionOverride.riskScoreThreshold.behaviour.lower-is-stricter`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_score_threshold: Option<i64>,
    /// What is done when the classifier cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_policy: Option<ThreatProtectionOverrideFailurePolicy>,
    /// Domains that are blocked, or patterns with wildcards, without protocol, path or port.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.blacklist.maxItems`).
    ///
    /// What it lists is always blocked.
    /// (`ThreatProtectionOverride.blacklist.behaviour.always-blocked`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blacklist: Option<Vec<String>>,
    /// Domains that are allowed, or patterns with wildcards.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.whitelist.maxItems`).
    ///
    /// What it lists is always allowed.
    /// (`ThreatProtectionOverride.whitelist.behaviour.always-allowed`)
    ///
    /// It takes precedence over all other rules.
    /// (`ThreatProtectionOverride.whitelist.behaviour.takes-precedence`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whitelist: Option<Vec<String>>,
    /// Top-level domains that are blocked, in lower case and without a leading dot.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.blockedTlds.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_tlds: Option<Vec<String>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ThreatProtectionOverride {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static THREAT_PROTECTION_OVERRIDE_MODE: decode::Property<
    decode::Named<ThreatProtectionOverrideMode>,
> = decode::Property::optional(
    "mode",
    "ThreatProtectionOverride.mode",
    decode::Named::new(),
);
static THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD: decode::Property<
    decode::Integer,
> = decode::Property::optional(
    "riskScoreThreshold",
    "ThreatProtectionOverride.riskScoreThreshold",
    decode::Integer::new("ThreatProtectionOverride.riskScoreThreshold")
        .minimum(0)
        .maximum(100),
);
static THREAT_PROTECTION_OVERRIDE_FAILURE_POLICY: decode::Property<
    decode::Named<ThreatProtectionOverrideFailurePolicy>,
> = decode::Property::optional(
    "failurePolicy",
    "ThreatProtectionOverride.failurePolicy",
    decode::Named::new(),
);
static THREAT_PROTECTION_OVERRIDE_BLACKLIST: decode::Property<
    decode::List<decode::Text>,
> = decode::Property::optional(
    "blacklist",
    "ThreatProtectionOverride.blacklist",
    decode::List::new(
            "ThreatProtectionOverride.blacklist",
            decode::Text::new("ThreatProtectionOverride.blacklist.items"),
        )
        .max_items(1000),
);
static THREAT_PROTECTION_OVERRIDE_WHITELIST: decode::Property<
    decode::List<decode::Text>,
> = decode::Property::optional(
    "whitelist",
    "ThreatProtectionOverride.whitelist",
    decode::List::new(
            "ThreatProtectionOverride.whitelist",
            decode::Text::new("ThreatProtectionOverride.whitelist.items"),
        )
        .max_items(1000),
);
static THREAT_PROTECTION_OVERRIDE_BLOCKED_TLDS: decode::Property<
    decode::List<decode::Text>,
> = decode::Property::optional(
    "blockedTlds",
    "ThreatProtectionOverride.blockedTlds",
    decode::List::new(
            "ThreatProtectionOverride.blockedTlds",
            decode::Text::new("ThreatProtectionOverride.blockedTlds.items"),
        )
        .max_items(1000),
);

impl<'de> serde::Deserialize<'de> for ThreatProtectionOverride {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ThreatProtectionOverride {
    const CLAUSE: &'static str = "ThreatProtectionOverride";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        THREAT_PROTECTION_OVERRIDE_MODE.validate_given(&self.mode, at, found);
        THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD
            .validate_given(&self.risk_score_threshold, at, found);
        THREAT_PROTECTION_OVERRIDE_FAILURE_POLICY
            .validate_given(&self.failure_policy, at, found);
        THREAT_PROTECTION_OVERRIDE_BLACKLIST.validate_given(&self.blacklist, at, found);
        THREAT_PROTECTION_OVERRIDE_WHITELIST.validate_given(&self.whitelist, at, found);
        THREAT_PROTECTION_OVERRIDE_BLOCKED_TLDS
            .validate_given(&self.blocked_tlds, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "mode",
                "riskScoreThreshold",
                "failurePolicy",
                "blacklist",
                "whitelist",
                "blockedTlds",
            ],
            "ThreatProtectionOverride",
            at,
            found,
        );
    }
}

impl decode::Object for ThreatProtectionOverride {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut mode_slot = decode::Slot::Missing;
        let mut risk_score_threshold_slot = decode::Slot::Missing;
        let mut failure_policy_slot = decode::Slot::Missing;
        let mut blacklist_slot = decode::Slot::Missing;
        let mut whitelist_slot = decode::Slot::Missing;
        let mut blocked_tlds_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "mode" => {
                    THREAT_PROTECTION_OVERRIDE_MODE
                        .read(&mut members, &mut mode_slot, at, found)?;
                }
                "riskScoreThreshold" => {
                    THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD
                        .read(&mut members, &mut risk_score_threshold_slot, at, found)?;
                }
                "failurePolicy" => {
                    THREAT_PROTECTION_OVERRIDE_FAILURE_POLICY
                        .read(&mut members, &mut failure_policy_slot, at, found)?;
                }
                "blacklist" => {
                    THREAT_PROTECTION_OVERRIDE_BLACKLIST
                        .read(&mut members, &mut blacklist_slot, at, found)?;
                }
                "whitelist" => {
                    THREAT_PROTECTION_OVERRIDE_WHITELIST
                        .read(&mut members, &mut whitelist_slot, at, found)?;
                }
                "blockedTlds" => {
                    THREAT_PROTECTION_OVERRIDE_BLOCKED_TLDS
                        .read(&mut members, &mut blocked_tlds_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                mode: mode_slot.value(),
                risk_score_threshold: risk_score_threshold_slot.value(),
                failure_policy: failure_policy_slot.value(),
                blacklist: blacklist_slot.value(),
                whitelist: whitelist_slot.value(),
                blocked_tlds: blocked_tlds_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ThreatProtectionOverride {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "mode" => runtime::rule::given(&self.mode),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.mode.is_none() && self.risk_score_threshold.is_none()
            && self.failure_policy.is_none() && self.blacklist.is_none()
            && self.whitelist.is_none() && self.blocked_tlds.is_none()
            && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for ThreatProtectionOverride {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl ThreatProtectionOverride {
    /// A builder with nothing given.
    pub fn builder() -> ThreatProtectionOverrideBuilder {
        ThreatProtectionOverrideBuilder(ThreatProtectionOverride::default())
    }
}

/// Builds a [`ThreatProtectionOverride`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct ThreatProtectionOverrideBuilder(ThreatProtectionOverride);

impl ThreatProtectionOverrideBuilder {
    /// Whether URLs are checked.
    ///
    /// See [`ThreatProtectionOverride::mode`].
    pub fn mode(mut self, value: impl Into<ThreatProtectionOverrideMode>) -> Self {
        self.0.mode = Some(value.into());
        self
    }

    /// The score at which a decision of the classifier blocks a URL.
    ///
    /// At least 0 (`ThreatProtectionOverride.riskScoreThreshold.minimum`). At most 100
    /// (`ThreatProtectionOverride.riskScoreThreshold.maximum`).
    ///
    /// See [`ThreatProtectionOverride::risk_score_threshold`].
    pub fn risk_score_threshold(mut self, value: i64) -> Self {
        self.0.risk_score_threshold = Some(value);
        self
    }

    /// What is done when the classifier cannot be reached.
    ///
    /// See [`ThreatProtectionOverride::failure_policy`].
    pub fn failure_policy(
        mut self,
        value: impl Into<ThreatProtectionOverrideFailurePolicy>,
    ) -> Self {
        self.0.failure_policy = Some(value.into());
        self
    }

    /// Domains that are blocked, or patterns with wildcards, without protocol, path or port.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.blacklist.maxItems`).
    ///
    /// See [`ThreatProtectionOverride::blacklist`].
    pub fn blacklist(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.blacklist = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Domains that are allowed, or patterns with wildcards.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.whitelist.maxItems`).
    ///
    /// See [`ThreatProtectionOverride::whitelist`].
    pub fn whitelist(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.whitelist = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Top-level domains that are blocked, in lower case and without a leading dot.
    ///
    /// At most 1000 items (`ThreatProtectionOverride.blockedTlds.maxItems`).
    ///
    /// See [`ThreatProtectionOverride::blocked_tlds`].
    pub fn blocked_tlds(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.blocked_tlds = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<ThreatProtectionOverride, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    ThreatProtectionOverride, "ThreatProtectionOverride",
    include_str!("../schemas/ThreatProtectionOverride.json")
);

/// Whether URLs are checked.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ThreatProtectionOverrideMode {
    /// `off`
    #[serde(rename = "off")]
    Off,
    /// `normal`
    ///
    /// URLs are checked with an external service for URL risks.
    /// (`ThreatProtectionOverride.mode.behaviour.normal`)
    #[serde(rename = "normal")]
    Normal,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ThreatProtectionOverrideMode {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Off => "off",
            Self::Normal => "normal",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ThreatProtectionOverrideMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ThreatProtectionOverrideMode {
    const VALUES: &'static [&'static str] = &["off", "normal"];

    fn from_text(text: &str) -> Self {
        match text {
            "off" => Self::Off,
            "normal" => Self::Normal,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ThreatProtectionOverrideMode {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ThreatProtectionOverrideMode {
    const CLAUSE: &'static str = "ThreatProtectionOverride.mode";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ThreatProtectionOverride.mode"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ThreatProtectionOverride.mode"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for ThreatProtectionOverrideMode {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for ThreatProtectionOverrideMode {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ThreatProtectionOverrideMode, "ThreatProtectionOverrideMode",
    "{\"description\":\"Whether URLs are checked.\",\"type\":\"string\",\"enum\":[\"off\",\"normal\"],\"examples\":[\"normal\"]}"
);

/// What is done when the classifier cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ThreatProtectionOverrideFailurePolicy {
    /// `open`
    ///
    /// The URL is allowed. (`ThreatProtectionOverride.failurePolicy.behaviour.open`)
    #[serde(rename = "open")]
    Open,
    /// `closed`
    ///
    /// The URL is blocked. (`ThreatProtectionOverride.failurePolicy.behaviour.closed`)
    #[serde(rename = "closed")]
    Closed,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ThreatProtectionOverrideFailurePolicy {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ThreatProtectionOverrideFailurePolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ThreatProtectionOverrideFailurePolicy {
    const VALUES: &'static [&'static str] = &["open", "closed"];

    fn from_text(text: &str) -> Self {
        match text {
            "open" => Self::Open,
            "closed" => Self::Closed,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ThreatProtectionOverrideFailurePolicy {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ThreatProtectionOverrideFailurePolicy {
    const CLAUSE: &'static str = "ThreatProtectionOverride.failurePolicy";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ThreatProtectionOverride.failurePolicy"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ThreatProtectionOverride.failurePolicy"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ThreatProtectionOverrideFailurePolicy {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ThreatProtectionOverrideFailurePolicy, "ThreatProtectionOverrideFailurePolicy",
    "{\"description\":\"What is done when the classifier cannot be reached.\",\"type\":\"string\",\"enum\":[\"open\",\"closed\"]}"
);
