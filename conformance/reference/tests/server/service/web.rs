//! The server's own web: its pages at the start, and their changes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;
use crate::service::scrape::{HOME, document};

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
        let made = document(&served, &format!("{HOME}{path}"), json!({})).await;
        assert_eq!(made["metadata"]["statusCode"], status, "{path}");
    }
    let made = document(&served, "http://missing.invalid/a?b=c", json!({})).await;
    assert_eq!(made["metadata"]["statusCode"], 404);
    assert!(made["markdown"].as_str().is_some_and(|text| text.contains("Not Found")), "{made}");
}

#[tokio::test]
async fn pages_are_edited_and_put_back() {
    let served = Served::contract().await;
    let markdown = async |url: &str| {
        let made = document(&served, url, json!({ "maxAge": 0 })).await;
        made["markdown"].as_str().unwrap_or_default().to_owned()
    };
    served.put(HOME, &json!({ "html": "<p>Mine</p>", "status": 201 })).await;
    served.put("https://shop.example.org", &json!({ "html": "<p>Another host</p>" })).await;
    assert_eq!(markdown(HOME).await, "Mine");
    assert_eq!(markdown("https://shop.example.org/").await, "Another host");
    let gone = served.control(Method::DELETE, &format!("pages?url={HOME}"), &Value::Null).await;
    assert_eq!(gone.status, 204);
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
        (HOME, json!({ "published": "yesterday" })),
        (HOME, json!({ "html": nested_html(254) })),
        (HOME, json!({ "html": nested_html(2_000) })),
    ] {
        let response = served.control(Method::PUT, &format!("pages?url={url}"), &page).await;
        assert_eq!(response.status, 422, "{url}, {page}");
        assert!(response.text.len() > 10, "{response:?}");
    }
}

/// Nests elements; two more enclose them, and a text is inside.
fn nested_html(depth: usize) -> String {
    format!("{}deep inside{}", "<div>".repeat(depth), "</div>".repeat(depth))
}

#[tokio::test]
async fn a_page_as_deep_as_it_may_be_is_scraped() {
    let served = Served::contract().await;
    served.put(HOME, &json!({ "html": nested_html(253) })).await;
    for options in [json!({}), json!({ "includeTags": ["div"], "onlyMainContent": false })] {
        let made = document(&served, HOME, options).await;
        assert!(made["markdown"].as_str().unwrap().contains("deep inside"), "{made}");
    }
}
