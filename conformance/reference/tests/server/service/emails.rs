//! The outbox: the recipients and the content of e-mails after a check.

use serde_json::{Value, json};
use webdata_spec::Spec;

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::monitoring::A;

#[tokio::test]
async fn e_mails_are_summaries_with_changes_where_they_are_wanted() {
    let table = [
        (
            json!({ "enabled": true, "includeDiffs": true, "recipients": ["a@b.example"] }),
            Some(true),
        ),
        (json!({ "enabled": true, "recipients": ["a@b.example", "c@d.example"] }), Some(false)),
        (json!({ "enabled": true }), None),
        (json!({ "enabled": false, "recipients": ["a@b.example"] }), None),
        (json!({ "recipients": ["a@b.example"] }), None),
    ];
    for (email, diffs) in table {
        let served = Served::contract().await;
        let properties = json!({ "notification": { "email": email }, "name": "Price watch" });
        let id = served.create_monitor_of_two_pages(&properties).await;
        let first = served.check(&id).await;
        served.page(A, "two\n").await;
        served.check(&id).await;
        let outbox = served.listed("outbox").await;
        let Some(diffs) = diffs else {
            assert_eq!(outbox, Vec::<Value>::new(), "{email}");
            continue;
        };
        assert_eq!(outbox.len(), 2, "{email}");
        assert_eq!((&outbox[0]["monitor-id"], &outbox[0]["check-id"]), (&json!(id), &first["id"]));
        for mail in &outbox {
            assert_eq!(mail["recipients"], email["recipients"]);
            assert!(mail["subject"].as_str().unwrap().contains("Price watch"));
        }
        let text = |index: usize| outbox[index]["text"].as_str().unwrap();
        assert!(text(0).contains("new: 2\n") && text(0).contains("totalPages: 2\n"), "{}", text(0));
        assert!(text(1).contains("changed: 1\n") && text(1).contains("same: 1\n"), "{}", text(1));
        assert_eq!(text(1).contains("+two"), diffs, "{}", text(1));
        assert_eq!(text(1).contains(A), diffs, "{}", text(1));
    }
}

#[tokio::test]
async fn e_mails_come_from_the_contract() {
    async fn mails(change: impl FnOnce(&mut Spec), email: &Value) -> (usize, bool) {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        let id = served
            .create_monitor_of_two_pages(&json!({ "notification": { "email": email } }))
            .await;
        served.check(&id).await;
        served.page(A, "two\n").await;
        served.check(&id).await;
        let outbox = served.listed("outbox").await;
        (outbox.len(), outbox.iter().any(|mail| mail["text"].as_str().unwrap().contains("+two")))
    }
    let full = json!({ "enabled": true, "includeDiffs": true, "recipients": ["a@b.example"] });
    let bare = json!({ "recipients": ["a@b.example"] });
    assert_eq!(mails(|_| (), &full).await, (2, true));
    assert_eq!(mails(|_| (), &bare).await, (0, false));
    let behaviour = |id: &'static str| {
        move |spec: &mut Spec| drop(spec.channels["monitor-email"].behaviour.shift_remove(id))
    };
    assert_eq!(mails(behaviour("summaries"), &full).await, (0, false));
    assert_eq!(mails(behaviour("include-diffs"), &full).await, (2, false));
    let enabled = |spec: &mut Spec| {
        property(spec, "EmailNotification", "enabled").default = Some(json!(true));
    };
    assert_eq!(mails(enabled, &bare).await, (2, false));
    let both = |spec: &mut Spec| {
        enabled(spec);
        property(spec, "EmailNotification", "includeDiffs").default = Some(json!(true));
    };
    assert_eq!(mails(both, &bare).await, (2, true));
}
