//! A request for each word of a fault, and the wrong response that it gets.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::{Sent, respond};

const VALID: &str = "Bearer reference-valid-key";

/// A fault, the body of an update, the status code of the response, a place in its body, and what
/// stands there.
type Row = (&'static str, &'static str, u16, &'static str, Value);

fn update(body: &str) -> Sent<'_> {
    Sent { line: "PATCH /v2/monitor/{id}", key: VALID, header: None, body: body.as_bytes() }
}

/// An update of one target of a scrape with these options.
fn options(options: &str) -> String {
    format!(
        r#"{{"targets": [{{"type": "scrape", "urls": ["https://example.com/"], "scrapeOptions": {options}}}]}}"#
    )
}

fn rows() -> Vec<Row> {
    vec![
        // What is read as JSON.
        (r#"{ parses = "trailing-commas" }"#, r#"{"name": "a",}"#, 200, "/data/name", json!("a")),
        (r#"{ parses = "unquoted-names" }"#, r#"{name: "a"}"#, 200, "/data/name", json!("a")),
        (r#"{ parses = "unquoted-texts" }"#, r#"{"name": a}"#, 200, "/data/name", json!("a")),
        (
            r#"{ parses = "arrows-and-semicolons" }"#,
            r#"{"name" => "a"; "retentionDays" = 7}"#,
            200,
            "/data/retentionDays",
            json!(7),
        ),
        (
            r#"{ parses = "stray-quotes" }"#,
            r#"{"retentionDays":11",x":30}"#,
            200,
            "/data/retentionDays",
            json!(11),
        ),
        (
            r#"{ parses = "missing-values" }"#,
            r#"{"name": "a", "goal": ,}"#,
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ parses = "missing-values" }"#,
            r#"{"name": "a", "goal": }"#,
            200,
            "/data/goal",
            json!(null),
        ),
        (
            r#"{ parses = "huge-numbers" }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {"a": 1e400}}}"#,
            200,
            "/data/webhook/metadata/a",
            json!(null),
        ),
        // What values are read as.
        (
            r#"{ reads = { in = { is = "null" }, to = "absent" } }"#,
            r#"{"name": "a", "retentionDays": null}"#,
            200,
            "/data/name",
            json!("a"),
        ),
        (
            r#"{ reads = { in = { is = "empty-text" }, to = "null" } }"#,
            r#"{"goal": ""}"#,
            200,
            "/data/goal",
            json!(null),
        ),
        (
            r#"{ reads = { in = { kind = "number", is = "blank-text" }, to = "zero" } }"#,
            &*Box::leak(options(r#"{"maxAge": " "}"#).into_boxed_str()),
            200,
            "/data/targets/0/scrapeOptions/maxAge",
            json!(0),
        ),
        (
            r#"{ reads = { in = { at = ["goal"], is = "null" }, to = { word = "None" } } }"#,
            r#"{"goal": null}"#,
            200,
            "/data/goal",
            json!("None"),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = "number-of-text" } }"#,
            r#"{"retentionDays": "30"}"#,
            200,
            "/data/retentionDays",
            json!(30),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = "number-of-prefix" } }"#,
            r#"{"retentionDays": "10a00"}"#,
            200,
            "/data/retentionDays",
            json!(10),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = "boolean-by-meaning" } }"#,
            r#"{"judgeEnabled": "No"}"#,
            200,
            "/data/judgeEnabled",
            json!(false),
        ),
        (
            r#"{ reads = { in = { is = "number" }, to = "boolean-of-digit" } }"#,
            r#"{"judgeEnabled": 0}"#,
            200,
            "/data/judgeEnabled",
            json!(false),
        ),
        (
            r#"{ reads = { to = "truth" } }"#,
            r#"{"judgeEnabled": "false", "goal": "g"}"#,
            200,
            "/data/judgeEnabled",
            json!(true),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = "truth-of-last-digit" } }"#,
            r#"{"judgeEnabled": "yes"}"#,
            200,
            "/data/judgeEnabled",
            json!(false),
        ),
        (
            r#"{ reads = { in = { is = "boolean" }, to = "number-of-boolean" } }"#,
            r#"{"retentionDays": true}"#,
            200,
            "/data/retentionDays",
            json!(1),
        ),
        (
            r#"{ reads = { in = { unfit = true }, to = "text" } }"#,
            r#"{"name": {}}"#,
            200,
            "/data/name",
            json!("[object Object]"),
        ),
        (
            r#"{ reads = { in = { is = "fraction", unfit = true }, to = "floor" } }"#,
            r#"{"retentionDays": 30.7}"#,
            200,
            "/data/retentionDays",
            json!(30),
        ),
        (
            r#"{ reads = { in = { at = ["metadata.*"], is = "number" }, to = "double" } }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {"a": 6906764140092371368}}}"#,
            200,
            "/data/webhook/metadata/a",
            json!(6_906_764_140_092_370_944_i64),
        ),
        (
            r#"{ reads = { to = "list-of-one" } }"#,
            r#"{"notification": {"email": {"recipients": "a@example.com"}}}"#,
            200,
            "/data/notification/email/recipients",
            json!(["a@example.com"]),
        ),
        (
            r#"{ reads = { in = { is = "one-item-list" }, to = "first-item" } }"#,
            r#"{"name": ["a"]}"#,
            200,
            "/data/name",
            json!("a"),
        ),
        (
            r#"{ reads = { in = { kind = "enum", is = "text" }, to = "word-of-index" } }"#,
            r#"{"status": "001"}"#,
            200,
            "/data/status",
            json!("paused"),
        ),
        (
            r#"{ reads = { in = { kind = "enum" }, to = "word-in-any-case" } }"#,
            r#"{"status": "PAUSED"}"#,
            200,
            "/data/status",
            json!("paused"),
        ),
        (
            r#"{ reads = { in = { kind = "enum", is = "list" }, to = "first-word" } }"#,
            r#"{"status": ["paused"]}"#,
            200,
            "/data/status",
            json!("active"),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = "trimmed" } }"#,
            r#"{"name": " a "}"#,
            200,
            "/data/name",
            json!("a"),
        ),
        (
            r#"{ reads = { in = { kind = "email" }, to = "lower-case" } }"#,
            r#"{"notification": {"email": {"recipients": ["AbC@example.com"]}}}"#,
            200,
            "/data/notification/email/recipients/0",
            json!("abc@example.com"),
        ),
        (
            r#"{ reads = { in = { kind = "email" }, to = "lower-case-domain" } }"#,
            r#"{"notification": {"email": {"recipients": ["A@Example.COM"]}}}"#,
            200,
            "/data/notification/email/recipients/0",
            json!("A@example.com"),
        ),
        (
            r#"{ reads = { in = { kind = "plain-string" }, to = "composed" } }"#,
            r#"{"name": "e\u0301"}"#,
            200,
            "/data/name",
            json!("é"),
        ),
        (
            r#"{ reads = { in = { at = ["MonitorUpdate.name"] }, to = { cut = 2 } } }"#,
            r#"{"name": "abc"}"#,
            200,
            "/data/name",
            json!("ab"),
        ),
        (
            r##"{ reads = { in = { is = "text" }, to = { replaced = ["&#", "&amp;#"] } } }"##,
            r#"{"name": "a&#39;"}"#,
            200,
            "/data/name",
            json!("a&amp;#39;"),
        ),
        (
            r#"{ reads = { in = { is = "text" }, to = { without = "\u0000" } } }"#,
            r#"{"name": "a\u0000b"}"#,
            200,
            "/data/name",
            json!("ab"),
        ),
        (
            r#"{ reads = { in = { kind = "plain-string" }, to = "escaped" } }"#,
            r#"{"name": "a & b"}"#,
            200,
            "/data/name",
            json!("a &amp; b"),
        ),
        (
            r#"{ reads = { in = { kind = "plain-string" }, to = "escaped-twice" } }"#,
            r#"{"goal": "->"}"#,
            200,
            "/data/goal",
            json!("-&amp;gt;"),
        ),
        (
            r#"{ reads = { in = { kind = "plain-string" }, to = "without-tags" } }"#,
            r#"{"goal": "<b>price</b>"}"#,
            200,
            "/data/goal",
            json!("price"),
        ),
        (
            r#"{ reads = { in = { kind = "uri" }, to = "url-of-browser" } }"#,
            r#"{"webhook": {"url": "HTTP://Example.com:80"}}"#,
            200,
            "/data/webhook/url",
            json!("http://example.com/"),
        ),
        (
            r#"{ reads = { in = { kind = "uri" }, to = "slash-behind-host" } }"#,
            r#"{"webhook": {"url": "https://example.com"}}"#,
            200,
            "/data/webhook/url",
            json!("https://example.com/"),
        ),
        (
            r#"{ reads = { in = { at = ["metadata.*"], is = "text" }, to = "other-order" } }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {"a": "2009-01-31T00:00:00"}}}"#,
            200,
            "/data/webhook/metadata/a",
            json!("01/31/2009 00:00:00"),
        ),
        (
            r#"{ reads = { in = { at = ["metadata.*"], is = "text" }, to = "without-fraction" } }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {"a": "2017-03-07T17:26:40.352Z"}}}"#,
            200,
            "/data/webhook/metadata/a",
            json!("2017-03-07T17:26:40Z"),
        ),
        (
            r#"{ reads = { in = { is = "object" }, to = "listed-names" } }"#,
            r#"{"name": "a", "NAME": "b"}"#,
            200,
            "/data/name",
            json!("b"),
        ),
        (
            r#"{ reads = { in = { is = "object" }, to = { without-names = ["__proto__"] } } }"#,
            &*Box::leak(
                options(r#"{"auditMetadata": {"username": "a", "__proto__": 1}}"#).into_boxed_str(),
            ),
            200,
            "/data/targets/0/scrapeOptions/auditMetadata",
            json!({"username": "a"}),
        ),
        (
            r#"{ reads = { in = { is = "null-item" }, to = "absent" } }"#,
            r#"{"targets": [{"type": "search", "queries": ["a", null]}], "goal": "g"}"#,
            200,
            "/data/targets/0/queries",
            json!(["a"]),
        ),
        (
            r#"{ reads = { in = { is = "empty-list" }, to = "absent" } }"#,
            r#"{"name": "a", "targets": []}"#,
            200,
            "/data/name",
            json!("a"),
        ),
        // What is returned in place of what is stored.
        (
            r#"{ returns = { in = { kind = "integer", is = "number" }, to = "stringified" } }"#,
            r#"{"retentionDays": 7}"#,
            200,
            "/data/retentionDays",
            json!("7"),
        ),
        (
            r#"{ returns = { in = { kind = "boolean", among = [false] }, to = { value = "" } } }"#,
            r#"{"judgeEnabled": false}"#,
            200,
            "/data/judgeEnabled",
            json!(""),
        ),
        (
            r#"{ returns = { in = { is = "empty-object" }, to = "empty-list" } }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {}}}"#,
            200,
            "/data/webhook/metadata",
            json!([]),
        ),
        (
            r#"{ returns = { in = { at = ["metadata"], is = "object" }, to = "empty-object" } }"#,
            r#"{"webhook": {"url": "https://example.com/", "metadata": {"a": 1}}}"#,
            200,
            "/data/webhook/metadata",
            json!({}),
        ),
        (
            r#"{ returns = { in = { kind = "date-time", like = "." }, to = { value = "x" } } }"#,
            r#"{"name": "a"}"#,
            200,
            "/data/createdAt",
            json!("x"),
        ),
        (
            r#"{ returns = { in = { at = ["nextRunAt"], with = { kind = "cron", like = '^0 ' } }, to = { value = "x" } } }"#,
            r#"{"schedule": {"cron": "0 9 * * *"}}"#,
            200,
            "/data/nextRunAt",
            json!("x"),
        ),
        (
            r#"{ returns = { in = { at = ["schedule.cron"], with = { kind = "schedule-phrase", like = "^every hour$" } }, to = { value = "0 0 * * *" } } }"#,
            r#"{"schedule": {"text": "every hour"}}"#,
            200,
            "/data/schedule/cron",
            json!("0 0 * * *"),
        ),
        // What is accepted, and comes back as it was sent.
        (
            r#"{ accepts = { kind = "uri", like = '^hello$' } }"#,
            r#"{"webhook": {"url": "hello"}}"#,
            200,
            "/data/webhook/url",
            json!("hello"),
        ),
        (
            r#"{ accepts = { kind = "cron", like = '/0 ' } }"#,
            r#"{"schedule": {"cron": "*/0 * * * *"}}"#,
            200,
            "/data/schedule/cron",
            json!("*/0 * * * *"),
        ),
        (
            r#"{ accepts = { kind = "time-zone", like = '^Not/' } }"#,
            r#"{"schedule": {"cron": "0 9 * * *", "timezone": "Not/There"}}"#,
            200,
            "/data/schedule/timezone",
            json!("Not/There"),
        ),
        (
            r#"{ accepts = { kind = "email", like = ',' } }"#,
            r#"{"notification": {"email": {"recipients": ["b@example.com", "a,b@example.com"]}}}"#,
            200,
            "/data/notification/email/recipients/1",
            json!("a,b@example.com"),
        ),
        (
            r#"{ accepts = { kind = "uuid", like = 'x$' } }"#,
            r#"{"targets": [{"type": "crawl", "url": "https://example.com/", "id": "6f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64x"}]}"#,
            200,
            "/data/targets/0/id",
            json!("6f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64x"),
        ),
        (
            r#"{ accepts = { kind = "integer", among = [0] } }"#,
            r#"{"retentionDays": 0}"#,
            200,
            "/data/retentionDays",
            json!(0),
        ),
        (
            r#"{ accepts = { kind = "array", is = "null", unfit = true } }"#,
            r#"{"targets": null}"#,
            200,
            "/data/targets",
            json!(null),
        ),
        (
            r#"{ accepts = { is = "incomplete-object" } }"#,
            r#"{"webhook": {"events": []}}"#,
            200,
            "/data/webhook",
            json!({"events": []}),
        ),
        (
            r#"{ accepts = { kind = "enum", like = '^[0-9]+$' } }"#,
            r#"{"status": "99999"}"#,
            200,
            "/data/status",
            json!("99999"),
        ),
        // What is refused.
        (
            r#"{ refuses = { kind = "string", like = '^$' } }"#,
            r#"{"name": ""}"#,
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ refuses = { kind = "string", like = '^$' } }"#,
            r#"{"name": "a"}"#,
            200,
            "/data/name",
            json!("a"),
        ),
        (
            r#"{ refuses = { limit = "maxLength", by = "bytes" } }"#,
            &*Box::leak(format!(r#"{{"name": "{}"}}"#, "é".repeat(129)).into_boxed_str()),
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ refuses = { at = ["targets.items"], is = "later-variant" } }"#,
            r#"{"targets": [{"type": "crawl", "url": "https://example.com/"}]}"#,
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ refuses = { at = ["ScrollAction"], lacks = "direction" } }"#,
            &*Box::leak(options(r#"{"actions": [{"type": "scroll"}]}"#).into_boxed_str()),
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ refuses = { when = "partial" } }"#,
            r#"{"name": "a"}"#,
            400,
            "/error",
            json!("Bad Request"),
        ),
        // Other responses.
        (
            r#"{ answers = { in = { kind = "object", is = "null" }, status = 500 } }"#,
            r#"{"schedule": null}"#,
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "malformed-json" }, status = 200, body = '{"invalid":"json"}' } }"#,
            "{",
            200,
            "/invalid",
            json!("json"),
        ),
        (
            r#"{ answers = { in = { when = "no-body" }, status = 500, error = "Internal Server Error" } }"#,
            "",
            500,
            "/error",
            json!("Internal Server Error"),
        ),
        (
            r#"{ answers = { in = { when = "body-is-no-object" }, status = 500 } }"#,
            "[]",
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "nan-in-body" }, status = 500 } }"#,
            r#"{"retentionDays": NaN}"#,
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "nul" }, status = 500 } }"#,
            r#"{"name": "a\u0000b"}"#,
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "lone-surrogate" }, status = 500 } }"#,
            r#"{"name": "\ud83d"}"#,
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "validation-failure" }, status = 422, without = ["success"] } }"#,
            r#"{"name": 1}"#,
            422,
            "/success",
            Value::Null,
        ),
        (
            r#"{ answers = { in = { at = ["targets.type"], among = ["search"], when = "validation-failure" }, status = 500 } }"#,
            r#"{"targets": [{"type": "search", "queries": ["a"]}], "goal": null, "judgeEnabled": true}"#,
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "every-error" }, body = '{"title": "t"}' } }"#,
            "[]",
            400,
            "/title",
            json!("t"),
        ),
        (
            r#"{ answers = { method = "PATCH", status = 405, error = "x" } }"#,
            r#"{"name": "a"}"#,
            405,
            "/error",
            json!("x"),
        ),
        (
            r#"{ answers = { in = { when = "null-in-response" }, status = 500 } }"#,
            r#"{"name": "a"}"#,
            500,
            "/success",
            json!(true),
        ),
        // What is stored otherwise.
        (
            r#"{ fills = { with = '{"goal": null, "judgeEnabled": false}' } }"#,
            r#"{"name": "a"}"#,
            200,
            "/data/goal",
            json!(null),
        ),
    ]
}

