//! The rival: the same types as a Rust user would write them by hand, with `serde`'s derives to
//! decode and `garde`'s to validate.
//!
//! Its figures are transcribed from the contract by hand, as that user would have to; the bench
//! first asks whether the rivals agree. It must not use the generated crate. The formats are judged by the
//! runtime's functions, so that they cost the same here and there.

#![expect(dead_code, reason = "what is decoded is not read; decoding it is what is measured")]

mod scrape;

use std::collections::BTreeMap;
use std::time::Duration;

use garde::{Error, Validate};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use webdata_runtime::string_format::StringFormat;

pub(crate) use scrape::ScrapeOptions;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct MonitorUpdate {
    #[garde(length(chars, max = 256))]
    name: Option<String>,
    /// `Some(None)` is null, which clears it.
    #[serde(default, deserialize_with = "given")]
    #[garde(length(chars, max = 2000))]
    goal: Option<Option<String>>,
    judge_enabled: Option<bool>,
    status: Option<Status>,
    #[garde(dive, custom(one_schedule))]
    schedule: Option<Schedule>,
    #[garde(length(min = 1, max = 50), dive)]
    targets: Option<Vec<Target>>,
    #[garde(dive)]
    notification: Option<Notification>,
    #[garde(dive)]
    webhook: Option<Webhook>,
    #[garde(range(min = 1, max = 365))]
    retention_days: Option<i64>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Paused,
}

#[derive(Debug, Clone, Deserialize, Validate)]
struct Schedule {
    #[garde(inner(custom(self::cron)))]
    cron: Option<String>,
    #[garde(inner(custom(self::phrase)))]
    text: Option<String>,
    #[garde(inner(custom(self::time_zone)))]
    timezone: Option<String>,
}

/// An option, since `garde` hands the whole field to a custom rule.
fn one_schedule(schedule: &Option<Schedule>, (): &()) -> garde::Result {
    let Some(schedule) = schedule else { return Ok(()) };
    one_of_two(schedule.cron.is_some(), schedule.text.is_some(), "cron and text")
}

#[derive(Debug, Clone, Deserialize, Validate)]
struct Notification {
    #[garde(dive)]
    email: Option<Email>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct Email {
    enabled: Option<bool>,
    include_diffs: Option<bool>,
    #[garde(length(max = 25), inner(inner(custom(self::email))))]
    recipients: Option<Vec<String>>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Webhook {
    #[garde(custom(self::uri))]
    url: String,
    events: Option<Vec<Event>>,
    headers: Option<BTreeMap<String, String>>,
    metadata: Option<BTreeMap<String, Value>>,
}

#[derive(Debug, Clone, Deserialize)]
enum Event {
    #[serde(rename = "monitor.page")]
    Page,
    #[serde(rename = "monitor.check.completed")]
    CheckCompleted,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Target {
    Scrape(#[garde(dive)] Box<Pages>),
    Crawl(#[garde(dive)] Box<Site>),
    Search(#[garde(dive)] Search),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Pages {
    #[garde(inner(custom(self::uuid)))]
    id: Option<String>,
    #[garde(length(min = 1), inner(custom(self::uri)))]
    urls: Vec<String>,
    #[garde(dive)]
    scrape_options: Option<ScrapeOptions>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct Site {
    #[garde(inner(custom(self::uuid)))]
    id: Option<String>,
    #[garde(custom(self::uri))]
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
struct Search {
    #[garde(inner(custom(self::uuid)))]
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

const CRON: StringFormat = StringFormat::Cron { minimum_interval: Some(Duration::from_secs(300)) };

fn check(format: StringFormat, text: &str) -> garde::Result {
    format.check(text).map_err(Error::new)
}

fn uuid(text: &str, (): &()) -> garde::Result {
    check(StringFormat::Uuid, text)
}

fn uri(text: &str, (): &()) -> garde::Result {
    check(StringFormat::Uri, text)
}

fn email(text: &str, (): &()) -> garde::Result {
    check(StringFormat::Email, text)
}

fn cron(text: &str, (): &()) -> garde::Result {
    check(CRON, text)
}

fn phrase(text: &str, (): &()) -> garde::Result {
    check(StringFormat::SchedulePhrase, text)
}

fn time_zone(text: &str, (): &()) -> garde::Result {
    check(StringFormat::TimeZone, text)
}

/// Returns an error unless exactly one of two members is given.
pub(crate) fn one_of_two(first: bool, second: bool, names: &str) -> garde::Result {
    if first == second {
        return Err(Error::new(format!("exactly one of {names} is needed")));
    }
    Ok(())
}
