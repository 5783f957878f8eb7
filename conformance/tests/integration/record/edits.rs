//! Edits of a report are detected by the digest. An edit that also updates the digest is detected by
//! contradictions with the recorded responses; the table marks the edits that only the digest reveals.

use serde_json::{Value, json};
use webdata_suite::report::{Verification, read_text, verify};

use super::setup::{FUTURE, NAME, STATUS, Setup, value, waiver, with};

const AT: &str = "updateMonitor::name::maxLength::at";
const PAUSED: &str = "updateMonitor::status::enum::paused";
const BYTES: &str = "updateMonitor::malformed::body::invalid-utf8";

/// An edit: its name, its function, and the start of the place that is reported when the digest is updated.
/// `None` if only the digest reveals the edit.
type Edit = (&'static str, fn(&mut Value), Option<&'static str>);

fn cases(document: &mut Value) -> &mut Vec<Value> {
    document["cases"].as_array_mut().expect("a list")
}

fn case<'d>(document: &'d mut Value, id: &str) -> &'d mut Value {
    cases(document).iter_mut().find(|case| case["id"] == id).expect("the case")
}

/// Returns the first case with an outcome.
fn first_with_outcome<'d>(document: &'d mut Value, kind: &str) -> &'d mut Value {
    cases(document)
        .iter_mut()
        .find(|case| case["outcome"] == kind)
        .expect("a case with the outcome")
}

fn replace(place: &mut Value, old: &str, new: &str) {
    let text = place.as_str().expect("a text");
    assert!(text.contains(old), "{text}");
    *place = text.replacen(old, new, 1).into();
}

fn last(case: &mut Value) -> &mut Value {
    case["transcript"].as_array_mut().and_then(|all| all.last_mut()).expect("a request")
}

/// Turns a failure into a pass, consistently.
fn whitewash(document: &mut Value, id: &str) {
    let case = case(document, id).as_object_mut().expect("an object");
    case.insert("outcome".to_owned(), "pass".into());
    for name in ["reason", "deviations", "endedAt"] {
        case.shift_remove(name);
    }
}

/// Turns a case that was run into a skipped one.
fn skip(case: &mut Value, reason: Value) {
    let case = case.as_object_mut().expect("an object");
    case.shift_remove("fixtures");
    for (name, value) in [("outcome", json!("skip")), ("reason", reason)] {
        case.insert(name.to_owned(), value);
    }
    case.insert("transcript".to_owned(), json!([]));
}

/// Returns the reason of a skipped case.
fn obstacles(obstacles: &[Value]) -> Value {
    json!({ "obstacles": obstacles })
}

fn off(feature: &str) -> Value {
    json!({ "off": { "feature": feature, "reason": "short" } })
}

