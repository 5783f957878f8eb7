//! The table of servers, responses and webhooks.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};
use webdata_suite::outcome::EQUAL_VALUES;

use crate::altered_server::{Alteration, InterceptedRequest, UNCHANGED, rejected};

/// A server, a response or a webhook that the suite judges.
pub(super) enum Made {
    /// A server in front of the reference server, by the cases whose identities contain one of these parts.
    Server(Alteration, &'static [&'static str]),
    /// A mutant, by such cases.
    Mutant(&'static str, &'static [&'static str]),
    /// A response to an update: the name of a property, its value as sent, and its value as returned.
    Property(String, Value, Value),
    /// A webhook: its headers and its body.
    Webhook(&'static [(&'static str, &'static str)], &'static str),
}

/// A case that fails.
pub(super) struct Failure {
    pub(super) case: &'static str,
    /// The clause of the first deviation.
    pub(super) clause: &'static str,
    /// The indices of the fixtures that the reason names.
    pub(super) fixtures: &'static [usize],
    /// How lines of the message start.
    pub(super) lines: &'static [&'static str],
}

/// A server, a response or a webhook, with what the suite reports about it.
pub(super) struct Row {
    pub(super) does: String,
    pub(super) made: Made,
    /// The observations at gaps, which the suite reports among others.
    pub(super) observed: Vec<(&'static str, String)>,
    /// All cases that fail; `None` if the failures are not checked.
    pub(super) fails: Option<Vec<Failure>>,
}

/// The cases with observations.
const OBSERVING: &[&str] = &[
    "::observations::",
    "::spellings::",
    "::webhooks::webhook-",
    "::rules::",
    "::request::",
    "::fidelity::",
    "::malformed::",
    "at-once",
    "start-to-cancellation",
];

/// The case that tests each fixture before other cases change it.
const EACH: &str = "updateMonitor::response::each-fixture";

/// Other cases, which change monitors.
const OTHERS: &str = "updateMonitor::effects";

/// A case of the operation whose responses are judged, and the clause that it is about.
pub(super) const CASE: &str = "updateMonitor::effects::given-fields-are-stored::name";
pub(super) const STORED: &str = "operations.updateMonitor.effects.given-fields-are-stored";

/// The case about several updates at the same time, and a mutant that it notices.
const ALL_AT_ONCE: &str = "updateMonitor::effects::left-out-fields-are-kept::all-at-once";
const KEPT: &str = "operations.updateMonitor.effects.left-out-fields-are-kept";
const LOSES_UPDATES: &str = "update-monitor/operations.updateMonitor.effects.left-out-fields-are-kept/loses-concurrent-update";

/// The maximum length of a name, in any unit.
const LONGEST_NAME: usize = 256;

/// Lines of four values: the name of a property, its value as sent, its value as returned, and the form in which the two
/// are equal. The form is observed; it is null if the case fails.
const PROPERTIES: &str = include_str!("equal_values.jsonl");

/// Returns all rows.
pub(super) fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = servers().into();
    rows.extend(webhooks());
    rows.extend(PROPERTIES.lines().map(property));
    rows
}

fn property(line: &str) -> Row {
    let (name, sent, returned, form): (&str, Value, Value, Option<&str>) =
        serde_json::from_str(line).expect("a row");
    let answer = form.map(|form| match form {
        "number" => "a number in another notation".to_owned(),
        "list" => "a list in another order".to_owned(),
        form => format!("a value in another form of the same `{form}`"),
    });
    Row {
        does: line.to_owned(),
        made: Made::Property(name.to_owned(), sent, returned),
        fails: Some(match answer {
            Some(_) => Vec::new(),
            None => vec![failure(CASE, STORED)],
        }),
        observed: answer.into_iter().map(|answer| (EQUAL_VALUES, answer)).collect(),
    }
}

fn failure(case: &'static str, clause: &'static str) -> Failure {
    Failure { case, clause, fixtures: &[], lines: &[] }
}

fn webhooks() -> [Row; 2] {
    let row = |does: &str, headers, body, [name, others]: [&str; 2]| Row {
        does: does.to_owned(),
        made: Made::Webhook(headers, body),
        observed: vec![
            ("webhook-payload", name.to_owned()),
            ("webhook-signing", others.to_owned()),
        ],
        fails: None,
    };
    [
        row(
            "a form as the payload",
            &[],
            "event=monitor.page",
            ["the payload is not JSON", "no additional headers"],
        ),
        // `X-Given` was set before.
        row(
            "the event in a header",
            &[
                ("X-Event", "monitor.page"),
                ("X-Given", "before"),
                ("Content-Type", "application/json"),
            ],
            "{}",
            ["the event's name is in the header `x-event`", "with the headers `x-event`"],
        ),
    ]
}

