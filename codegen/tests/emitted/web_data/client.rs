//! Tests of the client: the request of each operation, transcribed from the contract's text, and the result
//! of each response.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

mod configuration;
mod hostile;
mod requests;
mod retries;

use std::time::Duration;

use serde_json::json;
use webdata::agent::AgentRequest;
use webdata::client::{AgentSnapshotPath, Builder, Client, Method};
use webdata::error_catalogue::ErrorKind;
use webdata::monitor::MonitorUpdate;
use webdata::operations::{AGENT_SNAPSHOT, AGENT_TRACE, CANCEL_AGENT};
use webdata::scrape::ScrapeRequest;

use crate::scripted_server::{RecordedPace, Reply, ScriptedServer};
use crate::web_data::monitor;

const KEY: &str = "wd-0123456789abcdef";
pub(super) const ID: &str = "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11";

pub(super) fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_secs(60), test).await };
    runtime.expect("the runtime starts").block_on(limited).expect("the test ends within a minute")
}

pub(super) fn client(server: &ScriptedServer, set_up: impl Fn(Builder) -> Builder) -> Client {
    let builder = Client::builder(&server.base_url, KEY).pace(RecordedPace::default());
    set_up(builder).build().expect("the configuration is valid")
}

fn name(name: &str) -> MonitorUpdate {
    MonitorUpdate::builder().name(name).build().expect("is valid")
}

#[test]
fn each_operation_sends_the_request_of_the_contract() {
    run(async {
        let server = ScriptedServer::start(|request, _| match request.method.as_str() {
            "PATCH" => Reply::new(200, json!({ "success": true, "data": monitor() })),
            _ => Reply::new(
                200,
                json!({ "success": true, "id": ID, "status": "processing", "new": [1] }),
            ),
        });
        let server = server.await;
        let builder = Client::builder(&server.base_url, KEY)
            .bind(&AGENT_TRACE, Method::GET, "/v2/agent/{jobId}/trace")
            .and_then(|builder| {
                builder.bind(&AGENT_SNAPSHOT, Method::GET, "/v2/s/{snapshotId}/of/{jobId}")
            })
            .and_then(|builder| builder.bind(&CANCEL_AGENT, Method::DELETE, "/v2/agent/{jobId}"));
        let client = builder.and_then(Builder::build).expect("the configuration is valid");
        let response = client.update_monitor(ID, &name("n")).await.expect("succeeds");
        assert_eq!(response.data.name, "n");
        let url = json!({ "url": "https://example.com/" });
        let request: ScrapeRequest =
            serde_json::from_value(url.clone()).expect("the request is valid");
        let response = client.scrape(&request).await.expect("succeeds");
        assert_eq!(response["new"], json!([1]));
        let request: AgentRequest =
            serde_json::from_value(json!({ "maxCredits": 5.0 })).expect("the request is valid");
        assert_eq!(client.start_agent(Some(&request)).await.expect("succeeds").id, ID);
        assert_eq!(client.start_agent(None).await.expect("succeeds").id, ID);
        assert_eq!(client.agent_status(ID).await.expect("succeeds").status, "processing");
        client.agent_trace(ID).await.expect("succeeds");
        let path = AgentSnapshotPath { job_id: ID, snapshot_id: "s/1" };
        client.agent_snapshot(path).await.expect("succeeds");
        client.cancel_agent(ID).await.expect("succeeds");
        let rows = [
            ("PATCH", format!("/v2/monitor/{ID}"), Some(json!({ "name": "n" }))),
            ("POST", "/v2/scrape".to_owned(), Some(url)),
            ("POST", "/v2/agent".to_owned(), Some(json!({ "maxCredits": 5.0 }))),
            ("POST", "/v2/agent".to_owned(), None),
            ("GET", format!("/v2/agent/{ID}"), None),
            ("GET", format!("/v2/agent/{ID}/trace"), None),
            ("GET", format!("/v2/s/s%2F1/of/{ID}"), None),
            ("DELETE", format!("/v2/agent/{ID}"), None),
        ];
        let requests = server.requests();
        assert_eq!(requests.len(), rows.len());
        for (request, (method, path, body)) in requests.iter().zip(rows) {
            assert_eq!((request.method.as_str(), request.path.as_str()), (method, path.as_str()));
            assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
            assert_eq!(request.header("accept"), Some("application/json"));
            assert_eq!(request.header("content-type"), body.as_ref().map(|_| "application/json"));
            let sent = serde_json::from_str(&request.body).ok();
            assert_eq!(sent, body, "{method} {path}");
        }
    });
}

