//! Checks of monitors: their pages, results, costs and schedule.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use webdata_reference::Options;

use crate::served::{Served, contract};
use crate::service::scrape::INJECTION;

/// A day in seconds.
const DAY: i64 = 86_400;

#[tokio::test]
async fn listed_pages_are_new_changed_same_removed_or_failed() {
    let served = Served::contract().await;
    let id =
        served.create_monitor(&json!({ "targets": [{ "type": "scrape", "urls": [A, B] }] })).await;
    let before = served.stored(&id).await;
    assert_eq!(before["lastCheckSummary"], counts(0, 0, 0, 0, 0));
    assert_eq!(before["lastRunAt"], Value::Null);
    served.page(A, "one").await;
    served.page(B, "one").await;
    assert_eq!(served.check(&id).await["summary"], counts(2, 0, 0, 0, 0));
    served.page(A, "two").await;
    let check = served.check(&id).await;
    assert_eq!(check["summary"], counts(0, 1, 1, 0, 0));
    assert_eq!(check["pages"][0]["outcome"], "changed");
    served.put(B, &json!({ "html": "sorry", "status": 500 })).await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 0, 1));
    // A failure is no change: later checks compare with the content before it.
    served.page(B, "one").await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 2, 0, 0));
    served.take(A).await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 1, 0));
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 0, 1));
    served.page(A, "two").await;
    let last = served.check(&id).await;
    assert_eq!(last["summary"], counts(1, 0, 1, 0, 0));

    let after = served.stored(&id).await;
    assert_eq!(after["lastCheckSummary"], last["summary"]);
    assert_eq!(after["lastRunAt"], last["at"]);
    assert_eq!(after["currentCheckId"], Value::Null);
    assert_eq!(after["updatedAt"], before["updatedAt"], "a check is no update");
    let checks = served.checks(&id).await;
    assert_eq!(checks.len(), 7);
    assert_eq!(checks.last(), Some(&last));
    let updated = served.patch(&id, &json!({ "name": "A" })).await.monitor();
    assert_eq!(updated["lastCheckSummary"], last["summary"]);
}

#[tokio::test]
async fn results_belong_to_the_target_that_has_the_identity() {
    let served = Served::contract().await;
    served.page(A, "one").await;
    let id =
        served.create_monitor(&json!({ "targets": [{ "type": "scrape", "urls": [A] }] })).await;
    assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0));
    let targets = served.stored(&id).await["targets"].clone();
    served.patch(&id, &json!({ "targets": targets })).await.monitor();
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 0, 0));
    let other = json!({ "targets": [{ "type": "scrape", "urls": [A] }] });
    served.patch(&id, &other).await.monitor();
    assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0), "another target");
    let second = served.create_monitor(&json!({ "targets": targets })).await;
    assert_eq!(served.check(&second).await["summary"], counts(1, 0, 0, 0, 0), "another monitor");
}

#[tokio::test]
async fn results_are_kept_for_the_days_of_retention() {
    let served = Served::contract().await;
    served.page(A, "one").await;
    let targets = json!([{ "type": "scrape", "urls": [A] }]);
    let id = served.create_monitor(&json!({ "targets": targets, "retentionDays": 2 })).await;
    assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0));
    served.advance(2 * DAY - 60).await;
    assert_eq!(served.checks(&id).await.len(), 1);
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 0, 0));
    served.advance(120).await;
    assert_eq!(served.checks(&id).await.len(), 1, "the first check is past retention");
    served.advance(2 * DAY).await;
    assert_eq!(served.checks(&id).await.len(), 0);
    assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0));
    served.patch(&id, &json!({ "retentionDays": 3 })).await.monitor();
    served.advance(2 * DAY + 60).await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 1, 0, 0));
}

#[tokio::test]
async fn changed_pages_are_evaluated_against_the_goal_and_charged() {
    let served = Served::contract().await;
    served.page(A, "the price is 9").await;
    served.page(B, "opening hours").await;
    let targets = json!([{ "type": "scrape", "urls": [A, B] }]);
    let goal = "Tell me when a price changes";
    let properties = json!({ "targets": targets, "goal": goal, "judgeEnabled": true });
    let id = served.create_monitor(&properties).await;
    let check = served.check(&id).await;
    assert!(check["pages"][0].get("relevant").is_none(), "a new page has not changed: {check}");
    assert_eq!(check["credits"], 2);
    served.page(A, "the price is 8").await;
    let check = served.check(&id).await;
    assert_eq!(check["credits"], 3, "one page is evaluated: {check}");
    assert_eq!(check["pages"][0]["relevant"], true);
    assert!(check["pages"][1].get("relevant").is_none());
    served.page(B, "closing hours").await;
    let check = served.check(&id).await;
    assert_eq!(check["pages"][1]["relevant"], false, "{check}");
    assert_eq!(served.charged().await, 2 + 3 + 3);
    for (html, body) in [
        ("price 1", json!({ "judgeEnabled": false })),
        ("price 2", json!({ "judgeEnabled": true, "goal": "" })),
        ("price 3", json!({ "judgeEnabled": true, "goal": null })),
    ] {
        served.patch(&id, &body).await.monitor();
        served.page(A, html).await;
        let check = served.check(&id).await;
        assert_eq!(check["summary"], counts(0, 1, 1, 0, 0), "{body}");
        assert!(check["pages"][0].get("relevant").is_none(), "{body}: {check}");
        assert_eq!(check["credits"], 2, "{body}");
    }
}

