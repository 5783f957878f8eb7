//! Crawl and search targets of checks: which pages they find.

use serde_json::{Value, json};
use webdata_spec::Spec;

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::monitoring::{A, B, counts, urls};

const C: &str = "https://a.example/c";

fn page_with_links(links: &[&str]) -> String {
    links.iter().map(|link| format!("<a href='{link}'>a link</a>")).collect()
}

#[tokio::test]
async fn a_crawl_follows_links_within_its_host() {
    let served = Served::contract().await;
    let start = page_with_links(&["/b", "c#part", "https://b.example/", "mailto:a@a.example"]);
    served.page(A, &start).await;
    served.page(B, &page_with_links(&["/", "/deep/d"])).await;
    served.page(C, "c").await;
    served.page("https://a.example/deep/d", &page_with_links(&["/deep/e"])).await;
    served.page("https://a.example/deep/e", "e").await;
    served.page("https://b.example/", "other").await;
    let (d, e) = ("https://a.example/deep/d", "https://a.example/deep/e");
    let table: [(Value, &[&str]); 9] = [
        (json!({}), &[A, B, C, d, e]),
        (json!({ "limit": 2 }), &[A, B]),
        (json!({ "maxDepth": 0 }), &[A]),
        (json!({ "maxDepth": 2 }), &[A, B, C, d]),
        (json!({ "includePaths": ["/b", "/deep/.*"] }), &[A, B, d, e]),
        (json!({ "excludePaths": ["/deep"] }), &[A, B, C]),
        (json!({ "includePaths": ["/b", "/deep/.*"], "excludePaths": [".*/e$"] }), &[A, B, d]),
        (json!({ "excludePaths": ["/b"] }), &[A, C]),
        (json!({ "limit": "many", "maxDepth": [], "includePaths": 7 }), &[A, B, C, d, e]),
    ];
    for (options, pages) in table {
        let target = json!({ "type": "crawl", "url": A, "crawlOptions": options });
        let id = served.create_monitor(&json!({ "targets": [target] })).await;
        let check = served.check(&id).await;
        assert_eq!(urls(&check), pages, "{options}");
        assert_eq!(check["summary"], counts(pages.len() as u64, 0, 0, 0, 0), "{options}");
    }
    let target = json!({ "type": "crawl", "url": A });
    let id = served.create_monitor(&json!({ "targets": [target] })).await;
    served.check(&id).await;
    served.page(B, "no link any more").await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 1, 2, 2, 0));
    served.put(B, &json!({ "html": "sorry", "status": 503 })).await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 2, 0, 1));
    served.take(C).await;
    served.page(B, &page_with_links(&["/deep/d"])).await;
    assert_eq!(served.check(&id).await["summary"], counts(2, 1, 1, 1, 0));
}

#[tokio::test]
async fn a_search_finds_what_was_published_within_its_window() {
    let served = Served::contract().await;
    let now = served.now().await;
    let ago = |minutes: i64| {
        let at = now - jiff::SignedDuration::from_mins(minutes);
        json!(at.to_string())
    };
    let pages = [
        ("https://a.example/1", "<p>Zebra okapi: the <b>quagga</b></p>", ago(1)),
        ("https://a.example/2", "zebra quagga okapi", ago(30)),
        ("https://sub.a.example/3", "zebra okapi quagga", ago(5 * 60)),
        ("https://b.example/4", "zebra okapi quagga", ago(23 * 60)),
        ("https://c.example/5", "zebra okapi quagga", ago(6 * 24 * 60)),
        ("https://c.example/6", "zebra okapi quagga", Value::Null),
        ("https://c.example/7", "zebra okapis quagga", ago(1)),
        ("https://nota.example/8", "quagga of a zebra of okapi", ago(8 * 24 * 60)),
    ];
    for (url, html, published) in pages {
        served.put(url, &json!({ "html": html, "published": published })).await;
    }
    // The default window is 24 hours.
    let table: [(Value, &[u8]); 9] = [
        (json!({}), &[1, 2, 3, 4]),
        (json!({ "searchWindow": "5m" }), &[1]),
        (json!({ "searchWindow": "15m" }), &[1]),
        (json!({ "searchWindow": "1h" }), &[1, 2]),
        (json!({ "searchWindow": "6h" }), &[1, 2, 3]),
        (json!({ "searchWindow": "7d" }), &[1, 2, 3, 4, 5]),
        (json!({ "includeDomains": ["a.example"] }), &[1, 2, 3]),
        (json!({ "excludeDomains": ["a.example"] }), &[4]),
        (json!({ "maxResults": 2, "searchWindow": "7d" }), &[1, 2]),
    ];
    for (options, pages) in table {
        let mut target = json!({ "type": "search", "queries": ["Zebra OKAPI quagga"] });
        target.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        let id = served.create_monitor(&json!({ "targets": [target] })).await;
        let check = served.check(&id).await;
        let numbers: Vec<u8> =
            urls(&check).iter().map(|url| url.bytes().last().unwrap() - b'0').collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, pages, "{options}");
    }
    let id = served
        .create_monitor(&json!({ "targets": [{ "type": "search", "queries": ["quagga"] }] }))
        .await;
    assert_eq!(served.check(&id).await["summary"], counts(5, 0, 0, 0, 0));
    let changed = json!({ "html": "quagga: 2", "published": ago(1) });
    served.put("https://a.example/2", &changed).await;
    served.take("https://a.example/1").await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 1, 3, 1, 0));
}

