//! A changed contract changes the agent jobs.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Shape, SituationResponse, SituationSuccess};

use super::{
    JOB_OPERATIONS, LONGER_THAN_ANY_RUN, UNKNOWN_JOB, ask, cancel, create_job_with_settings,
    events, start, status, status_and_text,
};
use crate::served::{Served, contract};
use crate::service::changed_contract::{object, property};

fn situation<'s>(spec: &'s mut Spec, id: &str) -> &'s mut SituationSuccess {
    let situations = spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations);
    match &mut situations.into_iter().find(|situation| situation.id == id).unwrap().response {
        SituationResponse::Success(success) => success,
        SituationResponse::Error(error) => panic!("{id} is answered with {error}"),
    }
}

fn drop_situation(spec: &mut Spec, id: &str) {
    for lifecycle in &mut spec.lifecycles {
        lifecycle.situations.retain(|situation| situation.id != id);
    }
}

fn drop_refusal(spec: &mut Spec, operation: &str, id: &str) {
    spec.operations[operation].refusals.retain(|refusal| refusal.id != id);
}

#[tokio::test]
async fn situations_come_from_the_contract() {
    let mut spec = contract();
    let limit = situation(&mut spec, "run-reaches-max-credits");
    limit.members.insert("creditsUsed".to_owned(), json!(7));
    limit.members.insert("status".to_owned(), json!("stopped"));
    limit.absent = vec!["success".to_owned()];
    limit.event.as_mut().unwrap().members.insert("outcome".to_owned(), json!("limit"));
    situation(&mut spec, "cancelled-run-is-polled").says = None;
    drop_situation(&mut spec, "cancelling-run-is-cancelled");
    drop_situation(&mut spec, "finished-run-is-cancelled");
    let served = Served::with_contract(spec).await;
    let limited = start(&served, &json!({ "maxCredits": 1 })).await;
    let cancelled = start(&served, &json!({})).await;
    for _ in 0..2 {
        assert_eq!(cancel(&served, &cancelled).await.status, 200);
    }
    served.advance(LONGER_THAN_ANY_RUN).await;
    let stopped = status(&served, &limited).await;
    assert_eq!((&stopped["status"], &stopped["creditsUsed"]), (&json!("stopped"), &json!(7)));
    assert!(stopped.get("success").is_none() && stopped.get("data").is_some(), "{stopped}");
    assert_eq!(events(&served, &limited, "run.finished").await[0]["outcome"], "limit");
    assert!(status(&served, &cancelled).await.get("message").is_none());
    assert_eq!(cancel(&served, &cancelled).await.status, 200);

    let mut spec = contract();
    drop_situation(&mut spec, "run-reaches-max-credits");
    drop_situation(&mut spec, "cancelled-run-is-polled");
    let served = Served::with_contract(spec).await;
    let unlimited = start(&served, &json!({ "maxCredits": 1 })).await;
    let cancelled = start(&served, &json!({})).await;
    assert_eq!(cancel(&served, &cancelled).await.status, 200);
    served.advance(LONGER_THAN_ANY_RUN).await;
    assert_eq!(status(&served, &unlimited).await["status"], "completed");
    assert_eq!(status(&served, &cancelled).await["status"], "cancelled");
}

#[tokio::test]
async fn refusals_come_from_the_contract() {
    let mut spec = contract();
    for operation in ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"] {
        drop_refusal(&mut spec, operation, "unknown-job");
        drop_refusal(&mut spec, operation, "other-teams-job");
    }
    drop_refusal(&mut spec, "agentTrace", "first-generation");
    drop_refusal(&mut spec, "agentSnapshot", "first-generation");
    drop_refusal(&mut spec, "agentSnapshot", "malformed-snapshot-id");
    drop_refusal(&mut spec, "startAgent", "submission-failed");
    let served = Served::with_contract(spec).await;
    served.team("home", &json!({ "rejects-agent-jobs": true })).await;
    start(&served, &json!({})).await;
    let other =
        create_job_with_settings(&served, &json!({ "team": "other", "generation": 1 })).await;
    for (method, rest) in JOB_OPERATIONS {
        for id in [UNKNOWN_JOB, other.as_str()] {
            let response = ask(&served, method.clone(), &format!("/{id}{rest}"), "").await;
            let expected = if rest.contains("snapshots") && id == other { 404 } else { 200 };
            assert_eq!(response.status, expected, "{rest} {response:?}");
        }
    }
    let job = served.control(Method::GET, &format!("agents/{other}"), &Value::Null).await.json();
    assert!(job["cancelled"].is_string(), "{job}");
    let response = ask(&served, Method::GET, &format!("/{other}/snapshots/nonsense"), "").await;
    assert_eq!(status_and_text(&response), (404, "Snapshot not found".to_owned()));

    let mut spec = contract();
    drop_refusal(&mut spec, "agentSnapshot", "unknown-snapshot");
    spec.errors.shift_remove("insufficient-credits").unwrap();
    let served = Served::with_contract(spec).await;
    served.team("home", &json!({ "plan": { "credits": 0 } })).await;
    let id = start(&served, &json!({})).await;
    let response = ask(&served, Method::GET, &format!("/{id}/snapshots/{UNKNOWN_JOB}"), "").await;
    assert_eq!(response.status, 200, "{response:?}");
}

