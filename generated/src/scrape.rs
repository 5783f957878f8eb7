//! The types of the page `types/scrape.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::action::Action;
use super::format::Format;
use super::parser::Parser;
use super::redaction::Redaction;
use super::threat_protection::ThreatProtectionOverride;

/// How a page is scraped.
///
/// Using actions forces `storeInCache` to false.
/// (`ScrapeOptions.effects.actions-switch-storing-off`)
///
/// Using headers forces `storeInCache` to false.
/// (`ScrapeOptions.effects.headers-switch-storing-off`)
///
/// Under lockdown, the default of `maxAge` is two years of 365 days.
/// (`ScrapeOptions.effects.lockdown-raises-max-age`)
///
/// With `minAge`, the cache holds no data of that age. Refused with the error `no-cached-data`
/// (`ScrapeOptions.refusals.no-cached-data`).
///
/// Under lockdown, the cache holds no copy. Refused with the error `lockdown-cache-miss`
/// (`ScrapeOptions.refusals.lockdown-cache-miss`).
///
/// Loading the page takes longer than `timeout`. Refused with the error `request-timeout`
/// (`ScrapeOptions.refusals.page-slower-than-timeout`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScrapeOptions {
    /// What is made of the page.
    ///
    /// `["markdown"]` when left out (`ScrapeOptions.formats.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formats: Option<Vec<Format>>,
    /// Leaves out what is not the main content of the page.
    ///
    /// `true` when left out (`ScrapeOptions.onlyMainContent.default`).
    ///
    /// The filter works on the HTML, gives the same result every time and uses no LLM.
    /// (`ScrapeOptions.onlyMainContent.behaviour.deterministic`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_main_content: Option<bool>,
    /// Has an LLM strip leftover clutter from the markdown.
    ///
    /// `false` when left out (`ScrapeOptions.onlyCleanContent.default`).
    ///
    /// It is a beta. (`ScrapeOptions.onlyCleanContent.behaviour.beta`)
    ///
    /// Markdown beyond the output limit of the cleaning model is kept as it was, with a warning.
    /// (`ScrapeOptions.onlyCleanContent.behaviour.markdown-too-long`)
    ///
    /// It is not supported with zero data retention.
    /// (`ScrapeOptions.onlyCleanContent.behaviour.zero-data-retention`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_clean_content: Option<bool>,
    /// Tags to include.
    ///
    /// They are included. (`ScrapeOptions.includeTags.behaviour.included`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_tags: Option<Vec<String>>,
    /// Tags to exclude.
    ///
    /// They are excluded. (`ScrapeOptions.excludeTags.behaviour.excluded`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_tags: Option<Vec<String>>,
    /// Headers sent with the request, such as cookies or a user agent.
    ///
    /// They are sent with the request. (`ScrapeOptions.headers.behaviour.sent`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// An extra delay before the page is fetched.
    ///
    /// `0` when left out (`ScrapeOptions.waitFor.default`).
    ///
    /// In milliseconds (`ScrapeOptions.waitFor.unit`).
    ///
    /// It comes on top of the wait that is built in.
    /// (`ScrapeOptions.waitFor.behaviour.beside-smart-wait`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_for: Option<i64>,
    /// How long loading the page may take.
    ///
    /// `60000` when left out (`ScrapeOptions.timeout.default`).
    ///
    /// In milliseconds (`ScrapeOptions.timeout.unit`). At least 1000
    /// (`ScrapeOptions.timeout.minimum`). At most 300000 (`ScrapeOptions.timeout.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<i64>,
    /// Emulates a mobile device.
    ///
    /// `false` when left out (`ScrapeOptions.mobile.default`).
    ///
    /// When true, a mobile device is emulated. (`ScrapeOptions.mobile.behaviour.emulated`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile: Option<bool>,
    /// Blocks advertisements and cookie pop-ups.
    ///
    /// `true` when left out (`ScrapeOptions.blockAds.default`).
    ///
    /// When true, advertisements and cookie pop-ups are blocked.
    /// (`ScrapeOptions.blockAds.behaviour.blocked`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_ads: Option<bool>,
    /// Strips base64 images from markdown.
    ///
    /// `true` when left out (`ScrapeOptions.removeBase64Images.default`).
    ///
    /// When true, markdown has no base64 images.
    /// (`ScrapeOptions.removeBase64Images.behaviour.stripped`)
    ///
    /// The alternative text stays; a placeholder stands for the URL.
    /// (`ScrapeOptions.removeBase64Images.behaviour.placeholder`)
    ///
    /// html and rawHtml keep their images.
    /// (`ScrapeOptions.removeBase64Images.behaviour.html-unchanged`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove_base64_images: Option<bool>,
    /// Takes any TLS certificate.
    ///
    /// `true` when left out (`ScrapeOptions.skipTlsVerification.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_tls_verification: Option<bool>,
    /// Stores the page in the index and the cache.
    ///
    /// `true` when left out (`ScrapeOptions.storeInCache.default`).
    ///
    /// When false, the page is stored in neither.
    /// (`ScrapeOptions.storeInCache.behaviour.not-stored`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_in_cache: Option<bool>,
    /// How old a cached copy may be that is returned in place of a new scrape.
    ///
    /// `172800000` when left out (`ScrapeOptions.maxAge.default`).
    ///
    /// In milliseconds (`ScrapeOptions.maxAge.unit`).
    ///
    /// A cached copy newer than this is returned. (`ScrapeOptions.maxAge.behaviour.copy-returned`)
    ///
    /// Without a cached copy newer than this, the page is scraped again.
    /// (`ScrapeOptions.maxAge.behaviour.scraped-again`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
    /// How old cached data is at least; when given, only the cache is asked.
    ///
    /// In milliseconds (`ScrapeOptions.minAge.unit`).
    ///
    /// When given, no new scrape runs. (`ScrapeOptions.minAge.behaviour.cache-only`)
    ///
    /// Cached data is at least as old as the value. (`ScrapeOptions.minAge.behaviour.least-age`)
    ///
    /// A value of 1 takes any cached data. (`ScrapeOptions.minAge.behaviour.any-with-one`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_age: Option<i64>,
    /// Serves from the cache alone.
    ///
    /// `false` when left out (`ScrapeOptions.lockdown.default`).
    ///
    /// A copy that the cache holds is served.
    /// (`ScrapeOptions.lockdown.behaviour.served-from-cache`)
    ///
    /// The default of `maxAge` is two years. (`ScrapeOptions.lockdown.behaviour.max-age`)
    ///
    /// The target URL is never contacted. (`ScrapeOptions.lockdown.behaviour.no-contact`)
    ///
    /// The URL of a miss is not logged. (`ScrapeOptions.lockdown.behaviour.url-not-logged`)
    ///
    /// The request is handled as under zero data retention.
    /// (`ScrapeOptions.lockdown.behaviour.zero-data-retention`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lockdown: Option<bool>,
    /// Which proxy fetches the page.
    ///
    /// `"auto"` when left out (`ScrapeOptions.proxy.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy: Option<ScrapeOptionsProxy>,
    /// Where the page seems to be asked for from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// How files are turned into content.
    ///
    /// `[{"type":"pdf"}]` when left out (`ScrapeOptions.parsers.default`).
    ///
    /// With a pdf parser, the content of a PDF is extracted to markdown.
    /// (`ScrapeOptions.parsers.behaviour.pdf-extracted`)
    ///
    /// With an empty list, a PDF is returned in base64.
    /// (`ScrapeOptions.parsers.behaviour.pdf-as-it-is`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parsers: Option<Vec<Parser>>,
    /// Browser state that outlives the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Masks personal data in the markdown that is returned.
    ///
    /// `false` when left out (`ScrapeOptions.redactPII.default`).
    #[serde(rename = "redactPII")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redact_pii: Option<Redaction>,
    /// Overrides the threat protection of the organisation for this request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat_protection: Option<ThreatProtectionOverride>,
    /// What is done on the page, in order.
    ///
    /// They are performed before the content is fetched.
    /// (`ScrapeOptions.actions.behaviour.before-fetching`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Action>>,
    /// Who the request is attributed to in log events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit_metadata: Option<AuditMetadata>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScrapeOptions {
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

    /// The value of `onlyMainContent`, or `true` when it is left out
    /// (`ScrapeOptions.onlyMainContent.default`).
    #[must_use]
    pub fn effective_only_main_content(&self) -> bool {
        self.only_main_content.unwrap_or(true)
    }

    /// The value of `onlyCleanContent`, or `false` when it is left out
    /// (`ScrapeOptions.onlyCleanContent.default`).
    #[must_use]
    pub fn effective_only_clean_content(&self) -> bool {
        self.only_clean_content.unwrap_or(false)
    }

    /// The value of `waitFor`, or `0` when it is left out (`ScrapeOptions.waitFor.default`).
    #[must_use]
    pub fn effective_wait_for(&self) -> i64 {
        self.wait_for.unwrap_or(0)
    }

    /// The value of `timeout`, or `60000` when it is left out (`ScrapeOptions.timeout.default`).
    #[must_use]
    pub fn effective_timeout(&self) -> i64 {
        self.timeout.unwrap_or(60000)
    }

    /// The value of `mobile`, or `false` when it is left out (`ScrapeOptions.mobile.default`).
    #[must_use]
    pub fn effective_mobile(&self) -> bool {
        self.mobile.unwrap_or(false)
    }

    /// The value of `blockAds`, or `true` when it is left out (`ScrapeOptions.blockAds.default`).
    #[must_use]
    pub fn effective_block_ads(&self) -> bool {
        self.block_ads.unwrap_or(true)
    }

    /// The value of `removeBase64Images`, or `true` when it is left out
    /// (`ScrapeOptions.removeBase64Images.default`).
    #[must_use]
    pub fn effective_remove_base64_images(&self) -> bool {
        self.remove_base64_images.unwrap_or(true)
    }

    /// The value of `skipTlsVerification`, or `true` when it is left out
    /// (`ScrapeOptions.skipTlsVerification.default`).
    #[must_use]
    pub fn effective_skip_tls_verification(&self) -> bool {
        self.skip_tls_verification.unwrap_or(true)
    }

    /// The value of `storeInCache`, or `true` when it is left out
    /// (`ScrapeOptions.storeInCache.default`).
    #[must_use]
    pub fn effective_store_in_cache(&self) -> bool {
        self.store_in_cache.unwrap_or(true)
    }

    /// The value of `maxAge`, or `172800000` when it is left out (`ScrapeOptions.maxAge.default`).
    #[must_use]
    pub fn effective_max_age(&self) -> i64 {
        self.max_age.unwrap_or(172800000)
    }

    /// The value of `lockdown`, or `false` when it is left out (`ScrapeOptions.lockdown.default`).
    #[must_use]
    pub fn effective_lockdown(&self) -> bool {
        self.lockdown.unwrap_or(false)
    }

    /// The value of `proxy`, or `"auto"` when it is left out (`ScrapeOptions.proxy.default`).
    #[must_use]
    pub fn effective_proxy(&self) -> &ScrapeOptionsProxy {
        self.proxy.as_ref().unwrap_or(&ScrapeOptionsProxy::Auto)
    }
}

