//! The table of servers with known behaviour, and the observations that the suite must make of each.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::altered_server::{Alteration, InterceptedRequest, UNCHANGED, rejected};

/// The maximum length of a name, in any unit.
const LONGEST_NAME: usize = 256;

/// A server: its behaviour in words and in code, and what is observed for some gaps.
pub(super) struct KnownServer {
    pub(super) does: &'static str,
    pub(super) altered: Alteration,
    pub(super) observed: &'static [(&'static str, &'static str)],
}

pub(super) static SERVERS: [KnownServer; 12] = [
    KnownServer {
        does: "behaves as the reference server",
        altered: UNCHANGED,
        observed: &[
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
    KnownServer {
        does: "replaces nested objects, and fills in missing properties",
        altered: Alteration {
            after: |sent, _, body| {
                let hook = body.pointer_mut("/data/webhook").and_then(Value::as_object_mut);
                if let Some(hook) = hook.filter(|_| is_short_webhook(sent)) {
                    hook.insert(
                        "events".into(),
                        json!(["monitor.page", "monitor.check.completed"]),
                    );
                }
            },
            ..UNCHANGED
        },
        observed: &[("nested-update", "replaced, with other values filled in")],
    },
    KnownServer {
        does: "ignores a nested object that lacks properties",
        altered: Alteration {
            before: |sent| {
                if is_short_webhook(sent) {
                    sent.body = json!({ "name": sent.before["name"] });
                }
                None
            },
            ..UNCHANGED
        },
        observed: &[("nested-update", "neither: the update is not stored")],
    },
    KnownServer {
        does: "returns neither the events of a webhook nor the next run",
        altered: Alteration {
            after: |_, _, body| {
                for place in ["/data/webhook", "/data"] {
                    let object = body.pointer_mut(place).and_then(Value::as_object_mut);
                    if let Some(object) = object {
                        object.remove("events");
                        object.remove("nextRunAt");
                    }
                }
            },
            ..UNCHANGED
        },
        observed: &[
            ("nested-update", "not visible in the response"),
            ("next-run-after-status-change", "active-to-paused: not in any response"),
        ],
    },
    KnownServer {
        does: "counts names in bytes",
        altered: Alteration {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                if name.len() > LONGEST_NAME { rejected() } else { None }
            },
            ..UNCHANGED
        },
        observed: &[("length-unit", "bytes")],
    },
    KnownServer {
        does: "counts names in UTF-16 units",
        altered: Alteration {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                if name.encode_utf16().count() > LONGEST_NAME { rejected() } else { None }
            },
            ..UNCHANGED
        },
        observed: &[("length-unit", "UTF-16 code units")],
    },
    KnownServer {
        does: "cuts long names",
        altered: Alteration {
            before: |sent| {
                let name = sent.body["name"].as_str().unwrap_or_default();
                let units: Vec<u16> = name.encode_utf16().take(LONGEST_NAME).collect();
                if units.len() == LONGEST_NAME && name.chars().count() == LONGEST_NAME {
                    sent.body["name"] = String::from_utf16_lossy(&units).into();
                }
                None
            },
            ..UNCHANGED
        },
        observed: &[("length-unit", "accepted, and stored as another value")],
    },
    KnownServer {
        does: "ignores a blank goal",
        altered: Alteration {
            before: |sent| {
                let goal = sent.body["goal"].as_str();
                if goal.is_some_and(|goal| !goal.is_empty() && goal.trim().is_empty()) {
                    sent.body["goal"] = sent.before["goal"].clone();
                }
                None
            },
            ..UNCHANGED
        },
        observed: &[("blank-goal", "ignored: the stored value is kept")],
    },
    KnownServer {
        does: "does not read bodies of another media type",
        altered: Alteration {
            before: |sent| {
                if sent
                    .headers
                    .get(CONTENT_TYPE)
                    .is_some_and(|media_type| media_type == "text/plain")
                {
                    sent.body = json!({ "retentionDays": sent.before["retentionDays"] });
                    let json = HeaderValue::from_static("application/json");
                    sent.headers.insert(CONTENT_TYPE, json);
                }
                None
            },
            ..UNCHANGED
        },
        observed: &[("other-media-type", "accepted, but the body is ignored")],
    },
    KnownServer {
        does: "stores and returns unknown properties",
        altered: Alteration {
            after: |sent, _, body| {
                let unknown = sent.body.get("noSuchProperty");
                let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
                if let (Some(unknown), Some(data)) = (unknown, data) {
                    data.insert("noSuchProperty".into(), unknown.clone());
                }
            },
            ..UNCHANGED
        },
        observed: &[("unknown-properties", "stored and returned")],
    },
    KnownServer {
        does: "disables judging without a goal, and changes the next run with every update",
        altered: Alteration {
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
            ..UNCHANGED
        },
        observed: &[
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
    KnownServer {
        does: "returns other bodies where the contract states little",
        altered: Alteration {
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
            ..UNCHANGED
        },
        observed: &[("scrape-answer", "200 with `success`, `data`, `creditsUsed`, `requestId`")],
    },
];

/// Returns whether a request sets a webhook without its events.
fn is_short_webhook(sent: &InterceptedRequest) -> bool {
    sent.body.get("webhook").is_some_and(|hook| hook.get("events").is_none())
}
