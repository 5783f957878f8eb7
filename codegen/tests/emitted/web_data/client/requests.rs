//! Tests of a request before it is sent: the options of one call, and the status code and headers of its response.

use std::error::Error as _;
use std::time::Duration;

use serde_json::json;
use webdata::client::{Error, TimeoutKind};
use webdata::error_catalogue::ErrorKind;

use super::{ID, KEY, client, name, run};
use crate::scripted_server::{Reply, ScriptedServer};

#[test]
fn options_apply_to_one_call() {
    run(async {
        let server = ScriptedServer::start(|_, _| {
            Reply::new(200, json!({ "status": "processing" })).with("X-Request-Id", "r-1")
        });
        let server = server.await;
        let client = client(&server, |builder| builder.header("X-Tenant", "blue"));
        let call = || client.agent_status(ID);
        let response = call().header("X-Trace", "t-1").header("x-tenant", "red").with_response();
        let response = response.await.expect("succeeds");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["x-request-id"], "r-1");
        assert_eq!(response.into_body().status, "processing");
        call().await.expect("succeeds");
        let requests = server.requests();
        let sent: Vec<_> = requests
            .iter()
            .map(|request| (request.header("x-trace"), request.header("x-tenant")))
            .collect();
        assert_eq!(sent, [(Some("t-1"), Some("red")), (None, Some("blue"))]);
        // An option that cannot be sent.
        let error = call().header("X Trace", "t-1").header("X-Trace", "t").await;
        let error = error.expect_err("is invalid");
        let expected = "the header `X Trace` cannot be sent: that is not a valid header name";
        assert_eq!(error.to_string(), expected);
        assert_eq!(server.requests().len(), 2);
    });
}

#[test]
fn one_call_has_a_time_limit() {
    run(async {
        let server = ScriptedServer::start(|_, _| Reply {
            silent: true,
            ..Reply::new(200, json!({ "status": "processing" }))
        });
        let server = server.await;
        let client = client(&server, |builder| builder);
        let limit = Duration::from_millis(50);
        let error = client.agent_status(ID).timeout(limit).await.expect_err("is too slow");
        let is_of_the_call = |error: &Error| matches!(error, Error::Timeout { kind: TimeoutKind::Call, limit: given, .. } if *given == limit);
        assert!(is_of_the_call(&error), "{error:?}");
    });
}

#[test]
fn errors_have_the_headers_without_secrets() {
    run(async {
        let server = ScriptedServer::start(|request, _| {
            let echo = request.header("x-secret").unwrap_or_default();
            let body = json!({ "success": false, "error": "Not Found" });
            let reply = Reply::new(404, body).with("X-Request-Id", "r-2").with("X-Key", KEY);
            reply.with("X-Echo", echo)
        });
        let server = server.await;
        let client = client(&server, |builder| builder);
        let call = client.update_monitor(ID, &name("n")).header("X-Secret", "sesame-0123456789");
        let error = call.await.expect_err("is not found");
        assert_eq!(error.kind(), Some(ErrorKind::NotFound));
        let headers = &error.error_response().expect("is a response").headers;
        let shown = ["x-request-id", "x-key", "x-echo"].map(|name| &headers[name]);
        assert_eq!(shown, ["r-2", "[key]", "[header]"]);
        assert!(!format!("{error:?}").contains("r-2"));
    });
}

/// An error that is shown with its causes says everything once.
#[test]
fn an_error_has_its_cause_in_its_text_only() {
    run(async {
        let server = ScriptedServer::start(|_, _| Reply { lost: true, ..Reply::new(200, "") });
        let server = server.await;
        let error = client(&server, |builder| builder).agent_status(ID).await;
        let error = error.expect_err("has no response");
        assert!(matches!(error, Error::Transport { .. }), "{error:?}");
        assert!(error.source().is_none(), "{error}");
        assert!(error.to_string().starts_with("agentStatus: no response: "), "{error}");
    });
}