#[tokio::test]
async fn due_checks_run_when_the_clock_is_moved() {
    let served = Served::contract().await;
    served.page(A, "one").await;
    let targets = json!([{ "type": "scrape", "urls": [A] }]);
    let schedule = json!({ "cron": "*/10 * * * *" });
    let create =
        |status: &str| json!({ "targets": targets, "schedule": schedule, "status": status });
    let active = served.create_monitor(&create("active")).await;
    let paused = served.create_monitor(&create("paused")).await;
    let deleted = served.create_monitor(&create("deleted")).await;
    let due = served.stored(&active).await["nextRunAt"].clone();
    served.advance(DAY).await;
    let checks = served.checks(&active).await;
    assert_eq!(checks.len(), 24 * 6);
    let monitor = served.stored(&active).await;
    assert_eq!(monitor["lastRunAt"], checks.last().unwrap()["at"]);
    let time = |value: &Value| value.as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    assert!(time(&monitor["lastRunAt"]) > time(&due));
    let next = time(&monitor["nextRunAt"]);
    let ahead = next.duration_since(served.now().await).as_secs();
    assert!((0..=600).contains(&ahead), "{ahead}");
    served.move_to(&next.to_string()).await;
    served.advance(1).await;
    assert_eq!(served.checks(&active).await.len(), 24 * 6 + 1);
    for id in [&paused, &deleted] {
        assert_eq!(served.checks(id).await.len(), 0);
        assert_eq!(served.stored(id).await["nextRunAt"], Value::Null);
        let path = format!("monitors/{id}/checks");
        let response = served.control(Method::POST, &path, &Value::Null).await;
        assert_eq!(response.status, 409, "{response:?}");
    }
    served.patch(&paused, &json!({ "status": "active" })).await.monitor();
    served.patch(&active, &json!({ "status": "paused" })).await.monitor();
    served.advance(600).await;
    assert_eq!(served.checks(&paused).await.len(), 1);
    assert_eq!(served.checks(&active).await.len(), 24 * 6 + 1);
    served.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(served.listed("monitors").await.len(), 0);
}

