//! The rows of the error tables, as in the contract's text.

use reqwest::Method;

use webdata_reference::PROVOKE_HEADER;

use crate::served::Served;

/// The identity, status code, text and code of a row; `None` where the contract shows none.
type Row = (&'static str, u16, Option<&'static str>, Option<&'static str>);

const ROWS: [Row; 32] = [
    ("validation-failure", 400, Some("Bad Request"), None),
    ("invalid-url", 400, Some("Invalid URL"), None),
    ("invalid-token", 401, Some("Unauthorized: Invalid token"), None),
    ("insufficient-credits", 402, Some("Payment Required: Insufficient credits"), None),
    ("forbidden", 403, Some("Forbidden"), None),
    (
        "prompt-injection-detected",
        403,
        Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
        Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
    ),
    ("not-found", 404, Some("Not Found"), None),
    ("request-timeout", 408, Some("Request Timeout"), None),
    ("conflict", 409, Some("Conflict"), None),
    ("payload-too-large", 413, Some("Payload Too Large"), None),
    ("unprocessable-entity", 422, Some("Unprocessable Entity"), None),
    ("rate-limit-exceeded", 429, Some("Rate limit exceeded"), None),
    ("concurrency-limit-reached", 429, Some("Concurrency limit reached"), None),
    ("internal-server-error", 500, Some("Internal Server Error"), None),
    ("bad-gateway", 502, Some("Bad Gateway"), None),
    ("service-unavailable", 503, Some("Service Unavailable"), None),
    ("gateway-timeout", 504, Some("Gateway Timeout"), None),
    ("lockdown-cache-miss", 404, None, Some("SCRAPE_LOCKDOWN_CACHE_MISS")),
    ("no-cached-data", 404, None, Some("SCRAPE_NO_CACHED_DATA")),
    ("threat-protection-not-enabled", 403, None, None),
    ("threat-protection-overrides-disabled", 403, None, None),
    ("threat-protection-enforced", 403, None, None),
    ("invalid-job-id", 400, Some("Invalid job ID format. Job ID must be a valid UUID."), None),
    ("invalid-snapshot-id", 400, Some("Invalid snapshot ID"), None),
    // Of the next two rows, the contract describes the message and does not quote it.
    ("trace-of-first-generation", 400, None, None),
    ("snapshot-of-first-generation", 400, None, None),
    (
        "zero-data-retention",
        400,
        Some("Your team has zero data retention enabled. This is not supported on extract."),
        None,
    ),
    ("agent-job-not-found", 404, Some("Agent job not found"), None),
    ("snapshot-not-found", 404, Some("Snapshot not found"), None),
    ("agent-already-finished", 409, Some("Agent already finished"), None),
    ("agent-already-cancelled", 409, Some("Agent is already cancelled"), None),
    ("agent-submission-failed", 500, Some("Failed to passthrough agent request."), None),
];

#[tokio::test]
async fn every_row_can_be_provoked() {
    let served = Served::contract().await;
    let id = served.monitor();
    let key = format!("Bearer {}", served.server.keys().valid);
    for path in [format!("/v2/monitor/{id}"), "/nowhere".to_owned()] {
        for (row, status, text, code) in ROWS {
            let headers = [("authorization", key.as_str()), (PROVOKE_HEADER, row)];
            let response = served.send(Method::PATCH, &path, &headers, r#"{"name":"A"}"#).await;
            let body = response.json();
            response.assert_error(status, text.or(body["error"].as_str()).unwrap());
            assert_eq!(body["code"].as_str(), code, "{row}");
            let members: Vec<_> = body.as_object().unwrap().keys().cloned().collect();
            let expected = ["success", "error", "code"];
            assert_eq!(members, expected[..if code.is_some() { 3 } else { 2 }], "{row}");
            let waits = response.retry_after.map(|seconds| seconds.parse::<u32>().unwrap());
            assert_eq!(waits.is_some(), status == 429, "{row}");
        }
    }
    assert_eq!(served.stored(&id).await["name"], "Monitor");
}

#[tokio::test]
async fn a_message_has_the_meaning_that_the_contract_describes() {
    let served = Served::contract().await;
    let key = format!("Bearer {}", served.server.keys().valid);
    for (row, text) in [
        ("trace-of-first-generation", "traces are only available for second-generation extracts"),
        (
            "snapshot-of-first-generation",
            "snapshots are only available for second-generation extracts",
        ),
    ] {
        let headers = [("authorization", key.as_str()), (PROVOKE_HEADER, row)];
        let response = served.send(Method::GET, "/nowhere", &headers, "").await;
        let message = response.json()["error"].as_str().unwrap().to_lowercase();
        assert!(message.contains(text), "{message}");
    }
}

#[tokio::test]
async fn a_row_is_provoked_with_a_valid_key_only_and_must_exist() {
    let served = Served::contract().await;
    let path = format!("/v2/monitor/{}", served.monitor());
    let provoke = (PROVOKE_HEADER, "conflict");
    let keys = served.server.keys().clone();
    let response = served.send(Method::PATCH, &path, &[provoke], "").await;
    response.assert_error(401, "Unauthorized: Invalid token");
    let key = format!("Bearer {}", keys.limited);
    let response = served.send(Method::PATCH, &path, &[("authorization", &key), provoke], "").await;
    response.assert_error(403, "Forbidden");

    let key = format!("Bearer {}", keys.valid);
    let headers = [("authorization", key.as_str()), (PROVOKE_HEADER, "conflct")];
    let response = served.send(Method::PATCH, &path, &headers, "").await;
    assert_eq!(response.status, 400);
    assert!(response.media_type.starts_with("text/plain"), "{response:?}");
    assert!(ROWS.iter().all(|(row, ..)| response.text.contains(row)), "{response:?}");
}
