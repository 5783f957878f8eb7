//! Servers with an injected fault: which responses are wrong, and that others stay right.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::faults::{
    BodyMistake, JobFault, KeyForm, Mistake, Reading, ResponseChange, ResponseFilter, Segment,
    StorageMistake, ValueChange, ValuePath,
};
use webdata_reference::{Fault, Options};

use crate::served::{HttpResponse, Served, contract, limit};

const UPDATE: &str = "updateMonitor";

fn of_update(mistake: Mistake) -> Fault {
    Fault { operation: Some(UPDATE.to_owned()), mistake }
}

async fn served(fault: Fault) -> Served {
    let options = Options { fault: Some(fault), ..Options::default() };
    Served::with(contract(), options).await
}

fn path(members: &[&str]) -> ValuePath {
    members.iter().fold(ValuePath::default(), |path, name| match *name {
        "*" => path.then(Segment::Each),
        name => path.member(name),
    })
}

fn body(members: &[&str], mistake: BodyMistake) -> Fault {
    of_update(Mistake::Body(path(members), mistake))
}

fn stored(mistake: StorageMistake) -> Fault {
    of_update(Mistake::Storage(mistake))
}

fn response(on: ResponseFilter, change: ResponseChange) -> Fault {
    of_update(Mistake::Response(on, change))
}

fn target(urls: &Value) -> Value {
    json!({ "targets": [{ "type": "scrape", "urls": urls }] })
}

#[tokio::test]
async fn bodies_are_validated_wrongly_at_one_place() {
    let urls = &["targets", "*", "urls", "*"];
    let too_long = |clause| "a".repeat(limit(clause) + 1);
    let name = too_long("MonitorUpdate.name.maxLength");
    // A body that is accepted and the property in its response; a similar body and its status code.
    let table = [
        (
            body(urls, BodyMistake::IgnoresKeyword("format", 1)),
            target(&json!(["https://example.com/", "nowhere"])),
            ("targets", "/0/urls/1", json!("nowhere")),
            (target(&json!(["nowhere"])), 400),
        ),
        (
            body(&["name"], BodyMistake::IgnoresKeyword("maxLength", 0)),
            json!({ "name": name }),
            ("name", "", json!(name)),
            (json!({ "goal": too_long("MonitorUpdate.goal.maxLength") }), 400),
        ),
        (
            body(&["webhook", "url"], BodyMistake::IgnoresKeyword("required", 0)),
            json!({ "webhook": { "headers": { "a": "b" } } }),
            ("webhook", "/headers/a", json!("b")),
            (json!({ "webhook": { "url": "nowhere" } }), 400),
        ),
        (
            body(&["schedule", "cron"], BodyMistake::IgnoresKeyword("x-minimumIntervalSeconds", 0)),
            json!({ "schedule": { "cron": "* * * * *" } }),
            ("schedule", "/cron", json!("* * * * *")),
            (json!({ "schedule": { "cron": "now" } }), 400),
        ),
        (
            body(&["retentionDays"], BodyMistake::ReadsAs(Reading::StringToNumber)),
            json!({ "retentionDays": "30" }),
            ("retentionDays", "", json!(30)),
            (json!({ "retentionDays": "many" }), 400),
        ),
        (
            body(&["judgeEnabled"], BodyMistake::ReadsAs(Reading::NumberToBool)),
            json!({ "judgeEnabled": 1 }),
            ("judgeEnabled", "", json!(true)),
            (json!({ "judgeEnabled": "true" }), 400),
        ),
        (
            body(&["name"], BodyMistake::ReadsAs(Reading::Trimmed)),
            json!({ "name": " a " }),
            ("name", "", json!("a")),
            (json!({ "goal": " a " }), 200),
        ),
        (
            body(&["retentionDays"], BodyMistake::ReadsAs(Reading::NullToAbsent)),
            json!({ "retentionDays": null, "name": "a" }),
            ("retentionDays", "", json!(30)),
            (json!({ "name": null }), 400),
        ),
    ];
    for (fault, wrong, (property, pointer, expected), (beside, status)) in table {
        let served = served(fault.clone()).await;
        let id = served.monitor();
        let monitor = served.patch(&id, &wrong).await.monitor();
        assert_eq!(monitor[property].pointer(pointer), Some(&expected), "{fault:?}");
        assert_eq!(served.patch(&id, &beside).await.status, status, "{fault:?}");
    }
}