#[tokio::test]
async fn each_check_has_its_own_time_when_the_clock_is_moved() {
    let start: jiff::Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
    let clock = "2026-01-02T03:04:05Z".parse().ok();
    let options = Options { clock, ..Options::default() };
    // The schedule, how far the clock moves, and the number, the first and the last of the checks.
    let table = [
        ("*/5 * * * *", 3600, 12, "2026-01-02T03:05:00Z", "2026-01-02T04:00:00Z"),
        ("*/5 * * * *", 55, 1, "2026-01-02T03:05:00Z", "2026-01-02T03:05:00Z"),
        ("0 9 * * *", 7 * DAY, 7, "2026-01-02T09:00:00Z", "2026-01-08T09:00:00Z"),
        // The largest number of checks, and one at the end.
        ("*/5 * * * *", 7 * DAY, 301, "2026-01-02T03:05:00Z", "2026-01-09T03:04:05Z"),
    ];
    for (cron, seconds, count, first, last) in table {
        let served = Served::with(contract(), options.clone()).await;
        let targets = json!([{ "type": "scrape", "urls": [A] }]);
        let id = served
            .create_monitor(&json!({ "targets": targets, "schedule": { "cron": cron } }))
            .await;
        served.advance(seconds).await;
        let checks = served.checks(&id).await;
        let time = |check: Option<&Value>| -> jiff::Timestamp {
            check.unwrap()["at"].as_str().unwrap().parse().unwrap()
        };
        let actual = (checks.len(), time(checks.first()), time(checks.last()));
        let expected = (count, first.parse().unwrap(), last.parse().unwrap());
        assert_eq!(actual, expected, "{cron}, {seconds} s");
        let now: jiff::Timestamp = served.now().await;
        assert_eq!(now, start + jiff::SignedDuration::from_secs(seconds), "{cron}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_check_takes_nothing_from_updates_at_the_same_time() {
    let served = Arc::new(Served::contract().await);
    let id = served.create_monitor_of_two_pages(&json!({})).await;
    let mut sent = JoinSet::new();
    for round in 0..20 {
        let (updating, updated) = (Arc::clone(&served), id.clone());
        sent.spawn(async move {
            let body = json!({ "name": format!("name {round}") });
            updating.patch(&updated, &body).await.monitor()
        });
        let (checking, checked) = (Arc::clone(&served), id.clone());
        sent.spawn(async move { checking.check(&checked).await });
    }
    let responses = sent.join_all().await;
    let updates = responses.iter().filter(|response| response["updatedAt"].is_string());
    let last = updates.max_by_key(|update| update["updatedAt"].to_string()).unwrap();
    let monitor = served.stored(&id).await;
    assert_eq!((&monitor["name"], &monitor["updatedAt"]), (&last["name"], &last["updatedAt"]));
    assert_eq!(monitor["lastCheckSummary"], counts(0, 0, 2, 0, 0));
    assert_eq!(monitor["currentCheckId"], Value::Null);
    // The checks run one after the other: pages are new only to the first check.
    let checks = served.checks(&id).await;
    let summaries: Vec<&Value> = checks.iter().map(|check| &check["summary"]).collect();
    assert_eq!(summaries.len(), 20);
    assert_eq!(*summaries[0], counts(2, 0, 0, 0, 0));
    assert!(summaries[1..].iter().all(|summary| **summary == counts(0, 0, 2, 0, 0)));
}

#[tokio::test]
async fn a_state_of_a_team_applies_to_its_checks() {
    let served = Served::contract().await;
    served.page(A, "one").await;
    let options = json!({ "threatProtection": { "mode": "off" } });
    let targets = json!([{ "type": "scrape", "urls": [A], "scrapeOptions": options }]);
    let id = served.create_monitor(&json!({ "targets": targets })).await;
    for state in [
        "threat-protection-not-enabled",
        "threat-protection-overrides-disabled",
        "threat-protection-enforced",
    ] {
        served.team("home", &json!({ "states": [state] })).await;
        assert_eq!(served.check(&id).await["summary"], counts(0, 0, 0, 0, 1), "{state}");
    }
    served.team("home", &json!({})).await;
    assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0));
}

#[tokio::test]
async fn a_check_is_charged_for_its_rejected_scrapes_too() {
    let served = Served::contract().await;
    let formats = json!([{ "type": "json", "checkPromptInjection": true }]);
    let targets = json!([{ "type": "scrape", "urls": [A, INJECTION],
        "scrapeOptions": { "formats": formats } }]);
    served.page(A, "one").await;
    let id = served.create_monitor(&json!({ "targets": targets })).await;
    let check = served.check(&id).await;
    assert_eq!(check["summary"], counts(1, 0, 0, 0, 1));
    assert_eq!((&check["credits"], served.charged().await), (&json!(10), 10));
}

#[tokio::test]
async fn targets_with_the_same_identity_have_results_of_their_own() {
    let served = Served::contract().await;
    let other = "https://b.example/";
    served.page(A, "one").await;
    served.page(other, "one").await;
    let target_id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
    let target = |url: &str| json!({ "type": "crawl", "url": url, "id": target_id });
    let id = served.create_monitor(&json!({ "targets": [target(A), target(other)] })).await;
    assert_eq!(served.check(&id).await["summary"], counts(2, 0, 0, 0, 0));
    assert_eq!(served.check(&id).await["summary"], counts(0, 0, 2, 0, 0));
}

/// Three pages of one host.
pub(crate) const A: &str = "https://a.example/";
pub(crate) const B: &str = "https://a.example/b";
const C: &str = "https://a.example/c";

/// Returns a check's summary with these counts.
pub(crate) fn counts(new: u64, changed: u64, same: u64, removed: u64, error: u64) -> Value {
    let total = new + changed + same + removed + error;
    json!({ "changed": changed, "error": error, "new": new, "removed": removed, "same": same,
        "totalPages": total })
}

/// Returns the URLs of a check's pages.
pub(crate) fn urls(check: &Value) -> Vec<String> {
    let pages = check["pages"].as_array().unwrap().iter();
    let mut urls: Vec<String> =
        pages.map(|page| page["url"].as_str().unwrap().to_owned()).collect();
    urls.sort();
    urls
}

impl Served {
    async fn control_succeeds(&self, method: Method, path: &str, body: &Value) -> Value {
        let response = self.control(method, path, body).await;
        assert!((200..300).contains(&response.status), "{path}: {response:?}");
        if response.text.is_empty() { Value::Null } else { response.json() }
    }

