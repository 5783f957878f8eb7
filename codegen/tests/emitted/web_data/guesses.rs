//! The first guesses of a Rust programmer who has not read the docs, each with what it must do. 27 of 30 compile. The
//! last test has the others, as comments, with what compiles in their place.
//!
//! That an `Option` does not convert into a `Patch` is a test of [`webdata::Patch`].

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::collections::HashMap;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::routing::post;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use webdata::agent::AgentRequest;
use webdata::error_catalogue::ErrorKind;
use webdata::extract::Valid;
use webdata::monitor::{Monitor, MonitorStatus, MonitorUpdate, MonitorUpdateBuilder};
use webdata::notification::EmailNotification;
use webdata::schedule::MonitorSchedule;
use webdata::target::{MonitorTarget, ScrapeTarget};
use webdata::webhook::MonitorWebhook;
use webdata::{Model, Patch, Violations};

use super::client::{ID, client, run};
use super::monitor;
use crate::scripted_server::{Reply, ScriptedServer};

fn update() -> MonitorUpdateBuilder {
    MonitorUpdate::builder()
}

#[track_caller]
fn wire<T: serde::Serialize>(built: Result<T, Violations>) -> Value {
    serde_json::to_value(built.expect("is valid")).expect("is written")
}

#[test]
fn setters_take_what_one_has() {
    let (absent, name): (Option<String>, _) = (None, Some("Price watch"));
    let status = "paused".to_owned();
    let schedule = MonitorSchedule::builder().cron("0 9 * * *").build().expect("is valid");
    let page = ScrapeTarget::new(["https://example.com/"]);
    let rows = [
        (1, update().name(name), json!({ "name": "Price watch" })),
        (2, update().status("active").name(absent.clone()), json!({ "status": "active" })),
        (3, update().status("active").goal(absent.as_deref()), json!({ "status": "active" })),
        (4, update().status(status), json!({ "status": "paused" })),
        (5, update().retention_days(30), json!({ "retentionDays": 30 })),
        (6, update().retention_days(30_u32), json!({ "retentionDays": 30 })),
        (7, update().schedule(schedule), json!({ "schedule": { "cron": "0 9 * * *" } })),
        (
            8,
            update().targets([page]),
            json!({ "targets": [{ "type": "scrape", "urls": ["https://example.com/"] }] }),
        ),
    ];
    for (guess, builder, expected) in rows {
        assert_eq!(wire(builder.build()), expected, "{guess}");
    }
    // 9. An optional list.
    let email = |recipients: Option<Vec<String>>| {
        wire(EmailNotification::builder().enabled(true).recipients(recipients).build())
    };
    assert_eq!(email(None), json!({ "enabled": true }));
    let ada = vec!["ada@example.com".to_owned()];
    assert_eq!(email(Some(ada.clone())), json!({ "enabled": true, "recipients": ada }));
    // 10. A map of any type.
    let headers = HashMap::from([("X-Secret", "sesame")]);
    let webhook = MonitorWebhook::builder("https://example.com/hook").headers(headers);
    let url = "https://example.com/hook";
    assert_eq!(wire(webhook.build()), json!({ "url": url, "headers": { "X-Secret": "sesame" } }));
    // 11. A property that the contract does not show.
    let task = AgentRequest::builder().additional_property("prompt", "Find prices").max_credits(5);
    assert_eq!(wire(task.build()), json!({ "maxCredits": 5.0, "prompt": "Find prices" }));
}