#[tokio::test]
async fn a_value_is_validated_in_another_unit_and_stored_unchanged() {
    let served = served(body(&["name"], BodyMistake::ValidatesAs(Reading::InBytes))).await;
    let id = served.monitor();
    // Each character has two bytes.
    let characters = limit("MonitorUpdate.name.maxLength") / 2;
    assert_eq!(served.patch(&id, &json!({ "name": "é".repeat(characters + 1) })).await.status, 400);
    let kept = served.patch(&id, &json!({ "name": "é".repeat(characters) })).await.monitor();
    assert_eq!(kept["name"], "é".repeat(characters));
}

#[tokio::test]
async fn each_form_of_a_key_is_accepted_by_one_operation() {
    let forms = |valid: &str, revoked: &str, limited: &str| {
        [
            (KeyForm::NoHeader, None),
            (KeyForm::EmptyHeader, Some(String::new())),
            (KeyForm::NoKey, Some("Bearer".to_owned())),
            (KeyForm::OtherScheme, Some(format!("Basic {valid}"))),
            (KeyForm::NoScheme, Some(valid.to_owned())),
            (KeyForm::UnknownKey, Some("Bearer unknown-key".to_owned())),
            (KeyForm::LongerKey, Some(format!("Bearer {valid}x"))),
            (KeyForm::RevokedKey, Some(format!("Bearer {revoked}"))),
            (KeyForm::LimitedKey, Some(format!("Bearer {limited}"))),
        ]
    };
    for at in 0..9 {
        let form = forms("", "", "")[at].0;
        let served = served(of_update(Mistake::Access(form))).await;
        let keys = served.server.keys();
        let monitor = format!("/v2/monitor/{}", served.monitor());
        for (other, header) in forms(&keys.valid, &keys.revoked, &keys.limited) {
            let headers: Vec<_> =
                header.iter().map(|value| ("authorization", value.as_str())).collect();
            let sent = served.send(Method::PATCH, &monitor, &headers, r#"{"name":"a"}"#).await;
            assert_eq!(sent.status == 200, other == form, "{form:?}: {other:?}");
            let sent = served.send(Method::POST, "/v2/agent", &headers, "{}").await;
            assert!(matches!(sent.status, 401 | 403), "{form:?} elsewhere: {other:?}");
        }
    }
}

#[tokio::test]
async fn an_update_stores_something_else() {
    let name = || "name".to_owned();
    let validation = || "validation-failure".to_owned();
    let wipes = StorageMistake::Wipes("retentionDays".to_owned());
    let kept = StorageMistake::StoresRejected { property: name(), row: validation() };
    let update = json!({ "name": "new" });
    let refused = json!({ "name": "new", "retentionDays": 0 });
    // The body; then the name in the response, the name and the retention that are stored, and the name of
    // another monitor.
    let table = [
        (StorageMistake::NotStored(name()), &update, Some("new"), "old", 9, "old"),
        (StorageMistake::Stale(name()), &update, Some("old"), "new", 9, "old"),
        (wipes, &update, Some("new"), "new", 30, "old"),
        (StorageMistake::StoredEverywhere(name()), &update, Some("new"), "new", 9, "new"),
        (kept, &refused, None, "new", 9, "old"),
    ];
    for (mistake, sent, answered, new, days, others) in table {
        let served = served(stored(mistake.clone())).await;
        let start = json!({ "properties": { "name": "old", "retentionDays": 9 } });
        let id = served.control(Method::POST, "monitors", &start).await.json()["id"].clone();
        let other = served.control(Method::POST, "monitors", &start).await.json()["id"].clone();
        let (id, other) = (id.as_str().unwrap(), other.as_str().unwrap());
        let body = served.patch(id, sent).await.json();
        assert_eq!(body["data"]["name"].as_str(), answered, "{mistake:?}");
        let monitor = served.stored(id).await;
        assert_eq!(
            (monitor["name"].as_str(), &monitor["retentionDays"]),
            (Some(new), &json!(days))
        );
        assert_eq!(served.stored(other).await["name"], others, "{mistake:?}");
    }
}

#[tokio::test]
async fn of_two_updates_at_once_one_is_lost() {
    let served = served(stored(StorageMistake::LostUpdate)).await;
    let id = served.monitor();
    let (name, days) = (json!({ "name": "new" }), json!({ "retentionDays": 9 }));
    let (first, second) = tokio::join!(served.patch(&id, &name), served.patch(&id, &days));
    assert_eq!((first.status, second.status), (200, 200));
    let stored = served.stored(&id).await;
    assert_ne!((&stored["name"], &stored["retentionDays"]), (&json!("new"), &json!(9)));
}

#[tokio::test]
async fn an_update_that_changes_nothing_is_rejected() {
    let mistake = StorageMistake::RejectsUnchanged("validation-failure".to_owned());
    let served = served(stored(mistake)).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "name": "new" })).await.status, 200);
    assert_eq!(served.patch(&id, &json!({ "name": "new" })).await.status, 400);
}

