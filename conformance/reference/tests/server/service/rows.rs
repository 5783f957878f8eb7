//! Every row of the contract's error tables, by its cause.
//!
//! Each row is caused as a client would cause it. Only failures of the service itself, which no client can
//! cause, are provoked by a header.

mod table;

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use webdata_reference::PROVOKE_HEADER;

use crate::served::{HttpResponse, Served};
use table::{ExpectedText, FAILURES, OPERATIONS, ROWS, ROWS_BY_CAUSE, Row, row};

#[tokio::test]
async fn every_row_has_a_cause() {
    let served = Served::contract().await;
    for row in ROWS_BY_CAUSE {
        let response = run_steps(&served, row.cause, &[]).await;
        row.assert_row(&response, row.cause.last().unwrap());
    }
    let ids = ROWS_BY_CAUSE.iter().map(|row| row.id).chain(FAILURES.map(|(id, ..)| id));
    let ids: BTreeSet<&str> = ids.collect();
    assert_eq!(ids.len(), ROWS, "{ids:?}");
}

#[tokio::test]
async fn each_operation_fails_on_request() {
    let served = Served::contract().await;
    for (id, status, text) in FAILURES {
        let row = row(id, status, ExpectedText::Exact(text), &[]);
        for step in OPERATIONS {
            let response = run_steps(&served, &[step], &[(PROVOKE_HEADER, id)]).await;
            row.assert_row(&response, step);
        }
        let key = json!({ "provokes": id });
        for step in OPERATIONS.iter().chain(&["GET /v2/nothing"]) {
            served.control(Method::PUT, "keys/failing", &key).await;
            let response = send(&served, &format!("failing: {step}"), &[]).await;
            row.assert_row(&response, step);
        }
    }
}

impl Row {
    /// Asserts that the response to a step is the row.
    fn assert_row(&self, response: &HttpResponse, step: &str) {
        let context = format!("{} by {step}: {response:?}", self.id);
        let body = response.json();
        assert_eq!(response.status, self.status, "{context}");
        assert_eq!(response.media_type, "application/json", "{context}");
        let text = body["error"].as_str().unwrap_or_else(|| panic!("{context}"));
        match self.error {
            ExpectedText::Exact(expected) => assert_eq!(text, expected, "{context}"),
            ExpectedText::Contains(expected) => {
                assert!(text.to_lowercase().contains(expected), "{context}");
            }
            ExpectedText::Any => assert!(!text.is_empty(), "{context}"),
        }
        assert_eq!(body["code"].as_str(), self.code, "{context}");
        let may_lack_success = step.contains("/trace") || step.contains("/snapshots");
        match body.get("success") {
            None => assert!(may_lack_success, "{context}"),
            Some(success) => assert_eq!(*success, false, "{context}"),
        }
        assert_eq!(response.retry_after.is_some(), self.status == 429, "{context}");
    }
}

/// Resets the server, takes all steps, and returns the last response. The headers go with the last step.
async fn run_steps(served: &Served, steps: &[&str], headers: &[(&str, &str)]) -> HttpResponse {
    served.control(Method::POST, "reset", &Value::Null).await;
    let (last, before) = steps.split_last().unwrap();
    let mut id = String::new();
    for step in before {
        let response = send(served, &step.replace("{id}", &id), &[]).await;
        assert!(response.status < 300, "{step}: {response:?}");
        let body: Value = serde_json::from_str(&response.text).unwrap_or_default();
        let made = body["id"].as_str().or(body["data"]["id"].as_str());
        id = made.map_or(id, str::to_owned);
    }
    send(served, &last.replace("{id}", &id), headers).await
}

async fn send(served: &Served, step: &str, headers: &[(&str, &str)]) -> HttpResponse {
    let (key, call) =
        step.split_once(": ").filter(|(key, _)| !key.contains(' ')).unwrap_or(("", step));
    let keys = served.server.keys();
    let key = match key {
        "" => format!("Bearer {}", keys.valid),
        "none" => String::new(),
        "malformed" => keys.valid.clone(),
        "revoked" => format!("Bearer {}", keys.revoked),
        "limited" => format!("Bearer {}", keys.limited),
        "other" => format!("Bearer {}", keys.other_team),
        other => format!("Bearer {other}"),
    };
    let mut words = call.splitn(3, ' ');
    let method: Method = words.next().unwrap().parse().unwrap();
    let path = words.next().unwrap();
    let mut all = headers.to_vec();
    if !key.is_empty() {
        all.push(("authorization", &key));
    }
    served.send(method, path, &all, words.next().unwrap_or_default()).await
}