#[test]
fn fields_are_assigned() {
    let mut update = MonitorUpdate::default();
    update.name = Some("Price watch".into()); // 12
    update.goal = "Tell me".into(); // 13
    let text = serde_json::to_string(&update).expect("is written"); // 14
    assert_eq!(text, r#"{"name":"Price watch","goal":"Tell me"}"#);
    update.goal = Patch::Null; // 15
    update.name = None;
    assert_eq!(wire(update.validate().map(|()| update)), json!({ "goal": null }));
}

#[test]
fn fields_are_read() {
    let mut stored = Monitor::check(&monitor()).expect("is valid");
    (stored.goal, stored.status) = ("Tell me".into(), "active".into());
    assert_eq!(stored.goal.as_deref(), Some("Tell me")); // 16
    assert_eq!(stored.goal.value().map_or(0, String::len), 7); // 17
    assert!(stored.status == "active" && stored.status != "paused"); // 18
    assert!(stored.status == MonitorStatus::Active);
    assert_eq!(stored.status.to_string(), "active"); // 19
    let counts = HashMap::from([(stored.status.clone(), 1)]); // 20
    assert_eq!(counts[&MonitorStatus::Active], 1);
    let ends = match stored.status {
        MonitorStatus::Deleted => true,
        // A newer service may have more.
        _ => false,
    }; // 21
    assert!(!ends);
}

#[test]
fn strings_are_parsed() {
    let parsed = |text: &str| text.parse::<MonitorStatus>(); // 22
    assert_eq!(parsed("active"), Ok(MonitorStatus::Active));
    let message = parsed("archived").expect_err("is not listed").to_string();
    assert_eq!(message, "the string is none of `active`, `paused`, `deleted`");
    // A conversion keeps what a newer service sends.
    assert_eq!(MonitorStatus::from("archived").as_str(), "archived");
}

/// 23. One handler for any type of the contract.
async fn handle<T: Model + Send + 'static>(Valid(body): Valid<T>) -> String {
    format!("{} is valid: {}", T::CLAUSE, body.validate().is_ok())
}

#[tokio::test]
async fn handlers_are_generic() {
    let router = Router::new().route("/", post(handle::<MonitorUpdate>));
    for (body, status) in [(r#"{"name":"x"}"#, 200), ("{}", 400)] {
        let request = Request::post("/").body(Body::from(body)).expect("is a request");
        let response = router.clone().oneshot(request).await.expect("responds");
        assert_eq!(response.status(), status, "{body}");
    }
}

#[test]
fn calls_are_made() {
    run(async {
        let server = ScriptedServer::start(|request, _| {
            let reply = match request.path.ends_with("/agent") {
                true => Reply::new(200, json!({ "id": ID })),
                false if request.method == "GET" => {
                    Reply::new(200, json!({ "status": "processing" }))
                }
                false => Reply::new(404, json!({ "success": false, "error": "Not Found" })),
            };
            reply.with("X-Request-Id", "r-1")
        });
        let server = server.await;
        let client = client(&server, |builder| builder);
        let body = AgentRequest::default();
        let started = client.start_agent(&body).await.expect("succeeds"); // 24
        client.start_agent(None).await.expect("succeeds"); // 25
        let both = tokio::join!(client.agent_status(&started.id), client.agent_status(ID)); // 26
        assert_eq!(both.0.expect("succeeds"), both.1.expect("succeeds"));
        let spawned = tokio::spawn(client.agent_status(ID)).await; // 27
        spawned.expect("ends").expect("succeeds");
        let error =
            client.update_monitor(ID, &MonitorUpdate::default()).await.expect_err("is not found");
        assert_eq!(error.kind(), Some(ErrorKind::NotFound));
    });
}

/// 28. `update().targets([])`: the type of an item is unknown.
/// 29. `AgentRequest::builder().prompt("…")`: the contract does not show the property; see 11.
/// 30. `MonitorUpdate { name, ..Default::default() }`: types may get fields, so that they are not exhaustive.
#[test]
fn three_guesses_need_another_spelling() {
    let none = Vec::<MonitorTarget>::new();
    assert!(update().targets(none).build().is_err(), "at least one");
    let mut whole = MonitorUpdate::default();
    whole.name = Some("Price watch".to_owned());
    assert_eq!(whole, update().name("Price watch").build().expect("is valid"));
}
