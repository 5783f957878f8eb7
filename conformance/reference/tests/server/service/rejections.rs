//! Rejected bodies, each beside the nearest accepted one.

use serde_json::json;

use crate::served::Served;
use crate::service::bodies::{accepted, refused, scrape};

#[tokio::test]
async fn what_keeps_to_the_limits_is_accepted() {
    let served = Served::contract().await;
    for body in accepted() {
        let answer = served.patch(&served.monitor(), &body).await;
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
    }
}

#[tokio::test]
async fn what_breaks_a_limit_is_refused_and_changes_nothing() {
    let served = Served::contract().await;
    let id = served.monitor();
    let before = served.stored(&id).await;
    for (mut body, path) in refused() {
        // A valid property beside the invalid one must not be stored either.
        if let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) {
            members.entry("name").or_insert("Stored in part".into());
        }
        let answer = served.patch(&id, &body).await;
        answer.is_error(400, "Bad Request");
        assert_eq!(answer.paths(), [path], "{body}: {answer:?}");
        assert_eq!(served.stored(&id).await, before, "{body}");
    }
}

#[tokio::test]
async fn a_search_target_needs_a_goal_unless_judging_is_off() {
    let served = Served::contract().await;
    let targets = json!([scrape(), { "type": "search", "queries": ["q"] }]);
    // The stored properties, the update, and whether the update is accepted.
    let table = [
        (json!({ "judgeEnabled": true }), json!({ "targets": targets }), false),
        (json!({ "judgeEnabled": false }), json!({ "targets": targets }), true),
        (json!({ "goal": "g" }), json!({ "targets": targets }), true),
        (json!({ "name": "n" }), json!({ "targets": targets, "judgeEnabled": true }), false),
        (json!({ "name": "n" }), json!({ "targets": targets, "goal": "g" }), true),
        (json!({ "name": "n" }), json!({ "targets": targets, "goal": "" }), false),
        (json!({ "goal": "g", "targets": targets }), json!({ "goal": "" }), false),
        (json!({ "goal": "g", "targets": targets }), json!({ "goal": null }), false),
        (json!({ "goal": "g", "targets": targets }), json!({ "judgeEnabled": false }), true),
        (
            json!({ "targets": targets, "judgeEnabled": false }),
            json!({ "judgeEnabled": true }),
            false,
        ),
    ];
    for (first, then, goes) in table {
        let id = served.monitor();
        let before = served.patch(&id, &first).await.monitor();
        let answer = served.patch(&id, &then).await;
        if goes {
            answer.monitor();
        } else {
            answer.is_error(400, "Bad Request");
            assert_eq!(answer.paths(), ["/goal"], "{first} {then}");
            assert_eq!(served.stored(&id).await, before, "{first} {then}");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_no_json_is_refused() {
    let served = Served::contract().await;
    let id = served.monitor();
    let deep = "[".repeat(100_000);
    let bodies: [&[u8]; 9] = [
        b"",
        b" ",
        b"{",
        b"name",
        b"{\"name\":\"a\"} {}",
        b"{\"name\":\"\xff\"}",
        b"\xef\xbb\xbf{}",
        b"{\"name\":\"\\ud800\"}",
        deep.as_bytes(),
    ];
    for body in bodies {
        let answer = served.patch_raw(&id, body).await;
        answer.is_error(400, "Bad Request");
        assert_eq!(answer.paths(), [""], "{answer:?}");
    }
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(3 * 1024 * 1024));
    served.patch_raw(&id, large).await.is_error(413, "Payload Too Large");
    assert_eq!(served.stored(&id).await["name"], "Monitor");
}

#[tokio::test]
async fn a_refusal_never_repeats_what_was_sent() {
    let served = Served::contract().await;
    let id = served.monitor();
    let secret = "s3cret value";
    let bodies = [
        json!({ "status": secret }),
        json!({ "retentionDays": secret }),
        json!({ "schedule": { "cron": secret, "timezone": secret } }),
        json!({ "schedule": { "text": secret } }),
        json!({ "targets": [{ "type": secret, "urls": [secret], "id": secret }] }),
        json!({ "notification": { "email": { "recipients": [secret] } } }),
        json!({ "webhook": { "url": secret, "headers": { "a": [secret] }, "events": [secret] } }),
    ];
    for body in bodies {
        let answer = served.patch(&id, &body).await;
        answer.is_error(400, "Bad Request");
        assert!(!answer.text.contains("s3cret"), "{answer:?}");
    }
}
