//! Rejected bodies, each beside the nearest accepted one.

use serde_json::json;

use crate::served::Served;
use crate::service::bodies::{accepted, rejected, scrape};

#[tokio::test]
async fn a_body_within_the_limits_is_accepted() {
    let served = Served::contract().await;
    for body in accepted() {
        let response = served.patch(&served.monitor(), &body).await;
        assert_eq!(response.status, 200, "{body}: {response:?}");
    }
}

#[tokio::test]
async fn a_body_beyond_a_limit_is_rejected_and_changes_nothing() {
    let served = Served::contract().await;
    let id = served.monitor();
    let before = served.stored(&id).await;
    for (mut body, path) in rejected() {
        // A valid property beside the invalid one must not be stored either.
        if let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) {
            members.entry("name").or_insert("Stored in part".into());
        }
        let response = served.patch(&id, &body).await;
        response.assert_error(400, "Bad Request");
        assert_eq!(response.paths(), [path], "{body}: {response:?}");
        assert_eq!(served.stored(&id).await, before, "{body}");
    }
}

#[tokio::test]
async fn a_search_target_needs_a_goal_unless_evaluation_is_off() {
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
        let response = served.patch(&id, &then).await;
        if goes {
            response.monitor();
        } else {
            response.assert_error(400, "Bad Request");
            assert_eq!(response.paths(), ["/goal"], "{first} {then}");
            assert_eq!(served.stored(&id).await, before, "{first} {then}");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_not_json_is_rejected() {
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
        let response = served.patch_bytes(&id, body).await;
        response.assert_error(400, "Bad Request");
        assert_eq!(response.paths(), [""], "{response:?}");
    }
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(3 * 1024 * 1024));
    served.patch_bytes(&id, large).await.assert_error(413, "Payload Too Large");
    assert_eq!(served.stored(&id).await["name"], "Monitor");
}

#[tokio::test]
async fn an_error_never_repeats_the_submitted_value() {
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
        let response = served.patch(&id, &body).await;
        response.assert_error(400, "Bad Request");
        assert!(!response.text.contains("s3cret"), "{response:?}");
    }
}
