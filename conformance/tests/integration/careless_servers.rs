//! Servers that are careless with values, texts, keys and malformed requests, each written by hand: the
//! cases that are about it fail, and of those that were asked no other.

use std::collections::BTreeSet;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use webdata_suite::outcome::OutcomeKind;

use crate::altered_server::{Altered, PLAIN, Sent};

/// A careless server: what it does, which cases are asked, and the ends of those that fail.
struct Careless {
    name: &'static str,
    altered: Altered,
    asked: &'static [&'static str],
    fails: &'static [&'static str],
}

const CARELESS: [Careless; 14] = [
    Careless {
        name: "a plain URL is taken for a webhook",
        altered: Altered {
            before: |sent| {
                taken(sent, "webhook", |own| own.is_string().then(|| json!({ "url": own })))
            },
            ..PLAIN
        },
        asked: &["updateMonitor::webhook::type"],
        fails: &["webhook::type::member-alone"],
    },
    Careless {
        name: "a list of one is taken for its item",
        altered: Altered { before: |sent| taken(sent, "schedule", first), ..PLAIN },
        asked: &["updateMonitor::schedule::type"],
        fails: &["schedule::type::list-of-one"],
    },
    Careless {
        name: "an empty string is false",
        altered: Altered {
            before: |sent| taken(sent, "judgeEnabled", |own| (own == "").then(|| json!(false))),
            ..PLAIN
        },
        asked: &["updateMonitor::judgeEnabled::type"],
        fails: &["judgeEnabled::type::empty-string"],
    },
    Careless {
        name: "names are stored in the composed form of Unicode",
        altered: Altered {
            before: |sent| renamed(sent, |name| name.replace("e\u{301}", "\u{e9}")),
            ..PLAIN
        },
        asked: &["updateMonitor::fidelity::name"],
        fails: &["name::combining-characters", "name::odd-characters"],
    },
    Careless {
        name: "names are stored without control characters",
        altered: Altered {
            before: |sent| renamed(sent, |name| name.replace(|own: char| own.is_control(), "")),
            ..PLAIN
        },
        asked: &["updateMonitor::fidelity::name"],
        fails: &["name::nul", "name::control-characters", "name::line-ends", "name::tab"],
    },
    Careless {
        name: "a NUL in a name is a failure",
        altered: Altered {
            before: |sent| failed(sent.body["name"].as_str()?.contains('\0')),
            ..PLAIN
        },
        asked: &["updateMonitor::fidelity::name"],
        fails: &["name::nul"],
    },
    Careless {
        name: "metadata are texts",
        altered: Altered {
            before: |sent| {
                metadata(sent, |own| match own {
                    Value::Number(_) | Value::Bool(_) => own.to_string().into(),
                    other => other,
                })
            },
            ..PLAIN
        },
        asked: &["updateMonitor::fidelity::webhook.metadata"],
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
    Careless {
        name: "e-mails are sent unless they are switched off",
        altered: Altered {
            before: |sent| filled(sent, "/notification/email", "enabled", &json!(true)),
            ..PLAIN
        },
        asked: &["updateMonitor::notification.email.enabled::default"],
        fails: &["enabled::default::left-out-after-default"],
    },
    Careless {
        name: "a schedule without a time zone is in that of the server",
        altered: Altered {
            before: |sent| filled(sent, "/schedule", "timezone", &json!("America/New_York")),
            ..PLAIN
        },
        asked: &["updateMonitor::schedule.timezone::default"],
        fails: &[
            "timezone::default::left-out-after-default",
            "timezone::default::left-out-after-other",
        ],
    },
    Careless {
        name: "any key is taken behind a scheme in lower case",
        altered: Altered {
            before: |sent| let_in(sent, |shown, _| shown.starts_with("bearer ")),
            ..PLAIN
        },
        asked: &["updateMonitor::authentication"],
        fails: &[
            "unknown-key-behind-lower-case",
            "revoked-key-behind-lower-case",
            "cut-key-behind-lower-case",
            "longer-key-behind-lower-case",
            "key-in-other-case-behind-lower-case",
        ],
    },
    Careless {
        name: "the beginning of a key is taken for the key",
        altered: Altered {
            before: |sent| {
                let_in(sent, |shown, good| {
                    let key = shown.get(7..).unwrap_or_default().trim();
                    key.len() > 8 && good.starts_with(key)
                })
            },
            ..PLAIN
        },
        asked: &["updateMonitor::authentication"],
        fails: &[
            "::cut-key",
            "cut-key-behind-lower-case",
            "cut-key-behind-capitals",
            "cut-key-behind-two-blanks",
        ],
    },
    Careless {
        name: "an identity with a percent sign is a failure",
        altered: Altered { before: |sent| failed(sent.path.contains('%')), ..PLAIN },
        asked: &["updateMonitor::malformed::monitorId"],
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
    Careless {
        name: "times are written as a database has them",
        altered: Altered {
            after: |_, _, body| {
                let last = body.pointer_mut("/data/lastRunAt");
                if let Some(time) = last.filter(|own| own.is_string()) {
                    *time = json!("2026-01-02 03:04:05");
                }
            },
            ..PLAIN
        },
        asked: &["updateMonitor::response::each-fixture"],
        fails: &["response::each-fixture"],
    },
    Careless {
        name: "a header says which method is meant",
        altered: Altered {
            before: |sent| {
                let has = sent.headers.contains_key("x-http-method-override");
                has.then(|| {
                    (StatusCode::NOT_FOUND, json!({ "success": false, "error": "Not Found" }))
                })
            },
            ..PLAIN
        },
        asked: &["updateMonitor::request::header"],
        fails: &["header::method-override"],
    },
];

#[test]
fn a_careless_server_fails_the_cases_that_are_about_it() {
    let wrong: Vec<String> = CARELESS.iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the failures that a server leads to.
fn check(careless: &Careless) -> Option<String> {
    let report = careless.altered.start().run(careless.asked, None);
    let failed = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    let failed: BTreeSet<&str> = failed.map(|case| case.id.as_str()).collect();
    let is_expected = |id: &&&str| careless.fails.iter().any(|end| id.ends_with(end));
    let unexpected: Vec<&&str> = failed.iter().filter(|id| !is_expected(id)).collect();
    let missed: Vec<&&str> =
        careless.fails.iter().filter(|end| !failed.iter().any(|id| id.ends_with(**end))).collect();
    let is_right = unexpected.is_empty() && missed.is_empty();
    (!is_right).then(|| {
        format!(
            "{}:\n  fail unexpectedly: {unexpected:?}\n  should fail: {missed:?}",
            careless.name
        )
    })
}

type Answer = Option<(StatusCode, Value)>;

/// Reads a property of a body as another value.
fn taken(sent: &mut Sent, name: &str, read: fn(&Value) -> Option<Value>) -> Answer {
    let read = sent.body.get(name).and_then(read)?;
    sent.body[name] = read;
    None
}

/// The item of a list of one.
fn first(value: &Value) -> Option<Value> {
    value.as_array().filter(|items| items.len() == 1).and_then(|items| items.first().cloned())
}

fn renamed(sent: &mut Sent, change: fn(&str) -> String) -> Answer {
    let name = change(sent.body.get("name")?.as_str()?);
    sent.body["name"] = name.into();
    None
}

fn metadata(sent: &mut Sent, change: fn(Value) -> Value) -> Answer {
    let metadata = sent.body.pointer_mut("/webhook/metadata")?.as_object_mut()?;
    metadata.values_mut().for_each(|own| *own = change(own.take()));
    None
}

fn filled(sent: &mut Sent, place: &str, name: &str, value: &Value) -> Answer {
    let object = sent.body.pointer_mut(place)?.as_object_mut()?;
    object.entry(name).or_insert_with(|| value.clone());
    None
}

fn failed(fails: bool) -> Answer {
    let body = json!({ "success": false, "error": "Internal Server Error" });
    fails.then_some((StatusCode::INTERNAL_SERVER_ERROR, body))
}

/// Puts the good key into a header, where what is shown is taken for one.
fn let_in(sent: &mut Sent, is_taken: fn(&str, &str) -> bool) -> Answer {
    let good = webdata_reference::Keys::default().valid;
    let shown = sent.headers.get(AUTHORIZATION)?.to_str().ok()?.to_owned();
    if is_taken(&shown, &good) {
        let header = HeaderValue::from_str(&format!("Bearer {good}")).ok()?;
        sent.headers.insert(AUTHORIZATION, header);
    }
    None
}
