//! The data that agent runs find, and the events of their traces.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{LONGER_THAN_ANY_RUN, ask, create_job_with_settings, events, start, status};
use crate::served::Served;

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