const EDITS: &[Edit] = &[
    ("verdict", |d| d["verdict"] = "conformant".into(), Some("/verdict")),
    ("claim", |d| d["claimed"] = json!(["corn"]), Some("/claimed")),
    ("limited", |d| d["onlyProfiles"] = json!(["corn"]), Some("/onlyProfiles")),
    ("profile", |d| d["profiles"][0]["state"] = "conformant".into(), Some("/profiles/0/state")),
    ("cases of a profile", |d| d["profiles"][1]["cases"] = 1.into(), Some("/profiles/1/cases")),
    ("count", |d| d["outcomes"]["fail"] = 0.into(), Some("/outcomes/fail")),
    ("fail to pass", |d| whitewash(d, NAME), Some("case updateMonitor::name::maxLength::above")),
    (
        "fail to skip",
        |d| {
            *case(d, NAME) = json!({
                "id": NAME, "level": "must", "clauses": case(d, NAME)["clauses"], "outcome": "skip",
                "reason": obstacles(&[json!({ "lack": { "need": { "key": "valid" } } })]), "transcript": [], "milliseconds": 0.0,
            });
        },
        Some("case "),
    ),
    (
        "fail to error",
        |d| case(d, NAME)["outcome"] = "error".into(),
        Some("case updateMonitor::name"),
    ),
    (
        "fail to error, deviations gone",
        |d| {
            whitewash(d, NAME);
            case(d, NAME)["outcome"] = "error".into();
            case(d, NAME)["reason"] = "no response".into();
        },
        Some("case updateMonitor::name::maxLength::above"),
    ),
    ("waived to pass", |d| whitewash(d, STATUS), Some("case updateMonitor::status::enum::deleted")),
    (
        "fail to waived",
        |d| case(d, NAME)["outcome"] = "waived".into(),
        Some("case updateMonitor::name"),
    ),
    (
        "pass to fail",
        |d| case(d, AT)["outcome"] = "fail".into(),
        Some("case updateMonitor::name::maxLength::at"),
    ),
    (
        "observed to pass",
        |d| first_with_outcome(d, "observed")["outcome"] = "pass".into(),
        Some("case updateMonitor"),
    ),
    (
        "observation of a case",
        |d| first_with_outcome(d, "observed")["observed"]["answer"] = "other".into(),
        Some("case updateMonitor"),
    ),
    ("observation", |d| d["observations"][0]["answer"] = "other".into(), Some("/observations/0")),
    (
        "observation gone",
        |d| drop(d["observations"].as_array_mut().expect("a list").remove(0)),
        Some("/observations/0"),
    ),
    (
        "status",
        |d| last(case(d, NAME))["response"]["status"] = 400.into(),
        Some("case updateMonitor::name"),
    ),
    (
        "status of a pass",
        |d| last(case(d, PAUSED))["response"]["status"] = 500.into(),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "body of a pass",
        |d| replace(&mut last(case(d, PAUSED))["response"]["body"], "paused", "active"),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "header",
        |d| last(case(d, PAUSED))["response"]["headers"] = json!([]),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "status, with a key's name in the body",
        |d| {
            let response = &mut last(case(d, PAUSED))["response"];
            response["status"] = 400.into();
            response["body"] = r#"{"x":"$REFERENCE_VALID_KEY"}"#.into();
        },
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "response gone",
        |d| {
            drop(
                last(case(d, PAUSED)).as_object_mut().expect("an object").shift_remove("response"),
            );
        },
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "request gone",
        |d| drop(case(d, PAUSED)["transcript"].as_array_mut().expect("a list").pop()),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "request doubled",
        |d| {
            let exchange = last(case(d, PAUSED)).clone();
            case(d, PAUSED)["transcript"].as_array_mut().expect("a list").push(exchange);
        },
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "method",
        |d| last(case(d, NAME))["request"]["method"] = "GET".into(),
        Some("case updateMonitor::name"),
    ),
    (
        "path",
        |d| replace(&mut last(case(d, NAME))["request"]["url"], "/v2/", "/v3/"),
        Some("case updateMonitor::name"),
    ),
    (
        "request body",
        |d| replace(&mut last(case(d, PAUSED))["request"]["body"]["text"], "paused", "active"),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "request body of bytes",
        |d| replace(&mut last(case(d, BYTES))["request"]["body"]["printf"], "\\377", "\\376"),
        Some("case updateMonitor::malformed::body::invalid-utf8"),
    ),
    (
        "request body gone",
        |d| last(case(d, PAUSED))["request"]["body"] = Value::Null,
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "fixture",
        |d| case(d, PAUSED)["fixtures"][0] = "another".into(),
        Some("case updateMonitor::status::enum::paused"),
    ),
    (
        "webhooks and their listener gone",
        |d| {
            let case = cases(d).iter_mut().find(|case| case.get("deliveries").is_some());
            let case = case.and_then(Value::as_object_mut).expect("a case with webhooks");
            case.shift_remove("deliveries");
            case.shift_remove("listener");
        },
        Some("case updateMonitor::webhook"),
    ),
    (
        "webhook",
        |d| {
            let case = cases(d).iter_mut().find(|case| case.get("deliveries").is_some());
            case.expect("a case with webhooks")["deliveries"] = json!([]);
        },
        Some("case updateMonitor::webhook"),
    ),
    ("reason", |d| case(d, NAME)["reason"] = "other".into(), Some("case updateMonitor::name")),
    (
        "deviation",
        |d| case(d, NAME)["deviations"][0]["expected"] = "200".into(),
        Some("case updateMonitor::name"),
    ),
    (
        "deviations gone",
        |d| case(d, NAME)["deviations"] = json!([]),
        Some("case updateMonitor::name"),
    ),
    ("end", |d| case(d, NAME)["endedAt"] = 7.into(), Some("case updateMonitor::name")),
    ("case gone", |d| drop(cases(d).remove(0)), Some("/manifest/")),
    (
        "case doubled",
        |d| {
            let first = cases(d)[0].clone();
            cases(d).insert(0, first);
        },
        Some("/cases/1"),
    ),
    ("cases in another order", |d| cases(d).swap(0, 1), Some("/cases/0")),
    ("case renamed", |d| case(d, AT)["id"] = "updateMonitor::name::new".into(), Some("/cases/")),
    ("level", |d| case(d, NAME)["level"] = "should".into(), Some("case updateMonitor::name")),
    (
        "clauses of a case",
        |d| case(d, NAME)["clauses"] = json!([]),
        Some("case updateMonitor::name"),
    ),
    (
        "numbers of a clause",
        |d| {
            let clauses = d["clauses"].as_array_mut().expect("a list");
            let failing =
                clauses.iter_mut().find(|clause| clause["outcomes"].get("fail").is_some());
            failing.expect("a clause with the outcome or reach")["outcomes"] = json!({ "pass": 1 });
        },
        Some("/clauses/"),
    ),
    ("words of a clause", |d| d["clauses"][0]["says"] = "anything".into(), Some("/clauses/")),
    (
        "clause gone",
        |d| drop(d["clauses"].as_array_mut().expect("a list").pop()),
        Some("/clauses/"),
    ),
    (
        "reach of a clause",
        |d| {
            let clauses = d["clauses"].as_array_mut().expect("a list");
            let clause = clauses.iter_mut().find(|clause| clause["reach"] == "unreachable");
            clause.expect("a clause with the outcome or reach")["reach"] = "not-reached".into();
        },
        Some("/clauses/"),
    ),
    ("cases of a remedy", |d| d["remedies"][0]["cases"] = 1000.into(), Some("/remedies/0")),
    ("change of a remedy", |d| d["remedies"][0]["add"] = "x = 1".into(), Some("/remedies/0")),
    ("remedy gone", |d| d["remedies"] = json!([]), Some("/remedies/0")),
    (
        "statement about the run",
        |d| d["overall"] = json!([{ "says": "all is well", "requests": 0, "total": 1 }]),
        Some("/overall/0"),
    ),
    (
        "skip for one of two missing things",
        |d| {
            let mut lists = cases(d)
                .iter_mut()
                .filter_map(|case| case.get_mut("reason")?.get_mut("obstacles")?.as_array_mut());
            let two =
                lists.find(|list| list.iter().filter(|it| it["lack"].is_object()).count() > 1);
            drop(two.expect("a case that lacks two things").pop());
        },
        Some("case "),
    ),
    ("feature", |d| d["features"][0]["state"] = "supported".into(), Some("/features/0/state")),
    ("manifest", |d| d["manifest"]["hash"] = "00".into(), Some("/manifest/")),
    ("number of cases", |d| d["manifest"]["count"] = 1.into(), Some("/manifest/")),
    ("selected", |d| d["selected"]["hash"] = "00".into(), Some("/selected/")),
    (
        "endless selection",
        |d| d["selected"]["count"] = 1_000_000_000_000_000_u64.into(),
        Some("/selected/"),
    ),
    (
        "shard of an endless selection",
        |d| {
            d["selected"]["count"] = 1_000_000_000_000_000_u64.into();
            d["shard"] = json!({ "number": 1, "of": 2 });
        },
        Some("/manifest/count"),
    ),
    ("name of the run", |d| d["runId"] = "another".into(), None),
    ("shard", |d| d["shard"] = json!({ "number": 1, "of": 2 }), Some("/manifest/count")),
    ("counted level", |d| d["level"] = "open".into(), None),
    ("waiver gone", |d| d["waivers"] = json!([]), Some("case updateMonitor::status")),
    (
        "waiver expired",
        |d| d["waivers"][0]["expires"] = "2020-01-01".into(),
        Some("case updateMonitor::status"),
    ),
    ("waiver widened", |d| d["waivers"][0]["cases"] = "*".into(), Some("/waivers/0/names")),
    (
        "waiver without reason",
        |d| d["waivers"][0]["reason"] = " ".into(),
        Some("waiver updateMonitor"),
    ),
    ("state of a waiver", |d| d["waivers"][0]["state"] = "unused".into(), Some("/waivers/0/state")),
    (
        "skip for another need",
        |d| {
            let luck = json!({ "lack": { "need": { "provocation": "luck" } } });
            first_with_outcome(d, "skip")["reason"] = obstacles(&[luck]);
        },
        Some("case "),
    ),
    (
        "fail to skip, with another reason",
        |d| {
            whitewash(d, NAME);
            skip(case(d, NAME), "not offered".into());
        },
        Some("case updateMonitor::name::maxLength::above"),
    ),
    (
        "fail to skip, switched off by name",
        |d| {
            whitewash(d, NAME);
            skip(case(d, NAME), obstacles(&[off(NAME)]));
            let off = d["off"].as_array_mut().expect("a list");
            off.push(json!({ "feature": NAME, "reason": "short" }));
        },
        Some("/off/"),
    ),
    (
        "fail to skip, switched off with others that were run",
        |d| {
            whitewash(d, NAME);
            let feature = "updateMonitor::name::maxLength";
            skip(case(d, NAME), obstacles(&[off(feature)]));
            let off = d["off"].as_array_mut().expect("a list");
            off.push(json!({ "feature": feature, "reason": "short" }));
        },
        Some("case updateMonitor::name::maxLength::at"),
    ),
    ("switched-off feature gone", |d| d["off"] = json!([]), Some("case updateMonitor::goal")),
    (
        "reason of a switched-off feature",
        |d| d["off"][0]["reason"] = "other".into(),
        Some("case updateMonitor::goal"),
    ),
    (
        "switched off twice",
        |d| {
            let off = d["off"][0].clone();
            d["off"].as_array_mut().expect("a list").push(off);
        },
        Some("/off/1"),
    ),
    ("name of the contract", |d| d["contract"]["version"] = "v3".into(), Some("/contract/version")),
    ("address", |d| d["server"]["baseUrl"] = "https://api.example.com".into(), Some("case ")),
    // Nothing else in the document contradicts these.
    (
        "body, with a key's name in it",
        |d| {
            let body = r#"{"x":"$REFERENCE_VALID_KEY"}"#;
            last(case(d, PAUSED))["response"]["body"] = body.into();
        },
        None,
    ),
    ("name of the server", |d| d["server"]["name"] = "another".into(), None),
    ("start", |d| d["startedAt"] = "2026-01-01T00:00:00Z".into(), None),
    ("duration", |d| d["durationSeconds"] = 1.5.into(), None),
    ("duration of a case", |d| case(d, NAME)["milliseconds"] = 77.7.into(), None),
    ("number of throttled requests", |d| case(d, NAME)["throttled"] = 3.into(), None),
    ("reason of a waiver", |d| d["waivers"][0]["reason"] = "accepted".into(), None),
];

