//! The types [`ScrapeOptions`], [`Location`], [`Profile`], [`AuditMetadata`],
//! [`ScrapeRequest`], from the page `types/scrape.toml`. See also
//! [`scrape_format::Format`](super::scrape_format::Format) and
//! [`scraped::AnsweredQuestion`](super::scraped::AnsweredQuestion).
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::action::Action;
use super::parser::Parser;
use super::redaction::Redaction;
use super::scrape_format::Format;
use super::threat_protection::ThreatProtectionOverride;
use webdata_runtime as runtime;

/// Options for scraping a page.
///
/// - Using actions forces `storeInCache` to false
///   (`ScrapeOptions.effects.actions-switch-storing-off`).
/// - Using headers forces `storeInCache` to false
///   (`ScrapeOptions.effects.headers-switch-storing-off`).
/// - With `lockdown`, the default of `maxAge` is two years of 365 days
///   (`ScrapeOptions.effects.lockdown-raises-max-age`).
/// - Error [`ErrorKind::NoCachedData`](super::error_catalogue::ErrorKind::NoCachedData): With
///   `minAge`, the cache holds no matching data. (`ScrapeOptions.refusals.no-cached-data`)
/// - Error
///   [`ErrorKind::LockdownCacheMiss`](super::error_catalogue::ErrorKind::LockdownCacheMiss):
///   With `lockdown`, the cache holds no copy of the page.
///   (`ScrapeOptions.refusals.lockdown-cache-miss`)
/// - Error [`ErrorKind::RequestTimeout`](super::error_catalogue::ErrorKind::RequestTimeout):
///   Loading the page takes longer than `timeout`.
///   (`ScrapeOptions.refusals.page-slower-than-timeout`)
#[derive(Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ScrapeOptions {
    /// The output formats. Defaults to `["markdown"]` (`ScrapeOptions.formats.default`).
    pub formats: Option<Vec<Format>>,
    /// Whether only the main content of the page is returned. Defaults to `true`
    /// (`ScrapeOptions.onlyMainContent.default`). The filter works on the HTML, is deterministic
    /// and uses no LLM (`ScrapeOptions.onlyMainContent.behaviour.deterministic`).
    #[model(default = true)]
    pub only_main_content: Option<bool>,
    /// Whether an additional LLM pass strips leftover clutter from the markdown. Defaults to
    /// `false` (`ScrapeOptions.onlyCleanContent.default`). The option is in beta
    /// (`ScrapeOptions.onlyCleanContent.behaviour.beta`). Markdown that exceeds the output limit of
    /// the cleaning model is kept unchanged, with a warning
    /// (`ScrapeOptions.onlyCleanContent.behaviour.markdown-too-long`). The option is not supported
    /// with zero data retention (`ScrapeOptions.onlyCleanContent.behaviour.zero-data-retention`).
    #[model(default = false)]
    pub only_clean_content: Option<bool>,
    /// Tags to include. The content of these tags is included
    /// (`ScrapeOptions.includeTags.behaviour.included`).
    pub include_tags: Option<Vec<String>>,
    /// Tags to exclude. The content of these tags is excluded
    /// (`ScrapeOptions.excludeTags.behaviour.excluded`).
    pub exclude_tags: Option<Vec<String>>,
    /// Headers that are sent with the request, such as cookies or a user agent. Secret: `Debug`
    /// does not show the value. The headers are sent with the request
    /// (`ScrapeOptions.headers.behaviour.sent`).
    #[model(secret)]
    pub headers: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// An extra delay before the page is fetched. Defaults to `0`
    /// (`ScrapeOptions.waitFor.default`). In milliseconds (`ScrapeOptions.waitFor.unit`). The delay
    /// is added to the built-in smart wait (`ScrapeOptions.waitFor.behaviour.beside-smart-wait`).
    #[model(milliseconds = 1, default = 0)]
    pub wait_for: Option<i64>,
    /// The maximum time for loading the page. Defaults to `60000`
    /// (`ScrapeOptions.timeout.default`). In milliseconds (`ScrapeOptions.timeout.unit`). At least 1000
    /// (`ScrapeOptions.timeout.minimum`). At most 300000 (`ScrapeOptions.timeout.maximum`).
    #[model(minimum = 1000, maximum = 300000, milliseconds = 1, default = 60000)]
    pub timeout: Option<i64>,
    /// Whether a mobile device is emulated. Defaults to `false` (`ScrapeOptions.mobile.default`).
    /// When true, a mobile device is emulated (`ScrapeOptions.mobile.behaviour.emulated`).
    #[model(default = false)]
    pub mobile: Option<bool>,
    /// Whether ads and cookie pop-ups are blocked. Defaults to `true`
    /// (`ScrapeOptions.blockAds.default`). When true, ads and cookie pop-ups are blocked
    /// (`ScrapeOptions.blockAds.behaviour.blocked`).
    #[model(default = true)]
    pub block_ads: Option<bool>,
    /// Whether base64 images are stripped from the markdown. Defaults to `true`
    /// (`ScrapeOptions.removeBase64Images.default`). When true, the markdown has no base64 images
    /// (`ScrapeOptions.removeBase64Images.behaviour.stripped`). The alt text is kept. A placeholder
    /// replaces the URL (`ScrapeOptions.removeBase64Images.behaviour.placeholder`). The formats
    /// html and rawHtml are not affected
    /// (`ScrapeOptions.removeBase64Images.behaviour.html-unchanged`).
    #[model(default = true)]
    pub remove_base64_images: Option<bool>,
    /// Whether the verification of TLS certificates is skipped. Defaults to `true`
    /// (`ScrapeOptions.skipTlsVerification.default`).
    #[model(default = true)]
    pub skip_tls_verification: Option<bool>,
    /// Whether the page is stored in the index and the cache. Defaults to `true`
    /// (`ScrapeOptions.storeInCache.default`). When false, the page is not stored in the index or
    /// the cache (`ScrapeOptions.storeInCache.behaviour.not-stored`).
    #[model(default = true)]
    pub store_in_cache: Option<bool>,
    /// The maximum age of a cached copy that is returned instead of a new scrape. Defaults to
    /// `172800000` (`ScrapeOptions.maxAge.default`). In milliseconds (`ScrapeOptions.maxAge.unit`).
    /// A cached copy newer than this age is returned
    /// (`ScrapeOptions.maxAge.behaviour.copy-returned`). Without a cached copy newer than this age,
    /// the page is scraped again (`ScrapeOptions.maxAge.behaviour.scraped-again`).
    #[model(milliseconds = 1, default = 172800000)]
    pub max_age: Option<i64>,
    /// The minimum age of cached data. When set, only the cache is consulted. In milliseconds
    /// (`ScrapeOptions.minAge.unit`). When set, no new scrape runs
    /// (`ScrapeOptions.minAge.behaviour.cache-only`). The cached data has at least this age
    /// (`ScrapeOptions.minAge.behaviour.least-age`). A value of 1 accepts any cached data
    /// (`ScrapeOptions.minAge.behaviour.any-with-one`).
    #[model(milliseconds = 1)]
    pub min_age: Option<i64>,
    /// Whether pages are served only from the cache. Defaults to `false`
    /// (`ScrapeOptions.lockdown.default`). A copy in the cache is served
    /// (`ScrapeOptions.lockdown.behaviour.served-from-cache`). The default of `maxAge` is two years
    /// (`ScrapeOptions.lockdown.behaviour.max-age`). The target URL is never contacted
    /// (`ScrapeOptions.lockdown.behaviour.no-contact`). The URL of a cache miss is not logged
    /// (`ScrapeOptions.lockdown.behaviour.url-not-logged`). The request is handled as zero data
    /// retention (`ScrapeOptions.lockdown.behaviour.zero-data-retention`).
    #[model(default = false)]
    pub lockdown: Option<bool>,
    /// The proxy that fetches the page. Defaults to `"auto"` (`ScrapeOptions.proxy.default`).
    #[model(default = ScrapeOptionsProxy::Auto)]
    pub proxy: Option<ScrapeOptionsProxy>,
    /// The location that the request appears to come from.
    pub location: Option<Location>,
    /// The parsers for files. Defaults to `[{"type":"pdf"}]` (`ScrapeOptions.parsers.default`).
    /// With a pdf parser, the content of a PDF is extracted to markdown
    /// (`ScrapeOptions.parsers.behaviour.pdf-extracted`). With an empty array, a PDF is returned in
    /// base64 (`ScrapeOptions.parsers.behaviour.pdf-as-it-is`).
    pub parsers: Option<Vec<Parser>>,
    /// Persistent browser state that sessions share.
    pub profile: Option<Profile>,
    /// Whether and how personal data is masked in the returned markdown. Defaults to `false`
    /// (`ScrapeOptions.redactPII.default`).
    #[model("redactPII")]
    pub redact_pii: Option<Redaction>,
    /// An override of the organisation's threat protection policy for this request.
    pub threat_protection: Option<ThreatProtectionOverride>,
    /// Actions on the page, in order. The actions are performed before the content is fetched
    /// (`ScrapeOptions.actions.behaviour.before-fetching`).
    pub actions: Option<Vec<Action>>,
    /// The attribution of the request in log events.
    pub audit_metadata: Option<AuditMetadata>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The proxy that fetches the page.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("ScrapeOptions.proxy", schema = "/properties/proxy")]