#[tokio::test]
async fn a_request_shows_what_each_word_does() {
    for (fault, body, status, place, expected) in rows() {
        let (found, _, answer) = respond(fault, &[update(body)]).await;
        assert_eq!(found, status, "{fault} on {body}: {answer}");
        let value = answer.pointer(place).cloned().unwrap_or_default();
        assert_eq!(value, expected, "{fault} on {body}: {answer}");
    }
}

#[tokio::test]
async fn later_requests_and_other_paths_show_the_rest() {
    let get = |line: &'static str| Sent { line, key: VALID, header: None, body: b"" };
    let (name, other) = (update(r#"{"name": "first"}"#), update(r#"{"name": "second"}"#));
    let retention = update(r#"{"retentionDays": 7}"#);
    let unknown = "GET /v2/agent/6f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64";
    let revoked = "Bearer reference-revoked-key";
    let url = update(r#"{"webhook": {"url": "hello"}}"#);
    let table: Vec<(&str, Vec<Sent<'_>>, u16, &str, Value)> = vec![
        (r#"{ forgets = "old-response" }"#, vec![name, other], 200, "/data/name", json!("first")),
        (
            r#"{ forgets = "after-response" }"#,
            vec![name, other],
            200,
            "/data/name",
            json!("second"),
        ),
        (
            r#"{ forgets = "after-response" }"#,
            vec![name, other, retention],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ forgets = "stale-columns" }"#,
            vec![name, retention],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ forgets = "cached-refusal" }"#,
            vec![Sent { key: "Bearer x", ..get(unknown) }, get(unknown)],
            401,
            "/success",
            json!(false),
        ),
        (r#"{ forgets = "cached-get" }"#, vec![get(unknown)], 404, "/success", json!(false)),
        (
            r#"{ accepts = { kind = "uri", like = "^hello$" } }"#,
            vec![url, retention],
            200,
            "/data/webhook/url",
            json!("hello"),
        ),
        (
            r#"{ reads = { in = { at = ["MonitorUpdate.goal"], is = "text", when = "over-null-goal" }, to = "absent" } }"#,
            vec![update(r#"{"goal": null}"#), update(r#"{"goal": "a", "name": "b"}"#)],
            200,
            "/data/goal",
            Value::Null,
        ),
        (
            r#"{ refuses = { kind = "uri", when = "every-second" } }"#,
            vec![
                update(r#"{"webhook": {"url": "https://a.example/"}}"#),
                update(r#"{"webhook": {"url": "https://a.example/"}}"#),
            ],
            400,
            "/error",
            json!("Bad Request"),
        ),
        (
            r#"{ routes = "merged-slashes" }"#,
            vec![Sent { line: "PATCH /v2//monitor/{id}", ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ routes = "extension" }"#,
            vec![Sent { line: "PATCH /v2/monitor/{id}.json", ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ keys = "any-case" }"#,
            vec![Sent { key: "Bearer REFERENCE-valid-key", ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ keys = "any-scheme" }"#,
            vec![Sent { key: "ApiKey reference-valid-key", ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ keys = "without-scheme" }"#,
            vec![Sent { key: "reference-valid-key", ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ keys = "revoked-accepted" }"#,
            vec![Sent { key: revoked, ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (
            r#"{ keys = "revoked-for-valid" }"#,
            vec![Sent { key: revoked, ..name }],
            200,
            "/data/name",
            json!("first"),
        ),
        (r#"{ keys = "revoked-for-valid" }"#, vec![name], 401, "/success", json!(false)),
        (
            r#"{ answers = { in = { when = "wrong-key" }, error = "x" } }"#,
            vec![Sent { key: "Bearer x", ..name }],
            401,
            "/error",
            json!("x"),
        ),
        (
            r#"{ answers = { in = { when = "malformed-id-in-path" }, status = 500 } }"#,
            vec![get("GET /v2/agent/abc")],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "latin1-escape-in-path" }, status = 500 } }"#,
            vec![get("GET /v2/agent/%E4")],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "broken-escape-in-path" }, status = 500 } }"#,
            vec![get("GET /v2/agent/%zz")],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "unknown-path" }, status = 200 } }"#,
            vec![get("GET /v2/nothing")],
            200,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "unknown-resource" }, status = 500 } }"#,
            vec![get(unknown)],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "other-accept" }, status = 500 } }"#,
            vec![Sent { header: Some(("accept", "application/xml")), ..name }],
            500,
            "/success",
            json!(true),
        ),
        (
            r#"{ answers = { in = { when = "compressed" }, status = 500 } }"#,
            vec![Sent { header: Some(("content-encoding", "gzip")), body: b"\x1f\x8b", ..name }],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "bad-utf8" }, status = 500 } }"#,
            vec![Sent { body: b"{\"name\": \"\xff\"}", ..name }],
            500,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { path = "//", status = 307 } }"#,
            vec![Sent { line: "PATCH /v2//monitor/{id}", ..name }],
            307,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { header = "accept", header_like = "^text/html", status = 302 } }"#,
            vec![Sent { header: Some(("accept", "text/html")), ..name }],
            302,
            "/success",
            json!(true),
        ),
        (
            r#"{ answers = { instead_of = 404, status = 410 } }"#,
            vec![get(unknown)],
            410,
            "/success",
            json!(false),
        ),
        (
            r#"{ answers = { in = { when = "null-date-in-response" }, status = 500 } }"#,
            vec![name],
            500,
            "/success",
            json!(true),
        ),
    ];
    for (fault, requests, status, place, expected) in table {
        let (found, _, answer) = respond(fault, &requests).await;
        assert_eq!(found, status, "{fault}: {answer}");
        let value = answer.pointer(place).cloned().unwrap_or_default();
        assert_eq!(value, expected, "{fault}: {answer}");
    }
}

