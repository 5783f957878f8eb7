//! Servers that are careless with values, strings, keys and malformed requests, each written by hand. Of the
//! cases that run, exactly those about the carelessness fail.

use std::collections::BTreeSet;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use webdata_suite::outcome::OutcomeKind;

use crate::altered_server::{Alteration, InterceptedRequest, UNCHANGED};

/// A careless server, and the cases that fail against it.
struct CarelessServer {
    name: &'static str,
    altered: Alteration,
    /// Filters for the cases that run.
    filters: &'static [&'static str],
    /// The ends of the identities of the cases that fail.
    fails: &'static [&'static str],
}

const SERVERS: [CarelessServer; 14] = [
    CarelessServer {
        name: "a plain URL is accepted as a webhook",
        altered: Alteration {
            before: |sent| {
                replace_property(sent, "webhook", |value| {
                    value.is_string().then(|| json!({ "url": value }))
                })
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::webhook::type"],
        fails: &["webhook::type::member-alone"],
    },
    CarelessServer {
        name: "a list with one item is accepted as the item",
        altered: Alteration {
            before: |sent| replace_property(sent, "schedule", only_item),
            ..UNCHANGED
        },
        filters: &["updateMonitor::schedule::type"],
        fails: &["schedule::type::list-of-one"],
    },
    CarelessServer {
        name: "an empty string is false",
        altered: Alteration {
            before: |sent| {
                replace_property(sent, "judgeEnabled", |value| (value == "").then(|| json!(false)))
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::judgeEnabled::type"],
        fails: &["judgeEnabled::type::empty-string"],
    },
    CarelessServer {
        name: "names are stored in the composed form of Unicode",
        altered: Alteration {
            before: |sent| change_name(sent, |name| name.replace("e\u{301}", "\u{e9}")),
            ..UNCHANGED
        },
        filters: &["updateMonitor::fidelity::name"],
        fails: &["name::combining-characters", "name::odd-characters"],
    },
    CarelessServer {
        name: "names are stored without control characters",
        altered: Alteration {
            before: |sent| {
                change_name(sent, |name| name.replace(|character: char| character.is_control(), ""))
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::fidelity::name"],
        fails: &["name::nul", "name::control-characters", "name::line-ends", "name::tab"],
    },
    CarelessServer {
        name: "a NUL in a name causes a 500",
        altered: Alteration {
            before: |sent| server_error(sent.body["name"].as_str()?.contains('\0')),
            ..UNCHANGED
        },
        filters: &["updateMonitor::fidelity::name"],
        fails: &["name::nul"],
    },
    CarelessServer {
        name: "metadata values are converted to strings",
        altered: Alteration {
            before: |sent| {
                change_metadata(sent, |value| match value {
                    Value::Number(_) | Value::Bool(_) => value.to_string().into(),
                    other => other,
                })
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::fidelity::webhook.metadata"],
        fails: &[
            "metadata::numbers",
            "metadata::negative-zero",
            "metadata::booleans",
            "metadata::null",
            "metadata::letter-cases-of-names",
            "metadata::odd-names",
            "metadata::empty-name",
            "metadata::long-name",
            "metadata::names-of-languages",
        ],
    },
    CarelessServer {
        name: "e-mails are on by default",
        altered: Alteration {
            before: |sent| fill_in(sent, "/notification/email", "enabled", &json!(true)),
            ..UNCHANGED
        },
        filters: &["updateMonitor::notification.email.enabled::default"],
        fails: &["enabled::default::left-out-after-default"],
    },
    CarelessServer {
        name: "a schedule without a time zone uses that of the server",
        altered: Alteration {
            before: |sent| fill_in(sent, "/schedule", "timezone", &json!("America/New_York")),
            ..UNCHANGED
        },
        filters: &["updateMonitor::schedule.timezone::default"],
        fails: &[
            "timezone::default::left-out-after-default",
            "timezone::default::left-out-after-other",
        ],
    },
    CarelessServer {
        name: "any key is accepted after a lower-case scheme",
        altered: Alteration {
            before: |sent| accept_key(sent, |header, _| header.starts_with("bearer ")),
            ..UNCHANGED
        },
        filters: &["updateMonitor::authentication"],
        fails: &[
            "unknown-key-behind-lower-case",
            "revoked-key-behind-lower-case",
            "cut-key-behind-lower-case",
            "longer-key-behind-lower-case",
            "key-in-other-case-behind-lower-case",
        ],
    },
    CarelessServer {
        name: "a prefix of a key is accepted as the key",
        altered: Alteration {
            before: |sent| {
                accept_key(sent, |header, valid| {
                    let key = header.get(7..).unwrap_or_default().trim();
                    key.len() > 8 && valid.starts_with(key)
                })
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::authentication"],
        fails: &[
            "::cut-key",
            "cut-key-behind-lower-case",
            "cut-key-behind-capitals",
            "cut-key-behind-two-blanks",
        ],
    },
    CarelessServer {
        name: "a percent sign in an identity causes a 500",
        altered: Alteration { before: |sent| server_error(sent.path.contains('%')), ..UNCHANGED },
        filters: &["updateMonitor::malformed::monitorId"],
        fails: &[
            "::percent-sign",
            "::slash",
            "::quote",
            "::nul",
            "::other-letters",
            "::not-utf-8",
            "::dots",
            "::open-percent-sign",
            "::half-a-letter",
            "::two-slashes",
            "::line-feed",
            "::braces",
        ],
    },
    CarelessServer {
        name: "times have the format of a database",
        altered: Alteration {
            after: |_, _, body| {
                let last = body.pointer_mut("/data/lastRunAt");
                if let Some(time) = last.filter(|value| value.is_string()) {
                    *time = json!("2026-01-02 03:04:05");
                }
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::response::each-fixture"],
        fails: &["response::each-fixture"],
    },
    CarelessServer {
        name: "a header overrides the method",
        altered: Alteration {
            before: |sent| {
                let has = sent.headers.contains_key("x-http-method-override");
                has.then(|| {
                    (StatusCode::NOT_FOUND, json!({ "success": false, "error": "Not Found" }))
                })
            },
            ..UNCHANGED
        },
        filters: &["updateMonitor::request::header"],
        fails: &["header::method-override"],
    },
];

#[test]
fn a_careless_server_fails_exactly_the_cases_about_its_carelessness() {
    let wrong: Vec<String> = SERVERS.iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Describes how the failing cases differ from the expected ones, if they do.
fn check(server: &CarelessServer) -> Option<String> {
    let report = server.altered.start().run(server.filters, None);
    let failed = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    let failed: BTreeSet<&str> = failed.map(|case| case.id.as_str()).collect();
    let is_expected = |id: &&&str| server.fails.iter().any(|end| id.ends_with(end));
    let unexpected: Vec<&&str> = failed.iter().filter(|id| !is_expected(id)).collect();
    let missed: Vec<&&str> =
        server.fails.iter().filter(|end| !failed.iter().any(|id| id.ends_with(**end))).collect();
    let is_right = unexpected.is_empty() && missed.is_empty();
    (!is_right).then(|| {
        format!("{}:\n  fail unexpectedly: {unexpected:?}\n  should fail: {missed:?}", server.name)
    })
}

/// The server's own response in place of the reference server's, if any.
type OwnResponse = Option<(StatusCode, Value)>;

/// Replaces the value of a property by what `read` makes of the value.
fn replace_property(
    sent: &mut InterceptedRequest,
    name: &str,
    read: fn(&Value) -> Option<Value>,
) -> OwnResponse {
    let read = sent.body.get(name).and_then(read)?;
    sent.body[name] = read;
    None
}

/// Returns the item of a list with exactly one item.
fn only_item(value: &Value) -> Option<Value> {
    value.as_array().filter(|items| items.len() == 1).and_then(|items| items.first().cloned())
}

/// Changes the name of the monitor.
fn change_name(sent: &mut InterceptedRequest, change: fn(&str) -> String) -> OwnResponse {
    let name = change(sent.body.get("name")?.as_str()?);
    sent.body["name"] = name.into();
    None
}

/// Changes each value of the webhook's metadata.
fn change_metadata(sent: &mut InterceptedRequest, change: fn(Value) -> Value) -> OwnResponse {
    let metadata = sent.body.pointer_mut("/webhook/metadata")?.as_object_mut()?;
    metadata.values_mut().for_each(|value| *value = change(value.take()));
    None
}

/// Fills in a property of an object if the request leaves the property out.
fn fill_in(sent: &mut InterceptedRequest, pointer: &str, name: &str, value: &Value) -> OwnResponse {
    let object = sent.body.pointer_mut(pointer)?.as_object_mut()?;
    object.entry(name).or_insert_with(|| value.clone());
    None
}

/// Returns a 500 if the server fails.
fn server_error(fails: bool) -> OwnResponse {
    let body = json!({ "success": false, "error": "Internal Server Error" });
    fails.then_some((StatusCode::INTERNAL_SERVER_ERROR, body))
}

/// Replaces the `Authorization` header by one with the valid key if `is_accepted` accepts the sent one.
fn accept_key(sent: &mut InterceptedRequest, is_accepted: fn(&str, &str) -> bool) -> OwnResponse {
    let valid = webdata_reference::Keys::default().valid;
    let header = sent.headers.get(AUTHORIZATION)?.to_str().ok()?.to_owned();
    if is_accepted(&header, &valid) {
        let header = HeaderValue::from_str(&format!("Bearer {valid}")).ok()?;
        sent.headers.insert(AUTHORIZATION, header);
    }
    None
}