static SCRAPE_OPTIONS_FORMATS: decode::Property<decode::List<decode::Named<Format>>> = decode::Property::optional(
    "formats",
    "ScrapeOptions.formats",
    decode::List::new("ScrapeOptions.formats", decode::Named::new()),
);
static SCRAPE_OPTIONS_ONLY_MAIN_CONTENT: decode::Property<decode::Boolean> = decode::Property::optional(
    "onlyMainContent",
    "ScrapeOptions.onlyMainContent",
    decode::Boolean::new("ScrapeOptions.onlyMainContent"),
);
static SCRAPE_OPTIONS_ONLY_CLEAN_CONTENT: decode::Property<decode::Boolean> = decode::Property::optional(
    "onlyCleanContent",
    "ScrapeOptions.onlyCleanContent",
    decode::Boolean::new("ScrapeOptions.onlyCleanContent"),
);
static SCRAPE_OPTIONS_INCLUDE_TAGS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "includeTags",
    "ScrapeOptions.includeTags",
    decode::List::new(
        "ScrapeOptions.includeTags",
        decode::Text::new("ScrapeOptions.includeTags.items"),
    ),
);
static SCRAPE_OPTIONS_EXCLUDE_TAGS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "excludeTags",
    "ScrapeOptions.excludeTags",
    decode::List::new(
        "ScrapeOptions.excludeTags",
        decode::Text::new("ScrapeOptions.excludeTags.items"),
    ),
);
static SCRAPE_OPTIONS_HEADERS: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "headers",
    "ScrapeOptions.headers",
    decode::Dictionary::new("ScrapeOptions.headers", decode::Any),
);
static SCRAPE_OPTIONS_WAIT_FOR: decode::Property<decode::Integer> = decode::Property::optional(
    "waitFor",
    "ScrapeOptions.waitFor",
    decode::Integer::new("ScrapeOptions.waitFor"),
);
static SCRAPE_OPTIONS_TIMEOUT: decode::Property<decode::Integer> = decode::Property::optional(
    "timeout",
    "ScrapeOptions.timeout",
    decode::Integer::new("ScrapeOptions.timeout").minimum(1000).maximum(300000),
);
static SCRAPE_OPTIONS_MOBILE: decode::Property<decode::Boolean> = decode::Property::optional(
    "mobile",
    "ScrapeOptions.mobile",
    decode::Boolean::new("ScrapeOptions.mobile"),
);
static SCRAPE_OPTIONS_BLOCK_ADS: decode::Property<decode::Boolean> = decode::Property::optional(
    "blockAds",
    "ScrapeOptions.blockAds",
    decode::Boolean::new("ScrapeOptions.blockAds"),
);
static SCRAPE_OPTIONS_REMOVE_BASE64_IMAGES: decode::Property<decode::Boolean> = decode::Property::optional(
    "removeBase64Images",
    "ScrapeOptions.removeBase64Images",
    decode::Boolean::new("ScrapeOptions.removeBase64Images"),
);
static SCRAPE_OPTIONS_SKIP_TLS_VERIFICATION: decode::Property<decode::Boolean> = decode::Property::optional(
    "skipTlsVerification",
    "ScrapeOptions.skipTlsVerification",
    decode::Boolean::new("ScrapeOptions.skipTlsVerification"),
);
static SCRAPE_OPTIONS_STORE_IN_CACHE: decode::Property<decode::Boolean> = decode::Property::optional(
    "storeInCache",
    "ScrapeOptions.storeInCache",
    decode::Boolean::new("ScrapeOptions.storeInCache"),
);
static SCRAPE_OPTIONS_MAX_AGE: decode::Property<decode::Integer> = decode::Property::optional(
    "maxAge",
    "ScrapeOptions.maxAge",
    decode::Integer::new("ScrapeOptions.maxAge"),
);
static SCRAPE_OPTIONS_MIN_AGE: decode::Property<decode::Integer> = decode::Property::optional(
    "minAge",
    "ScrapeOptions.minAge",
    decode::Integer::new("ScrapeOptions.minAge"),
);
static SCRAPE_OPTIONS_LOCKDOWN: decode::Property<decode::Boolean> = decode::Property::optional(
    "lockdown",
    "ScrapeOptions.lockdown",
    decode::Boolean::new("ScrapeOptions.lockdown"),
);
static SCRAPE_OPTIONS_PROXY: decode::Property<decode::Named<ScrapeOptionsProxy>> = decode::Property::optional(
    "proxy",
    "ScrapeOptions.proxy",
    decode::Named::new(),
);
static SCRAPE_OPTIONS_LOCATION: decode::Property<decode::Named<Location>> = decode::Property::optional(
    "location",
    "ScrapeOptions.location",
    decode::Named::new(),
);
static SCRAPE_OPTIONS_PARSERS: decode::Property<decode::List<decode::Named<Parser>>> = decode::Property::optional(
    "parsers",
    "ScrapeOptions.parsers",
    decode::List::new("ScrapeOptions.parsers", decode::Named::new()),
);
static SCRAPE_OPTIONS_PROFILE: decode::Property<decode::Named<Profile>> = decode::Property::optional(
    "profile",
    "ScrapeOptions.profile",
    decode::Named::new(),
);
static SCRAPE_OPTIONS_REDACT_PII: decode::Property<decode::Named<Redaction>> = decode::Property::optional(
    "redactPII",
    "ScrapeOptions.redactPII",
    decode::Named::new(),
);
static SCRAPE_OPTIONS_THREAT_PROTECTION: decode::Property<
    decode::Named<ThreatProtectionOverride>,