#[test]
fn numbers_out_of_range_are_rejected() {
    let setup = Setup::new();
    let good = value(&setup.run(&with(&["updateMonitor::name::maxLength"])));
    let check = |place: &str, value: Value, expected: &str| {
        let mut edited = good.clone();
        edited[place] = value.clone();
        let error = read_text(&edited.to_string()).expect_err(place).to_string();
        assert!(error.contains(expected), "{place} = {value}: {error}");
    };
    let none = "write K/N with K from 1 to N, such as `2/4`";
    for (number, of) in [(1, 0), (0, 0), (0, 2), (3, 2), (1, 1_000_000_000_000_u64)] {
        check("shard", json!({ "number": number, "of": of }), none);
    }
    check("shard", json!({ "number": 1, "of": 2, "note": 3 }), "unknown field `note`");
    for seconds in [-1.0, 1e300, 3.2e7] {
        check("durationSeconds", json!(seconds), "no run takes ");
    }
}

#[test]
fn each_edit_is_detected() {
    let mut setup = Setup::faulty();
    let feature = "updateMonitor::goal".to_owned();
    setup.target.settings.off.insert(feature, "pages have no goals here".to_owned());
    let only = [
        "updateMonitor::name::",
        "::goal::",
        "::status::",
        "::errors",
        "::observations",
        "webhooks",
        "threatProtection.mode",
        "utf",
    ];
    setup.target.settings.team.not_in.clear();
    let report = setup.run(&with(&only));
    let report = report.with_waivers(&setup.suite, vec![waiver(STATUS, FUTURE)]);
    let good = value(&report);
    let places = |document: &Value| -> Vec<String> {
        let file = read_text(&document.to_string()).expect("a readable report");
        let Verification { contradictions, .. } =
            verify(&file, &setup.suite).expect("a report of this suite");
        contradictions.into_iter().map(|contradiction| contradiction.place).collect()
    };
    assert_eq!(places(&good), <[String; 0]>::default());
    let mut wrong = Vec::new();
    for (name, edit, place) in EDITS {
        let mut edited = good.clone();
        edit(&mut edited);
        assert_ne!(edited, good, "{name}");
        if !places(&edited).contains(&"/digest".to_owned()) {
            wrong.push(format!("{name}: the digest still matches"));
        }
        edited["digest"] = read_text(&edited.to_string()).expect("a readable report").digest.into();
        let places_found = places(&edited);
        let is_detected = match place {
            Some(place) => {
                places_found.iter().any(|contradiction| contradiction.starts_with(place))
            }
            None => places_found.is_empty(),
        };
        if !is_detected {
            wrong.push(format!("{name}: expected {place:?}, found {places_found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
