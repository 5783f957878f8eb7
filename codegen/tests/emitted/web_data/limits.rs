//! Tests of every limit of monitors: at the limit, one inside and one beyond. Also tests values outside of
//! each list and format.

use super::*;

/// Makes a value of a size: a number, a string of that many characters, or a list of that many items.
type ValueOfSize = fn(usize) -> Value;

#[test]
fn values_beyond_a_limit_are_rejected() {
    let number: ValueOfSize = |size| json!(size);
    let addresses: ValueOfSize = |size| list(size, json!("a@example.com"));
    let texts: ValueOfSize = |size| list(size, text(1));
    let urls: ValueOfSize = |size| list(size, json!("https://a.b"));
    let targets: ValueOfSize =
        |size| list(size, json!({ "type": "scrape", "urls": ["https://a.b"] }));
    let cases: [(&str, &str, ValueOfSize); 17] = [
        ("/name", "MonitorUpdate.name.maxLength", text),
        ("/name", "MonitorUpdate.name.maxLength", |size| json!("𝔐".repeat(size))),
        ("/goal", "MonitorUpdate.goal.maxLength", text),
        ("/retentionDays", "MonitorUpdate.retentionDays.minimum", number),
        ("/retentionDays", "MonitorUpdate.retentionDays.maximum", number),
        ("/targets", "MonitorUpdate.targets.minItems", targets),
        ("/targets", "MonitorUpdate.targets.maxItems", targets),
        ("/notification/email/recipients", "EmailNotification.recipients.maxItems", addresses),
        ("/targets/0/urls", "ScrapeTarget.urls.minItems", urls),
        ("/targets/2/queries", "SearchTarget.queries.minItems", texts),
        ("/targets/2/queries", "SearchTarget.queries.maxItems", texts),
        ("/targets/2/queries/1", "SearchTarget.queries.items.minLength", text),
        ("/targets/2/queries/1", "SearchTarget.queries.items.maxLength", text),
        ("/targets/2/includeDomains", "SearchTarget.includeDomains.maxItems", texts),
        ("/targets/2/excludeDomains", "SearchTarget.excludeDomains.maxItems", texts),
        ("/targets/2/maxResults", "SearchTarget.maxResults.minimum", number),
        ("/targets/2/maxResults", "SearchTarget.maxResults.maximum", number),
    ];
    for (pointer, clause, value) in cases {
        let at = limit(clause);
        let is_least = clause.contains(".min");
        let (inside, beyond) = if is_least { (at + 1, at - 1) } else { (at - 1, at + 1) };
        update_with(pointer, value(inside), &[]);
        update_with(pointer, value(at), &[]);
        update_with(pointer, value(beyond), &[(pointer, clause)]);
    }
}

#[test]
fn intervals_below_the_minimum_are_rejected() {
    let (pointer, clause) = ("/schedule/cron", "MonitorSchedule.cron.minimumInterval");
    let minutes = limit(clause) / 60;
    update_with(pointer, json!(format!("0,{minutes} * * * *")), &[]);
    update_with(pointer, json!(format!("0,{} * * * *", minutes - 1)), &[(pointer, clause)]);
    update_with(pointer, json!(format!("*/{} * * * *", minutes - 1)), &[(pointer, clause)]);
}

#[test]
fn values_outside_a_format_or_list_are_rejected() {
    let cases: Vec<(&str, &str, Value, Value)> = vec![
        (
            "/schedule/cron",
            "MonitorSchedule.cron.format",
            json!("0 9 * * 1-5"),
            json!("0 9 * * * *"),
        ),
        ("/schedule/timezone", "MonitorSchedule.timezone.format", json!("UTC"), json!("Mars/Base")),
        ("/status", "MonitorUpdate.status.enum", json!("paused"), json!("deleted")),
        ("/targets/2/searchWindow", "SearchTarget.searchWindow.enum", json!("5m"), json!("5h")),
        (
            "/targets/0/id",
            "ScrapeTarget.id.format",
            json!("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11"),
            json!("1"),
        ),
        ("/targets/0/urls/0", "ScrapeTarget.urls.items.format", json!("https://a.b"), json!("a.b")),
        ("/targets/1/url", "CrawlTarget.url.format", json!("https://a.b"), json!("a.b")),
        ("/webhook/url", "MonitorWebhook.url.format", json!("https://a.b"), json!("a.b")),
        (
            "/webhook/events/1",
            "MonitorWebhook.events.items.enum",
            json!("monitor.page"),
            json!("monitor"),
        ),
        (
            "/notification/email/recipients/0",
            "EmailNotification.recipients.items.format",
            json!("a@b.c"),
            json!("a"),
        ),
    ];
    for (pointer, clause, good, bad) in cases {
        update_with(pointer, good, &[]);
        update_with(pointer, bad, &[(pointer, clause)]);
    }
}