#[test]
fn error_responses_are_kept_whole() {
    let details = json!([{ "path": ["name"], "message": "too long" }]);
    let rows = [
        (
            400,
            json!({ "success": false, "error": "name: too long", "details": details }),
            Some(ErrorKind::ValidationFailure),
        ),
        (
            401,
            json!({ "success": false, "error": "Unauthorized: Invalid token" }),
            Some(ErrorKind::InvalidToken),
        ),
        (404, json!({ "success": false, "error": "Not Found" }), Some(ErrorKind::NotFound)),
        (
            404,
            json!({ "success": false, "error": "gone", "code": "SCRAPE_NO_CACHED_DATA" }),
            Some(ErrorKind::NoCachedData),
        ),
        (409, json!({ "success": false, "error": "Conflict" }), Some(ErrorKind::Conflict)),
        (
            404,
            json!({ "error": "Agent job not found", "trace": 1 }),
            Some(ErrorKind::AgentJobNotFound),
        ),
        (418, json!({ "success": false, "error": "a teapot" }), None),
        (502, json!("busy"), None),
    ];
    for (status, body, kind) in rows {
        let text = body.to_string();
        run(async {
            let server = ScriptedServer::always(Reply::new(status, &text)).await;
            let error = client(&server, |builder| builder.attempts(1)).agent_status(ID).await;
            let error = error.expect_err("is rejected");
            assert_eq!((error.status(), error.kind()), (Some(status), kind));
            let response = error.error_response().expect("the error is an error response");
            assert_eq!(response.operation, "agentStatus");
            assert_eq!(response.text(), body["error"].as_str());
            assert_eq!(response.code(), body["code"].as_str());
            assert_eq!(response.details(), body.get("details"));
            assert_eq!(response.bytes[..], *text.as_bytes());
            assert_eq!(response.json.as_ref(), Some(&body));
            assert_eq!(response.body.is_some(), body.get("success").is_some());
            assert_eq!(response.row.map(|row| row.id), kind.map(ErrorKind::id));
            assert_eq!(response.read::<serde_json::Value>().expect("is JSON"), body);
        });
    }
}

#[test]
fn error_messages_name_operation_status_and_cause() {
    let body =
        json!({ "success": false, "error": "name: too long", "details": [{ "at": "name" }] });
    let long = json!({ "success": false, "error": "a\nb\u{1b}[2J".repeat(1000), "details": "é".repeat(400) });
    let error_message = |status, body: &str| {
        let body = body.to_owned();
        run(async move {
            let server = ScriptedServer::always(Reply::new(status, body)).await;
            let error =
                client(&server, |builder| builder).agent_status(ID).await.expect_err("is rejected");
            error.to_string()
        })
    };
    let cut = format!(
        "agentStatus: failed with status 400 (validation-failure): {}a\\nb\\u{{1b}}[2\
         … and 6700 bytes more; details: \"{}… and 203 bytes more",
        "a\\nb\\u{1b}[2J".repeat(42),
        "é".repeat(299)
    );
    let rows = [
        (
            error_message(400, &body.to_string()),
            "agentStatus: failed with status 400 (validation-failure): name: too long; \
             details: [{\"at\":\"name\"}]",
        ),
        (
            error_message(503, "<html>"),
            "agentStatus: failed with status 503, with 6 bytes without an error text (sent 5 times)",
        ),
        (error_message(400, &long.to_string()), cut.as_str()),
        (error_message(301, ""), "agentStatus: failed with status 301: redirects are not followed"),
        (
            error_message(200, "{\"id\":1}"),
            "agentStatus: the response with status 200 and no media type cannot be read: /status is missing \
             (AgentStatus.status.required)",
        ),
    ];
    for (actual, expected) in rows {
        assert_eq!(actual, expected);
    }
}
