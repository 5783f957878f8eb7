//! Bodies that are made to use much memory, time or stack. They must be rejected at a cost in proportion to
//! their size.
//!
//! The test measures the peak memory of its process, so it needs a process of its own. It does not measure
//! time: a cost out of proportion would not end.

#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};
use webdata::ParseError;
use webdata::monitor::MonitorUpdate;
use webdata::redaction::Redaction;
use webdata::scrape::ScrapeOptions;
use webdata::target::MonitorTarget;
use webdata::webhook::MonitorWebhook;
use webdata_runtime::decode::{self, Model};

const LARGE: usize = 100 << 20;

/// The maximum memory for a rejected body, in addition to its bytes.
const MAX_KIB: i64 = 8 << 10;

#[test]
fn hostile_bodies_are_rejected() {
    deep_bodies();
    repeated_properties();
    many_violations();
    deep_values();
}

/// Parses 100 MiB of opening brackets, at each kind of place.
fn deep_bodies() {
    let beginnings = ["", r#"{"x":"#, r#"{"name":"#, r#"{"metadata":"#, r#"{"targets":[{"x":"#];
    // This body exists at the first measurement, and is dropped with the first body of the loop.
    let mut body = nested_body("", "[");
    let before = peak_memory_kib();
    for beginning in beginnings {
        for opening in ["[", r#"{"a":"#, r#"[{"type":"#, r#"{"type":0,"x":"#] {
            drop(body);
            body = nested_body(beginning, opening);
            assert_rejected::<MonitorUpdate>(&body);
            assert_rejected::<MonitorTarget>(&body);
            assert_rejected::<MonitorWebhook>(&body);
            assert_rejected::<Redaction>(&body);
            assert_rejected::<ScrapeOptions>(&body);
        }
    }
    let more = peak_memory_kib() - before;
    assert!(more <= MAX_KIB, "{more} KiB more");
}

fn nested_body(beginning: &str, opening: &str) -> Vec<u8> {
    let mut body = Vec::with_capacity(LARGE + beginning.len() + opening.len());
    body.extend(beginning.as_bytes());
    while body.len() < LARGE {
        body.extend(opening.as_bytes());
    }
    body
}

#[track_caller]
fn assert_rejected<T: Model + serde::de::DeserializeOwned>(body: &[u8]) {
    let error = decode::parse::<T>(body).map(drop).expect_err("the body is not JSON");
    assert!(matches!(error, ParseError::Json { .. }), "{error}");
    serde_json::from_slice::<T>(body).map(drop).expect_err("the body is not JSON");
}

/// Returns the peak memory of the process so far, in KiB.
fn peak_memory_kib() -> i64 {
    getrusage(UsageWho::RUSAGE_SELF).expect("the system reports usage").max_rss()
}

/// Parses a body with a mistake in every other byte. Keeping all violations would take a thousand times the
/// memory of the body.
fn many_violations() {
    let many = 1_000_000;
    let body = format!(r#"{{"targets":[{}]}}"#, vec!["1"; many].join(","));
    let before = peak_memory_kib();
    // A violation for each item, and one for the number of items.
    assert_eq!(count_violations::<MonitorUpdate>(&body), many + 1);
    let more = peak_memory_kib() - before;
    assert!(more <= MAX_KIB, "{more} KiB more");
}

/// Parses bodies with repeated properties, with and without other violations.
fn repeated_properties() {
    let many = 100_000;
    let wrong = vec!["1"; many].join(",");
    let names = r#","name":1"#.repeat(many);
    let body = format!(r#"{{"targets":[{wrong}]{names},"name":"x"}}"#);
    // A violation for each item, and one for the number of items.
    assert_eq!(count_violations::<MonitorUpdate>(&body), many + 1);
    let headers: String = (0..many).map(|number| format!(r#""h{number}":1,"#)).collect();
    let body = format!(r#"{{"url":"https://a.b","headers":{{{headers}{headers}"x":""}}}}"#);
    assert_eq!(count_violations::<MonitorWebhook>(&body), many);
    let unknown = r#""x":1,"#.repeat(many);
    let body = format!(r#"{{{unknown}"mode":1}}"#);
    assert_eq!(count_violations::<Redaction>(&body), 2);
    let discriminators = r#""type":"map","#.repeat(many);
    let body = format!(r#"{{{discriminators}"type":"search","queries":["a"]}}"#);
    assert_eq!(count_violations::<MonitorTarget>(&body), 0);
}

fn count_violations<T: Model>(body: &str) -> usize {
    match decode::parse::<T>(body.as_bytes()) {
        Ok(_) => 0,
        Err(ParseError::Violations(violations)) => {
            assert!(violations.len() == decode::MAX_KEPT || violations.left_out() == 0);
            violations.len() + violations.left_out()
        }
        Err(error) => panic!("{error}"),
    }
}

/// Validates values that are nested too deep for any parser to produce.
fn deep_values() {
    let mut deep = json!(1);
    for _ in 0..100_000 {
        deep = Value::Array(vec![deep]);
    }
    let mut body = json!({ "url": "https://a.b" });
    for name in ["metadata", "x", "url"] {
        body[name] = deep;
        let error = MonitorWebhook::check(&body).expect_err("the value is too deep");
        assert!(error.to_string().contains("more than 255 lists and objects"), "{error}");
        deep = body[name].take();
    }
    let error = MonitorUpdate::check(&deep).expect_err("the value is too deep");
    assert!(error.to_string().contains("more than 255 lists and objects"), "{error}");
    // Dropping the value would overflow the stack.
    std::mem::forget(deep);
}
