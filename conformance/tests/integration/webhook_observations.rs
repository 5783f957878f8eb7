//! Observations of webhooks that the reference server does not send: a relay receives its webhooks, and sends
//! different ones.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::OnceLock;

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};
use webdata_suite::report::Report;

use crate::altered_server::{Alteration, InterceptedRequest, UNCHANGED};

static RELAY: OnceLock<SocketAddr> = OnceLock::new();

/// Directs webhooks to the relay, which changes them in the way of the given name.
fn send_to_relay(sent: &mut InterceptedRequest, way: &str) {
    let relay = RELAY.get().expect("the relay has started");
    if let Some(url) = sent.body.pointer_mut("/webhook/url")
        && let Some(address) =
            url.as_str().filter(|address| address.starts_with("http://127.0.0.1"))
    {
        *url = format!("http://{relay}/{way}?to={address}").into();
    }
}

/// Sends a form instead of JSON.
const FORM: Alteration = Alteration {
    before: |sent| {
        send_to_relay(sent, "form");
        None
    },
    ..UNCHANGED
};

/// Names the event in a header, and keeps the headers that were set before.
const HEADER: Alteration = Alteration {
    before: |sent| {
        send_to_relay(sent, "header");
        None
    },
    after: |_, _, body| {
        if let Some(hook) = body.pointer_mut("/data/webhook").and_then(Value::as_object_mut) {
            hook.insert("headers".into(), json!({ "X-Given": "before" }));
        }
    },
};

async fn relay(
    Path(way): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> StatusCode {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.post(&query["to"]);
    let request = match way.as_str() {
        "form" => request.body("event=monitor.page"),
        _ => request
            .header("X-Event", "monitor.page")
            .header("X-Given", "before")
            .header("Content-Type", "application/json")
            .body("{}"),
    };
    request.send().await.unwrap();
    StatusCode::NO_CONTENT
}

fn start() {
    RELAY.get_or_init(|| {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, Router::new().route("/{way}", post(relay))).await
            })
        });
        address
    });
}

fn observed<'r>(report: &'r Report, gap: &str) -> &'r str {
    let observation =
        report.observations.iter().find(|observation| observation.observed.gap == gap);
    observation.map_or("", |observation| &observation.observed.answer)
}

#[test]
fn observations_describe_the_received_webhook() {
    start();
    let servers = [
        (UNCHANGED, "the event's name is at `/event`", "no additional headers"),
        (FORM, "the payload is not JSON", "no additional headers"),
        (HEADER, "the event's name is in the header `x-event`", "with the headers `x-event`"),
    ];
    for (altered, payload, headers) in servers {
        let report = altered.start().run(&["::webhooks::webhook-"], None);
        assert_eq!(observed(&report, "webhook-payload"), payload);
        assert_eq!(observed(&report, "webhook-signing"), headers);
    }
}
