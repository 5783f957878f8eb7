//! The rows of the general error table, each as the contract's text has it.

use reqwest::Method;

use webdata_conformance::reference::PROVOKE;

use crate::served::Served;

const ROWS: [(&str, u16, &str); 17] = [
    ("validation-failure", 400, "Bad Request"),
    ("invalid-url", 400, "Invalid URL"),
    ("invalid-token", 401, "Unauthorized: Invalid token"),
    ("insufficient-credits", 402, "Payment Required: Insufficient credits"),
    ("forbidden", 403, "Forbidden"),
    ("prompt-injection-detected", 403, "SCRAPE_PROMPT_INJECTION_DETECTED"),
    ("not-found", 404, "Not Found"),
    ("request-timeout", 408, "Request Timeout"),
    ("conflict", 409, "Conflict"),
    ("payload-too-large", 413, "Payload Too Large"),
    ("unprocessable-entity", 422, "Unprocessable Entity"),
    ("rate-limit-exceeded", 429, "Rate limit exceeded"),
    ("concurrency-limit-reached", 429, "Concurrency limit reached"),
    ("internal-server-error", 500, "Internal Server Error"),
    ("bad-gateway", 502, "Bad Gateway"),
    ("service-unavailable", 503, "Service Unavailable"),
    ("gateway-timeout", 504, "Gateway Timeout"),
];

#[tokio::test]
async fn every_row_can_be_provoked() {
    let served = Served::contract().await;
    let id = served.monitor();
    let key = format!("Bearer {}", served.server.keys().valid);
    for path in [format!("/v2/monitor/{id}"), "/nowhere".to_owned()] {
        for (row, status, text) in ROWS {
            let headers = [("authorization", key.as_str()), (PROVOKE, row)];
            let answer = served.send(Method::PATCH, &path, &headers, r#"{"name":"A"}"#).await;
            answer.is_error(status, text);
            let members: Vec<_> = answer.json().as_object().unwrap().keys().cloned().collect();
            assert_eq!(members, ["success", "error"], "{row}");
            let waits = answer.retry_after.map(|seconds| seconds.parse::<u32>().unwrap());
            assert_eq!(waits.is_some(), status == 429, "{row}");
        }
    }
    assert_eq!(served.stored(&id).await["name"], "Monitor");
}

#[tokio::test]
async fn a_row_is_provoked_with_a_valid_key_only_and_must_exist() {
    let served = Served::contract().await;
    let path = format!("/v2/monitor/{}", served.monitor());
    let provoke = (PROVOKE, "conflict");
    let keys = served.server.keys().clone();
    let answer = served.send(Method::PATCH, &path, &[provoke], "").await;
    answer.is_error(401, "Unauthorized: Invalid token");
    let key = format!("Bearer {}", keys.limited);
    let answer = served.send(Method::PATCH, &path, &[("authorization", &key), provoke], "").await;
    answer.is_error(403, "Forbidden");

    let key = format!("Bearer {}", keys.valid);
    let headers = [("authorization", key.as_str()), (PROVOKE, "conflct")];
    let answer = served.send(Method::PATCH, &path, &headers, "").await;
    assert_eq!(answer.status, 400);
    assert!(answer.media_type.starts_with("text/plain"), "{answer:?}");
    assert!(ROWS.iter().all(|(row, _, _)| answer.text.contains(row)), "{answer:?}");
}
