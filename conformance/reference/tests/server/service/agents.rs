//! Agent jobs: runs by the clock, their traces, snapshots and data.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::served::{HttpResponse, Served};

const UNKNOWN_JOB: &str = "00000000-0000-4000-8000-000000000000";

/// The operations on a job, at this server's paths.
const JOB_OPERATIONS: [(Method, &str); 4] = [
    (Method::GET, ""),
    (Method::DELETE, ""),
    (Method::GET, "/trace"),
    (Method::GET, "/snapshots/00000000-0000-4000-8000-000000000000"),
];

/// Longer than any run takes, in seconds.
const LONGER_THAN_ANY_RUN: i64 = 3600;

async fn ask(served: &Served, method: Method, path: &str, body: &str) -> HttpResponse {
    let key = served.server.keys().valid.clone();
    served.call(&key, method, &format!("/v2/agent{path}"), body).await
}

/// Starts a job as in the contract's example.
async fn start(served: &Served, body: &Value) -> String {
    let response = ask(served, Method::POST, "", &body.to_string()).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["id"].as_str().unwrap().to_owned()
}

/// Starts a job with settings that no request has.
async fn create_job_with_settings(served: &Served, settings: &Value) -> String {
    let response = served.control(Method::POST, "agents", settings).await;
    assert_eq!(response.status, 201, "{response:?}");
    response.json()["id"].as_str().unwrap().to_owned()
}

