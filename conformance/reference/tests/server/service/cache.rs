//! The cache over time: which copies are used, and which are stored.

use serde_json::{Value, json};

use crate::served::{Served, contract};
use crate::service::changed_contract::{object, property};
use crate::service::scrape::{HOME, assert_error_code, document, scrape};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;

const NO_DATA: &str = "SCRAPE_NO_CACHED_DATA";
const MISS: &str = "SCRAPE_LOCKDOWN_CACHE_MISS";

/// Scrapes, and returns whether the document came from the cache, or the code of the error.
async fn cached(served: &Served, url: &str, options: Value) -> Result<bool, String> {
    let response = scrape(served, url, options).await;
    if response.status != 200 {
        let body = response.json();
        let code = body["code"].as_str().unwrap_or_default();
        assert_error_code(&response, 404, code);
        return Err(code.to_owned());
    }
    let state = response.json()["data"]["metadata"].clone();
    assert_eq!(state["cacheState"] == "hit", state["cachedAt"].is_string(), "{state}");
    Ok(state["cacheState"] == "hit")
}

fn error(code: &str) -> Result<bool, String> {
    Err(code.to_owned())
}

#[tokio::test]
async fn a_copy_is_served_by_its_age() {
    let minimum = |milliseconds: i64| json!({ "minAge": milliseconds });
    let maximum = |milliseconds: i64| json!({ "maxAge": milliseconds });
    // The age of the copy in seconds, the options, and whether the copy is used.
    let table = [
        (0, json!({}), Ok(true)),
        (2 * DAY - 60, json!({}), Ok(true)),
        (2 * DAY, json!({}), Ok(false)),
        (0, maximum(0), Ok(false)),
        (0, json!({ "maxAge": 0.0 }), Ok(false)),
        (HOUR, json!({ "minAge": 3_600_000.0 }), Ok(true)),
        (0, json!({ "minAge": 3_600_000.0 }), error(NO_DATA)),
        (0, json!({ "minAge": 1e300 }), error(NO_DATA)),
        (HOUR, maximum(3_660_000), Ok(true)),
        (HOUR, maximum(3_600_000), Ok(false)),
        (3 * DAY, maximum(4 * 86_400_000), Ok(true)),
        (0, minimum(1), Ok(true)),
        (3 * DAY, minimum(1), Ok(true)),
        (HOUR, minimum(3_600_000), Ok(true)),
        (HOUR, minimum(3_660_000), error(NO_DATA)),
        (3 * DAY, minimum(3_600_000), Ok(true)),
        (HOUR, json!({ "minAge": 1000, "maxAge": 2000 }), error(NO_DATA)),
        (HOUR, json!({ "minAge": 1, "maxAge": 2000 }), Ok(true)),
        (3 * DAY, json!({ "lockdown": true }), Ok(true)),
        (YEAR + 300 * DAY, json!({ "lockdown": true }), Ok(true)),
        (2 * YEAR, json!({ "lockdown": true }), error(MISS)),
        (HOUR, json!({ "lockdown": true, "maxAge": 1000 }), error(MISS)),
    ];
    for (age, options, expected) in table {
        let served = Served::contract().await;
        assert_eq!(cached(&served, HOME, json!({})).await, Ok(false));
        served.advance(age).await;
        let actual = cached(&served, HOME, options.clone()).await;
        assert_eq!(actual, expected, "{age}, {options}");
    }
}

#[tokio::test]
async fn without_a_copy_cache_only_scrapes_are_refused() {
    let served = Served::contract().await;
    let both = json!({ "lockdown": true, "minAge": 1 });
    for (options, code) in
        [(json!({ "minAge": 1 }), NO_DATA), (json!({ "lockdown": true }), MISS), (both, MISS)]
    {
        assert_eq!(cached(&served, HOME, options).await, error(code));
    }
    // Neither scrape loaded the page.
    assert_eq!(cached(&served, HOME, json!({})).await, Ok(false));
}

#[tokio::test]
async fn storing_depends_on_the_options() {
    let table = [
        (json!({}), true),
        (json!({ "storeInCache": true }), true),
        (json!({ "storeInCache": false }), false),
        (json!({ "actions": [{ "type": "wait", "milliseconds": 1 }] }), false),
        (json!({ "headers": { "Cookie": "a=b" } }), false),
        (json!({ "headers": { "Cookie": "a=b" }, "storeInCache": true }), false),
        (json!({ "actions": [{ "type": "scroll" }], "storeInCache": true }), false),
        (json!({ "actions": [], "headers": {} }), true),
        (json!({ "mobile": true }), true),
    ];
    for (options, is_stored) in table {
        let served = Served::contract().await;
        document(&served, HOME, options.clone()).await;
        assert_eq!(cached(&served, HOME, json!({})).await, Ok(is_stored), "{options}");
    }
    let served = Served::contract().await;
    served.team("home", &json!({ "states": ["zero-data-retention"] })).await;
    document(&served, HOME, json!({})).await;
    assert_eq!(cached(&served, HOME, json!({})).await, Ok(false), "nothing may be stored");
}

