//! A changed contract changes the server.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Effect, EffectKind, Endpoint, ErrorText, Object, Schema, Shape};

use crate::served::{Served, contract, extension};

pub(crate) fn object<'s>(spec: &'s mut Spec, name: &str) -> &'s mut Object {
    match &mut spec.types[name].schema.shape {
        Shape::Object(object) => object,
        shape => panic!("{name} is {shape:?}"),
    }
}

pub(crate) fn property<'s>(spec: &'s mut Spec, name: &str, property: &str) -> &'s mut Schema {
    &mut object(spec, name).properties[property].schema
}

fn drop_effect(spec: &mut Spec, gone: impl Fn(&Effect) -> bool) {
    spec.operations["updateMonitor"].effects.retain(|effect| !gone(effect));
}

#[tokio::test]
async fn errors_come_from_the_contract() {
    let mut spec = contract();
    spec.errors["invalid-token"].text = ErrorText::Exact("No".to_owned());
    spec.errors["not-found"].status = 410;
    spec.errors["validation-failure"].code = Some("BROKEN".to_owned());
    spec.service.retry.as_mut().unwrap().header_status = 503;
    property(&mut spec, "MonitorUpdate", "goal").error = Some("conflict".to_owned());
    property(&mut spec, "MonitorWebhook", "url").error = Some("invalid-url".to_owned());
    object(&mut spec, "ErrorBody").properties.shift_remove("details");
    let served = Served::with_contract(spec).await;
    let path = format!("/v2/monitor/{}", served.monitor());
    served.send(Method::PATCH, &path, &[], "{}").await.assert_error(401, "No");
    served
        .patch("00000000-0000-4000-8000-000000000000", &json!({}))
        .await
        .assert_error(410, "Not Found");
    let id = served.monitor();
    let response = served.patch(&id, &json!({})).await;
    response.assert_error(400, "Bad Request");
    assert_eq!(
        response.json(),
        json!({ "success": false, "error": "Bad Request", "code": "BROKEN" })
    );
    for webhook in [json!({}), json!({ "url": "no uri" })] {
        served.patch(&id, &json!({ "webhook": webhook })).await.assert_error(400, "Invalid URL");
    }
    served.patch(&id, &json!({ "webhook": 1 })).await.assert_error(400, "Bad Request");
    served.patch(&id, &json!({ "goal": 1 })).await.assert_error(409, "Conflict");
    let searching = json!({ "targets": [{ "type": "search", "queries": ["q"] }], "goal": "" });
    served.patch(&id, &searching).await.assert_error(400, "Bad Request");
    let key = format!("Bearer {}", served.server.keys().valid);
    for (row, waits) in [("service-unavailable", true), ("rate-limit-exceeded", false)] {
        let headers = [("authorization", key.as_str()), ("x-reference-provoke", row)];
        let response = served.send(Method::PATCH, &path, &headers, "").await;
        assert_eq!(response.retry_after.is_some(), waits, "{row}");
    }
}

