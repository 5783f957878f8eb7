//! Tests of strings as the Rust types of their formats: accessors return them, constructors and setters take
//! them.

use serde_json::json;
use webdata::jiff::Timestamp;
use webdata::monitor::Monitor;
use webdata::scrape::ScrapeRequest;
use webdata::target::{CrawlTarget, ScrapeTarget};
use webdata::url::{ParseError, Url};
use webdata::uuid::Uuid;
use webdata::{Nullable, url};

use super::monitor;
use crate::validation::with;

const ID: &str = "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11";

#[test]
fn required_strings_have_typed_accessors() {
    let read =
        Monitor::check(&with(monitor(), "/createdAt", Some(json!("2026-02-28T10:00:00+01:00"))));
    let read = read.expect("is valid");
    assert_eq!(read.parse_id().map(|id| id.to_string()).as_deref(), Ok(ID));
    let created: Timestamp = read.parse_created_at().expect("the string is a date-time");
    assert_eq!(created.to_string(), "2026-02-28T09:00:00Z");
    assert_eq!(read.created_at, "2026-02-28T10:00:00+01:00", "the string does not change");
}

#[test]
fn optional_and_nullable_strings_have_typed_accessors() {
    for (sent, state) in [(None, Nullable::Absent), (Some(json!(null)), Nullable::Null)] {
        let read = Monitor::check(&with(monitor(), "/nextRunAt", sent)).expect("is valid");
        assert_eq!(read.next_run_at, state);
        assert_eq!(read.parse_next_run_at().expect("the value is valid"), None);
    }
    let next = Some(json!("2026-02-28T09:00:00Z"));
    let read = Monitor::check(&with(monitor(), "/nextRunAt", next)).expect("is valid");
    let next = read.parse_next_run_at().expect("the string is a date-time");
    assert_eq!(next.map(Timestamp::as_second), Some(1_772_269_200));
}

#[test]
fn values_of_a_newer_service_are_errors_of_accessors() {
    let newer = with(monitor(), "/id", Some(json!("monitor-1")));
    let newer = with(newer, "/currentCheckId", Some(json!("check-1")));
    let read: Monitor = serde_json::from_value(newer).expect("plain serde is lenient");
    assert_eq!(read.id, "monitor-1");
    read.parse_id().expect_err("the string is not a UUID");
    read.parse_current_check_id().expect_err("the string is not a UUID");
    let relative = ScrapeRequest::new("/pricing");
    assert_eq!(relative.parse_url(), Err(ParseError::RelativeUrlWithoutBase));
}

#[test]
fn lists_have_typed_accessors() {
    let urls = ["https://example.com/a", "https://example.com/b"];
    let target = ScrapeTarget::new(urls);
    let parsed: Vec<Url> = target.parse_urls().expect("are URLs");
    assert_eq!(parsed.iter().map(Url::path).collect::<Vec<_>>(), ["/a", "/b"]);
    ScrapeTarget::new(["https://example.com/a", "b"])
        .parse_urls()
        .expect_err("one of the strings is not a URL");
    assert_eq!(ScrapeTarget::new(parsed).urls, urls);
}

#[test]
fn constructors_and_setters_take_typed_values() {
    let page = Url::parse("https://example.com/pricing").expect("is a URL");
    let id = Uuid::parse_str(ID).expect("is a UUID");
    let target = CrawlTarget::builder(page.clone()).id(id).build().expect("is valid");
    assert_eq!((target.parse_url(), target.parse_id()), (Ok(page), Ok(Some(id))));
    let mut read = Monitor::check(&monitor()).expect("is valid");
    read.updated_at = Timestamp::UNIX_EPOCH.to_string();
    assert_eq!(read.parse_updated_at().expect("the string is a date-time"), Timestamp::UNIX_EPOCH);
    assert_eq!(read.validate(), Ok(()));
}

#[test]
fn the_client_has_the_same_url() {
    let url: webdata::client::reqwest::Url =
        url::Url::parse("https://example.com").expect("is one");
    assert_eq!(url.as_str(), "https://example.com/");
}
