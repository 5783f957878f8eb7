//! The types of the page `types/target.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
use super::scrape::ScrapeOptions;

/// Something that a monitor checks.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
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
    /// An object that the contract does not list; judging reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// Single pages.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "scrape"))]
pub struct ScrapeTarget {
    /// A stable identity.
    ///
    /// A UUID (`ScrapeTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// The pages.
    ///
    /// At least one item (`ScrapeTarget.urls.minItems`). Each item: A URI with a scheme
    /// (`ScrapeTarget.urls.items.format`).
    #[model(min_items = 1, items(format = "uri"))]
    pub urls: Vec<String>,
    /// How a page is scraped.
    pub scrape_options: Option<ScrapeOptions>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A whole site.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "crawl"))]
pub struct CrawlTarget {
    /// A stable identity.
    ///
    /// A UUID (`CrawlTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// Where the crawl starts.
    ///
    /// A URI with a scheme (`CrawlTarget.url.format`).
    #[model(format = "uri")]
    pub url: String,
    /// How a site is crawled; these options are examples, and their types are not shown.
    pub crawl_options: Option<CrawlOptions>,
    /// How a page is scraped.
    pub scrape_options: Option<ScrapeOptions>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How a site is crawled; these options are examples, and their types are not shown.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct CrawlOptions {
    /// How many pages at most.
    pub limit: Option<serde_json::Value>,
    /// How deep.
    pub max_depth: Option<serde_json::Value>,
    /// Which paths are crawled.
    pub include_paths: Option<serde_json::Value>,
    /// Which paths are left out.
    pub exclude_paths: Option<serde_json::Value>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Web searches.
///
/// They run at every check; new results that match the goal raise an alert.
/// (`SearchTarget.behaviour.run-at-every-check`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "search"))]
pub struct SearchTarget {
    /// A stable identity.
    ///
    /// A UUID (`SearchTarget.id.format`).
    #[model(format = "uuid")]
    pub id: Option<String>,
    /// What is searched for.
    ///
    /// At least one item (`SearchTarget.queries.minItems`). At most 12 items
    /// (`SearchTarget.queries.maxItems`). Each item: At least one character
    /// (`SearchTarget.queries.items.minLength`). At most 256 characters
    /// (`SearchTarget.queries.items.maxLength`).
    #[model(min_items = 1, max_items = 12, items(min_length = 1, max_length = 256))]
    pub queries: Vec<String>,
    /// Limits results to these domains.
    ///
    /// At most 50 items (`SearchTarget.includeDomains.maxItems`).
    ///
    /// Only results from these domains count.
    /// (`SearchTarget.includeDomains.behaviour.limits-results`)
    #[model(max_items = 50)]
    pub include_domains: Option<Vec<String>>,
    /// Drops results from these domains.
    ///
    /// At most 50 items (`SearchTarget.excludeDomains.maxItems`).
    ///
    /// Results from these domains do not count.
    /// (`SearchTarget.excludeDomains.behaviour.drops-results`)
    #[model(max_items = 50)]
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
    #[model(minimum = 1, maximum = 50, default = 10)]
    pub max_results: Option<i64>,
    /// How long ago results were published at most.
    ///
    /// `"24h"` when left out (`SearchTarget.searchWindow.default`).
    ///
    /// Only results published within this time count.
    /// (`SearchTarget.searchWindow.behaviour.recent-only`)
    #[model(default = SearchTargetSearchWindow::V24h)]
    pub search_window: Option<SearchTargetSearchWindow>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How long ago results were published at most.
///
/// `"24h"` when left out (`SearchTarget.searchWindow.default`).
///
/// Only results published within this time count.
/// (`SearchTarget.searchWindow.behaviour.recent-only`)
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("SearchTarget.searchWindow", schema = "/properties/searchWindow")]
pub enum SearchTargetSearchWindow {
    /// `5m`
    #[model("5m")]
    V5m,
    /// `15m`
    #[model("15m")]
    V15m,
    /// `1h`
    #[model("1h")]
    V1h,
    /// `6h`
    #[model("6h")]
    V6h,
    /// `24h`
    #[model("24h")]
    V24h,
    /// `7d`
    #[model("7d")]
    V7d,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}