fn row(
    does: &str,
    altered: Alteration,
    cases: &'static [&'static str],
    observed: &[(&'static str, &str)],
) -> Row {
    Row {
        does: does.to_owned(),
        made: Made::Server(altered, cases),
        observed: observed.iter().map(|(gap, answer)| (*gap, (*answer).to_owned())).collect(),
        fails: None,
    }
}

fn servers() -> [Row; 14] {
    [
        row(
            "behaves as the reference server",
            UNCHANGED,
            OBSERVING,
            &[
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
        ),
        row(
            "replaces nested objects, and fills in missing properties",
            Alteration {
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
            OBSERVING,
            &[("nested-update", "replaced, with other values filled in")],
        ),
        row(
            "ignores a nested object that lacks properties",
            Alteration {
                before: |sent| {
                    if is_short_webhook(sent) {
                        sent.body = json!({ "name": sent.before["name"] });
                    }
                    None
                },
                ..UNCHANGED
            },
            OBSERVING,
            &[("nested-update", "neither: the update is not stored")],
        ),
        row(
            "returns neither the events of a webhook nor the next run",
            Alteration {
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
            OBSERVING,
            &[
                ("nested-update", "not visible in the response"),
                ("next-run-after-status-change", "active-to-paused: not in any response"),
            ],
        ),
        row(
            "counts names in bytes",
            Alteration {
                before: |sent| {
                    let name = sent.body["name"].as_str().unwrap_or_default();
                    if name.len() > LONGEST_NAME { rejected() } else { None }
                },
                ..UNCHANGED
            },
            OBSERVING,
            &[("length-unit", "bytes")],
        ),
        row(
            "cuts long names",
            Alteration {
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
            OBSERVING,
            &[("length-unit", "accepted, and stored as another value")],
        ),
        row(
            "ignores a blank goal",
            Alteration {
                before: |sent| {
                    let goal = sent.body["goal"].as_str();
                    if goal.is_some_and(|goal| !goal.is_empty() && goal.trim().is_empty()) {
                        sent.body["goal"] = sent.before["goal"].clone();
                    }
                    None
                },
                ..UNCHANGED
            },
            OBSERVING,
            &[("blank-goal", "ignored: the stored value is kept")],
        ),
        row(
            "does not read bodies of another media type",
            Alteration {
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
            OBSERVING,
            &[("other-media-type", "accepted, but the body is ignored")],
        ),
        row(
            "disables judging without a goal, and changes the next run with every update",
            Alteration {
                after: |_, status, body| {
                    let updated = body.pointer("/data/updatedAt").cloned();
                    let data = data(body);
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
            OBSERVING,
            &[
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
        ),
        row(
            "returns other bodies where the contract states little",
            Alteration {
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
            OBSERVING,
            &[("scrape-answer", "200 with `success`, `data`, `creditsUsed`, `requestId`")],
        ),
        Row {
            fails: Some(vec![Failure {
                fixtures: &[1, 4, 7],
                ..failure(EACH, "Monitor.currentCheckId.type")
            }]),
            ..row(
                "returns a number for the current check",
                MISTYPED_WHILE_CHECKED,
                &[EACH, OTHERS],
                &[],
            )
        },
        // Every update of the other cases sets a webhook, and so hides the deviation.
        Row {
            fails: Some(vec![Failure {
                fixtures: &[0, 1, 3, 4, 6, 7],
                ..failure(EACH, "MonitorWebhook.type")
            }]),
            ..row("returns null for a missing webhook", NULL_WITHOUT_WEBHOOK, &[EACH, OTHERS], &[])
        },
        Row {
            fails: Some(Vec::new()),
            ..row("returns null, but no case sees it first", NULL_WITHOUT_WEBHOOK, &[OTHERS], &[])
        },
        Row {
            does: "loses one of several concurrent updates".to_owned(),
            made: Made::Mutant(
                LOSES_UPDATES,
                &[OTHERS, "updateMonitor::lifecycle", "updateMonitor::isolation"],
            ),
            observed: Vec::new(),
            fails: Some(vec![Failure {
                lines: &["set-up ", "sent ", "with it ", "read back "],
                ..failure(ALL_AT_ONCE, KEPT)
            }]),
        },
    ]
}

/// Returns whether a request sets a webhook without its events.
fn is_short_webhook(sent: &InterceptedRequest) -> bool {
    sent.body.get("webhook").is_some_and(|hook| hook.get("events").is_none())
}

/// Returns a number in place of the identity of the current check.
const MISTYPED_WHILE_CHECKED: Alteration = Alteration {
    after: |_, _, body| {
        if let Some(check) = body.pointer_mut("/data/currentCheckId").filter(|id| !id.is_null()) {
            *check = json!(7);
        }
    },
    ..UNCHANGED
};

/// Returns null for a missing webhook, which the contract does not allow.
const NULL_WITHOUT_WEBHOOK: Alteration = Alteration {
    after: |_, status, body| {
        if let Some(data) = data(body).filter(|_| status.is_success()) {
            data.entry("webhook").or_insert(Value::Null);
        }
    },
    ..UNCHANGED
};

/// Returns the resource of a response.
fn data(body: &mut Value) -> Option<&mut Map<String, Value>> {
    body.get_mut("data")?.as_object_mut()
}