> = decode::Property::optional(
    "threatProtection",
    "ScrapeOptions.threatProtection",
    decode::Named::new(),
);
static SCRAPE_OPTIONS_ACTIONS: decode::Property<decode::List<decode::Named<Action>>> = decode::Property::optional(
    "actions",
    "ScrapeOptions.actions",
    decode::List::new("ScrapeOptions.actions", decode::Named::new()),
);
static SCRAPE_OPTIONS_AUDIT_METADATA: decode::Property<decode::Named<AuditMetadata>> = decode::Property::optional(
    "auditMetadata",
    "ScrapeOptions.auditMetadata",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ScrapeOptions {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrapeOptions {
    const CLAUSE: &'static str = "ScrapeOptions";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCRAPE_OPTIONS_FORMATS.validate_given(&self.formats, at, found);
        SCRAPE_OPTIONS_ONLY_MAIN_CONTENT
            .validate_given(&self.only_main_content, at, found);
        SCRAPE_OPTIONS_ONLY_CLEAN_CONTENT
            .validate_given(&self.only_clean_content, at, found);
        SCRAPE_OPTIONS_INCLUDE_TAGS.validate_given(&self.include_tags, at, found);
        SCRAPE_OPTIONS_EXCLUDE_TAGS.validate_given(&self.exclude_tags, at, found);
        SCRAPE_OPTIONS_HEADERS.validate_given(&self.headers, at, found);
        SCRAPE_OPTIONS_WAIT_FOR.validate_given(&self.wait_for, at, found);
        SCRAPE_OPTIONS_TIMEOUT.validate_given(&self.timeout, at, found);
        SCRAPE_OPTIONS_MOBILE.validate_given(&self.mobile, at, found);
        SCRAPE_OPTIONS_BLOCK_ADS.validate_given(&self.block_ads, at, found);
        SCRAPE_OPTIONS_REMOVE_BASE64_IMAGES
            .validate_given(&self.remove_base64_images, at, found);
        SCRAPE_OPTIONS_SKIP_TLS_VERIFICATION
            .validate_given(&self.skip_tls_verification, at, found);
        SCRAPE_OPTIONS_STORE_IN_CACHE.validate_given(&self.store_in_cache, at, found);
        SCRAPE_OPTIONS_MAX_AGE.validate_given(&self.max_age, at, found);
        SCRAPE_OPTIONS_MIN_AGE.validate_given(&self.min_age, at, found);
        SCRAPE_OPTIONS_LOCKDOWN.validate_given(&self.lockdown, at, found);
        SCRAPE_OPTIONS_PROXY.validate_given(&self.proxy, at, found);
        SCRAPE_OPTIONS_LOCATION.validate_given(&self.location, at, found);
        SCRAPE_OPTIONS_PARSERS.validate_given(&self.parsers, at, found);
        SCRAPE_OPTIONS_PROFILE.validate_given(&self.profile, at, found);
        SCRAPE_OPTIONS_REDACT_PII.validate_given(&self.redact_pii, at, found);
        SCRAPE_OPTIONS_THREAT_PROTECTION
            .validate_given(&self.threat_protection, at, found);
        SCRAPE_OPTIONS_ACTIONS.validate_given(&self.actions, at, found);
        SCRAPE_OPTIONS_AUDIT_METADATA.validate_given(&self.audit_metadata, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "formats",
                "onlyMainContent",
                "onlyCleanContent",
                "includeTags",
                "excludeTags",
                "headers",
                "waitFor",
                "timeout",
                "mobile",
                "blockAds",
                "removeBase64Images",
                "skipTlsVerification",
                "storeInCache",
                "maxAge",
                "minAge",
                "lockdown",
                "proxy",
                "location",
                "parsers",
                "profile",
                "redactPII",
                "threatProtection",
                "actions",
                "auditMetadata",
            ],
            "ScrapeOptions",
            at,
            found,
        );
    }
}