#[tokio::test]
async fn media_type_and_headers_are_others() {
    let fault = r#"{ answers = { type = "text/html", headers = [["x-a", "b"]] } }"#;
    let (_, headers, body) = respond(fault, &[update(r#"{"name": "a"}"#)]).await;
    let header = |name: &str| headers.iter().find(|(own, _)| own == name).map(|(_, own)| own);
    assert_eq!(header("content-type").map(String::as_str), Some("text/html"));
    assert_eq!(header("x-a").map(String::as_str), Some("b"));
    assert!(body.as_str().is_some_and(|page| page.starts_with("<!DOCTYPE html>")), "{body}");
}

/// Times are returned in other forms.
#[tokio::test]
async fn times_have_other_forms() {
    for (to, is_wrong) in [
        (r#""without-zone""#, (|own| !own.ends_with('Z')) as fn(&str) -> bool),
        (r#""time-with-blank""#, |own| own.contains(' ')),
        (r#"{ replaced = [":", "-"] }"#, |own| !own.contains(':')),
        (r#"{ later = 604800 }"#, |own| own.ends_with('Z') && own.len() == 20),
    ] {
        let fault = format!(r#"{{ returns = {{ in = {{ kind = "date-time" }}, to = {to} }} }}"#);
        let (_, _, body) = respond(&fault, &[update(r#"{"name": "a"}"#)]).await;
        let time = body["data"]["createdAt"].as_str().unwrap_or_default();
        assert!(is_wrong(time), "{fault}: {time}");
    }
}

/// Every word of the table stands in a test.
#[test]
fn every_word_of_the_table_is_shown() {
    let tests = include_str!("shown.rs");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("habits");
    let mut words = BTreeSet::new();
    for entry in std::fs::read_dir(pages).expect("the pages") {
        let text = std::fs::read_to_string(entry.expect("a page").path()).expect("a page");
        let page: Value = toml::from_str(&text).expect("a page");
        for habit in page["habit"].as_array().into_iter().flatten() {
            collect(&habit["fault"], "", &mut words);
        }
    }
    let unshown: Vec<&String> =
        words.iter().filter(|word| !tests.contains(word.as_str())).collect();
    assert!(unshown.is_empty(), "{unshown:?}");
}

/// Collects the words of a fault: its keys, and the values of those keys that take a word.
fn collect(value: &Value, key: &str, words: &mut BTreeSet<String>) {
    const OF_WORDS: [&str; 9] =
        ["parses", "forgets", "routes", "keys", "to", "is", "kind", "when", "by"];
    match value {
        Value::Object(members) => {
            for (name, own) in members {
                words.insert(format!("{name} = "));
                collect(own, name, words);
            }
        }
        Value::String(word) if OF_WORDS.contains(&key) => {
            words.insert(format!("\"{word}\""));
        }
        _ => {}
    }
}
