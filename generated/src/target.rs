//! The types of the page `types/target.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::scrape::ScrapeOptions;

/// Something that a monitor checks.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum MonitorTarget {
    /// `type` is `scrape`.
    Scrape(Box<ScrapeTarget>),
    /// `type` is `crawl`.
    Crawl(Box<CrawlTarget>),
    /// `type` is `search`.
    Search(SearchTarget),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl MonitorTarget {
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

    /// The value of `type`; empty when there is none.
    #[must_use]
    pub fn discriminator(&self) -> &str {
        match self {
            Self::Scrape(_) => "scrape",
            Self::Crawl(_) => "crawl",
            Self::Search(_) => "search",
            Self::Other(value) => {
                value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for MonitorTarget {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorTarget {
    const CLAUSE: &'static str = "MonitorTarget";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Scrape(value) => {
                <ScrapeTarget as decode::Model>::validate_at(value, at, found);
            }
            Self::Crawl(value) => {
                <CrawlTarget as decode::Model>::validate_at(value, at, found);
            }
            Self::Search(value) => {
                <SearchTarget as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for MonitorTarget {
    const DISCRIMINATOR: &'static str = "type";
    const VARIANTS: &'static [&'static str] = &["scrape", "crawl", "search"];

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'_, 'de, A>,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        Ok(
            match value {
                "scrape" => {
                    <ScrapeTarget as decode::Object>::decode_members(members, at, found)?
                        .map(Box::new)
                        .map(Self::Scrape)
                }
                "crawl" => {
                    <CrawlTarget as decode::Object>::decode_members(members, at, found)?
                        .map(Box::new)
                        .map(Self::Crawl)
                }
                "search" => {
                    <SearchTarget as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Search)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for MonitorTarget {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "type" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Scrape(value) => runtime::rule::Members::member(&**value, name),
                    Self::Crawl(value) => runtime::rule::Members::member(&**value, name),
                    Self::Search(value) => runtime::rule::Members::member(value, name),
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for MonitorTarget {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl From<ScrapeTarget> for MonitorTarget {
    fn from(value: ScrapeTarget) -> Self {
        Self::Scrape(Box::new(value))
    }
}

impl From<CrawlTarget> for MonitorTarget {
    fn from(value: CrawlTarget) -> Self {
        Self::Crawl(Box::new(value))
    }
}

impl From<SearchTarget> for MonitorTarget {
    fn from(value: SearchTarget) -> Self {
        Self::Search(value)
    }
}

runtime::json_schema!(
    MonitorTarget, "MonitorTarget", include_str!("../schemas/MonitorTarget.json"),
    "ScrapeTarget" = ScrapeTarget, "CrawlTarget" = CrawlTarget, "SearchTarget" =
    SearchTarget
);

/// Single pages.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "scrape")]
pub struct ScrapeTarget {
    /// A stable identity.
    ///
    /// Of the format uuid (`ScrapeTarget.id.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The pages.
    ///
    /// At least 1 item (`ScrapeTarget.urls.minItems`). Each item: Of the format uri
    /// (`ScrapeTarget.urls.items.format`).
    pub urls: Vec<String>,
    /// How a page is scraped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrape_options: Option<ScrapeOptions>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScrapeTarget {
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

static SCRAPE_TARGET_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ScrapeTarget.type",
    decode::Tag::new("ScrapeTarget.type", &["scrape"]),
);
static SCRAPE_TARGET_ID: decode::Property<decode::Text> = decode::Property::optional(
    "id",
    "ScrapeTarget.id",
    decode::Text::new("ScrapeTarget.id").format(runtime::format::Format::Uuid),
);
static SCRAPE_TARGET_URLS: decode::Property<decode::List<decode::Text>> = decode::Property::new(
    "urls",
    "ScrapeTarget.urls",
    decode::List::new(
            "ScrapeTarget.urls",
            decode::Text::new("ScrapeTarget.urls.items")
                .format(runtime::format::Format::Uri),
        )
        .min_items(1),
);
static SCRAPE_TARGET_SCRAPE_OPTIONS: decode::Property<decode::Named<ScrapeOptions>> = decode::Property::optional(
    "scrapeOptions",
    "ScrapeTarget.scrapeOptions",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ScrapeTarget {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrapeTarget {
    const CLAUSE: &'static str = "ScrapeTarget";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCRAPE_TARGET_ID.validate_given(&self.id, at, found);
        SCRAPE_TARGET_URLS.validate(&self.urls, at, found);
        SCRAPE_TARGET_SCRAPE_OPTIONS.validate_given(&self.scrape_options, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "id", "urls", "scrapeOptions"],
            "ScrapeTarget",
            at,
            found,
        );
    }
}

impl decode::Object for ScrapeTarget {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut id_slot = decode::Slot::Missing;
        let mut urls_slot = decode::Slot::Missing;
        let mut scrape_options_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    SCRAPE_TARGET_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "id" => {
                    SCRAPE_TARGET_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "urls" => {
                    SCRAPE_TARGET_URLS.read(&mut members, &mut urls_slot, at, found)?;
                }
                "scrapeOptions" => {
                    SCRAPE_TARGET_SCRAPE_OPTIONS
                        .read(&mut members, &mut scrape_options_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCRAPE_TARGET_TYPE.require(&tag, at, found);
        SCRAPE_TARGET_URLS.require(&urls_slot, at, found);
        let Some(urls) = urls_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                id: id_slot.value(),
                urls,
                scrape_options: scrape_options_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ScrapeTarget {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "scrapeOptions" => runtime::rule::given(&self.scrape_options),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ScrapeTarget {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl ScrapeTarget {
    /// With `urls`, which it needs, and nothing else.
    #[must_use]
    pub fn new(urls: impl IntoIterator<Item = impl Into<String>>) -> Self {
        ScrapeTarget {
            urls: urls.into_iter().map(Into::into).collect(),
            id: None,
            scrape_options: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ScrapeTarget, "ScrapeTarget", include_str!("../schemas/ScrapeTarget.json"),
    "ScrapeOptions" = ScrapeOptions
);

/// A whole site.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "crawl")]
pub struct CrawlTarget {
    /// A stable identity.
    ///
    /// Of the format uuid (`CrawlTarget.id.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Where the crawl starts.
    ///
    /// Of the format uri (`CrawlTarget.url.format`).
    pub url: String,
    /// How a site is crawled; these options are examples, and their types are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crawl_options: Option<CrawlOptions>,
    /// How a page is scraped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrape_options: Option<ScrapeOptions>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CrawlTarget {
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

static CRAWL_TARGET_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "CrawlTarget.type",
    decode::Tag::new("CrawlTarget.type", &["crawl"]),
);
static CRAWL_TARGET_ID: decode::Property<decode::Text> = decode::Property::optional(
    "id",
    "CrawlTarget.id",
    decode::Text::new("CrawlTarget.id").format(runtime::format::Format::Uuid),
);
static CRAWL_TARGET_URL: decode::Property<decode::Text> = decode::Property::new(
    "url",
    "CrawlTarget.url",
    decode::Text::new("CrawlTarget.url").format(runtime::format::Format::Uri),
);
static CRAWL_TARGET_CRAWL_OPTIONS: decode::Property<decode::Named<CrawlOptions>> = decode::Property::optional(
    "crawlOptions",
    "CrawlTarget.crawlOptions",
    decode::Named::new(),
);
static CRAWL_TARGET_SCRAPE_OPTIONS: decode::Property<decode::Named<ScrapeOptions>> = decode::Property::optional(
    "scrapeOptions",
    "CrawlTarget.scrapeOptions",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for CrawlTarget {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CrawlTarget {
    const CLAUSE: &'static str = "CrawlTarget";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CRAWL_TARGET_ID.validate_given(&self.id, at, found);
        CRAWL_TARGET_URL.validate(&self.url, at, found);
        CRAWL_TARGET_CRAWL_OPTIONS.validate_given(&self.crawl_options, at, found);
        CRAWL_TARGET_SCRAPE_OPTIONS.validate_given(&self.scrape_options, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "id", "url", "crawlOptions", "scrapeOptions"],
            "CrawlTarget",
            at,
            found,
        );
    }
}

impl decode::Object for CrawlTarget {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut id_slot = decode::Slot::Missing;
        let mut url_slot = decode::Slot::Missing;
        let mut crawl_options_slot = decode::Slot::Missing;
        let mut scrape_options_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    CRAWL_TARGET_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "id" => {
                    CRAWL_TARGET_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "url" => {
                    CRAWL_TARGET_URL.read(&mut members, &mut url_slot, at, found)?;
                }
                "crawlOptions" => {
                    CRAWL_TARGET_CRAWL_OPTIONS
                        .read(&mut members, &mut crawl_options_slot, at, found)?;
                }
                "scrapeOptions" => {
                    CRAWL_TARGET_SCRAPE_OPTIONS
                        .read(&mut members, &mut scrape_options_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CRAWL_TARGET_TYPE.require(&tag, at, found);
        CRAWL_TARGET_URL.require(&url_slot, at, found);
        let Some(url) = url_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                id: id_slot.value(),
                url,
                crawl_options: crawl_options_slot.value(),
                scrape_options: scrape_options_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for CrawlTarget {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "scrapeOptions" => runtime::rule::given(&self.scrape_options),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for CrawlTarget {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl CrawlTarget {
    /// With `url`, which it needs, and nothing else.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        CrawlTarget {
            url: url.into(),
            id: None,
            crawl_options: None,
            scrape_options: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    CrawlTarget, "CrawlTarget", include_str!("../schemas/CrawlTarget.json"),
    "CrawlOptions" = CrawlOptions, "ScrapeOptions" = ScrapeOptions
);

/// How a site is crawled; these options are examples, and their types are not shown.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlOptions {
    /// How many pages at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<serde_json::Value>,
    /// How deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<serde_json::Value>,
    /// Which paths are crawled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_paths: Option<serde_json::Value>,
    /// Which paths are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_paths: Option<serde_json::Value>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CrawlOptions {
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

static CRAWL_OPTIONS_LIMIT: decode::Property<decode::Any> = decode::Property::optional(
    "limit",
    "CrawlOptions.limit",
    decode::Any,
);
static CRAWL_OPTIONS_MAX_DEPTH: decode::Property<decode::Any> = decode::Property::optional(
    "maxDepth",
    "CrawlOptions.maxDepth",
    decode::Any,
);
static CRAWL_OPTIONS_INCLUDE_PATHS: decode::Property<decode::Any> = decode::Property::optional(
    "includePaths",
    "CrawlOptions.includePaths",
    decode::Any,
);
static CRAWL_OPTIONS_EXCLUDE_PATHS: decode::Property<decode::Any> = decode::Property::optional(
    "excludePaths",
    "CrawlOptions.excludePaths",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for CrawlOptions {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CrawlOptions {
    const CLAUSE: &'static str = "CrawlOptions";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CRAWL_OPTIONS_LIMIT.validate_given(&self.limit, at, found);
        CRAWL_OPTIONS_MAX_DEPTH.validate_given(&self.max_depth, at, found);
        CRAWL_OPTIONS_INCLUDE_PATHS.validate_given(&self.include_paths, at, found);
        CRAWL_OPTIONS_EXCLUDE_PATHS.validate_given(&self.exclude_paths, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["limit", "maxDepth", "includePaths", "excludePaths"],
            "CrawlOptions",
            at,
            found,
        );
    }
}

impl decode::Object for CrawlOptions {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut limit_slot = decode::Slot::Missing;
        let mut max_depth_slot = decode::Slot::Missing;
        let mut include_paths_slot = decode::Slot::Missing;
        let mut exclude_paths_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "limit" => {
                    CRAWL_OPTIONS_LIMIT.read(&mut members, &mut limit_slot, at, found)?;
                }
                "maxDepth" => {
                    CRAWL_OPTIONS_MAX_DEPTH
                        .read(&mut members, &mut max_depth_slot, at, found)?;
                }
                "includePaths" => {
                    CRAWL_OPTIONS_INCLUDE_PATHS
                        .read(&mut members, &mut include_paths_slot, at, found)?;
                }
                "excludePaths" => {
                    CRAWL_OPTIONS_EXCLUDE_PATHS
                        .read(&mut members, &mut exclude_paths_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                limit: limit_slot.value(),
                max_depth: max_depth_slot.value(),
                include_paths: include_paths_slot.value(),
                exclude_paths: exclude_paths_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    CrawlOptions, "CrawlOptions", include_str!("../schemas/CrawlOptions.json")
);

/// Web searches.
///
/// They run at every check; new results that match the goal raise an alert.
/// (`SearchTarget.behaviour.run-at-every-check`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "search")]
pub struct SearchTarget {
    /// A stable identity.
    ///
    /// Of the format uuid (`SearchTarget.id.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is searched for.
    ///
    /// At least 1 item (`SearchTarget.queries.minItems`). At most 12 items
    /// (`SearchTarget.queries.maxItems`). Each item: At least 1 character
    /// (`SearchTarget.queries.items.minLength`). At most 256 characters
    /// (`SearchTarget.queries.items.maxLength`).
    pub queries: Vec<String>,
    /// Limits results to these domains.
    ///
    /// At most 50 items (`SearchTarget.includeDomains.maxItems`).
    ///
    /// Only results from these domains count.
    /// (`SearchTarget.includeDomains.behaviour.limits-results`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_domains: Option<Vec<String>>,
    /// Drops results from these domains.
    ///
    /// At most 50 items (`SearchTarget.excludeDomains.maxItems`).
    ///
    /// Results from these domains do not count.
    /// (`SearchTarget.excludeDomains.behaviour.drops-results`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_domains: Option<Vec<String>>,
    /// Results evaluated at a check.
    ///
    /// `10` when left out (`SearchTarget.maxResults.default`).
    ///
    /// At least 1 (`SearchTarget.maxResults.minimum`). At most 50
    /// (`SearchTarget.maxResults.maximum`).
    ///
    /// They are counted over all queries together, merged and without duplicates.
    /// (`SearchTarget.maxResults.behaviour.global-cap`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_results: Option<i64>,
    /// How long ago results were published at most.
    ///
    /// `"24h"` when left out (`SearchTarget.searchWindow.default`).
    ///
    /// Only results published within this time count.
    /// (`SearchTarget.searchWindow.behaviour.recent-only`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_window: Option<SearchTargetSearchWindow>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl SearchTarget {
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

    /// The value of `maxResults`, or `10` when it is left out (`SearchTarget.maxResults.default`).
    #[must_use]
    pub fn effective_max_results(&self) -> i64 {
        self.max_results.unwrap_or(10)
    }

    /// The value of `searchWindow`, or `"24h"` when it is left out
    /// (`SearchTarget.searchWindow.default`).
    #[must_use]
    pub fn effective_search_window(&self) -> &SearchTargetSearchWindow {
        self.search_window.as_ref().unwrap_or(&SearchTargetSearchWindow::V24h)
    }
}

static SEARCH_TARGET_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "SearchTarget.type",
    decode::Tag::new("SearchTarget.type", &["search"]),
);
static SEARCH_TARGET_ID: decode::Property<decode::Text> = decode::Property::optional(
    "id",
    "SearchTarget.id",
    decode::Text::new("SearchTarget.id").format(runtime::format::Format::Uuid),
);
static SEARCH_TARGET_QUERIES: decode::Property<decode::List<decode::Text>> = decode::Property::new(
    "queries",
    "SearchTarget.queries",
    decode::List::new(
            "SearchTarget.queries",
            decode::Text::new("SearchTarget.queries.items").min_length(1).max_length(256),
        )
        .min_items(1)
        .max_items(12),
);
static SEARCH_TARGET_INCLUDE_DOMAINS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "includeDomains",
    "SearchTarget.includeDomains",
    decode::List::new(
            "SearchTarget.includeDomains",
            decode::Text::new("SearchTarget.includeDomains.items"),
        )
        .max_items(50),
);
static SEARCH_TARGET_EXCLUDE_DOMAINS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "excludeDomains",
    "SearchTarget.excludeDomains",
    decode::List::new(
            "SearchTarget.excludeDomains",
            decode::Text::new("SearchTarget.excludeDomains.items"),
        )
        .max_items(50),
);
static SEARCH_TARGET_MAX_RESULTS: decode::Property<decode::Integer> = decode::Property::optional(
    "maxResults",
    "SearchTarget.maxResults",
    decode::Integer::new("SearchTarget.maxResults").minimum(1).maximum(50),
);
static SEARCH_TARGET_SEARCH_WINDOW: decode::Property<
    decode::Named<SearchTargetSearchWindow>,
> = decode::Property::optional(
    "searchWindow",
    "SearchTarget.searchWindow",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for SearchTarget {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for SearchTarget {
    const CLAUSE: &'static str = "SearchTarget";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SEARCH_TARGET_ID.validate_given(&self.id, at, found);
        SEARCH_TARGET_QUERIES.validate(&self.queries, at, found);
        SEARCH_TARGET_INCLUDE_DOMAINS.validate_given(&self.include_domains, at, found);
        SEARCH_TARGET_EXCLUDE_DOMAINS.validate_given(&self.exclude_domains, at, found);
        SEARCH_TARGET_MAX_RESULTS.validate_given(&self.max_results, at, found);
        SEARCH_TARGET_SEARCH_WINDOW.validate_given(&self.search_window, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "type",
                "id",
                "queries",
                "includeDomains",
                "excludeDomains",
                "maxResults",
                "searchWindow",
            ],
            "SearchTarget",
            at,
            found,
        );
    }
}

impl decode::Object for SearchTarget {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut id_slot = decode::Slot::Missing;
        let mut queries_slot = decode::Slot::Missing;
        let mut include_domains_slot = decode::Slot::Missing;
        let mut exclude_domains_slot = decode::Slot::Missing;
        let mut max_results_slot = decode::Slot::Missing;
        let mut search_window_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    SEARCH_TARGET_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "id" => {
                    SEARCH_TARGET_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "queries" => {
                    SEARCH_TARGET_QUERIES
                        .read(&mut members, &mut queries_slot, at, found)?;
                }
                "includeDomains" => {
                    SEARCH_TARGET_INCLUDE_DOMAINS
                        .read(&mut members, &mut include_domains_slot, at, found)?;
                }
                "excludeDomains" => {
                    SEARCH_TARGET_EXCLUDE_DOMAINS
                        .read(&mut members, &mut exclude_domains_slot, at, found)?;
                }
                "maxResults" => {
                    SEARCH_TARGET_MAX_RESULTS
                        .read(&mut members, &mut max_results_slot, at, found)?;
                }
                "searchWindow" => {
                    SEARCH_TARGET_SEARCH_WINDOW
                        .read(&mut members, &mut search_window_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SEARCH_TARGET_TYPE.require(&tag, at, found);
        SEARCH_TARGET_QUERIES.require(&queries_slot, at, found);
        let Some(queries) = queries_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                id: id_slot.value(),
                queries,
                include_domains: include_domains_slot.value(),
                exclude_domains: exclude_domains_slot.value(),
                max_results: max_results_slot.value(),
                search_window: search_window_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for SearchTarget {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for SearchTarget {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl SearchTarget {
    /// A builder with what is required: `queries`.
    pub fn builder(
        queries: impl IntoIterator<Item = impl Into<String>>,
    ) -> SearchTargetBuilder {
        SearchTargetBuilder(SearchTarget {
            queries: queries.into_iter().map(Into::into).collect(),
            id: None,
            include_domains: None,
            exclude_domains: None,
            max_results: None,
            search_window: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`SearchTarget`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct SearchTargetBuilder(SearchTarget);

impl SearchTargetBuilder {
    /// A stable identity.
    ///
    /// Of the format uuid (`SearchTarget.id.format`).
    ///
    /// See [`SearchTarget::id`].
    pub fn id(mut self, value: impl Into<String>) -> Self {
        self.0.id = Some(value.into());
        self
    }

    /// Limits results to these domains.
    ///
    /// At most 50 items (`SearchTarget.includeDomains.maxItems`).
    ///
    /// See [`SearchTarget::include_domains`].
    pub fn include_domains(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.include_domains = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Drops results from these domains.
    ///
    /// At most 50 items (`SearchTarget.excludeDomains.maxItems`).
    ///
    /// See [`SearchTarget::exclude_domains`].
    pub fn exclude_domains(
        mut self,
        value: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.0.exclude_domains = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Results evaluated at a check.
    ///
    /// At least 1 (`SearchTarget.maxResults.minimum`). At most 50
    /// (`SearchTarget.maxResults.maximum`).
    ///
    /// See [`SearchTarget::max_results`].
    pub fn max_results(mut self, value: i64) -> Self {
        self.0.max_results = Some(value);
        self
    }

    /// How long ago results were published at most.
    ///
    /// See [`SearchTarget::search_window`].
    pub fn search_window(mut self, value: impl Into<SearchTargetSearchWindow>) -> Self {
        self.0.search_window = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<SearchTarget, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    SearchTarget, "SearchTarget", include_str!("../schemas/SearchTarget.json")
);

/// How long ago results were published at most.
///
/// `"24h"` when left out (`SearchTarget.searchWindow.default`).
///
/// Only results published within this time count.
/// (`SearchTarget.searchWindow.behaviour.recent-only`)
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum SearchTargetSearchWindow {
    /// `5m`
    #[serde(rename = "5m")]
    V5m,
    /// `15m`
    #[serde(rename = "15m")]
    V15m,
    /// `1h`
    #[serde(rename = "1h")]
    V1h,
    /// `6h`
    #[serde(rename = "6h")]
    V6h,
    /// `24h`
    #[serde(rename = "24h")]
    V24h,
    /// `7d`
    #[serde(rename = "7d")]
    V7d,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl SearchTargetSearchWindow {
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
            Self::V5m => "5m",
            Self::V15m => "15m",
            Self::V1h => "1h",
            Self::V6h => "6h",
            Self::V24h => "24h",
            Self::V7d => "7d",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for SearchTargetSearchWindow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for SearchTargetSearchWindow {
    const VALUES: &'static [&'static str] = &["5m", "15m", "1h", "6h", "24h", "7d"];

    fn from_text(text: &str) -> Self {
        match text {
            "5m" => Self::V5m,
            "15m" => Self::V15m,
            "1h" => Self::V1h,
            "6h" => Self::V6h,
            "24h" => Self::V24h,
            "7d" => Self::V7d,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for SearchTargetSearchWindow {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for SearchTargetSearchWindow {
    const CLAUSE: &'static str = "SearchTarget.searchWindow";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("SearchTarget.searchWindow"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("SearchTarget.searchWindow"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for SearchTargetSearchWindow {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    SearchTargetSearchWindow, "SearchTargetSearchWindow",
    "{\"description\":\"How long ago results were published at most.\",\"type\":\"string\",\"enum\":[\"5m\",\"15m\",\"1h\",\"6h\",\"24h\",\"7d\"]}"
);