#[tokio::test]
async fn trace_events_come_from_the_contract() {
    // A change of the contract, the type of an event, and the JSON Pointer of a value that is no longer sent.
    type Change = fn(&mut Spec);
    let internal = json!({ "course": { "ends": "internal" } });
    let table: [(Change, &str, &str); 10] = [
        (
            |spec| drop(object(spec, "TraceError").properties.shift_remove("retryable")),
            "error.occurred",
            "/0/error/retryable",
        ),
        (|spec| drop_code(spec, "internal"), "error.occurred", "/0"),
        (|spec| drop_code(spec, "internal"), "run.finished", "/0/error"),
        (|spec| drop_meaning(spec, "internal"), "run.finished", "/0/error"),
        (
            |spec| drop(spec.types["TraceError"].schema.behaviour.shift_remove("terminal-events")),
            "run.finished",
            "/0/error",
        ),
        (|spec| drop_event(spec, "error.occurred"), "error.occurred", "/0"),
        (|spec| drop_event(spec, "run.finished"), "run.finished", "/0"),
        (|spec| drop_event(spec, "artifact.updated"), "artifact.updated", "/0"),
        (|spec| drop_payload(spec, "run.finished"), "run.finished", "/0/outcome"),
        (|spec| drop_payload(spec, "artifact.updated"), "artifact.updated", "/0/snapshotId"),
    ];
    for (index, (change, kind, gone)) in table.into_iter().enumerate() {
        for (is_changed, mut spec) in [(false, contract()), (true, contract())] {
            if is_changed {
                change(&mut spec);
            }
            let served = Served::with_contract(spec).await;
            let id = create_job_with_settings(&served, &internal).await;
            served.advance(LONGER_THAN_ANY_RUN).await;
            let events = Value::from(events(&served, &id, kind).await);
            assert_eq!(events.pointer(gone).is_none(), is_changed, "{index}: {events}");
        }
    }
}

fn drop_code(spec: &mut Spec, code: &str) {
    match &mut property(spec, "TraceError", "code").shape {
        Shape::Enum(codes) => codes.retain(|known| known != code),
        shape => panic!("{shape:?}"),
    }
}

fn drop_meaning(spec: &mut Spec, code: &str) {
    property(spec, "TraceError", "code").behaviour.shift_remove(code).unwrap();
}

fn drop_event(spec: &mut Spec, event: &str) {
    spec.channels["agent-trace"].events.shift_remove(event).unwrap();
}

fn drop_payload(spec: &mut Spec, event: &str) {
    spec.channels["agent-trace"].events[event].carries = None;
}

#[tokio::test]
async fn statements_about_runs_come_from_the_contract() {
    let mut spec = contract();
    property(&mut spec, "ArtifactUpdated", "snapshotId").behaviour.clear();
    property(&mut spec, "TraceError", "retryable").behaviour.clear();
    spec.charges.shift_remove("failed-agent-run");
    spec.lifecycles.iter_mut().for_each(|lifecycle| lifecycle.states.retain(|s| s != "failed"));
    spec.service.behaviour.shift_remove("agent");
    for operation in ["agentTrace", "agentSnapshot"] {
        spec.operations[operation].behaviour.clear();
    }
    let served = Served::with_contract(spec).await;
    let failed =
        create_job_with_settings(&served, &json!({ "course": { "ends": "internal" } })).await;
    let completed = start(&served, &json!({})).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    let snapshot = &events(&served, &failed, "artifact.updated").await[0]["snapshotId"];
    let path = format!("/{failed}/snapshots/{}", snapshot.as_str().unwrap());
    ask(&served, Method::GET, &path, "").await.assert_error(404, "Snapshot not found");
    let finished = events(&served, &failed, "run.finished").await;
    let error = &finished[0]["error"];
    assert_eq!((&error["code"], &error["retryable"]), (&json!("internal"), &json!(false)));
    let ended = status(&served, &failed).await;
    assert_eq!((&ended["status"], &ended["creditsUsed"]), (&json!("ended"), &json!(10)));
    assert_eq!(served.charged().await, 20);
    assert!(status(&served, &completed).await.get("data").is_none());

    let mut spec = contract();
    let versioning = spec.service.versioning.as_mut().unwrap();
    versioning.behaviour.shift_remove("new-runs-second-generation");
    spec.charges["failed-agent-run"].credits = Some(3);
    let served = Served::with_contract(spec).await;
    let id = start(&served, &json!({ "maxCredits": 0 })).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    assert_eq!(ask(&served, Method::GET, &format!("/{id}/trace"), "").await.status, 400);
    assert_eq!(served.charged().await, 3);

    let mut spec = contract();
    spec.service.versioning.as_mut().unwrap().behaviour.shift_remove("older-jobs");
    let served = Served::with_contract(spec).await;
    let id = create_job_with_settings(&served, &json!({ "generation": 1 })).await;
    served.advance(LONGER_THAN_ANY_RUN).await;
    assert_eq!(events(&served, &id, "run.finished").await.len(), 1);
}
