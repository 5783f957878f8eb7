//! Scrapes: the time that a page takes, proxies and threat protection.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::{HttpResponse, Served};

pub(crate) const HOME: &str = "https://example.com/";
pub(crate) const SLOW: &str = "https://example.com/circumstances/slow";
pub(crate) const INJECTION: &str = "https://example.com/circumstances/prompt-injection";
pub(crate) const HANDBOOK: &str = "https://example.com/circumstances/handbook.pdf";

/// Scrapes with the valid key.
pub(crate) async fn scrape(served: &Served, url: &str, options: Value) -> HttpResponse {
    let mut body = options;
    body["url"] = url.into();
    let key = format!("Bearer {}", served.server.keys().valid);
    let headers = [("authorization", key.as_str())];
    served.send(Method::POST, "/v2/scrape", &headers, body.to_string()).await
}

/// Scrapes with success, and returns the document.
pub(crate) async fn document(served: &Served, url: &str, options: Value) -> Value {
    let response = scrape(served, url, options.clone()).await;
    assert_eq!(response.status, 200, "{url}, {options}: {response:?}");
    assert_eq!(response.media_type, "application/json");
    let body = response.json();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

/// Asserts the status code and the code of an error; its text is the server's own.
#[track_caller]
pub(crate) fn assert_error_code(response: &HttpResponse, status: u16, code: &str) {
    let body = response.json();
    assert_eq!((response.status, body["code"].as_str()), (status, Some(code)), "{response:?}");
    assert_eq!(body["success"], false);
    assert!(body["error"].as_str().is_some_and(|text| !text.is_empty()), "{response:?}");
}

#[tokio::test]
async fn a_page_may_load_as_long_as_the_timeout_and_no_longer() {
    let served = Served::contract().await;
    let url = "https://example.com/loads";
    let wait = |milliseconds: Value| json!([{ "type": "wait", "milliseconds": milliseconds }]);
    let table = [
        (60_000, json!({}), 200),
        (60_001, json!({}), 408),
        (60_001, json!({ "timeout": 60_001 }), 200),
        (1_000, json!({ "timeout": 1_000 }), 200),
        (1_001, json!({ "timeout": 1_000 }), 408),
        (600, json!({ "timeout": 1_000, "waitFor": 400 }), 200),
        (600, json!({ "timeout": 1_000, "waitFor": 401 }), 408),
        (600, json!({ "timeout": 1_000, "actions": wait(json!(400)) }), 200),
        (600, json!({ "timeout": 1_000, "actions": wait(json!(401)) }), 408),
        // An integer may be written with a fraction of zero.
        (1_000, json!({ "timeout": 1_000.0 }), 200),
        (1_001, json!({ "timeout": 1_000.0 }), 408),
        (600, json!({ "timeout": 1_000.0, "waitFor": 401.0 }), 408),
        (600, json!({ "timeout": 1_000, "actions": wait(json!(401.0)) }), 408),
        (0, json!({ "actions": [{ "type": "wait", "selector": "h1" }] }), 200),
    ];
    for (load, mut options, status) in table {
        let page = json!({ "html": "<h1>A</h1>", "load-milliseconds": load });
        served.put(url, &page).await;
        options["maxAge"] = 0.into();
        let response = scrape(&served, url, options.clone()).await;
        assert_eq!(response.status, status, "{load}, {options}");
        if status == 408 {
            response.assert_error(408, "Request Timeout");
        }
    }
    scrape(&served, SLOW, json!({})).await.assert_error(408, "Request Timeout");
    document(&served, SLOW, json!({ "timeout": 300_000 })).await;
}

fn with_json_schema(schema: &Value) -> Value {
    json!({ "formats": [{ "type": "json", "schema": schema }] })
}

#[tokio::test]
async fn data_conforms_to_its_schema_or_the_scrape_fails() {
    let served = Served::contract().await;
    let injected = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let response = scrape(&served, INJECTION, injected.clone()).await;
    assert_error_code(&response, 403, "SCRAPE_PROMPT_INJECTION_DETECTED");
    document(&served, HOME, injected.clone()).await;
    document(&served, INJECTION, json!({ "formats": ["json"] })).await;
    let no_schema = [json!({ "type": "text" }), json!({ "minimum": "one" })];
    for schema in no_schema {
        assert_eq!(scrape(&served, HOME, with_json_schema(&schema)).await.status, 422);
    }
    for schema in [json!({ "not": {} }), json!({ "type": "string", "pattern": "^no such$" })] {
        assert_eq!(scrape(&served, HOME, with_json_schema(&schema)).await.status, 422);
    }
    // The scan comes before the extraction.
    let mut both = injected.clone();
    both["formats"][0]["schema"] = json!({ "not": {} });
    assert_eq!(scrape(&served, INJECTION, both.clone()).await.status, 403);
    // The error row prescribes no text.
    let response = scrape(&served, HOME, with_json_schema(&json!({ "not": {} }))).await.json();
    assert_eq!((&response["success"], response["error"].is_string()), (&json!(false), true));
}

#[tokio::test]
async fn proxies_and_certificates_decide_whether_a_page_loads() {
    let served = Served::contract().await;
    let guarded = "https://example.com/circumstances/guarded";
    let certificate = "https://example.com/circumstances/bad-certificate";
    let table = [
        (guarded, json!({ "proxy": "basic" }), 403, "basic"),
        (guarded, json!({ "proxy": "enhanced", "maxAge": 0 }), 200, "stealth"),
        (guarded, json!({ "maxAge": 0 }), 200, "stealth"),
        (HOME, json!({}), 200, "basic"),
        (certificate, json!({ "skipTlsVerification": false }), 526, "basic"),
        (certificate, json!({}), 200, "basic"),
    ];
    for (url, options, status, proxy) in table {
        let scraped = document(&served, url, options.clone()).await;
        let metadata = &scraped["metadata"];
        assert_eq!(metadata["statusCode"], status, "{url}, {options}");
        assert_eq!(metadata["proxyUsed"], proxy, "{url}, {options}");
    }
}

#[tokio::test]
async fn a_schema_with_too_many_properties_still_gets_a_response() {
    let served = Served::contract().await;
    let mut schema = json!({ "const": 1 });
    for _ in 0..7 {
        schema = json!({ "type": "array", "minItems": 100, "items": schema });
    }
    assert_eq!(scrape(&served, HOME, with_json_schema(&schema)).await.status, 422);
    let endless = json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/a" } } });
    let status = scrape(&served, HOME, with_json_schema(&endless)).await.status;
    assert!([200, 422].contains(&status), "{status}");
}

const RISKY: &str = "https://example.com/circumstances/risky";
const UNCLASSIFIED: &str = "https://example.com/circumstances/unclassified";

/// Returns whether a URL passes. A blocked URL gets the error of a key without permission.
async fn is_allowed(served: &Served, url: &str, policy: &Value) -> bool {
    let options = if policy.is_null() { json!({}) } else { json!({ "threatProtection": policy }) };
    let response = scrape(served, url, options).await;
    if response.status != 200 {
        response.assert_error(403, "Forbidden");
    }
    response.status == 200
}

fn normal_policy(rules: Value) -> Value {
    let mut rules = rules;
    rules["mode"] = "normal".into();
    rules
}

#[tokio::test]
async fn a_url_passes_by_lists_and_by_its_score() {
    let served = Served::contract().await;
    let both = json!({ "blacklist": ["example.com"], "whitelist": ["example.com"] });
    let table = [
        (HOME, json!({}), true, 2),
        (RISKY, json!({ "riskScoreThreshold": 90 }), false, 2),
        (RISKY, json!({ "riskScoreThreshold": 91 }), true, 2),
        (HOME, json!({ "riskScoreThreshold": 0 }), false, 2),
        (UNCLASSIFIED, json!({ "failurePolicy": "closed" }), false, 2),
        (UNCLASSIFIED, json!({ "failurePolicy": "open" }), true, 2),
        (HOME, json!({ "blacklist": ["example.com"] }), false, 0),
        (HOME, json!({ "blacklist": ["*.com"] }), false, 0),
        (HOME, json!({ "blacklist": ["*.example.com"] }), true, 2),
        ("https://www.example.com/", json!({ "blacklist": ["*.example.com"] }), false, 0),
        (HOME, json!({ "blockedTlds": ["com"] }), false, 0),
        (HOME, json!({ "blockedTlds": ["zip"] }), true, 2),
        ("https://example.zip/", json!({ "blockedTlds": ["zip"] }), false, 0),
        (HOME, both, true, 0),
        (RISKY, json!({ "riskScoreThreshold": 1, "whitelist": ["example.com"] }), true, 0),
        (HOME, json!({ "blockedTlds": ["com"], "whitelist": ["*.com"] }), true, 0),
    ];
    for (url, rules, expected, credits) in table {
        let before = served.charged().await;
        let actual = is_allowed(&served, url, &normal_policy(rules.clone())).await;
        assert_eq!(actual, expected, "{url}, {rules}");
        let used = served.charged().await - before;
        assert_eq!(used, credits + u64::from(expected), "{url}, {rules}");
    }
    let off = json!({ "mode": "off", "blacklist": ["example.com"] });
    assert!(is_allowed(&served, HOME, &off).await);
}

#[tokio::test]
async fn a_request_overrides_what_it_gives_and_for_itself_alone() {
    let served = Served::contract().await;
    let policy = json!({ "mode": "normal", "riskScoreThreshold": 50 });
    let settings = json!({ "threat-protection": policy });
    served.team("home", &settings).await;
    let table = [
        (Value::Null, false),
        (json!({ "riskScoreThreshold": 95 }), true),
        (Value::Null, false),
        (json!({ "whitelist": ["other.example"] }), false),
        (json!({ "mode": "off" }), true),
        (Value::Null, false),
    ];
    for (rules, expected) in table {
        assert_eq!(is_allowed(&served, RISKY, &rules).await, expected, "{rules}");
    }
    served.team("home", &json!({ "states": ["threat-protection-enforced"] })).await;
    assert!(!is_allowed(&served, RISKY, &Value::Null).await, "an enforced protection is on");
    let wrong = json!({ "threat-protection": { "riskScoreThreshold": 101 } });
    let response = served.control(reqwest::Method::PUT, "teams/home", &wrong).await;
    assert_eq!(response.status, 422, "{response:?}");
}

#[tokio::test]
async fn a_url_without_a_host_is_invalid() {
    let served = Served::contract().await;
    for url in [
        "http://",
        "https://:443/",
        "http://?page",
        "http:///internal.example/x",
        "http://@/internal.example",
        "http://ada@:80/",
        "http://ada@/",
        "http:/example.com",
        "ftp://example.com/",
        "/pricing",
    ] {
        scrape(&served, url, json!({})).await.assert_error(400, "Invalid URL");
    }
    for url in ["HTTPS://example.com", "http://ada@example.com:80?page", "http://[::1]/"] {
        assert_eq!(scrape(&served, url, json!({})).await.status, 200, "{url}");
    }
}
