//! The table of servers whose behaviour is known, and what observations must say of each.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::altered_server::{Altered, PLAIN, Sent, rejected};

/// The longest name, in whatever unit it is counted.
const LONGEST_NAME: usize = 256;

/// A server: what it does, how, and what the observations of some gaps say of it.
pub(super) struct Known {
    pub(super) does: &'static str,
    pub(super) altered: Altered,
    pub(super) seen: &'static [(&'static str, &'static str)],
}

pub(super) static SERVERS: [Known; 12] = [
    Known {
        does: "as the reference server",
        altered: PLAIN,
        seen: &[
            ("nested-update", "replaced"),
            ("malformed-monitor-id", "400 `Bad Request`"),
            ("scheme-letter-case", "accepted"),
            ("other-teams-monitor", "404 `Not Found`"),
            ("unknown-properties", "ignored"),
            ("order-of-checks", "authentication is checked first"),
            ("search-goal-scope", "the rule applies to the updated resource"),
            ("blank-goal", "accepted"),
            ("null-goal", "counts as given"),
            ("length-unit", "code points"),
            ("integer-spelling", "accepted"),
            ("other-media-type", "accepted"),
            ("wait-for-range", "accepted"),
            ("next-run-after-status-change", "active-to-paused: null"),
            ("next-run-after-status-change", "paused-to-active: another value"),
        ],
    },
    Known {
        does: "replaces what is nested, and fills in what was left out",
        altered: Altered {
            after: |sent, _, body| {
                let hook = body.pointer_mut("/data/webhook").and_then(Value::as_object_mut);
                if let Some(hook) = hook.filter(|_| is_short_webhook(sent)) {
                    hook.insert(
                        "events".into(),
                        json!(["monitor.page", "monitor.check.completed"]),
                    );
                }
            },
            ..PLAIN
        },
        seen: &[("nested-update", "replaced, with other values filled in")],
    },
    Known {
        does: "takes a nested object without all of its properties for none",
        altered: Altered {
            before: |sent| {
                if is_short_webhook(sent) {
                    sent.body = json!({ "name": sent.before["name"] });
                }
                None
            },
            ..PLAIN
        },
        seen: &[("nested-update", "neither: the update is not stored")],
    },
    Known {
        does: "never shows the events of a webhook, nor the next run",
        altered: Altered {
            after: |_, _, body| {
                for place in ["/data/webhook", "/data"] {
                    let object = body.pointer_mut(place).and_then(Value::as_object_mut);
                    if let Some(object) = object {
                        object.remove("events");
                        object.remove("nextRunAt");
                    }
                }
            },
            ..PLAIN
        },
        seen: &[
            ("nested-update", "not visible in the response"),
            ("next-run-after-status-change", "active-to-paused: not in any response"),
        ],
    },
    Known {
        does: "counts names in bytes",
        altered: Altered {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                if name.len() > LONGEST_NAME { rejected() } else { None }
            },
            ..PLAIN
        },
        seen: &[("length-unit", "bytes")],
    },
    Known {
        does: "counts names in UTF-16 units",
        altered: Altered {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                if name.encode_utf16().count() > LONGEST_NAME { rejected() } else { None }
            },
            ..PLAIN
        },
        seen: &[("length-unit", "UTF-16 code units")],
    },
    Known {
        does: "cuts long names",
        altered: Altered {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                let units: Vec<u16> = name.encode_utf16().take(LONGEST_NAME).collect();
                if units.len() == LONGEST_NAME && name.chars().count() == LONGEST_NAME {
                    sent.body["name"] = String::from_utf16_lossy(&units).into();
                }
                None
            },
            ..PLAIN
        },
        seen: &[("length-unit", "accepted, and stored as another value")],
    },
    Known {
        does: "takes a blank goal for none that is given",
        altered: Altered {
            before: |sent| {
                let goal = sent.body["goal"].as_str();
                if goal.is_some_and(|goal| !goal.is_empty() && goal.trim().is_empty()) {
                    sent.body["goal"] = sent.before["goal"].clone();
                }
                None
            },
            ..PLAIN
        },
        seen: &[("blank-goal", "ignored: the stored value is kept")],
    },
    Known {
        does: "does not read bodies of another media type",
        altered: Altered {
            before: |sent| {
                if sent.headers.get(CONTENT_TYPE).is_some_and(|own| own == "text/plain") {
                    sent.body = json!({ "retentionDays": sent.before["retentionDays"] });
                    let json = HeaderValue::from_static("application/json");
                    sent.headers.insert(CONTENT_TYPE, json);
                }
                None
            },
            ..PLAIN
        },
        seen: &[("other-media-type", "accepted, but the body is ignored")],
    },
    Known {
        does: "stores what is not listed, and returns it",
        altered: Altered {
            after: |sent, _, body| {
                let unknown = sent.body.get("noSuchProperty");
                let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
                if let (Some(unknown), Some(data)) = (unknown, data) {
                    data.insert("noSuchProperty".into(), unknown.clone());
                }
            },
            ..PLAIN
        },
        seen: &[("unknown-properties", "stored and returned")],
    },
    Known {
        does: "shows judging as it takes effect, and works the next run out with every update",
        altered: Altered {
            after: |_, status, body| {
                let updated = body.pointer("/data/updatedAt").cloned();
                let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
                let Some(data) = data.filter(|_| status.is_success()) else { return };
                if data.get("goal").is_none_or(Value::is_null) && data.contains_key("goal") {
                    data.insert("judgeEnabled".into(), json!(false));
                }
                if let Some(updated) = updated {
                    data.insert("nextRunAt".into(), updated);
                }
            },
            ..PLAIN
        },
        seen: &[
            ("null-goal", "not visible in the response"),
            (
                "next-run-after-status-change",
                "active-to-paused: another value, as after every update",
            ),
            (
                "next-run-after-status-change",
                "paused-to-active: another value, as after every update",
            ),
        ],
    },
    Known {
        does: "answers otherwise where the contract shows little",
        altered: Altered {
            after: |sent, status, body| {
                if sent.path.starts_with("/v2/monitor") {
                    return;
                }
                if status.is_success() {
                    body["requestId"] = json!("r-1");
                } else {
                    body["error"] = json!(format!("{}, as we say", status.as_u16()));
                }
            },
            ..PLAIN
        },
        seen: &[("scrape-answer", "200 with `success`, `data`, `creditsUsed`, `requestId`")],
    },
];

/// Whether a request gives a webhook without its events.
fn is_short_webhook(sent: &Sent) -> bool {
    sent.body.get("webhook").is_some_and(|hook| hook.get("events").is_none())
}
