//! Checks of monitors: their results, when they run, and how long results are kept.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use webdata_reference::Options;
use webdata_spec::Spec;
use webdata_spec::model::Shape;

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::monitoring::{A, B, counts};
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
async fn goal_evaluation_comes_from_the_contract() {
    async fn judged(change: impl FnOnce(&mut Spec), goal: &str) -> (Value, Value) {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        served.page(A, "price 1").await;
        let targets = json!([{ "type": "scrape", "urls": [A] }]);
        let properties = json!({ "targets": targets, "goal": goal, "judgeEnabled": true });
        let id = served.create_monitor(&properties).await;
        served.check(&id).await;
        served.page(A, "price 2").await;
        let check = served.check(&id).await;
        (check["pages"][0]["relevant"].clone(), check["credits"].clone())
    }
    assert_eq!(judged(|_| (), "price").await, (json!(true), json!(2)));
    assert_eq!(judged(|_| (), "").await, (Value::Null, json!(1)));
    let anyway =
        |spec: &mut Spec| property(spec, "MonitorUpdate", "judgeEnabled").behaviour.clear();
    assert_eq!(judged(anyway, "").await, (json!(false), json!(2)));
    let free = |spec: &mut Spec| drop(spec.charges.shift_remove("judging"));
    assert_eq!(judged(free, "price").await, (json!(true), json!(1)));
    let dear = |spec: &mut Spec| spec.charges["judging"].credits = Some(7);
    assert_eq!(judged(dear, "price").await, (json!(true), json!(8)));
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
async fn a_contract_without_recurring_checks_has_none() {
    let mut spec = contract();
    spec.service.behaviour.shift_remove("monitor");
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    served.advance(2 * DAY).await;
    assert_eq!(served.checks(&id).await.len(), 0);
    assert_eq!(served.stored(&id).await["lastRunAt"], Value::Null);
}

#[tokio::test]
async fn a_summary_has_the_counts_that_the_contract_lists() {
    let mut spec = contract();
    let Shape::Object(summary) = &mut spec.types["MonitorSummary"].schema.shape else {
        panic!("a summary is an object")
    };
    summary.properties.shift_remove("totalPages");
    let served = Served::with_contract(spec).await;
    served.page(A, "one").await;
    let id =
        served.create_monitor(&json!({ "targets": [{ "type": "scrape", "urls": [A] }] })).await;
    let summary = served.check(&id).await["summary"].clone();
    let listed = json!({ "changed": 0, "error": 0, "new": 1, "removed": 0, "same": 0 });
    assert_eq!(summary, listed);
}

#[tokio::test]
async fn a_target_that_gets_no_identity_is_always_new() {
    let mut spec = contract();
    property(&mut spec, "ScrapeTarget", "id").generated = false;
    let served = Served::with_contract(spec).await;
    served.page(A, "one").await;
    let id =
        served.create_monitor(&json!({ "targets": [{ "type": "scrape", "urls": [A] }] })).await;
    for _ in 0..2 {
        assert_eq!(served.check(&id).await["summary"], counts(1, 0, 0, 0, 0));
    }
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
async fn a_check_uses_one_browser_for_one_page_after_the_other() {
    let served = Served::contract().await;
    let key = served.team("home", &json!({ "plan": { "browsers": 1 } })).await;
    for url in [A, B] {
        served.put(url, &json!({ "html": "one", "load-milliseconds": 30_000 })).await;
    }
    let id =
        served.create_monitor(&json!({ "targets": [{ "type": "scrape", "urls": [A, B] }] })).await;
    assert_eq!(served.check(&id).await["summary"], counts(2, 0, 0, 0, 0));
    let body = json!({ "url": "https://example.com/" }).to_string();
    let scrape = async || served.call(&key, Method::POST, "/v2/scrape", body.clone()).await;
    served.advance(50).await;
    scrape().await.assert_error(429, "Concurrency limit reached");
    served.advance(10).await;
    assert_eq!(scrape().await.status, 200);
}

#[tokio::test]
async fn a_check_is_charged_for_its_refused_scrapes_too() {
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