async fn status(served: &Served, id: &str) -> Value {
    let response = ask(served, Method::GET, &format!("/{id}"), "").await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

async fn cancel(served: &Served, id: &str) -> HttpResponse {
    ask(served, Method::DELETE, &format!("/{id}"), "").await
}

/// Returns the events of a type in a job's trace.
async fn events(served: &Served, id: &str, kind: &str) -> Vec<Value> {
    let response = ask(served, Method::GET, &format!("/{id}/trace"), "").await;
    assert_eq!(response.status, 200, "{response:?}");
    let events = response.json()["events"].as_array().unwrap().clone();
    events.into_iter().filter(|event| event["type"] == kind).collect()
}

#[tokio::test]
async fn a_run_is_paid_for_when_it_completes() {
    let served = Served::contract().await;
    for body in ["", "{}", r#"{"maxCredits":1000}"#] {
        let response = ask(&served, Method::POST, "", body).await;
        let id = response.json()["id"].as_str().unwrap().to_owned();
        let running = status(&served, &id).await;
        assert_ne!(running["status"], "failed");
        assert!(running.get("data").is_none(), "{running}");
        assert_eq!(events(&served, &id, "run.finished").await, Vec::<Value>::new());
        let before = served.charged().await;
        served.advance(LONGER_THAN_ANY_RUN).await;
        let completed = status(&served, &id).await;
        assert_ne!(completed["status"], "failed");
        assert_ne!(completed["status"], running["status"]);
        assert!(completed.get("data").is_some(), "{completed}");
        let used = completed["creditsUsed"].as_u64().unwrap();
        assert!(used > 0);
        assert_eq!(served.charged().await, before + used, "once");
        let finished = events(&served, &id, "run.finished").await;
        assert_eq!(finished.len(), 1, "{finished:?}");
        assert!(finished[0]["outcome"].is_string() && finished[0].get("error").is_none());
        assert!(events(&served, &id, "error.occurred").await.is_empty());
    }
}

#[tokio::test]
async fn a_snapshot_is_taken_by_the_identity_in_the_trace() {
    let served = Served::contract().await;
    let id = start(&served, &json!({})).await;
    let other = start(&served, &json!({})).await;
    assert!(events(&served, &id, "artifact.updated").await.is_empty());
    served.advance(LONGER_THAN_ANY_RUN).await;
    let updated = events(&served, &id, "artifact.updated").await;
    let snapshot = updated[0]["snapshotId"].as_str().unwrap();
    let path = |job: &str, snapshot: &str| format!("/{job}/snapshots/{snapshot}");
    let upper = snapshot.to_uppercase();
    let table = [
        (path(&id, snapshot), None),
        (path(&id, &upper), None),
        (path(&other, snapshot), Some((404, "Snapshot not found"))),
        (path(&id, UNKNOWN_JOB), Some((404, "Snapshot not found"))),
        (path(&id, "nonsense"), Some((400, "Invalid snapshot ID"))),
        (path(&id, &snapshot.replace('-', "")), Some((400, "Invalid snapshot ID"))),
        (path(&id, &format!("{{{snapshot}}}")), Some((400, "Invalid snapshot ID"))),
    ];
    for (path, refused) in table {
        let response = ask(&served, Method::GET, &path, "").await;
        match refused {
            None => assert_eq!(response.status, 200, "{response:?}"),
            Some((status, text)) => {
                assert_eq!(status_and_text(&response), (status, text.to_owned()));
            }
        }
    }
}

/// Returns the status code and the text of an error whose body may lack `success`.
fn status_and_text(response: &HttpResponse) -> (u16, String) {
    let body = response.json();
    assert_ne!(body["success"], true, "{response:?}");
    assert_eq!(response.media_type, "application/json");
    (response.status, body["error"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn each_failure_has_its_code_and_is_not_charged() {
    let served = Served::contract().await;
    // The last column is whether a retry makes sense, by the most similar row of the error tables: only after
    // an unexpected failure (500).
    let table = [
        (json!({ "course": { "ends": "parent-finished" } }), "parent_finished", false),
        (json!({ "course": { "ends": "refused" } }), "refused", false),
        (json!({ "course": { "ends": "internal" } }), "internal", true),
        (json!({ "max-credits": 3 }), "credit_limit_reached", false),
        (json!({ "max-credits": 0.5, "course": { "credits": 1 } }), "credit_limit_reached", false),
    ];
    for (settings, code, retryable) in table {
        let id = create_job_with_settings(&served, &settings).await;
        served.advance(LONGER_THAN_ANY_RUN).await;
        let failed = status(&served, &id).await;
        assert_eq!((&failed["status"], &failed["creditsUsed"]), (&json!("failed"), &json!(0)));
        assert!(failed.get("data").is_none(), "{failed}");
        for kind in ["run.finished", "error.occurred"] {
            let events = events(&served, &id, kind).await;
            assert_eq!(events.len(), 1, "{kind}: {events:?}");
            let error = &events[0]["error"];
            let actual = (error["code"].as_str(), error["retryable"].as_bool());
            assert_eq!(actual, (Some(code), Some(retryable)), "{kind}");
            assert!(error["message"].is_string() && error["source"].is_string(), "{error}");
        }
        assert_eq!(cancel(&served, &id).await.status, 409);
    }
    assert_eq!(served.charged().await, 0);
}

#[tokio::test]
async fn a_run_ends_at_its_limit_of_credits() {
    let served = Served::contract().await;
    for limit in [json!(0), json!(1), json!(2.5), json!(-1)] {
        let id = start(&served, &json!({ "maxCredits": limit })).await;
        served.advance(LONGER_THAN_ANY_RUN).await;
        let failed = status(&served, &id).await;
        assert_eq!((&failed["status"], &failed["creditsUsed"]), (&json!("failed"), &json!(0)));
        assert!(failed.get("data").is_none(), "{failed}");
        assert!(failed["message"].as_str().unwrap().contains("maxCredits"), "{failed}");
        assert_eq!(failed["message"], failed["error"]);
        let finished = events(&served, &id, "run.finished").await;
        assert_eq!(finished[0]["outcome"], "credit_limit_reached");
    }
}

#[tokio::test]
async fn a_cancelled_run_is_cancelling_and_then_failed() {
    let served = Served::contract().await;
    let id = start(&served, &json!({})).await;
    let response = cancel(&served, &id).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(status(&served, &id).await["status"], "processing");
    cancel(&served, &id).await.assert_error(409, "Agent is already cancelled");
    served.advance(LONGER_THAN_ANY_RUN).await;
    let cancelled = status(&served, &id).await;
    assert_eq!((&cancelled["status"], &cancelled["creditsUsed"]), (&json!("failed"), &json!(0)));
    assert!(cancelled["message"].as_str().unwrap().contains("cancelled"), "{cancelled}");
    assert_eq!(cancelled["message"], cancelled["error"]);
    cancel(&served, &id).await.assert_error(409, "Agent already finished");
    let finished = events(&served, &id, "run.finished").await;
    assert_eq!(finished[0]["error"]["code"], "cancelled");
    assert_eq!(finished[0]["error"]["retryable"], false);

    let id = start(&served, &json!({})).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    cancel(&served, &id).await.assert_error(409, "Agent already finished");
}

#[tokio::test]
async fn the_identity_of_a_job_is_a_uuid_in_any_letter_case() {
    let served = Served::contract().await;
    for (method, rest) in JOB_OPERATIONS {
        for id in ["nonsense", "0f8d7c1e6a7b4f7e9a553c1b7a2f4d10"] {
            let response = ask(&served, method.clone(), &format!("/{id}{rest}"), "").await;
            let text = "Invalid job ID format. Job ID must be a valid UUID.";
            assert_eq!(status_and_text(&response), (400, text.to_owned()), "{rest}");
        }
    }
    let settings = json!({ "team": "other", "generation": 1 });
    let id = create_job_with_settings(&served, &settings).await.to_uppercase();
    served.advance(LONGER_THAN_ANY_RUN).await;
    let key = served.server.keys().other_team.clone();
    let response = served.call(&key, Method::GET, &format!("/v2/agent/{id}"), "").await;
    assert!(response.json().get("data").is_some(), "{response:?}");
}

#[tokio::test]
async fn a_job_may_be_rejected_when_it_is_submitted() {
    let served = Served::contract().await;
    served.team("home", &json!({ "rejects-agent-jobs": true })).await;
    ask(&served, Method::POST, "", "")
        .await
        .assert_error(500, "Failed to passthrough agent request.");
    served.team("home", &json!({ "plan": { "credits": 0 } })).await;
    let response = ask(&served, Method::POST, "", "").await;
    response.assert_error(402, "Payment Required: Insufficient credits");
    served.team("home", &json!({ "plan": { "credits": 1 } })).await;
    start(&served, &json!({})).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    let response = ask(&served, Method::POST, "", "").await;
    response.assert_error(402, "Payment Required: Insufficient credits");
    for body in [r#"{"maxCredits":"5"}"#, "[]", "{"] {
        ask(&served, Method::POST, "", body).await.assert_error(400, "Bad Request");
    }
}

#[tokio::test]
async fn the_control_plane_shows_jobs_and_changes_how_a_run_ends() {
    let served = Served::contract().await;
    let id = start(&served, &json!({ "maxCredits": 100 })).await;
    let path = format!("agents/{id}");
    let job = served.control(Method::GET, &path, &Value::Null).await.json();
    let course = json!({ "ends": "completed", "credits": 10 });
    for (name, value) in [
        ("id", json!(id)),
        ("team", json!("home")),
        ("generation", json!(2)),
        ("course", course),
        ("max-credits", json!(100.0)),
        ("state", json!("processing")),
        ("cancelled", Value::Null),
    ] {
        assert_eq!(job[name], value, "{name}");
    }
    let response = served.control(Method::PUT, &path, &json!({ "ends": "refused" })).await;
    assert_eq!(response.json()["course"]["ends"], "refused");
    served.advance(LONGER_THAN_ANY_RUN).await;
    assert_eq!(status(&served, &id).await["status"], "failed");
    let refused = [
        (Method::PUT, path.as_str(), json!({ "ends": "completed" }), 409, "has ended"),
        (Method::PUT, path.as_str(), json!({ "ends": "complete" }), 422, "unknown variant"),
        (Method::PUT, "agents/nothing", json!({}), 404, "no such job"),
        (Method::GET, "agents/nothing", Value::Null, 404, "no such job"),
        (Method::POST, "agents", json!({ "team": "missing" }), 422, "no such team"),
        (Method::POST, "agents", json!({ "generation": 3 }), 422, "no generation 3"),
        (Method::POST, "agents", json!({ "maxCredits": 3 }), 422, "unknown field"),
    ];
    for (method, path, body, status, expected) in refused {
        let response = served.control(method, path, &body).await;
        assert_eq!(response.status, status, "{response:?}");
        assert!(response.text.contains(expected), "{response:?}");
    }
    served.control(Method::POST, "reset", &Value::Null).await;
    ask(&served, Method::GET, &format!("/{id}"), "").await.assert_error(404, "Agent job not found");
}

#[test]
fn every_operation_without_a_path_is_offered_somewhere() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bindings = runtime.block_on(async { Served::contract().await.server.bindings() });
    let bindings = bindings.into_iter().map(|(id, at)| (id, at.method, at.path));
    let expected = [
        ("agentSnapshot", "GET", "/v2/agent/{jobId}/snapshots/{snapshotId}"),
        ("agentTrace", "GET", "/v2/agent/{jobId}/trace"),
        ("cancelAgent", "DELETE", "/v2/agent/{jobId}"),
    ];
    let expected = expected.map(|(id, method, path)| (id.into(), method.into(), path.into()));
    assert_eq!(bindings.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn data_follows_the_schema_of_the_request_or_what_the_control_plane_set() {
    let served = Served::contract().await;
    let price = json!({ "type": "object", "properties": { "price": { "type": "number" } } });
    let pricing = json!(["https://example.com/pricing"]);
    // A string of the page for each of these properties is more than a job keeps.
    let large: Map<String, Value> =
        (0..2000).map(|number| (format!("p{number}"), json!({ "type": "string" }))).collect();
    let set = json!({ "data": ["set"] });
    let table = [
        (json!({}), None, json!({ "answer": "what the agent found" })),
        (json!({ "schema": 5 }), None, json!({ "answer": "what the agent found" })),
        (json!({ "schema": { "const": 5 } }), None, json!(5)),
        (json!({ "schema": price, "urls": pricing }), None, json!({ "price": 9.5 })),
        (
            json!({ "schema": price, "urls": ["https://nowhere.example/"] }),
            None,
            json!({ "price": 0.0 }),
        ),
        (
            json!({ "schema": { "properties": large } }),
            None,
            json!({ "answer": "what the agent found" }),
        ),
        (json!({ "schema": price, "urls": pricing }), Some(&set), json!(["set"])),
    ];
    for (request, set, expected) in table {
        let id = start(&served, &request).await;
        if let Some(set) = set {
            let job = served.control(Method::PUT, &format!("agents/{id}"), set).await.json();
            assert_eq!(job["course"]["data"], set["data"]);
        }
        served.advance(LONGER_THAN_ANY_RUN).await;
        assert_eq!(status(&served, &id).await["data"], expected, "{request}");
        let updated = events(&served, &id, "artifact.updated").await;
        let path = format!("/{id}/snapshots/{}", updated[0]["snapshotId"].as_str().unwrap());
        let snapshot = ask(&served, Method::GET, &path, "").await.json();
        assert_eq!(snapshot["snapshotId"], updated[0]["snapshotId"]);
        let text = snapshot["snapshot"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), expected, "{request}");
    }
}

/// Published clients require these properties in each event.
#[tokio::test]
async fn each_event_names_its_run_and_its_agent() {
    let served = Served::contract().await;
    let id = create_job_with_settings(&served, &json!({ "course": { "ends": "refused" } })).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    let trace = ask(&served, Method::GET, &format!("/{id}/trace"), "").await.json();
    assert_eq!(trace["id"], json!(id));
    let events = trace["events"].as_array().unwrap();
    let mut identities = BTreeSet::new();
    for (event, number) in events.iter().zip(1..) {
        assert_eq!(event["schemaVersion"], 1);
        assert_eq!(event["runId"], json!(id));
        assert_eq!(event["producerSequence"], number);
        assert_eq!(event["agent"]["role"], "orchestrator");
        assert!(event["occurredAt"].is_string(), "{event}");
        identities.insert(event["eventId"].as_str().unwrap());
    }
    assert_eq!((events.len(), identities.len()), (3, 3));
    let artifact = &events[0]["artifact"];
    assert_eq!(artifact["snapshotId"], events[0]["snapshotId"]);
    assert_eq!((&artifact["kind"], &artifact["change"]), (&json!("json"), &json!("init")));
    assert_eq!(events[2]["outcome"], "refused");
}
