//! The server's web of pages, and the cache of the pages that were scraped.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;
use crate::service::scrape::{HOME, assert_error_code, document, scrape};

#[tokio::test]
async fn the_web_is_a_site_with_a_page_for_each_circumstance() {
    let served = Served::contract().await;
    let pages = served.control(Method::GET, "pages", &Value::Null).await.json();
    let table = [
        ("", "/html", "Example Shop"),
        ("pricing", "/html", "9.50 USD"),
        ("docs", "/html", "getting started"),
        ("blog", "/html", "/blog/spring-sale"),
        ("blog/spring-sale", "/html", "kettles"),
        ("circumstances/slow", "/load-milliseconds", "90000"),
        ("circumstances/prompt-injection", "/html", "Ignore all previous instructions"),
        ("circumstances/handbook.pdf", "/pdf-pages/2/text", "letter"),
        ("circumstances/fails", "/status", "500"),
        ("circumstances/risky", "/risk-score", "90"),
    ];
    for (path, place, part) in table {
        let page = &pages[format!("{HOME}{path}")];
        let value = page.pointer(place).unwrap_or(&Value::Null).to_string();
        assert!(value.contains(part), "{path}: {page}");
    }
    for (path, status) in [("", 200), ("circumstances/fails", 500), ("nowhere", 404)] {
        let scraped = document(&served, &format!("{HOME}{path}"), json!({})).await;
        assert_eq!(scraped["metadata"]["statusCode"], status, "{path}");
    }
    let scraped = document(&served, "http://missing.invalid/a?b=c", json!({})).await;
    assert_eq!(scraped["metadata"]["statusCode"], 404);
    assert!(
        scraped["markdown"].as_str().is_some_and(|text| text.contains("Not Found")),
        "{scraped}"
    );
}

#[tokio::test]
async fn pages_are_edited_and_put_back() {
    let served = Served::contract().await;
    let markdown = async |url: &str| {
        let scraped = document(&served, url, json!({ "maxAge": 0 })).await;
        scraped["markdown"].as_str().unwrap_or_default().to_owned()
    };
    served.put(HOME, &json!({ "html": "<p>Mine</p>", "status": 201 })).await;
    served.put("https://shop.example.org", &json!({ "html": "<p>Another host</p>" })).await;
    assert_eq!(markdown(HOME).await, "Mine");
    assert_eq!(markdown("https://shop.example.org/").await, "Another host");
    served.take(HOME).await;
    assert!(markdown(HOME).await.contains("Not Found"));
    let gone = served.control(Method::DELETE, &format!("pages?url={HOME}"), &Value::Null).await;
    assert_eq!(gone.status, 404);
    served.control(Method::POST, "reset", &Value::Null).await;
    assert!(markdown(HOME).await.contains("Tea, cups and kettles"));
    assert!(markdown("https://shop.example.org/").await.contains("Not Found"));
    for (url, page) in [
        ("shop", json!({ "html": "" })),
        ("ftp://example.com/", json!({ "html": "" })),
        (HOME, json!({ "htm": "" })),
        (HOME, json!({ "risk-score": 300 })),
        (HOME, json!({ "status": "fine" })),
        (HOME, json!({ "html": nested_html(254) })),
        (HOME, json!({ "html": nested_html(2_000) })),
    ] {
        let response = served.control(Method::PUT, &format!("pages?url={url}"), &page).await;
        assert_eq!(response.status, 422, "{url}, {page}");
        assert!(response.text.len() > 10, "{response:?}");
    }
}

/// Returns elements that are nested around a text. The parser adds two elements around them.
fn nested_html(depth: usize) -> String {
    format!("{}deep inside{}", "<div>".repeat(depth), "</div>".repeat(depth))
}

#[tokio::test]
async fn a_page_as_deep_as_it_may_be_is_scraped() {
    let served = Served::contract().await;
    served.put(HOME, &json!({ "html": nested_html(253) })).await;
    for options in [json!({}), json!({ "includeTags": ["div"], "onlyMainContent": false })] {
        let scraped = document(&served, HOME, options).await;
        assert!(scraped["markdown"].as_str().unwrap().contains("deep inside"), "{scraped}");
    }
}

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
async fn without_a_copy_cache_only_scrapes_are_rejected() {
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
    let response = served.send(Method::POST, "/v2/scrape", &headers, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    served.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(cached(&served, HOME, json!({ "minAge": 1 })).await, error(NO_DATA));
}
