//! Limits, formats and rules come from the contract: a changed contract changes the server.

use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Operand, Shape};

use crate::served::{HttpResponse, Served, contract, limit};
use crate::service::changed_contract::{object, property};

/// Sends the same body to a server of the contract and to one of a changed contract.
async fn patch_both_contracts(change: impl FnOnce(&mut Spec), body: Value) -> [HttpResponse; 2] {
    let mut spec = contract();
    change(&mut spec);
    let (sound, changed) = tokio::join!(Served::contract(), Served::with_contract(spec));
    let (sound_id, changed_id) = (sound.monitor(), changed.monitor());
    [sound.patch(&sound_id, &body).await, changed.patch(&changed_id, &body).await]
}

#[tokio::test]
async fn limits_come_from_the_contract() {
    type Change = fn(&mut Spec);
    let table: [(&str, Change, Value, [u16; 2]); 12] = [
        (
            "maximum length",
            |spec| {
                let max_length = Operand::from(limit("MonitorUpdate.name.maxLength") as u64 + 1);
                let name = property(spec, "MonitorUpdate", "name");
                name.set_constraint(Keyword::MaxLength, Some(max_length));
            },
            json!({ "name": "x".repeat(limit("MonitorUpdate.name.maxLength") + 1) }),
            [400, 200],
        ),
        (
            "maximum",
            |spec| {
                let days_limit = limit("MonitorUpdate.retentionDays.maximum") as u64 - 1;
                let days = property(spec, "MonitorUpdate", "retentionDays");
                days.set_constraint(Keyword::Maximum, Some(Operand::from(days_limit)));
            },
            json!({ "retentionDays": limit("MonitorUpdate.retentionDays.maximum") }),
            [200, 400],
        ),
        (
            "enum",
            |spec| {
                let shape = &mut property(spec, "MonitorUpdate", "status").shape;
                *shape = Shape::Enum(vec!["active".to_owned(), "deleted".to_owned()]);
            },
            json!({ "status": "paused" }),
            [200, 400],
        ),
        (
            "nullable",
            |spec| property(spec, "MonitorUpdate", "goal").nullable = false,
            json!({ "goal": null }),
            [200, 400],
        ),
        (
            "smallest number of properties",
            |spec| spec.types["MonitorUpdate"].schema.set_constraint(Keyword::MinProperties, None),
            json!({}),
            [400, 200],
        ),
        (
            "required",
            |spec| object(spec, "MonitorWebhook").properties["url"].required = false,
            json!({ "webhook": {} }),
            [400, 200],
        ),
        (
            "exactly one",
            |spec| spec.types["MonitorSchedule"].schema.set_constraint(Keyword::ExactlyOne, None),
            json!({ "schedule": { "cron": "0 9 * * *", "text": "every day" } }),
            [400, 200],
        ),
        (
            "format",
            |spec| {
                property(spec, "MonitorSchedule", "timezone").set_constraint(Keyword::Format, None);
            },
            json!({ "schedule": { "text": "every day", "timezone": "x" } }),
            [400, 200],
        ),
        (
            "interval",
            |spec| {
                let cron = property(spec, "MonitorSchedule", "cron");
                cron.set_constraint(Keyword::MinimumInterval, Some(Operand::from(360)));
            },
            json!({ "schedule": { "cron": "*/5 * * * *" } }),
            [200, 400],
        ),
        (
            "rule",
            |spec| object(spec, "MonitorUpdate").rules.clear(),
            json!({ "judgeEnabled": true, "targets": [{ "type": "search", "queries": ["q"] }] }),
            [400, 200],
        ),
        (
            "response status",
            |spec| {
                let response = spec.operations["updateMonitor"].response.as_mut();
                response.unwrap().status = Some(202);
            },
            json!({ "name": "a" }),
            [200, 202],
        ),
        (
            "default",
            |spec| {
                property(spec, "MonitorSchedule", "timezone").default = Some(json!("Asia/Tokyo"));
            },
            json!({ "schedule": { "text": "every day" } }),
            [200, 200],
        ),
    ];
    for (what, change, body, expected) in table {
        let responses = patch_both_contracts(change, body).await;
        assert_eq!(responses.each_ref().map(|response| response.status), expected, "{what}");
        assert_ne!(responses[0], responses[1], "{what}");
        if what == "default" {
            assert_eq!(responses[1].monitor()["schedule"]["timezone"], "Asia/Tokyo");
        }
    }
}