#[tokio::test]
async fn a_copy_stays_as_it_was_until_the_page_is_scraped_again() {
    let served = Served::contract().await;
    let url = "https://example.com/copied";
    served.put(url, &json!({ "html": "<p>First</p>" })).await;
    document(&served, url, json!({})).await;
    served.put(url, &json!({ "html": "<p>Second</p>" })).await;
    // Different spellings of a URL are the same page.
    for (url, options, text) in [
        (url, json!({}), "First"),
        ("HTTPS://EXAMPLE.com:443/copied#part", json!({}), "First"),
        (url, json!({ "maxAge": 0 }), "Second"),
        (url, json!({}), "Second"),
    ] {
        assert_eq!(document(&served, url, options).await["markdown"], text);
    }
    // All teams share the cache.
    let key = served.team("third", &json!({})).await;
    let headers = [("authorization", &*format!("Bearer {key}"))];
    let body = json!({ "url": url, "minAge": 1 }).to_string();
    let response = served.send(reqwest::Method::POST, "/v2/scrape", &headers, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    served.send(reqwest::Method::POST, "/_reference/reset", &[], "").await;
    assert_eq!(cached(&served, HOME, json!({ "minAge": 1 })).await, error(NO_DATA));
}

#[tokio::test]
async fn the_cache_follows_the_contract() {
    type Change = fn(&mut webdata_spec::Spec);
    let lockdown = || json!({ "lockdown": true });
    // A change of the contract, the options of a first scrape, the seconds until the second, its options and
    // its result.
    type Row = (Change, Option<Value>, i64, Value, Result<bool, String>);
    let table: [Row; 13] = [
        (
            |spec| property(spec, "ScrapeOptions", "maxAge").default = Some(json!(60_000)),
            Some(json!({})),
            60,
            json!({}),
            Ok(false),
        ),
        (
            |spec| {
                property(spec, "ScrapeOptions", "maxAge").behaviour.shift_remove("scraped-again");
            },
            Some(json!({})),
            5 * DAY,
            json!({}),
            Ok(true),
        ),
        (
            |spec| {
                property(spec, "ScrapeOptions", "maxAge").behaviour.shift_remove("copy-returned");
            },
            Some(json!({})),
            0,
            json!({}),
            Ok(false),
        ),
        (
            |spec| property(spec, "ScrapeOptions", "storeInCache").default = Some(json!(false)),
            Some(json!({})),
            0,
            json!({}),
            Ok(false),
        ),
        (
            |spec| property(spec, "ScrapeOptions", "storeInCache").behaviour.clear(),
            Some(json!({ "storeInCache": false })),
            0,
            json!({}),
            Ok(true),
        ),
        (
            |spec| object(spec, "ScrapeOptions").effects.remove(0).id.clear(),
            Some(json!({ "actions": [{ "type": "scroll" }] })),
            0,
            json!({}),
            Ok(true),
        ),
        (
            |spec| object(spec, "ScrapeOptions").effects.remove(1).id.clear(),
            Some(json!({ "headers": { "a": "b" } })),
            0,
            json!({}),
            Ok(true),
        ),
        (
            |spec| object(spec, "ScrapeOptions").effects.remove(2).id.clear(),
            Some(json!({})),
            3 * DAY,
            lockdown(),
            error(MISS),
        ),
        (
            |spec| {
                property(spec, "ScrapeOptions", "lockdown").behaviour.shift_remove("no-contact");
            },
            None,
            0,
            lockdown(),
            Ok(false),
        ),
        (
            |spec| {
                property(spec, "ScrapeOptions", "minAge").behaviour.shift_remove("cache-only");
            },
            None,
            0,
            json!({ "minAge": 1 }),
            Ok(false),
        ),
        (
            |spec| {
                property(spec, "ScrapeOptions", "minAge").behaviour.shift_remove("any-with-one");
            },
            Some(json!({})),
            HOUR,
            json!({ "minAge": 1, "maxAge": 2000 }),
            error(NO_DATA),
        ),
        (
            |spec| {
                object(spec, "ScrapeOptions").refusals.retain(|r| r.id != "lockdown-cache-miss");
            },
            None,
            0,
            lockdown(),
            Ok(false),
        ),
        (
            |spec| object(spec, "ScrapeOptions").refusals.retain(|r| r.id != "no-cached-data"),
            None,
            0,
            json!({ "minAge": 1 }),
            Ok(false),
        ),
    ];
    for (row, (change, first, age, then, expected)) in table.into_iter().enumerate() {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        if let Some(first) = first {
            document(&served, HOME, first).await;
        }
        served.advance(age).await;
        assert_eq!(cached(&served, HOME, then).await, expected, "row {row}");
    }
}