#[tokio::test]
async fn responses_are_changed() {
    let good = || ResponseChange::Text("{}".to_owned());
    let at = |members: &[&str], change| ResponseChange::Body(path(members), change);
    let html = || ResponseChange::Header("content-type".to_owned(), Some("text/html".to_owned()));
    let fresh = at(&["data", "id"], ValueChange::FreshUuid);
    let renamed = at(&["data", "createdAt"], ValueChange::Renamed("created_at".to_owned()));
    let replaced = at(&["data", "name"], ValueChange::Replaced(json!(7)));
    let shorter = at(&["data", "targets"], ValueChange::LastItemDropped);
    let twice =
        ResponseChange::Twice { name: "success".to_owned(), value: json!(0), is_last: true };
    type IsSpoiled = fn(&HttpResponse) -> bool;
    let table: [(ResponseChange, IsSpoiled); 10] = [
        (at(&["data"], ValueChange::Dropped), |sent| sent.json().get("data").is_none()),
        (fresh, |sent| sent.json()["data"]["id"].as_str().is_some_and(|id| id.len() == 36)),
        (renamed, |sent| sent.json()["data"]["created_at"].is_string()),
        (replaced, |sent| sent.json()["data"]["name"] == 7),
        (shorter, |sent| sent.json()["data"]["targets"] == json!([])),
        (ResponseChange::Status(201), |sent| sent.status == 201),
        (html(), |sent| sent.media_type == "text/html"),
        (good(), |sent| sent.text == "{}"),
        (ResponseChange::Truncated, |sent| serde_json::from_str::<Value>(&sent.text).is_err()),
        (twice, |sent| sent.text.matches("\"success\"").count() == 2),
    ];
    for (change, is_spoiled) in table {
        let served = served(response(ResponseFilter::Success, change.clone())).await;
        let id = served.monitor();
        let sent = served.patch(&id, &json!({ "name": "a" })).await;
        assert!(is_spoiled(&sent), "{change:?}: {sent:?}");
        served.patch(&id, &json!({ "name": 7 })).await.assert_error(400, "Bad Request");
    }
}

#[tokio::test]
async fn only_one_error_row_is_changed() {
    let inverted = ResponseChange::Body(path(&["success"]), ValueChange::Replaced(json!(true)));
    let served =
        served(response(ResponseFilter::Error("validation-failure".to_owned()), inverted)).await;
    let id = served.monitor();
    assert_eq!(served.patch(&id, &json!({ "name": 7 })).await.json()["success"], true);
    served
        .patch("7d444840-9dc0-41d1-b245-5ffdce74fad2", &json!({ "name": "a" }))
        .await
        .assert_error(404, "Not Found");
    served.patch(&id, &json!({ "name": "a" })).await.monitor();
}

#[tokio::test]
async fn jobs_run_wrongly() {
    let start = async |served: &Served| {
        let key = &served.server.keys().valid;
        let started = served.call(key, Method::POST, "/v2/agent", "{}").await.json();
        format!("/v2/agent/{}", started["id"].as_str().unwrap())
    };
    let forgetful =
        served(Fault { operation: None, mistake: Mistake::Job(JobFault::StartForgets) }).await;
    let job = start(&forgetful).await;
    let key = &forgetful.server.keys().valid;
    forgetful.call(key, Method::GET, &job, "").await.assert_error(404, "Agent job not found");

    let leaks =
        JobFault::Leaks { operation: "agentStatus".to_owned(), row: "forbidden".to_owned() };
    let leaky = served(Fault { operation: None, mistake: Mistake::Job(leaks) }).await;
    let job = start(&leaky).await;
    let keys = leaky.server.keys();
    leaky.call(&keys.other_team, Method::GET, &job, "").await.assert_error(403, "Forbidden");
    assert_eq!(leaky.call(&keys.valid, Method::GET, &job, "").await.status, 200);
}
