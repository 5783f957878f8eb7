//! The types of the page `types/scrape.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
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
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct ScrapeOptions {
    /// What is made of the page.
    ///
    /// `["markdown"]` when left out (`ScrapeOptions.formats.default`).
    pub formats: Option<Vec<Format>>,
    /// Leaves out what is not the main content of the page.
    ///
    /// `true` when left out (`ScrapeOptions.onlyMainContent.default`).
    ///
    /// The filter works on the HTML, gives the same result every time and uses no LLM.
    /// (`ScrapeOptions.onlyMainContent.behaviour.deterministic`)
    #[model(default = true)]
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
    #[model(default = false)]
    pub only_clean_content: Option<bool>,
    /// Tags to include.
    ///
    /// They are included. (`ScrapeOptions.includeTags.behaviour.included`)
    pub include_tags: Option<Vec<String>>,
    /// Tags to exclude.
    ///
    /// They are excluded. (`ScrapeOptions.excludeTags.behaviour.excluded`)
    pub exclude_tags: Option<Vec<String>>,
    /// Headers sent with the request, such as cookies or a user agent.
    ///
    /// They are sent with the request. (`ScrapeOptions.headers.behaviour.sent`)
    pub headers: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// An extra delay before the page is fetched.
    ///
    /// `0` when left out (`ScrapeOptions.waitFor.default`).
    ///
    /// In milliseconds (`ScrapeOptions.waitFor.unit`).
    ///
    /// It comes on top of the wait that is built in.
    /// (`ScrapeOptions.waitFor.behaviour.beside-smart-wait`)
    #[model(default = 0)]
    pub wait_for: Option<i64>,
    /// How long loading the page may take.
    ///
    /// `60000` when left out (`ScrapeOptions.timeout.default`).
    ///
    /// In milliseconds (`ScrapeOptions.timeout.unit`). At least 1000
    /// (`ScrapeOptions.timeout.minimum`). At most 300000 (`ScrapeOptions.timeout.maximum`).
    #[model(minimum = 1000, maximum = 300000, default = 60000)]
    pub timeout: Option<i64>,
    /// Emulates a mobile device.
    ///
    /// `false` when left out (`ScrapeOptions.mobile.default`).
    ///
    /// When true, a mobile device is emulated. (`ScrapeOptions.mobile.behaviour.emulated`)
    #[model(default = false)]
    pub mobile: Option<bool>,
    /// Blocks advertisements and cookie pop-ups.
    ///
    /// `true` when left out (`ScrapeOptions.blockAds.default`).
    ///
    /// When true, advertisements and cookie pop-ups are blocked.
    /// (`ScrapeOptions.blockAds.behaviour.blocked`)
    #[model(default = true)]
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
    #[model(default = true)]
    pub remove_base64_images: Option<bool>,
    /// Takes any TLS certificate.
    ///
    /// `true` when left out (`ScrapeOptions.skipTlsVerification.default`).
    #[model(default = true)]
    pub skip_tls_verification: Option<bool>,
    /// Stores the page in the index and the cache.
    ///
    /// `true` when left out (`ScrapeOptions.storeInCache.default`).
    ///
    /// When false, the page is stored in neither.
    /// (`ScrapeOptions.storeInCache.behaviour.not-stored`)
    #[model(default = true)]
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
    #[model(default = 172800000)]
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
    #[model(default = false)]
    pub lockdown: Option<bool>,
    /// Which proxy fetches the page.
    ///
    /// `"auto"` when left out (`ScrapeOptions.proxy.default`).
    #[model(default = ScrapeOptionsProxy::Auto)]
    pub proxy: Option<ScrapeOptionsProxy>,
    /// Where the page seems to be asked for from.
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
    pub parsers: Option<Vec<Parser>>,
    /// Browser state that outlives the session.
    pub profile: Option<Profile>,
    /// Masks personal data in the markdown that is returned.
    ///
    /// `false` when left out (`ScrapeOptions.redactPII.default`).
    #[model("redactPII")]
    pub redact_pii: Option<Redaction>,
    /// Overrides the threat protection of the organisation for this request.
    pub threat_protection: Option<ThreatProtectionOverride>,
    /// What is done on the page, in order.
    ///
    /// They are performed before the content is fetched.
    /// (`ScrapeOptions.actions.behaviour.before-fetching`)
    pub actions: Option<Vec<Action>>,
    /// Who the request is attributed to in log events.
    pub audit_metadata: Option<AuditMetadata>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Which proxy fetches the page.
///
/// `"auto"` when left out (`ScrapeOptions.proxy.default`).
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("ScrapeOptions.proxy", schema = "/properties/proxy")]
pub enum ScrapeOptionsProxy {
    /// `basic`
    #[model("basic")]
    Basic,
    /// `enhanced`
    #[model("enhanced")]
    Enhanced,
    /// `auto`
    ///
    /// When basic fails, enhanced is tried. (`ScrapeOptions.proxy.behaviour.auto`)
    #[model("auto")]
    Auto,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}

/// Where a page seems to be asked for from.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct Location {
    /// The country, by ISO 3166-1 alpha-2.
    ///
    /// `"US"` when left out (`Location.country.default`).
    ///
    /// Matches `^[A-Z]{2}$` (`Location.country.pattern`).
    #[model(pattern = "^[A-Z]{2}$", default = "US")]
    pub country: Option<String>,
    /// Preferred locales, the most preferred first.
    ///
    /// The language of the location when left out (`Location.languages.default`).
    pub languages: Option<Vec<String>>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Browser state that sessions with the same name share.
///
/// Sessions with the same name share cookies, local storage and sessions.
/// (`Profile.behaviour.shared`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Profile {
    /// The name.
    ///
    /// At least one character (`Profile.name.minLength`). At most 128 characters
    /// (`Profile.name.maxLength`).
    #[model(min_length = 1, max_length = 128)]
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
    #[model(default = true)]
    pub save_changes: Option<bool>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Attribution in log events.
///
/// It is part of SIEM log events when SIEM logging is enabled for the organisation.
/// (`AuditMetadata.behaviour.in-siem-events`)
///
/// No other properties (`AuditMetadata.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
pub struct AuditMetadata {
    /// Who asks.
    ///
    /// At most 1024 characters (`AuditMetadata.username.maxLength`).
    #[model(max_length = 1024)]
    pub username: String,
}

/// The body of a scrape. The contract lists `url` alone; what else is sent, such as the
/// options, is not shown.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct ScrapeRequest {
    /// The page, as an absolute http or https URL.
    ///
    /// Matches `^[Hh][Tt][Tt][Pp][Ss]?://` (`ScrapeRequest.url.pattern`). A URI with a scheme
    /// (`ScrapeRequest.url.format`).
    #[model(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://", format = "uri")]
    pub url: String,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
