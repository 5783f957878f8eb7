//! Servers that read or write the strings of a format in their own way, and the cases that fail against each.
//! No case fails where the contract leaves the spelling open.
//!
//! The expectations are written by hand.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};
use webdata_suite::outcome::OutcomeKind;

use crate::altered_server::{Alteration, InterceptedRequest, UNCHANGED, rejected};

/// A server: its deviation in words and in code, the cases that are run against it, and the cases that fail.
struct SpellingServer {
    does: &'static str,
    altered: Alteration,
    run: &'static [&'static str],
    fails: &'static [&'static str],
}

const CRON: &[&str] = &["schedule.cron::", "::cron-spelling::"];
const PHRASES: &[&str] = &["schedule.text::format", "::phrase-forms::"];
const URLS: &[&str] = &["::webhook.url::", "::webhook-url-forms::", "scrape::url::"];

static SERVERS: [SpellingServer; 17] = [
    SpellingServer {
        does: "accepts minute 60",
        altered: Alteration {
            before: |sent| cron(sent).starts_with("60 ").then(|| accepted(sent)),
            ..UNCHANGED
        },
        run: CRON,
        fails: &["updateMonitor::schedule.cron::format::minute-out-of-range"],
    },
    SpellingServer {
        does: "accepts a step of zero",
        altered: Alteration {
            before: |sent| cron(sent).contains("/0 ").then(|| accepted(sent)),
            ..UNCHANGED
        },
        run: CRON,
        fails: &["updateMonitor::schedule.cron::format::step-zero"],
    },
    SpellingServer {
        does: "rejects a Sunday of 0",
        altered: Alteration {
            before: |sent| if cron(sent).ends_with(" 0") { rejected() } else { None },
            ..UNCHANGED
        },
        run: CRON,
        fails: &["updateMonitor::schedule.cron::format::lowest"],
    },
    SpellingServer {
        does: "fails at 29 February",
        altered: Alteration {
            before: |sent| cron(sent).contains(" 29 2 ").then(failed),
            ..UNCHANGED
        },
        run: CRON,
        fails: &["updateMonitor::schedule.cron::format::rare-day"],
    },
    SpellingServer {
        does: "has no room for long expressions",
        altered: Alteration { before: |sent| (cron(sent).len() > 100).then(failed), ..UNCHANGED },
        run: CRON,
        fails: &["updateMonitor::schedule.cron::format::long"],
    },
    SpellingServer {
        does: "fails at weekdays by name",
        altered: Alteration {
            before: |sent| cron(sent).ends_with("MON").then(failed),
            ..UNCHANGED
        },
        run: CRON,
        fails: &["updateMonitor::observations::cron-spelling::schedule.cron::0_9_*_*_MON"],
    },
    SpellingServer {
        does: "rejects names, and ranges the wrong way round",
        altered: Alteration {
            before: |sent| {
                let cron = cron(sent);
                let is_open = ["MON", "JAN", "mon-fri", "22-2", "5-1"];
                if is_open.iter().any(|end| cron.ends_with(end) || cron.contains(" 22-2 ")) {
                    return rejected();
                }
                None
            },
            ..UNCHANGED
        },
        run: CRON,
        fails: &[],
    },
    SpellingServer {
        does: "stores a time of day with the minute in the field of the hour",
        altered: Alteration {
            after: |sent, _, body| {
                if phrase(sent).contains(" at 17:30") {
                    body["data"]["schedule"]["cron"] = json!("17 30 * * *");
                }
            },
            ..UNCHANGED
        },
        run: &["schedule.text::format"],
        fails: &[
            "updateMonitor::schedule.text::format::every-day-at-17-30",
            "updateMonitor::schedule.text::format::in-another-time-zone",
        ],
    },
    SpellingServer {
        does: "stores a time of day as that of UTC",
        altered: Alteration {
            after: |sent, _, body| {
                let schedule = &sent.body["schedule"];
                if schedule["timezone"] == "Asia/Kolkata" && schedule["text"].is_string() {
                    body["data"]["schedule"]["cron"] = json!("0 12 * * *");
                }
            },
            ..UNCHANGED
        },
        run: PHRASES,
        fails: &["updateMonitor::schedule.text::format::in-another-time-zone"],
    },
    SpellingServer {
        does: "runs every minute of every second hour",
        altered: Alteration {
            after: |sent, _, body| {
                if phrase(sent) == "every 2 hours" {
                    body["data"]["schedule"]["cron"] = json!("* */2 * * *");
                }
            },
            ..UNCHANGED
        },
        run: PHRASES,
        fails: &["updateMonitor::schedule.text::format::every-2-hours"],
    },
    SpellingServer {
        does: "reads `pm` as `am`",
        altered: Alteration {
            after: |sent, _, body| {
                if phrase(sent) == "every day at 9 pm" {
                    body["data"]["schedule"]["cron"] = json!("0 9 * * *");
                }
            },
            ..UNCHANGED
        },
        run: PHRASES,
        fails: &["updateMonitor::observations::phrase-forms::schedule.text::every_day_at_9_pm"],
    },
    SpellingServer {
        does: "spells the expressions of phrases in its own way",
        altered: Alteration {
            after: |sent, status, body| {
                let cron = body["data"]["schedule"]["cron"].as_str().unwrap_or_default();
                let spelled = match cron {
                    "30 17 * * *" => "30 17 1-31 1-12 0-6",
                    "*/30 * * * *" => "7,37 * * * *",
                    "0 */2 * * *" => "23 1-23/2 * * *",
                    "7-59/15 * * * *" => "7,22,37,52 0-23 * * *",
                    "0 0 * * 1" => "45 13 * * SUN",
                    other => other,
                };
                if status.is_success() && !phrase(sent).is_empty() {
                    body["data"]["schedule"]["cron"] = json!(spelled);
                }
            },
            ..UNCHANGED
        },
        run: PHRASES,
        fails: &[],
    },
    SpellingServer {
        does: "accepts a destination without a scheme",
        altered: Alteration {
            before: |sent| destination(sent).starts_with("example.com").then(|| accepted(sent)),
            ..UNCHANGED
        },
        run: URLS,
        fails: &["updateMonitor::webhook.url::format::no-scheme"],
    },
    SpellingServer {
        does: "rejects user information",
        altered: Alteration {
            before: |sent| if destination(sent).contains('@') { rejected() } else { None },
            ..UNCHANGED
        },
        run: URLS,
        fails: &["updateMonitor::webhook.url::format::user-information"],
    },
    SpellingServer {
        does: "fails at a destination of another scheme",
        altered: Alteration {
            before: |sent| destination(sent).starts_with("javascript:").then(failed),
            ..UNCHANGED
        },
        run: URLS,
        fails: &[
            "updateMonitor::observations::webhook-url-forms::webhook.url::javascript:alert(1)",
        ],
    },
    SpellingServer {
        does: "rejects destinations that are not of the web",
        altered: Alteration {
            before: |sent| {
                let url = destination(sent);
                let others = ["ftp:", "file:", "javascript:", "data:"];
                if others.iter().any(|start| url.starts_with(start)) { rejected() } else { None }
            },
            ..UNCHANGED
        },
        run: URLS,
        fails: &[],
    },
    SpellingServer {
        does: "scrapes a page without a scheme",
        altered: Alteration {
            before: |sent| {
                let url = sent.body["url"].as_str().unwrap_or_default();
                let is_taken = sent.path.ends_with("/scrape") && url.starts_with("example.com/");
                is_taken.then(|| accepted(sent))
            },
            ..UNCHANGED
        },
        run: URLS,
        fails: &["scrape::url::format::no-scheme"],
    },
];

