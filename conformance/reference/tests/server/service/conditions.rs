//! The conditions of refusals come from the contract: with another condition, other requests are refused.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Condition, PropertyPath, Refusal, Test};

use crate::served::{Served, contract};
use crate::service::changed_contract::object;
use crate::service::scrape::{HOME, INJECTION, SLOW, scrape};

fn equals(path: &str, value: Value) -> Option<Condition> {
    let path = PropertyPath::parse(path).unwrap();
    Some(Condition { path, test: Test::Equals(value) })
}

fn find<'r>(refusals: &'r mut [Refusal], id: &str) -> &'r mut Refusal {
    refusals.iter_mut().find(|refusal| refusal.id == id).unwrap()
}

/// Returns the contract with another condition for a refusal of a type.
fn changed(type_name: &str, refusal: &str, when: Option<Condition>) -> Spec {
    let mut spec = contract();
    find(&mut object(&mut spec, type_name).refusals, refusal).when = when;
    spec
}

fn with_json_schema(format: &Value) -> Value {
    json!({ "formats": [format] })
}

#[tokio::test]
async fn conditions_of_scrapes_come_from_the_contract() {
    let mobile = || equals("mobile", json!(true));
    let prompted = || equals("prompt", json!("p"));
    let scanned = json!({ "type": "json", "prompt": "p", "checkPromptInjection": true });
    // The type, its refusal and another condition; then a page, options, and the status codes by the
    // unchanged contract and by the changed one.
    let table = [
        ("ScrapeOptions", "no-cached-data", mobile(), HOME, json!({ "mobile": true }), [200, 404]),
        ("ScrapeOptions", "no-cached-data", mobile(), HOME, json!({ "minAge": 1 }), [404, 200]),
        ("ScrapeOptions", "no-cached-data", None, HOME, json!({}), [200, 404]),
        (
            "ScrapeOptions",
            "lockdown-cache-miss",
            mobile(),
            HOME,
            json!({ "mobile": true }),
            [200, 404],
        ),
        (
            "ScrapeOptions",
            "lockdown-cache-miss",
            mobile(),
            HOME,
            json!({ "lockdown": true }),
            [404, 200],
        ),
        ("ScrapeOptions", "page-slower-than-timeout", mobile(), SLOW, json!({}), [408, 200]),
        (
            "ScrapeOptions",
            "page-slower-than-timeout",
            mobile(),
            SLOW,
            json!({ "mobile": true }),
            [408, 408],
        ),
        (
            "JsonFormat",
            "prompt-injection",
            prompted(),
            INJECTION,
            with_json_schema(&json!({ "type": "json", "prompt": "p" })),
            [200, 403],
        ),
        (
            "JsonFormat",
            "prompt-injection",
            prompted(),
            INJECTION,
            with_json_schema(&scanned),
            [403, 403],
        ),
        (
            "JsonFormat",
            "prompt-injection",
            equals("prompt", json!("q")),
            INJECTION,
            with_json_schema(&scanned),
            [403, 200],
        ),
        (
            "JsonFormat",
            "schema-is-no-json-schema",
            prompted(),
            HOME,
            with_json_schema(&json!({ "type": "json", "schema": { "type": "text" } })),
            [422, 200],
        ),
        (
            "JsonFormat",
            "output-does-not-conform",
            prompted(),
            HOME,
            with_json_schema(&json!({ "type": "json", "schema": { "not": {} } })),
            [422, 200],
        ),
        (
            "ChangeTrackingFormat",
            "schema-is-no-json-schema",
            prompted(),
            HOME,
            with_json_schema(&json!({ "type": "changeTracking", "schema": { "type": "text" } })),
            [422, 200],
        ),
    ];
    for (type_name, refusal, when, url, options, expected) in table {
        let mut statuses = Vec::new();
        for spec in [contract(), changed(type_name, refusal, when)] {
            let served = Served::with_contract(spec).await;
            statuses.push(scrape(&served, url, options.clone()).await.status);
        }
        assert_eq!(statuses, expected, "{type_name}.{refusal}: {options}");
    }
}

#[tokio::test]
async fn conditions_of_operations_come_from_the_contract() {
    let mut spec = contract();
    let refusals = &mut spec.operations["startAgent"].refusals;
    find(refusals, "submission-failed").when = equals("maxCredits", json!(5));
    for (spec, expected) in [(contract(), [500, 500]), (spec, [200, 500])] {
        let served = Served::with_contract(spec).await;
        let key = served.team("home", &json!({ "rejects-agent-jobs": true })).await;
        for (body, status) in ["{}", r#"{"maxCredits":5}"#].into_iter().zip(expected) {
            let response = served.call(&key, Method::POST, "/v2/agent", body).await;
            assert_eq!(response.status, status, "{body}: {response:?}");
        }
    }
}