impl decode::Object for ScrapeOptions {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut formats_slot = decode::Slot::Missing;
        let mut only_main_content_slot = decode::Slot::Missing;
        let mut only_clean_content_slot = decode::Slot::Missing;
        let mut include_tags_slot = decode::Slot::Missing;
        let mut exclude_tags_slot = decode::Slot::Missing;
        let mut headers_slot = decode::Slot::Missing;
        let mut wait_for_slot = decode::Slot::Missing;
        let mut timeout_slot = decode::Slot::Missing;
        let mut mobile_slot = decode::Slot::Missing;
        let mut block_ads_slot = decode::Slot::Missing;
        let mut remove_base64_images_slot = decode::Slot::Missing;
        let mut skip_tls_verification_slot = decode::Slot::Missing;
        let mut store_in_cache_slot = decode::Slot::Missing;
        let mut max_age_slot = decode::Slot::Missing;
        let mut min_age_slot = decode::Slot::Missing;
        let mut lockdown_slot = decode::Slot::Missing;
        let mut proxy_slot = decode::Slot::Missing;
        let mut location_slot = decode::Slot::Missing;
        let mut parsers_slot = decode::Slot::Missing;
        let mut profile_slot = decode::Slot::Missing;
        let mut redact_pii_slot = decode::Slot::Missing;
        let mut threat_protection_slot = decode::Slot::Missing;
        let mut actions_slot = decode::Slot::Missing;
        let mut audit_metadata_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "formats" => {
                    SCRAPE_OPTIONS_FORMATS
                        .read(&mut members, &mut formats_slot, at, found)?;
                }
                "onlyMainContent" => {
                    SCRAPE_OPTIONS_ONLY_MAIN_CONTENT
                        .read(&mut members, &mut only_main_content_slot, at, found)?;
                }
                "onlyCleanContent" => {
                    SCRAPE_OPTIONS_ONLY_CLEAN_CONTENT
                        .read(&mut members, &mut only_clean_content_slot, at, found)?;
                }
                "includeTags" => {
                    SCRAPE_OPTIONS_INCLUDE_TAGS
                        .read(&mut members, &mut include_tags_slot, at, found)?;
                }
                "excludeTags" => {
                    SCRAPE_OPTIONS_EXCLUDE_TAGS
                        .read(&mut members, &mut exclude_tags_slot, at, found)?;
                }
                "headers" => {
                    SCRAPE_OPTIONS_HEADERS
                        .read(&mut members, &mut headers_slot, at, found)?;
                }
                "waitFor" => {
                    SCRAPE_OPTIONS_WAIT_FOR
                        .read(&mut members, &mut wait_for_slot, at, found)?;
                }
                "timeout" => {
                    SCRAPE_OPTIONS_TIMEOUT
                        .read(&mut members, &mut timeout_slot, at, found)?;
                }
                "mobile" => {
                    SCRAPE_OPTIONS_MOBILE
                        .read(&mut members, &mut mobile_slot, at, found)?;
                }
                "blockAds" => {
                    SCRAPE_OPTIONS_BLOCK_ADS
                        .read(&mut members, &mut block_ads_slot, at, found)?;
                }
                "removeBase64Images" => {
                    SCRAPE_OPTIONS_REMOVE_BASE64_IMAGES
                        .read(&mut members, &mut remove_base64_images_slot, at, found)?;
                }
                "skipTlsVerification" => {
                    SCRAPE_OPTIONS_SKIP_TLS_VERIFICATION
                        .read(&mut members, &mut skip_tls_verification_slot, at, found)?;
                }
                "storeInCache" => {
                    SCRAPE_OPTIONS_STORE_IN_CACHE
                        .read(&mut members, &mut store_in_cache_slot, at, found)?;
                }
                "maxAge" => {
                    SCRAPE_OPTIONS_MAX_AGE
                        .read(&mut members, &mut max_age_slot, at, found)?;
                }
                "minAge" => {
                    SCRAPE_OPTIONS_MIN_AGE
                        .read(&mut members, &mut min_age_slot, at, found)?;
                }
                "lockdown" => {
                    SCRAPE_OPTIONS_LOCKDOWN
                        .read(&mut members, &mut lockdown_slot, at, found)?;
                }
                "proxy" => {
                    SCRAPE_OPTIONS_PROXY.read(&mut members, &mut proxy_slot, at, found)?;
                }
                "location" => {
                    SCRAPE_OPTIONS_LOCATION
                        .read(&mut members, &mut location_slot, at, found)?;
                }
                "parsers" => {
                    SCRAPE_OPTIONS_PARSERS
                        .read(&mut members, &mut parsers_slot, at, found)?;
                }
                "profile" => {
                    SCRAPE_OPTIONS_PROFILE
                        .read(&mut members, &mut profile_slot, at, found)?;
                }
                "redactPII" => {
                    SCRAPE_OPTIONS_REDACT_PII
                        .read(&mut members, &mut redact_pii_slot, at, found)?;
                }
                "threatProtection" => {
                    SCRAPE_OPTIONS_THREAT_PROTECTION
                        .read(&mut members, &mut threat_protection_slot, at, found)?;
                }
                "actions" => {
                    SCRAPE_OPTIONS_ACTIONS
                        .read(&mut members, &mut actions_slot, at, found)?;
                }
                "auditMetadata" => {
                    SCRAPE_OPTIONS_AUDIT_METADATA
                        .read(&mut members, &mut audit_metadata_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                formats: formats_slot.value(),
                only_main_content: only_main_content_slot.value(),
                only_clean_content: only_clean_content_slot.value(),
                include_tags: include_tags_slot.value(),
                exclude_tags: exclude_tags_slot.value(),
                headers: headers_slot.value(),
                wait_for: wait_for_slot.value(),
                timeout: timeout_slot.value(),
                mobile: mobile_slot.value(),
                block_ads: block_ads_slot.value(),
                remove_base64_images: remove_base64_images_slot.value(),
                skip_tls_verification: skip_tls_verification_slot.value(),
                store_in_cache: store_in_cache_slot.value(),
                max_age: max_age_slot.value(),
                min_age: min_age_slot.value(),
                lockdown: lockdown_slot.value(),
                proxy: proxy_slot.value(),
                location: location_slot.value(),
                parsers: parsers_slot.value(),
                profile: profile_slot.value(),
                redact_pii: redact_pii_slot.value(),
                threat_protection: threat_protection_slot.value(),
                actions: actions_slot.value(),
                audit_metadata: audit_metadata_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ScrapeOptions {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "formats" => runtime::rule::given(&self.formats),
            "lockdown" => runtime::rule::given(&self.lockdown),
            "proxy" => runtime::rule::given(&self.proxy),
            "parsers" => runtime::rule::given(&self.parsers),
            "threatProtection" => runtime::rule::given(&self.threat_protection),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.formats.is_none() && self.only_main_content.is_none()
            && self.only_clean_content.is_none() && self.include_tags.is_none()
            && self.exclude_tags.is_none() && self.headers.is_none()
            && self.wait_for.is_none() && self.timeout.is_none() && self.mobile.is_none()
            && self.block_ads.is_none() && self.remove_base64_images.is_none()
            && self.skip_tls_verification.is_none() && self.store_in_cache.is_none()
            && self.max_age.is_none() && self.min_age.is_none()
            && self.lockdown.is_none() && self.proxy.is_none() && self.location.is_none()
            && self.parsers.is_none() && self.profile.is_none()
            && self.redact_pii.is_none() && self.threat_protection.is_none()
            && self.actions.is_none() && self.audit_metadata.is_none()
            && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for ScrapeOptions {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl ScrapeOptions {
    /// A builder with nothing given.
    pub fn builder() -> ScrapeOptionsBuilder {
        ScrapeOptionsBuilder(ScrapeOptions::default())
    }
}

/// Builds a [`ScrapeOptions`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct ScrapeOptionsBuilder(ScrapeOptions);

impl ScrapeOptionsBuilder {
    /// What is made of the page.
    ///
    /// See [`ScrapeOptions::formats`].
    pub fn formats(
        mut self,
        value: impl IntoIterator<Item = impl Into<Format>>,
    ) -> Self {
        self.0.formats = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Leaves out what is not the main content of the page.
    ///
    /// See [`ScrapeOptions::only_main_content`].
    pub fn only_main_content(mut self, value: bool) -> Self {
        self.0.only_main_content = Some(value);
        self
    }

    /// Has an LLM strip leftover clutter from the markdown.
    ///
    /// See [`ScrapeOptions::only_clean_content`].
    pub fn only_clean_content(mut self, value: bool) -> Self {
        self.0.only_clean_content = Some(value);
        self
    }

    /// Tags to include.
    ///
    /// See [`ScrapeOptions::include_tags`].
    pub fn include_tags(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.include_tags = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Tags to exclude.
    ///
    /// See [`ScrapeOptions::exclude_tags`].
    pub fn exclude_tags(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.exclude_tags = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Headers sent with the request, such as cookies or a user agent.
    ///
    /// See [`ScrapeOptions::headers`].
    pub fn headers(
        mut self,
        value: impl IntoIterator<
            Item = (impl Into<String>, impl Into<serde_json::Value>),
        >,
    ) -> Self {
        self.0.headers = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// An extra delay before the page is fetched.
    ///
    /// In milliseconds (`ScrapeOptions.waitFor.unit`).
    ///
    /// See [`ScrapeOptions::wait_for`].
    pub fn wait_for(mut self, value: i64) -> Self {
        self.0.wait_for = Some(value);
        self
    }

    /// How long loading the page may take.
    ///
    /// In milliseconds (`ScrapeOptions.timeout.unit`). At least 1000
    /// (`ScrapeOptions.timeout.minimum`). At most 300000 (`ScrapeOptions.timeout.maximum`).
    ///
    /// See [`ScrapeOptions::timeout`].
    pub fn timeout(mut self, value: i64) -> Self {
        self.0.timeout = Some(value);
        self
    }

    /// Emulates a mobile device.
    ///
    /// See [`ScrapeOptions::mobile`].
    pub fn mobile(mut self, value: bool) -> Self {
        self.0.mobile = Some(value);
        self
    }

    /// Blocks advertisements and cookie pop-ups.
    ///
    /// See [`ScrapeOptions::block_ads`].
    pub fn block_ads(mut self, value: bool) -> Self {
        self.0.block_ads = Some(value);
        self
    }

    /// Strips base64 images from markdown.
    ///
    /// See [`ScrapeOptions::remove_base64_images`].
    pub fn remove_base64_images(mut self, value: bool) -> Self {
        self.0.remove_base64_images = Some(value);
        self
    }

    /// Takes any TLS certificate.
    ///
    /// See [`ScrapeOptions::skip_tls_verification`].
    pub fn skip_tls_verification(mut self, value: bool) -> Self {
        self.0.skip_tls_verification = Some(value);
        self
    }

    /// Stores the page in the index and the cache.
    ///
    /// See [`ScrapeOptions::store_in_cache`].
    pub fn store_in_cache(mut self, value: bool) -> Self {
        self.0.store_in_cache = Some(value);
        self
    }

    /// How old a cached copy may be that is returned in place of a new scrape.
    ///
    /// In milliseconds (`ScrapeOptions.maxAge.unit`).
    ///
    /// See [`ScrapeOptions::max_age`].
    pub fn max_age(mut self, value: i64) -> Self {
        self.0.max_age = Some(value);
        self
    }

    /// How old cached data is at least; when given, only the cache is asked.
    ///
    /// In milliseconds (`ScrapeOptions.minAge.unit`).
    ///
    /// See [`ScrapeOptions::min_age`].
    pub fn min_age(mut self, value: i64) -> Self {
        self.0.min_age = Some(value);
        self
    }

    /// Serves from the cache alone.
    ///
    /// See [`ScrapeOptions::lockdown`].
    pub fn lockdown(mut self, value: bool) -> Self {
        self.0.lockdown = Some(value);
        self
    }

    /// Which proxy fetches the page.
    ///
    /// See [`ScrapeOptions::proxy`].
    pub fn proxy(mut self, value: impl Into<ScrapeOptionsProxy>) -> Self {
        self.0.proxy = Some(value.into());
        self
    }

    /// Where the page seems to be asked for from.
    ///
    /// See [`ScrapeOptions::location`].
    pub fn location(mut self, value: impl Into<Location>) -> Self {
        self.0.location = Some(value.into());
        self
    }

    /// How files are turned into content.
    ///
    /// See [`ScrapeOptions::parsers`].
    pub fn parsers(
        mut self,
        value: impl IntoIterator<Item = impl Into<Parser>>,
    ) -> Self {
        self.0.parsers = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Browser state that outlives the session.
    ///
    /// See [`ScrapeOptions::profile`].
    pub fn profile(mut self, value: impl Into<Profile>) -> Self {
        self.0.profile = Some(value.into());
        self
    }

    /// Masks personal data in the markdown that is returned.
    ///
    /// See [`ScrapeOptions::redact_pii`].
    pub fn redact_pii(mut self, value: impl Into<Redaction>) -> Self {
        self.0.redact_pii = Some(value.into());
        self
    }

    /// Overrides the threat protection of the organisation for this request.
    ///
    /// See [`ScrapeOptions::threat_protection`].
    pub fn threat_protection(
        mut self,
        value: impl Into<ThreatProtectionOverride>,
    ) -> Self {
        self.0.threat_protection = Some(value.into());
        self
    }

    /// What is done on the page, in order.
    ///
    /// See [`ScrapeOptions::actions`].
    pub fn actions(
        mut self,
        value: impl IntoIterator<Item = impl Into<Action>>,
    ) -> Self {
        self.0.actions = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Who the request is attributed to in log events.
    ///
    /// See [`ScrapeOptions::audit_metadata`].
    pub fn audit_metadata(mut self, value: impl Into<AuditMetadata>) -> Self {
        self.0.audit_metadata = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<ScrapeOptions, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    ScrapeOptions, "ScrapeOptions", include_str!("../schemas/ScrapeOptions.json"),
    "Format" = Format, "Location" = Location, "Parser" = Parser, "Profile" = Profile,
    "Redaction" = Redaction, "ThreatProtectionOverride" = ThreatProtectionOverride,
    "Action" = Action, "AuditMetadata" = AuditMetadata
);

/// Which proxy fetches the page.
///
/// `"auto"` when left out (`ScrapeOptions.proxy.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ScrapeOptionsProxy {
    /// `basic`
    #[serde(rename = "basic")]
    Basic,
    /// `enhanced`
    #[serde(rename = "enhanced")]
    Enhanced,
    /// `auto`
    ///
    /// When basic fails, enhanced is tried. (`ScrapeOptions.proxy.behaviour.auto`)
    #[serde(rename = "auto")]
    Auto,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ScrapeOptionsProxy {
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
            Self::Basic => "basic",
            Self::Enhanced => "enhanced",
            Self::Auto => "auto",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ScrapeOptionsProxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ScrapeOptionsProxy {
    const VALUES: &'static [&'static str] = &["basic", "enhanced", "auto"];

    fn from_text(text: &str) -> Self {
        match text {
            "basic" => Self::Basic,
            "enhanced" => Self::Enhanced,
            "auto" => Self::Auto,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ScrapeOptionsProxy {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrapeOptionsProxy {
    const CLAUSE: &'static str = "ScrapeOptions.proxy";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ScrapeOptions.proxy"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ScrapeOptions.proxy"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for ScrapeOptionsProxy {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for ScrapeOptionsProxy {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ScrapeOptionsProxy, "ScrapeOptionsProxy",
    "{\"description\":\"Which proxy fetches the page.\",\"type\":\"string\",\"enum\":[\"basic\",\"enhanced\",\"auto\"]}"
);

/// Where a page seems to be asked for from.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Location {
    /// The country, by ISO 3166-1 alpha-2.
    ///
    /// `"US"` when left out (`Location.country.default`).
    ///
    /// Matches `^[A-Z]{2}$` (`Location.country.pattern`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Preferred locales, the most preferred first.
    ///
    /// The language of the location when left out (`Location.languages.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub languages: Option<Vec<String>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Location {
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

    /// The value of `country`, or `"US"` when it is left out (`Location.country.default`).
    #[must_use]
    pub fn effective_country(&self) -> &str {
        self.country.as_deref().unwrap_or("US")
    }
}

static LOCATION_COUNTRY: decode::Property<decode::Text> = decode::Property::optional(
    "country",
    "Location.country",
    decode::Text::new("Location.country")
        .pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new("^[A-Z]{2}$");
            &PATTERN
        }),
);
static LOCATION_LANGUAGES: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "languages",
    "Location.languages",
    decode::List::new(
        "Location.languages",
        decode::Text::new("Location.languages.items"),
    ),
);

impl<'de> serde::Deserialize<'de> for Location {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Location {
    const CLAUSE: &'static str = "Location";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOCATION_COUNTRY.validate_given(&self.country, at, found);
        LOCATION_LANGUAGES.validate_given(&self.languages, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["country", "languages"],
            "Location",
            at,
            found,
        );
    }
}

impl decode::Object for Location {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut country_slot = decode::Slot::Missing;
        let mut languages_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "country" => {
                    LOCATION_COUNTRY.read(&mut members, &mut country_slot, at, found)?;
                }
                "languages" => {
                    LOCATION_LANGUAGES
                        .read(&mut members, &mut languages_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                country: country_slot.value(),
                languages: languages_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(Location, "Location", include_str!("../schemas/Location.json"));

/// Browser state that sessions with the same name share.
///
/// Sessions with the same name share cookies, local storage and sessions.
/// (`Profile.behaviour.shared`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The name.
    ///
    /// At least 1 character (`Profile.name.minLength`). At most 128 characters
    /// (`Profile.name.maxLength`).
    pub name: String,
    /// Whether the state is saved.
    ///
    /// `true` when left out (`Profile.saveChanges.default`).
    ///
    /// When true, the state is saved when the interact session stops.
    /// (`Profile.saveChanges.behaviour.saved-when-session-stops`)
    ///
    /// When false, it is loaded and never written. (`Profile.saveChanges.behaviour.loaded-only`)
    ///
    /// Only one session that saves runs at a time.
    /// (`Profile.saveChanges.behaviour.one-saving-session`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub save_changes: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Profile {
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

    /// The value of `saveChanges`, or `true` when it is left out (`Profile.saveChanges.default`).
    #[must_use]
    pub fn effective_save_changes(&self) -> bool {
        self.save_changes.unwrap_or(true)
    }
}

static PROFILE_NAME: decode::Property<decode::Text> = decode::Property::new(
    "name",
    "Profile.name",
    decode::Text::new("Profile.name").min_length(1).max_length(128),
);
static PROFILE_SAVE_CHANGES: decode::Property<decode::Boolean> = decode::Property::optional(
    "saveChanges",
    "Profile.saveChanges",
    decode::Boolean::new("Profile.saveChanges"),
);

impl<'de> serde::Deserialize<'de> for Profile {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Profile {
    const CLAUSE: &'static str = "Profile";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PROFILE_NAME.validate(&self.name, at, found);
        PROFILE_SAVE_CHANGES.validate_given(&self.save_changes, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["name", "saveChanges"],
            "Profile",
            at,
            found,
        );
    }
}

impl decode::Object for Profile {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut name_slot = decode::Slot::Missing;
        let mut save_changes_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "name" => {
                    PROFILE_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "saveChanges" => {
                    PROFILE_SAVE_CHANGES
                        .read(&mut members, &mut save_changes_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PROFILE_NAME.require(&name_slot, at, found);
        let Some(name) = name_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                name,
                save_changes: save_changes_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Profile {
    /// With `name`, which it needs, and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Profile {
            name: name.into(),
            save_changes: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Profile, "Profile", include_str!("../schemas/Profile.json"));

/// Attribution in log events.
///
/// It is part of SIEM log events when SIEM logging is enabled for the organisation.
/// (`AuditMetadata.behaviour.in-siem-events`)
///
/// No other properties (`AuditMetadata.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AuditMetadata {
    /// Who asks.
    ///
    /// At most 1024 characters (`AuditMetadata.username.maxLength`).
    pub username: String,
}

impl AuditMetadata {
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

static AUDIT_METADATA_USERNAME: decode::Property<decode::Text> = decode::Property::new(
    "username",
    "AuditMetadata.username",
    decode::Text::new("AuditMetadata.username").max_length(1024),
);

impl<'de> serde::Deserialize<'de> for AuditMetadata {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AuditMetadata {
    const CLAUSE: &'static str = "AuditMetadata";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        AUDIT_METADATA_USERNAME.validate(&self.username, at, found);
    }
}

impl decode::Object for AuditMetadata {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut username_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "username" => {
                    AUDIT_METADATA_USERNAME
                        .read(&mut members, &mut username_slot, at, found)?;
                }
                _ => {
                    others
                        .note(name.as_str(), &mut members, "AuditMetadata", at, found)?;
                }
            }
        }
        AUDIT_METADATA_USERNAME.require(&username_slot, at, found);
        let Some(username) = username_slot.value() else { return Ok(None) };
        Ok(Some(Self { username }))
    }
}

impl AuditMetadata {
    /// With `username`, which it needs, and nothing else.
    #[must_use]
    pub fn new(username: impl Into<String>) -> Self {
        AuditMetadata {
            username: username.into(),
        }
    }
}

runtime::json_schema!(
    AuditMetadata, "AuditMetadata", include_str!("../schemas/AuditMetadata.json")
);

/// What is scraped; more of it is not shown.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ScrapeRequest {
    /// The page, as an absolute http or https URL.
    ///
    /// Matches `^[Hh][Tt][Tt][Pp][Ss]?://` (`ScrapeRequest.url.pattern`). Of the format uri
    /// (`ScrapeRequest.url.format`).
    pub url: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScrapeRequest {
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

static SCRAPE_REQUEST_URL: decode::Property<decode::Text> = decode::Property::new(
    "url",
    "ScrapeRequest.url",
    decode::Text::new("ScrapeRequest.url")
        .pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new(
                "^[Hh][Tt][Tt][Pp][Ss]?://",
            );
            &PATTERN
        })
        .format(runtime::format::Format::Uri),
);

impl<'de> serde::Deserialize<'de> for ScrapeRequest {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrapeRequest {
    const CLAUSE: &'static str = "ScrapeRequest";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCRAPE_REQUEST_URL.validate(&self.url, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["url"],
            "ScrapeRequest",
            at,
            found,
        );
    }
}

impl decode::Object for ScrapeRequest {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut url_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "url" => {
                    SCRAPE_REQUEST_URL.read(&mut members, &mut url_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCRAPE_REQUEST_URL.require(&url_slot, at, found);
        let Some(url) = url_slot.value() else { return Ok(None) };
        Ok(Some(Self { url, additional_properties }))
    }
}

impl ScrapeRequest {
    /// With `url`, which it needs, and nothing else.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        ScrapeRequest {
            url: url.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ScrapeRequest, "ScrapeRequest", include_str!("../schemas/ScrapeRequest.json")
);
