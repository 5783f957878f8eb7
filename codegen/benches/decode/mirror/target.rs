//! What a monitor checks.

use garde::Validate;
use serde::Deserialize;
use serde_json::Value;

use super::scrape::ScrapeOptions;
use super::validators;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Target {
    Scrape(#[garde(dive)] Box<Pages>),
    Crawl(#[garde(dive)] Box<Site>),
    Search(#[garde(dive)] Search),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pages {
    #[garde(inner(custom(validators::uuid)))]
    id: Option<String>,
    #[garde(length(min = 1), inner(custom(validators::uri)))]
    urls: Vec<String>,
    #[garde(dive)]
    scrape_options: Option<ScrapeOptions>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(super) struct Site {
    #[garde(inner(custom(validators::uuid)))]
    id: Option<String>,
    #[garde(custom(validators::uri))]
    url: String,
    crawl_options: Option<CrawlOptions>,
    #[garde(dive)]
    scrape_options: Option<ScrapeOptions>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CrawlOptions {
    limit: Option<Value>,
    max_depth: Option<Value>,
    include_paths: Option<Value>,
    exclude_paths: Option<Value>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(super) struct Search {
    #[garde(inner(custom(validators::uuid)))]
    id: Option<String>,
    #[garde(length(min = 1, max = 12), inner(length(chars, min = 1, max = 256)))]
    queries: Vec<String>,
    #[garde(length(max = 50))]
    include_domains: Option<Vec<String>>,
    #[garde(length(max = 50))]
    exclude_domains: Option<Vec<String>>,
    #[garde(range(min = 1, max = 50))]
    max_results: Option<i64>,
    search_window: Option<Window>,
}

#[derive(Debug, Clone, Deserialize)]
enum Window {
    #[serde(rename = "5m")]
    FiveMinutes,
    #[serde(rename = "15m")]
    QuarterOfAnHour,
    #[serde(rename = "1h")]
    Hour,
    #[serde(rename = "6h")]
    SixHours,
    #[serde(rename = "24h")]
    Day,
    #[serde(rename = "7d")]
    Week,
}
