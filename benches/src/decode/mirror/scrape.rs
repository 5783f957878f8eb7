//! How a page is scraped: what is done on it before it is fetched, and what is made of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use garde::Validate;
use garde::rules::pattern::regex::Regex;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct ScrapeOptions {
    #[garde(dive)]
    formats: Option<Vec<Format>>,
    only_main_content: Option<bool>,
    only_clean_content: Option<bool>,
    include_tags: Option<Vec<String>>,
    exclude_tags: Option<Vec<String>>,
    headers: Option<BTreeMap<String, Value>>,
    wait_for: Option<i64>,
    #[garde(range(min = 1000, max = 300_000))]
    timeout: Option<i64>,
    mobile: Option<bool>,
    block_ads: Option<bool>,
    remove_base64_images: Option<bool>,
    skip_tls_verification: Option<bool>,
    store_in_cache: Option<bool>,
    max_age: Option<i64>,
    min_age: Option<i64>,
    lockdown: Option<bool>,
    proxy: Option<Proxy>,
    #[garde(dive)]
    location: Option<Location>,
    #[garde(dive)]
    parsers: Option<Vec<Parser>>,
    #[garde(dive)]
    profile: Option<Profile>,
    #[serde(rename = "redactPII")]
    redact_pii: Option<Redaction>,
    #[garde(dive)]
    threat_protection: Option<ThreatProtection>,
    #[garde(dive)]
    actions: Option<Vec<Action>>,
    #[garde(dive)]
    audit_metadata: Option<AuditMetadata>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Proxy {
    Basic,
    Enhanced,
    Auto,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Location {
    #[garde(pattern(*COUNTRY))]
    country: Option<String>,
    languages: Option<Vec<String>>,
}

#[expect(clippy::unwrap_used, reason = "the expression is a constant")]
static COUNTRY: LazyLock<Regex> = LazyLock::new(|| Regex::new("^[A-Z]{2}$").unwrap());

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(untagged)]
enum Parser {
    Name(#[garde(skip)] ParserName),
    Object(#[garde(dive)] ParserObject),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ParserName {
    Pdf,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ParserObject {
    Pdf(#[garde(dive)] Pdf),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct Pdf {
    mode: Option<PdfMode>,
    #[garde(range(min = 1, max = 10_000))]
    max_pages: Option<i64>,
    pages: Option<bool>,
    blocks: Option<bool>,
    page_markers: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PdfMode {
    Fast,
    Auto,
    Ocr,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct Profile {
    #[garde(length(chars, min = 1, max = 128))]
    name: String,
    save_changes: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Redaction {
    Switch(bool),
    Options(RedactionOptions),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RedactionOptions {
    mode: Option<RedactionMode>,
    replace_style: Option<ReplaceStyle>,
    entities: Option<Vec<Entity>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RedactionMode {
    Accurate,
    Aggressive,
    Fast,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ReplaceStyle {
    Tag,
    Mask,
    Remove,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Entity {
    Person,
    Email,
    Phone,
    Location,
    Financial,
    Secret,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct ThreatProtection {
    mode: Option<ThreatMode>,
    #[garde(range(min = 0, max = 100))]
    risk_score_threshold: Option<i64>,
    failure_policy: Option<FailurePolicy>,
    #[garde(length(max = 1000))]
    blacklist: Option<Vec<String>>,
    #[garde(length(max = 1000))]
    whitelist: Option<Vec<String>>,
    #[garde(length(max = 1000))]
    blocked_tlds: Option<Vec<String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ThreatMode {
    Off,
    Normal,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FailurePolicy {
    Open,
    Closed,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
struct AuditMetadata {
    #[garde(length(chars, max = 1024))]
    username: String,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(untagged)]
pub(super) enum Format {
    Name(#[garde(skip)] Name),
    Object(#[garde(dive)] Object),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Name {
    Markdown,
    Summary,
    Html,
    RawHtml,
    RawBase64,
    Links,
    Images,
    Branding,
    Product,
    Menu,
    Screenshot,
    Json,
    ChangeTracking,
    Audio,
    Video,
    Question,
    Highlights,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Object {
    Markdown,
    Summary,
    Html,
    RawHtml,
    RawBase64,
    Links,
    Images,
    Branding,
    Product,
    Menu,
    Screenshot(#[garde(dive)] Screenshot),
    Json(#[garde(skip)] Json),
    ChangeTracking(#[garde(skip)] ChangeTracking),
    Audio,
    Video,
    Question(#[garde(dive)] Question),
    Highlights(#[garde(dive)] Highlights),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(super) struct Screenshot {
    full_page: Option<bool>,
    #[garde(range(min = 1, max = 100))]
    quality: Option<i64>,
    viewport: Option<Viewport>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Viewport {
    width: i64,
    height: i64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Json {
    prompt: Option<String>,
    schema: Option<BTreeMap<String, Value>>,
    check_prompt_injection: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct ChangeTracking {
    modes: Option<Vec<Mode>>,
    prompt: Option<String>,
    schema: Option<BTreeMap<String, Value>>,
    #[serde(default, deserialize_with = "given")]
    tag: Option<Option<String>>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    GitDiff,
    Json,
}

#[derive(Debug, Clone, Deserialize, Validate)]
pub(super) struct Question {
    #[garde(length(chars, max = 10_000))]
    question: String,
}

#[derive(Debug, Clone, Deserialize, Validate)]
pub(super) struct Highlights {
    #[garde(length(chars, max = 10_000))]
    query: String,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Action {
    Wait(#[garde(dive, custom(one_wait))] Wait),
    Screenshot(#[garde(dive)] Screenshot),
    Click(#[garde(skip)] Click),
    Write(#[garde(skip)] Write),
    Press(#[garde(skip)] Press),
    Scroll(#[garde(skip)] Scroll),
    Scrape,
    ExecuteJavascript(#[garde(skip)] ExecuteJavascript),
    Pdf(#[garde(skip)] PdfAction),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub(super) struct Wait {
    #[garde(range(min = 1))]
    milliseconds: Option<i64>,
    selector: Option<String>,
}

fn one_wait(wait: &Wait, (): &()) -> garde::Result {
    let (milliseconds, selector) = (wait.milliseconds.is_some(), wait.selector.is_some());
    super::one_of_two(milliseconds, selector, "milliseconds and selector")
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Click {
    selector: String,
    all: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Write {
    text: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Press {
    key: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Scroll {
    direction: Option<Direction>,
    selector: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct ExecuteJavascript {
    script: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct PdfAction {
    format: Option<Paper>,
    landscape: Option<bool>,
    scale: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
enum Paper {
    A0,
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    Letter,
    Legal,
    Tabloid,
    Ledger,
}
