//! Tests of the bakery contract: waiting for a job, and webhooks.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::time::Duration;

use serde_json::{Value, json};
use webdata_runtime::webhook::DeliveryError;

use crate::bakery::client::Client;
use crate::bakery::events::DoorCallsEvent;
use crate::bakery::loaf::{Call, LoafView, Recipe};
use crate::bakery::webhooks::DoorCallsReceiver;
use crate::scripted_server::{RecordedPace, Reply, ScriptedServer};

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_secs(60), test).await };
    runtime.expect("the runtime starts").block_on(limited).expect("the test ends within a minute")
}

#[test]
fn a_job_is_polled_until_its_end() {
    let rows = [
        // States without a move out of them are final.
        (json!({ "state": "baked" }), true),
        (json!({ "state": "burnt" }), true),
        (json!({ "state": "resting" }), false),
        (json!({ "state": "rising" }), false),
        // The contract says that a burnt loaf has no weight, so a loaf with a weight has ended. It says
        // nothing like that about a resting loaf.
        (json!({ "state": "rising", "weight": 500 }), true),
        (json!({ "state": "resting", "colour": "brown" }), false),
        (json!({ "state": "rising", "weight": null }), false),
        (json!({ "state": "Burnt" }), false),
    ];
    for (read, is_the_end) in rows {
        run(async {
            let (first, last) = (read.clone(), json!({ "state": "burnt" }));
            let server = ScriptedServer::start(move |request, before| {
                match (request.method.as_str(), before) {
                    ("POST", _) => Reply::new(202, json!({ "loaf": "rye/1" })),
                    (_, 1) => Reply::new(200, &first),
                    _ => Reply::new(200, &last),
                }
            });
            let server = server.await;
            let builder = Client::builder(&server.base_url, "a-key-of-the-baker");
            let client =
                builder.pace(RecordedPace::default()).build().expect("the configuration is valid");
            let loaf = client.bake(&Recipe::new("rye")).await.expect("is in the oven").loaf;
            let view = LoafView::builder().light(true).build().expect("is valid");
            let ended = client.wait_for_bake(&loaf, &view).await.expect("the job has ended");
            let expected = if is_the_end { &read["state"] } else { &json!("burnt") };
            assert_eq!(&json!(ended.state), expected, "{read}");
            let requests = server.requests();
            assert_eq!(requests.len(), if is_the_end { 2 } else { 3 }, "{read}");
            assert!(
                requests[1..].iter().all(|request| request.path == "/v1/loaves/rye%2F1?light=true"),
                "{requests:?}"
            );
        });
    }
}

fn subscription(call: &Value) -> DoorCallsReceiver {
    DoorCallsReceiver::from(&Call::check(call).expect("is a subscription"))
}

fn headers() -> [(&'static str, &'static str); 1] {
    [("X-Sign", "flour-and-water")]
}

#[test]
fn webhooks_are_checked_against_the_subscription_and_their_payload() {
    let receiver = || {
        subscription(&json!({
            "address": "https://example.com/",
            "about": ["loaf.baked"],
            "signs": { "x-sign": "flour-and-water" },
            "notes": { "of": "anyone" },
        }))
    };
    let baked = json!({ "kind": "loaf.baked", "grams": 500 });
    // The contract states no behaviour for `notes`, so the receiver does not expect them.
    let event = receiver().receive(headers(), baked.to_string().as_bytes()).expect("is an event");
    let DoorCallsEvent::LoafBaked(carried) = event else { panic!("{event:?}") };
    assert_eq!(carried.grams, 500);
    let light = json!({ "kind": "loaf.baked", "grams": 0 }).to_string();
    let error = receiver().strict().receive(headers(), light.as_bytes()).expect_err("is too light");
    let DeliveryError::BreaksContract(violations) = &error else { panic!("{error:?}") };
    let clauses: Vec<_> = violations.iter().map(|violation| violation.clause.as_str()).collect();
    assert_eq!(clauses, ["LoafCall.grams.minimum"]);
    // A lenient receiver keeps an invalid payload: `grams` is a string instead of an integer.
    let odd = json!({ "kind": "loaf.baked", "grams": "many" }).to_string();
    let event = receiver().receive(headers(), odd.as_bytes()).expect("is kept");
    assert!(matches!(event, DoorCallsEvent::Other { .. }), "{event:?}");
    let burnt = json!({ "kind": "loaf.burnt" }).to_string();
    let error = receiver().receive(headers(), burnt.as_bytes()).expect_err("is another event");
    assert_eq!(error.to_string(), "`loaf.burnt` was not subscribed to");
    // The event belongs to another channel.
    let cold = json!({ "kind": "oven.cold" }).to_string();
    let strict = receiver().strict();
    let error = strict.receive(headers(), cold.as_bytes()).expect_err("is of another channel");
    assert!(matches!(error, DeliveryError::NoEventName), "{error:?}");
}
