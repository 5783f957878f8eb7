//! With `serde_valid`, whose rules are called as those of JSON Schema.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_valid::Validate;
use serde_valid::validation::{Error, Errors};

#[derive(Debug, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
pub(super) struct MonitorUpdate {
    #[validate(max_length = 256)]
    name: Option<String>,
    #[validate(max_length = 2000)]
    goal: Option<String>,
    judge_enabled: Option<bool>,
    status: Option<Status>,
    #[validate]
    schedule: Option<Schedule>,
    #[validate(min_items = 1)]
    #[validate(max_items = 50)]
    #[validate]
    targets: Option<Vec<Target>>,
    #[validate]
    notification: Option<Notification>,
    #[validate]
    webhook: Option<Webhook>,
    #[validate(minimum = 1)]
    #[validate(maximum = 365)]
    retention_days: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Paused,
}

#[derive(Debug, Deserialize, Validate)]
#[validate(custom = one_schedule)]
struct Schedule {
    #[validate(custom = cron)]
    cron: Option<String>,
    #[validate(custom = phrase)]
    text: Option<String>,
    #[validate(custom = time_zone)]
    timezone: Option<String>,
}

fn one_schedule(schedule: &Schedule) -> Result<(), Error> {
    check(schedule.cron.is_some() != schedule.text.is_some(), "is not exactly one")
}

fn check(holds: bool, message: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Custom(message.to_owned())) }
}

fn check_given(text: &Option<String>, is_right: fn(&str) -> bool) -> Result<(), Error> {
    check(text.as_deref().is_none_or(is_right), "is not of the format")
}

fn cron(text: &Option<String>) -> Result<(), Error> {
    check_given(text, super::is_cron)
}

fn phrase(text: &Option<String>) -> Result<(), Error> {
    check_given(text, super::is_phrase)
}

fn time_zone(text: &Option<String>) -> Result<(), Error> {
    check_given(text, super::is_time_zone)
}

fn uuid(text: &Option<String>) -> Result<(), Error> {
    check_given(text, super::is_uuid)
}

fn uri(text: &String) -> Result<(), Error> {
    check(super::is_uri(text), "is no uri")
}

fn uris(texts: &Vec<String>) -> Result<(), Error> {
    check(texts.iter().all(|text| super::is_uri(text)), "has an item that is no uri")
}

fn emails(texts: &Option<Vec<String>>) -> Result<(), Error> {
    let is_right = texts.iter().flatten().all(|text| super::is_email(text));
    check(is_right, "has an item that is no address")
}

#[derive(Debug, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Target {
    Scrape(#[validate] Pages),
    Crawl(#[validate] Site),
    Search(#[validate] Search),
}

#[derive(Debug, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Pages {
    #[validate(custom = uuid)]
    id: Option<String>,
    #[validate(min_items = 1)]
    #[validate(custom = uris)]
    urls: Vec<String>,
    scrape_options: Option<Value>,
}

#[derive(Debug, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Site {
    #[validate(custom = uuid)]
    id: Option<String>,
    #[validate(custom = uri)]
    url: String,
    crawl_options: Option<Value>,
    scrape_options: Option<Value>,
}

#[derive(Debug, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Search {
    #[validate(custom = uuid)]
    id: Option<String>,
    #[validate(min_items = 1)]
    #[validate(max_items = 12)]
    #[validate(min_length = 1)]
    #[validate(max_length = 256)]
    queries: Vec<String>,
    #[validate(max_items = 50)]
    include_domains: Option<Vec<String>>,
    #[validate(max_items = 50)]
    exclude_domains: Option<Vec<String>>,
    #[validate(minimum = 1)]
    #[validate(maximum = 50)]
    max_results: Option<i64>,
    search_window: Option<String>,
}

#[derive(Debug, Deserialize, Validate)]
struct Notification {
    #[validate]
    email: Option<Email>,
}

#[derive(Debug, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Email {
    enabled: Option<bool>,
    include_diffs: Option<bool>,
    #[validate(max_items = 25)]
    #[validate(custom = emails)]
    recipients: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, Validate)]
struct Webhook {
    #[validate(custom = uri)]
    url: String,
    events: Option<Vec<String>>,
    headers: Option<BTreeMap<String, String>>,
    metadata: Option<BTreeMap<String, Value>>,
}

/// How many errors there are, at whatever depth.
pub(super) fn count(errors: &Errors) -> usize {
    match errors {
        Errors::Array(list) => list.errors.len() + list.items.values().map(count).sum::<usize>(),
        Errors::Object(object) => {
            object.errors.len() + object.properties.values().map(count).sum::<usize>()
        }
        Errors::NewType(errors) => errors.len(),
    }
}