    /// Adds or replaces a page of the server's web.
    pub(crate) async fn put(&self, url: &str, page: &Value) {
        self.control_succeeds(Method::PUT, &format!("pages?url={url}"), page).await;
    }

    pub(crate) async fn page(&self, url: &str, html: &str) {
        self.put(url, &json!({ "html": html })).await;
    }

    /// Removes a page from the server's web.
    pub(crate) async fn take(&self, url: &str) {
        let response =
            self.control(Method::DELETE, &format!("pages?url={url}"), &Value::Null).await;
        assert_eq!(response.status, 204, "{response:?}");
    }

    /// Creates a monitor, and returns its identity. Without a schedule in `properties`, the monitor is not
    /// due within a test.
    pub(crate) async fn create_monitor(&self, properties: &Value) -> String {
        let mut all = json!({ "schedule": { "cron": "0 0 29 2 *" } });
        all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
        let created =
            self.control_succeeds(Method::POST, "monitors", &json!({ "properties": all })).await;
        created["id"].as_str().unwrap().to_owned()
    }

    /// Creates a monitor of two existing pages.
    pub(crate) async fn create_monitor_of_two_pages(&self, properties: &Value) -> String {
        self.page(A, "one\n").await;
        self.page(B, "one\n").await;
        let mut all = json!({ "targets": [{ "type": "scrape", "urls": [A, B] }] });
        all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
        self.create_monitor(&all).await
    }

    /// Checks a monitor now.
    pub(crate) async fn check(&self, id: &str) -> Value {
        self.control_succeeds(Method::POST, &format!("monitors/{id}/checks"), &Value::Null).await
    }

    pub(crate) async fn checks(&self, id: &str) -> Vec<Value> {
        self.listed(&format!("monitors/{id}/checks")).await
    }

    pub(crate) async fn now(&self) -> jiff::Timestamp {
        let clock = self.control_succeeds(Method::GET, "clock", &Value::Null).await;
        clock["now"].as_str().unwrap().parse().unwrap()
    }

    /// Moves the clock to a moment, or up to a second beyond.
    pub(crate) async fn move_to(&self, moment: &str) {
        let moment: jiff::Timestamp = moment.parse().unwrap();
        self.advance(moment.as_second() - self.now().await.as_second()).await;
    }

    pub(crate) async fn charged(&self) -> u64 {
        let team = self.control_succeeds(Method::GET, "teams/home", &Value::Null).await;
        team["charged"].as_u64().unwrap()
    }

    /// Returns the deliveries, once none is in progress.
    pub(crate) async fn deliveries(&self) -> Vec<Value> {
        self.listed("deliveries?wait=true").await
    }

    pub(crate) async fn listed(&self, what: &str) -> Vec<Value> {
        let listed = self.control_succeeds(Method::GET, what, &Value::Null).await;
        listed.as_array().unwrap().clone()
    }
}

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
    let table: [(Value, &[&str]); 3] = [
        (json!({}), &[A, B, C, d, e]),
        (json!({ "limit": 2 }), &[A, B]),
        (json!({ "limit": "many" }), &[A, B, C, d, e]),
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
async fn a_search_finds_the_pages_with_all_words_of_a_query() {
    let served = Served::contract().await;
    let pages = [
        ("https://a.example/1", "<p>Zebra okapi: the <b>quagga</b></p>"),
        ("https://b.example/2", "zebra quagga okapi"),
        ("https://c.example/3", "zebra okapis quagga"),
    ];
    for (url, html) in pages {
        served.page(url, html).await;
    }
    let targets = json!([{ "type": "search", "queries": ["Zebra OKAPI quagga"] }]);
    let id = served.create_monitor(&json!({ "targets": targets })).await;
    assert_eq!(urls(&served.check(&id).await), [pages[0].0, pages[1].0]);
    served.page("https://b.example/2", "zebra okapi quagga: 2").await;
    served.take("https://a.example/1").await;
    assert_eq!(served.check(&id).await["summary"], counts(0, 1, 0, 1, 0));
}

#[tokio::test]
async fn results_are_counted_over_all_queries() {
    let served = Served::contract().await;
    for number in 10..22 {
        served.page(&format!("https://a.example/{number}"), "zebra okapi").await;
    }
    let mut target = json!({ "type": "search", "queries": ["zebra", "okapi"] });
    let id = served.create_monitor(&json!({ "targets": [target] })).await;
    assert_eq!(served.check(&id).await["summary"], counts(10, 0, 0, 0, 0));
    target["maxResults"] = json!(12);
    served.patch(&id, &json!({ "targets": [target], "judgeEnabled": false })).await.monitor();
    assert_eq!(served.check(&id).await["summary"], counts(12, 0, 0, 0, 0), "without duplicates");
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
