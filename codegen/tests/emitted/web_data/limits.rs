//! Every limit of the monitor part: just below, at, and just above.

use super::*;

#[test]
fn limits_below_at_and_above() {
    let scrape = json!({ "type": "scrape", "urls": ["https://example.com"] });
    let cases: Vec<(&str, &str, Value, Value)> = vec![
        ("/name", "MonitorUpdate.name.maxLength", text(256), text(257)),
        ("/goal", "MonitorUpdate.goal.maxLength", text(2000), text(2001)),
        ("/retentionDays", "MonitorUpdate.retentionDays.minimum", json!(1), json!(0)),
        ("/retentionDays", "MonitorUpdate.retentionDays.maximum", json!(365), json!(366)),
        ("/targets", "MonitorUpdate.targets.minItems", list(1, scrape.clone()), list(0, json!(1))),
        ("/targets", "MonitorUpdate.targets.maxItems", list(50, scrape.clone()), list(51, scrape)),
        (
            "/notification/email/recipients",
            "EmailNotification.recipients.maxItems",
            list(25, json!("a@example.com")),
            list(26, json!("a@example.com")),
        ),
        (
            "/targets/0/urls",
            "ScrapeTarget.urls.minItems",
            list(1, json!("https://a.b")),
            list(0, json!(1)),
        ),
        (
            "/targets/2/queries",
            "SearchTarget.queries.minItems",
            list(1, text(1)),
            list(0, json!(1)),
        ),
        (
            "/targets/2/queries",
            "SearchTarget.queries.maxItems",
            list(12, text(1)),
            list(13, text(1)),
        ),
        ("/targets/2/queries/1", "SearchTarget.queries.items.minLength", text(1), text(0)),
        ("/targets/2/queries/1", "SearchTarget.queries.items.maxLength", text(256), text(257)),
        (
            "/targets/2/includeDomains",
            "SearchTarget.includeDomains.maxItems",
            list(50, text(1)),
            list(51, text(1)),
        ),
        (
            "/targets/2/excludeDomains",
            "SearchTarget.excludeDomains.maxItems",
            list(50, text(1)),
            list(51, text(1)),
        ),
        ("/targets/2/maxResults", "SearchTarget.maxResults.minimum", json!(1), json!(0)),
        ("/targets/2/maxResults", "SearchTarget.maxResults.maximum", json!(50), json!(51)),
        (
            "/schedule/cron",
            "MonitorSchedule.cron.minimumInterval",
            json!("*/5 * * * *"),
            json!("*/4 * * * *"),
        ),
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
    update_with("/name", text(255), &[]);
    update_with("/goal", text(1999), &[]);
    update_with("/retentionDays", json!(2), &[]);
    update_with("/retentionDays", json!(364), &[]);
    update_with("/name", json!("𝔐".repeat(256)), &[]);
}
