//! The types [`MonitorTarget`], [`ScrapeTarget`], [`CrawlTarget`], [`CrawlOptions`],
//! [`SearchTarget`], from the page `types/target.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::scrape::ScrapeOptions;
use webdata_runtime as runtime;

/// A target that a monitor checks.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
#[non_exhaustive]
pub enum MonitorTarget {
    /// `type` is `scrape`.
    #[model("scrape")]
    Scrape(Box<ScrapeTarget>),
    /// `type` is `crawl`.
    #[model("crawl")]
    Crawl(Box<CrawlTarget>),
    /// `type` is `search`.
    #[model("search")]
    Search(SearchTarget),
    /// An object that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// A target that scrapes single pages.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "scrape"))]
#[non_exhaustive]
pub struct ScrapeTarget {
    /// The stable id of the target. The service generates a value that is left out, and keeps it
    /// (`ScrapeTarget.id.generated`). A UUID, in either letter case (`ScrapeTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// The pages to scrape. At least one item (`ScrapeTarget.urls.minItems`). Each item: A URI with
    /// a scheme (`ScrapeTarget.urls.items.format`).
    #[model(min_items = 1, items(format = "uri"))]
    pub urls: Vec<String>,
    /// Options for scraping a page.
    pub scrape_options: Option<ScrapeOptions>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A target that crawls a whole site.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "crawl"))]
#[non_exhaustive]
pub struct CrawlTarget {
    /// The stable id of the target. The service generates a value that is left out, and keeps it
    /// (`CrawlTarget.id.generated`). A UUID, in either letter case (`CrawlTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// The URL that the crawl starts from. A URI with a scheme (`CrawlTarget.url.format`).
    #[model(format = "uri")]
    pub url: String,
    /// Options for crawling a site. The contract names these options as examples and does not show
    /// their types.
    pub crawl_options: Option<CrawlOptions>,
    /// Options for scraping a page.
    pub scrape_options: Option<ScrapeOptions>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Options for crawling a site. The contract names these options as examples and does not show
/// their types.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct CrawlOptions {
    /// The maximum number of pages.
    pub limit: Option<serde_json::Value>,
    /// The maximum depth.
    pub max_depth: Option<serde_json::Value>,
    /// The paths to crawl.
    pub include_paths: Option<serde_json::Value>,
    /// The paths to skip.
    pub exclude_paths: Option<serde_json::Value>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A target that runs web searches.
///
/// The searches run at every check. New results that match the goal raise an alert
/// (`SearchTarget.behaviour.run-at-every-check`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "search"))]
#[non_exhaustive]
pub struct SearchTarget {
    /// The stable id of the target. The service generates a value that is left out, and keeps it
    /// (`SearchTarget.id.generated`). A UUID, in either letter case (`SearchTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// The search queries. At least one item (`SearchTarget.queries.minItems`). At most 12 items
    /// (`SearchTarget.queries.maxItems`). Each item: At least one character
    /// (`SearchTarget.queries.items.minLength`). At most 256 characters
    /// (`SearchTarget.queries.items.maxLength`).
    #[model(min_items = 1, max_items = 12, items(min_length = 1, max_length = 256))]
    pub queries: Vec<String>,
    /// The domains that results are limited to. At most 50 items
    /// (`SearchTarget.includeDomains.maxItems`). Only results from these domains count
    /// (`SearchTarget.includeDomains.behaviour.limits-results`).
    #[model(max_items = 50)]
    pub include_domains: Option<Vec<String>>,
    /// The domains whose results are dropped. At most 50 items
    /// (`SearchTarget.excludeDomains.maxItems`). Results from these domains do not count
    /// (`SearchTarget.excludeDomains.behaviour.drops-results`).
    #[model(max_items = 50)]
    pub exclude_domains: Option<Vec<String>>,
    /// The maximum number of results that are evaluated per check. Defaults to `10`
    /// (`SearchTarget.maxResults.default`). At least 1 (`SearchTarget.maxResults.minimum`). At most 50
    /// (`SearchTarget.maxResults.maximum`). The limit applies to the merged results of all queries,
    /// without duplicates (`SearchTarget.maxResults.behaviour.global-cap`).
    #[model(minimum = 1, maximum = 50, default = 10)]
    pub max_results: Option<i64>,
    /// The maximum time since a result was published. Defaults to `"24h"`
    /// (`SearchTarget.searchWindow.default`). Only results published within this time count
    /// (`SearchTarget.searchWindow.behaviour.recent-only`).
    #[model(default = SearchTargetSearchWindow::V24h)]
    pub search_window: Option<SearchTargetSearchWindow>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The maximum time since a result was published.
///
/// A name in Rust begins with a letter, so `5m` is [`Self::V5m`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("SearchTarget.searchWindow", schema = "/properties/searchWindow")]
#[non_exhaustive]
pub enum SearchTargetSearchWindow {
    /// `5m`.
    #[model("5m")]
    V5m,
    /// `15m`.
    #[model("15m")]
    V15m,
    /// `1h`.
    #[model("1h")]
    V1h,
    /// `6h`.
    #[model("6h")]
    V6h,
    /// `24h`.
    #[model("24h")]
    V24h,
    /// `7d`.
    #[model("7d")]
    V7d,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