#[non_exhaustive]
pub enum ScrapeOptionsProxy {
    /// `basic`.
    #[model("basic")]
    Basic,
    /// `enhanced`.
    #[model("enhanced")]
    Enhanced,
    /// `auto`. When `basic` fails, the request is retried with `enhanced`
    /// (`ScrapeOptions.proxy.behaviour.auto`).
    #[model("auto")]
    Auto,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The location that a request appears to come from.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Location {
    /// The country code, by ISO 3166-1 alpha-2. Defaults to `"US"` (`Location.country.default`).
    /// Matches `^[A-Z]{2}$` (`Location.country.pattern`).
    #[model(pattern = "^[A-Z]{2}$", default = "US")]
    pub country: Option<String>,
    /// The preferred locales, in priority order. By default, the language of the location
    /// (`Location.languages.default`).
    pub languages: Option<Vec<String>>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Persistent browser state, which sessions with the same name share.
///
/// Sessions with the same name share cookies, local storage and sessions
/// (`Profile.behaviour.shared`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Profile {
    /// The name of the profile. At least one character (`Profile.name.minLength`). At most 128
    /// characters (`Profile.name.maxLength`).
    #[model(min_length = 1, max_length = 128)]
    pub name: String,
    /// Whether the browser state is saved. Defaults to `true` (`Profile.saveChanges.default`). When
    /// true, the browser state is saved when the interact session stops
    /// (`Profile.saveChanges.behaviour.saved-when-session-stops`). When false, the browser state is
    /// loaded and never written (`Profile.saveChanges.behaviour.loaded-only`). Only one saving
    /// session runs at a time (`Profile.saveChanges.behaviour.one-saving-session`).
    #[model(default = true)]
    pub save_changes: Option<bool>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The attribution of a request in log events.
///
/// SIEM log events include the attribution when SIEM logging is enabled for the organisation
/// (`AuditMetadata.behaviour.in-siem-events`).
///
/// No other properties (`AuditMetadata.additionalProperties`). Plain `serde` drops other
/// properties.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
#[non_exhaustive]
pub struct AuditMetadata {
    /// The name of the user who sends the request. At most 1024 characters
    /// (`AuditMetadata.username.maxLength`).
    #[model(max_length = 1024)]
    pub username: String,
}

/// The body of a scrape. The contract shows only `url`; other properties, such as the options,
/// are not shown.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ScrapeRequest {
    /// The absolute http or https URL of the page. Matches
    /// `^[Hh][Tt][Tt][Pp][Ss]?://([^/?#@]*@)?[^/?#:@][^/?#@]*([/?#]|$)`
    /// (`ScrapeRequest.url.pattern`). A URI with a scheme (`ScrapeRequest.url.format`).
    #[model(
        pattern = "^[Hh][Tt][Tt][Pp][Ss]?://([^/?#@]*@)?[^/?#:@][^/?#@]*([/?#]|$)",
        format = "uri"
    )]
    pub url: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
