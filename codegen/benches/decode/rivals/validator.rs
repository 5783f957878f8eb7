//! With `validator`: it has no rules for the items of a list, and none for enums. Its errors hold the
//! values of lists, which is why all must be written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use validator::{Validate, ValidationError, ValidationErrors, ValidationErrorsKind};

#[derive(Debug, Deserialize, Serialize, Validate)]
#[serde(rename_all = "camelCase")]
pub(super) struct MonitorUpdate {
    #[validate(length(max = 256))]
    name: Option<String>,
    #[validate(length(max = 2000))]
    goal: Option<String>,
    judge_enabled: Option<bool>,
    status: Option<Status>,
    #[validate(nested)]
    schedule: Option<Schedule>,
    #[validate(length(min = 1, max = 50), nested)]
    targets: Option<Vec<Target>>,
    #[validate(nested)]
    notification: Option<Notification>,
    #[validate(nested)]
    webhook: Option<Webhook>,
    #[validate(range(min = 1, max = 365))]
    retention_days: Option<i64>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Paused,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
#[validate(schema(function = one_schedule))]
struct Schedule {
    #[validate(custom(function = is_cron))]
    cron: Option<String>,
    #[validate(custom(function = is_phrase))]
    text: Option<String>,
    #[validate(custom(function = is_time_zone))]
    timezone: Option<String>,
}

fn one_schedule(schedule: &Schedule) -> Result<(), ValidationError> {
    check(schedule.cron.is_some() != schedule.text.is_some(), "exactly one")
}

fn check(holds: bool, code: &'static str) -> Result<(), ValidationError> {
    if holds { Ok(()) } else { Err(ValidationError::new(code)) }
}

fn is_cron(text: &str) -> Result<(), ValidationError> {
    check(super::is_cron(text), "cron")
}

fn is_phrase(text: &str) -> Result<(), ValidationError> {
    check(super::is_phrase(text), "phrase")
}

fn is_time_zone(text: &str) -> Result<(), ValidationError> {
    check(super::is_time_zone(text), "time zone")
}

fn is_uuid(text: &str) -> Result<(), ValidationError> {
    check(super::is_uuid(text), "uuid")
}

fn is_uri(text: &str) -> Result<(), ValidationError> {
    check(super::is_uri(text), "uri")
}

fn are_uris(texts: &Vec<String>) -> Result<(), ValidationError> {
    check(texts.iter().all(|text| super::is_uri(text)), "uris")
}

fn are_emails(texts: &Vec<String>) -> Result<(), ValidationError> {
    check(texts.iter().all(|text| super::is_email(text)), "emails")
}

fn are_queries(texts: &Vec<String>) -> Result<(), ValidationError> {
    check(texts.iter().all(|text| (1..=256).contains(&text.chars().count())), "queries")
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Target {
    Scrape(Pages),
    Crawl(Site),
    Search(Search),
}

impl Validate for Target {
    fn validate(&self) -> Result<(), ValidationErrors> {
        match self {
            Self::Scrape(target) => target.validate(),
            Self::Crawl(target) => target.validate(),
            Self::Search(target) => target.validate(),
        }
    }
}

#[derive(Debug, Deserialize, Serialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Pages {
    #[validate(custom(function = is_uuid))]
    id: Option<String>,
    #[validate(length(min = 1), custom(function = are_uris))]
    urls: Vec<String>,
    scrape_options: Option<Value>,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Site {
    #[validate(custom(function = is_uuid))]
    id: Option<String>,
    #[validate(custom(function = is_uri))]
    url: String,
    crawl_options: Option<Value>,
    scrape_options: Option<Value>,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Search {
    #[validate(custom(function = is_uuid))]
    id: Option<String>,
    #[validate(length(min = 1, max = 12), custom(function = are_queries))]
    queries: Vec<String>,
    #[validate(length(max = 50))]
    include_domains: Option<Vec<String>>,
    #[validate(length(max = 50))]
    exclude_domains: Option<Vec<String>>,
    #[validate(range(min = 1, max = 50))]
    max_results: Option<i64>,
    search_window: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
struct Notification {
    #[validate(nested)]
    email: Option<Email>,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Email {
    enabled: Option<bool>,
    include_diffs: Option<bool>,
    #[validate(length(max = 25), custom(function = are_emails))]
    recipients: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, Serialize, Validate)]
struct Webhook {
    #[validate(custom(function = is_uri))]
    url: String,
    events: Option<Vec<String>>,
    headers: Option<BTreeMap<String, String>>,
    metadata: Option<BTreeMap<String, Value>>,
}

/// How many errors there are, at whatever depth.
pub(super) fn count(errors: &ValidationErrors) -> usize {
    let of = |kind: &ValidationErrorsKind| match kind {
        ValidationErrorsKind::Struct(errors) => count(errors),
        ValidationErrorsKind::List(items) => items.values().map(|errors| count(errors)).sum(),
        ValidationErrorsKind::Field(errors) => errors.len(),
    };
    errors.errors().values().map(of).sum()
}