fn cron(sent: &InterceptedRequest) -> &str {
    sent.body["schedule"]["cron"].as_str().unwrap_or_default()
}

fn phrase(sent: &InterceptedRequest) -> &str {
    sent.body["schedule"]["text"].as_str().unwrap_or_default()
}

fn destination(sent: &InterceptedRequest) -> &str {
    sent.body["webhook"]["url"].as_str().unwrap_or_default()
}

fn accepted(sent: &InterceptedRequest) -> (StatusCode, Value) {
    (StatusCode::OK, json!({ "success": true, "data": sent.before }))
}

fn failed() -> (StatusCode, Value) {
    let body = json!({ "success": false, "error": "Internal Server Error" });
    (StatusCode::INTERNAL_SERVER_ERROR, body)
}

#[test]
fn each_server_fails_the_cases_about_its_spelling() {
    for server in &SERVERS {
        let report = server.altered.start().run(server.run, None);
        let failed = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        let failed: BTreeSet<&str> = failed.map(|case| case.id.as_str()).collect();
        let expected: BTreeSet<&str> = server.fails.iter().copied().collect();
        assert_eq!(failed, expected, "a server that {}", server.does);
        let others = [OutcomeKind::Error, OutcomeKind::Blocked, OutcomeKind::Skip];
        let broken = report.cases.iter().find(|case| others.contains(&case.outcome.kind));
        assert!(broken.is_none(), "a server that {}: {broken:?}", server.does);
    }
}