#[tokio::test]
async fn paths_keys_and_envelopes_come_from_the_contract() {
    let mut spec = contract();
    spec.service.base_path = "/v3".to_owned();
    spec.service.media_type = "application/problem+json".to_owned();
    let path = "/watch/{monitorId}".to_owned();
    spec.operations["updateMonitor"].endpoint = Some(Endpoint { method: "POST".to_owned(), path });
    spec.operations["updateMonitor"].resource.as_mut().unwrap().returned_in =
        Some("monitor".to_owned());
    let envelope = &mut object(&mut spec, "MonitorResponse").properties;
    let data = envelope.shift_remove("data").unwrap();
    envelope.insert("monitor".to_owned(), data);
    let scheme = &mut spec.service.authentication["bearer"];
    scheme.scheme = "Key".to_owned();
    scheme.header = "X-Api-Key".to_owned();
    object(&mut spec, "Monitor").properties.shift_remove("retentionDays");
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let key = format!("Key {}", served.server.keys().valid);
    let headers = [("x-api-key", key.as_str())];
    let path = format!("/v3/watch/{id}");
    let response = served.send(Method::POST, &path, &headers, r#"{"name":"a"}"#).await;
    assert_eq!((response.status, response.media_type.as_str()), (200, "application/problem+json"));
    assert_eq!(response.json()["monitor"]["name"], "a");
    assert!(response.json()["monitor"].get("retentionDays").is_none());
    assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.status, 401);
    let response = served.send(Method::PATCH, &path, &headers, r#"{"name":"a"}"#).await;
    assert_eq!(response.status, 404);
}

#[tokio::test]
async fn effects_come_from_the_contract() {
    let mut spec = contract();
    drop_effect(&mut spec, |effect| effect.kind == EffectKind::StoresGiven);
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.monitor()["name"], "Monitor");

    let mut spec = contract();
    drop_effect(&mut spec, |effect| effect.kind == EffectKind::KeepsOmitted);
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let body = json!({ "name": "a", "webhook": { "url": "https://e.example/" }, "goal": "g" });
    served.patch(&id, &body).await.monitor();
    let monitor = served.patch(&id, &json!({ "retentionDays": 3 })).await.monitor();
    assert_eq!((&monitor["name"], &monitor["goal"]), (&json!("Monitor"), &Value::Null));
    assert!(monitor.get("webhook").is_none());
    assert_eq!(monitor["retentionDays"], 3);

    let mut spec = contract();
    drop_effect(&mut spec, |effect| effect.kind == EffectKind::RefusalKeepsAll);
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let refused = json!({ "name": "a", "retentionDays": 0, "schedule": { "text": "every hour" } });
    served.patch(&id, &refused).await.assert_error(400, "Bad Request");
    let monitor = served.stored(&id).await;
    assert_eq!((&monitor["name"], &monitor["retentionDays"]), (&json!("a"), &json!(30)));
    assert_eq!(monitor["schedule"]["cron"], "0 * * * *");

    let mut spec = contract();
    drop_effect(&mut spec, |effect| matches!(effect.kind, EffectKind::Sets { .. }));
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "goal": "g" })).await.monitor()["judgeEnabled"], false);

    let mut spec = contract();
    spec.lifecycles[0].transitions.retain(|step| step.to != "paused");
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let monitor = served.patch(&id, &json!({ "status": "paused", "name": "a" })).await.monitor();
    assert_eq!((&monitor["status"], &monitor["name"]), (&json!("active"), &json!("a")));
}

#[tokio::test]
async fn an_operation_without_a_request_reads_no_body() {
    let mut spec = contract();
    spec.operations["updateMonitor"].request = None;
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let before = served.stored(&id).await;
    assert_eq!(served.patch_bytes(&id, "{").await.monitor(), before);
    let mut spec = contract();
    spec.operations["updateMonitor"].resource = None;
    let served = Served::with_contract(spec).await;
    // Without a resource, the contract does not say what the operation does, so the response is an example.
    assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.status, 200);
    served.patch(&id, &json!({})).await.assert_error(400, "Bad Request");
}

#[tokio::test]
async fn a_contract_with_dangling_names_is_not_served() {
    use std::sync::Arc;
    use webdata_reference::{Options, ReferenceServer};

    type Change = fn(&mut Spec);
    let table: [(Change, &str); 5] = [
        (
            |spec| spec.service.unknown_path = "gone".to_owned(),
            "service.unknownPath: the catalogue has no error `gone`",
        ),
        (
            |spec| spec.operations["updateMonitor"].request = Some("Gone".to_owned()),
            "operations.updateMonitor.request: there is no type `Gone`",
        ),
        (
            |spec| spec.operations["updateMonitor"].authentication = Some("gone".to_owned()),
            "operations.updateMonitor: there is no authentication scheme `gone`",
        ),
        (
            |spec| spec.errors["conflict"].status = 7,
            "errors.conflict.status: 7 is not an HTTP status code",
        ),
        (
            |spec| spec.service.authentication["bearer"].header = "a b".to_owned(),
            "authentication.bearer: `a b` is not valid in an HTTP header",
        ),
    ];
    for (change, message) in table {
        let mut spec = contract();
        change(&mut spec);
        let started =
            ReferenceServer::start(Arc::new(spec), &extension(), Options::default()).await;
        assert_eq!(started.err().map(|error| error.to_string()).as_deref(), Some(message));
    }
}