/// Adds twelve pages, each with the words of two queries.
async fn twelve_results(served: &Served) -> String {
    let published = served.now().await.to_string();
    for number in 10..22 {
        let url = format!("https://a.example/{number}");
        served.put(&url, &json!({ "html": "zebra okapi", "published": published })).await;
    }
    served
        .create_monitor(
            &json!({ "targets": [{ "type": "search", "queries": ["zebra", "okapi"] }] }),
        )
        .await
}

#[tokio::test]
async fn results_are_counted_over_all_queries() {
    let served = Served::contract().await;
    let id = twelve_results(&served).await;
    assert_eq!(served.check(&id).await["summary"], counts(10, 0, 0, 0, 0));
    let target = json!({ "type": "search", "queries": ["zebra", "okapi"], "maxResults": 12 });
    served.patch(&id, &json!({ "targets": [target], "judgeEnabled": false })).await.monitor();
    assert_eq!(served.check(&id).await["summary"], counts(12, 0, 0, 0, 0), "without duplicates");
}

#[tokio::test]
async fn searches_come_from_the_contract() {
    async fn search_results(change: impl FnOnce(&mut Spec)) -> Value {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        let id = twelve_results(&served).await;
        // Two pages have only the word of the second query.
        let okapi = json!({ "html": "okapi", "published": served.now().await.to_string() });
        served.put("https://0.example/1", &okapi).await;
        served.put("https://0.example/2", &okapi).await;
        served.advance(10 * 60).await;
        served.check(&id).await["summary"].clone()
    }
    assert_eq!(search_results(|_| ()).await, counts(10, 0, 0, 0, 0));
    let other_default = |spec: &mut Spec| {
        property(spec, "SearchTarget", "maxResults").default = Some(json!(3));
    };
    assert_eq!(search_results(other_default).await, counts(3, 0, 0, 0, 0));
    let other_window = |spec: &mut Spec| {
        property(spec, "SearchTarget", "searchWindow").default = Some(json!("5m"));
    };
    assert_eq!(search_results(other_window).await, counts(0, 0, 0, 0, 0));
    let no_cap = |spec: &mut Spec| property(spec, "SearchTarget", "maxResults").behaviour.clear();
    // A cap for each query: ten pages with zebra, and two others among the ten with okapi.
    assert_eq!(search_results(no_cap).await, counts(12, 0, 0, 0, 0));
    let no_run = |spec: &mut Spec| spec.types["SearchTarget"].schema.behaviour.clear();
    assert_eq!(search_results(no_run).await, counts(0, 0, 0, 0, 0));
}

#[tokio::test]
async fn a_crawl_that_is_cut_off_removes_nothing() {
    let served = Served::contract().await;
    for (url, html) in
        [(A, page_with_links(&["/b", "/c"])), (B, "b".to_owned()), (C, "c".to_owned())]
    {
        served.page(url, &html).await;
    }
    let target = json!({ "type": "crawl", "url": A, "crawlOptions": { "limit": 2 } });
    let id = served.create_monitor(&json!({ "targets": [target] })).await;
    assert_eq!(served.check(&id).await["summary"], counts(2, 0, 0, 0, 0));
    served.page(A, &page_with_links(&["/c", "/b"])).await;
    assert_eq!(served.check(&id).await["summary"], counts(1, 1, 0, 0, 0));
    // Exactly as many pages as the limit are all crawled.
    served.page(A, &page_with_links(&["/c"])).await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 1, 1, 1, 0));
}
