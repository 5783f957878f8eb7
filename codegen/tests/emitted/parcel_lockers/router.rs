//! Tests of the parcel lockers' router: queries, headers, lists, and responses without a body; and of rules
//! about what would be stored: for a body alone, for an update, and for each item of a list.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::parcel_lockers::service::{Desk, KEY};
use crate::parcels::operations;
use crate::parcels::operations::Operation;
use crate::parcels::server::router;

const ID: &str = "00000000-0000-4000-8000-000000000001";

/// A response: the status code, the body, and the headers that the contract names.
type TestResponse = (u16, Vec<u8>, Vec<(String, String)>);

async fn send(
    router: &axum::Router,
    request_line: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> TestResponse {
    let (method, path) = request_line.split_once(' ').expect("the row has a method and a path");
    let mut request = Request::builder().method(method).uri(path);
    request = request.header("authorization", format!("Key {KEY}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(body.to_owned())).expect("the request is valid");
    let response = router.clone().oneshot(request).await.expect("never fails");
    let status = response.status().as_u16();
    let named = ["location", "x-lanes", "x-left", "content-type"];
    let headers = named.iter().filter_map(|name| {
        let value = response.headers().get(*name)?.to_str().expect("is text");
        Some(((*name).to_owned(), value.to_owned()))
    });
    let headers = headers.collect();
    let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("is read");
    (status, body.to_vec(), headers)
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("starts").block_on(test)
}

/// Returns the pointers and clauses in the details of an error body.
fn clauses(body: &[u8]) -> Vec<(String, String)> {
    let body: Value = serde_json::from_slice(body).expect("is JSON");
    assert_eq!(body["error"], "Bad Request", "{body}");
    let text = |value: &Value| value.as_str().expect("is text").to_owned();
    let details = body["details"].as_array().expect("are listed").iter();
    details.map(|detail| (text(&detail["pointer"]), text(&detail["clause"]))).collect()
}

#[track_caller]
fn check(request_line: &str, headers: &[(&str, &str)], body: &Value, expected: &[(&str, &str)]) {
    let sent = if body.is_null() { String::new() } else { body.to_string() };
    let (status, response_body, _) = run(send(&router(Desk::new()), request_line, headers, &sent));
    let shown = String::from_utf8_lossy(&response_body).into_owned();
    assert_eq!(status, if expected.is_empty() { 200 } else { 400 }, "{request_line} {shown}");
    if status == 400 {
        let owned = |(place, clause): &(&str, &str)| ((*place).to_owned(), (*clause).to_owned());
        let expected: Vec<_> = expected.iter().map(owned).collect();
        assert_eq!(clauses(&response_body), expected, "{request_line}");
    }
}

#[test]
fn queries_are_validated() {
    let desk = [("x-desk", "north")];
    let cases: [(&str, &[(&str, &str)]); 24] = [
        ("", &[]),
        ("?", &[]),
        ("?limit=1&insured=true&state=waiting&above=1.5&tags=a&tags=b&cursor=0", &[]),
        ("?limit=1.0&above=-1e2", &[]),
        ("?tags=", &[]),
        ("?limit=100", &[]),
        ("?limit=0", &[("/limit", "ParcelQuery.limit.minimum")]),
        ("?limit=101", &[("/limit", "ParcelQuery.limit.maximum")]),
        ("?limit=", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=ten", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=+5", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=1.5", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=null", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=%225%22", &[("/limit", "ParcelQuery.limit.type")]),
        ("?limit=1&limit=2", &[("/limit", "ParcelQuery.limit.type")]),
        ("?insured=1", &[("/insured", "ParcelQuery.insured.type")]),
        ("?insured=True", &[("/insured", "ParcelQuery.insured.type")]),
        ("?state=lost", &[("/state", "ParcelState.enum")]),
        ("?state=", &[("/state", "ParcelState.enum")]),
        ("?tags=a&tags=toolong", &[("/tags/1", "ParcelQuery.tags.items.maxLength")]),
        ("?tags=a&tags=b&tags=c", &[("/tags", "ParcelQuery.tags.maxItems")]),
        (
            "?colour=red&a%2Fb=",
            &[
                ("/colour", "ParcelQuery.additionalProperties"),
                ("/a~1b", "ParcelQuery.additionalProperties"),
            ],
        ),
        (
            "?limit=0&insured=x",
            &[("/limit", "ParcelQuery.limit.minimum"), ("/insured", "ParcelQuery.insured.type")],
        ),
    ];
    for (query, expected) in cases {
        check(&format!("GET /v1/parcels{query}"), &desk, &Value::Null, expected);
    }
    let missing = [("/size", "LockerQuery.size.required")];
    check("GET /v1/lockers?page=1", &[], &Value::Null, &missing);
    // This query allows additional parameters.
    check("GET /v1/lockers?size=2&colour=red&colour=blue", &[], &Value::Null, &[]);
}

#[test]
fn headers_are_validated() {
    let list = |headers: &[(&str, &str)], expected: &[(&str, &str)]| {
        check("GET /v1/parcels", headers, &Value::Null, expected);
    };
    list(&[("X-Desk", "north")], &[]);
    list(&[("X-Desk", "north, south"), ("x-desk", "north,south,")], &[]);
    list(&[], &[("/X-Desk", "ListHeaders.X-Desk.required")]);
    list(&[("x-desk", " , ")], &[("/X-Desk", "ListHeaders.X-Desk.required")]);
    list(&[("x-desk", "north,west")], &[("/X-Desk/1", "ListHeaders.X-Desk.items.enum")]);
    let create = |headers: &[(&str, &str)], expected: &[(&str, &str)]| {
        check("POST /v1/parcels", headers, &json!({ "label": "a" }), expected);
    };
    create(&[("x-priority", "10")], &[("/X-Priority", "CreateHeaders.X-Priority.maximum")]);
    create(&[("x-priority", "soon")], &[("/X-Priority", "CreateHeaders.X-Priority.type")]);
    let twice = [("idempotency-key", "a"), ("idempotency-key", "a")];
    create(&twice, &[("/Idempotency-Key", "CreateHeaders.Idempotency-Key.type")]);
}

#[test]
fn bodies_of_creations_replacements_and_lists_are_validated() {
    let insured = json!({ "label": "a", "insured": true });
    let broken = [("", "ParcelDraft.rules.insured-has-value")];
    check("POST /v1/parcels", &[], &insured, &broken);
    check(&format!("PUT /v1/parcels/{ID}"), &[], &insured, &broken);
    let wide = json!({ "name": "a", "wide": true });
    let (single, listed) = ("Locker.rules.wide-has-doors", [("/1", "Locker.rules.wide-has-doors")]);
    check("PUT /v1/lockers/a", &[], &wide, &[("", single)]);
    check("PUT /v1/lockers", &[], &json!([{ "name": "b" }, wide]), &listed);
    check("PUT /v1/lockers", &[], &json!([]), &[]);
    check("PATCH /v1/lockers/a", &[], &wide, &[("", single)]);
    check("PATCH /v1/lockers/a", &[], &Value::Null, &[]);
    let changes = |body: Value, expected: &[(&str, &str)]| {
        check("PATCH /v1/parcels", &[], &body, expected);
    };
    changes(json!({}), &[("", "ParcelChanges.type")]);
    changes(json!([]), &[("", "ParcelChanges.minItems")]);
    changes(json!([{ "id": ID }, {}]), &[("/1/id", "ParcelChangeOfOne.id.required")]);
}

#[test]
fn responses_have_their_status_and_headers() {
    run(async {
        let router = router(Desk::new());
        let json_type = ("content-type".to_owned(), "application/json".to_owned());
        let headers = [("x-priority", "2")];
        let created = send(&router, "POST /v1/parcels", &headers, r#"{"label":"a"}"#).await;
        let parcel = json!({ "id": ID, "label": "a", "state": "waiting" });
        let location = ("location".to_owned(), format!("/v1/parcels/{ID}"));
        let lanes = ("x-lanes".to_owned(), "2, 8".to_owned());
        assert_eq!((created.0, created.2), (201, vec![location, lanes, json_type.clone()]));
        assert_eq!(serde_json::from_slice::<Value>(&created.1).expect("is JSON"), parcel);
        let changes = json!([{ "id": ID, "value": 1 }]).to_string();
        let changed = send(&router, "PATCH /v1/parcels", &[], &changes).await;
        assert_eq!((changed.0, changed.2), (200, vec![json_type.clone()]));
        let deleted = send(&router, &format!("DELETE /v1/parcels/{ID}"), &[], "").await;
        assert_eq!(deleted, (204, Vec::new(), vec![("x-left".to_owned(), "0".to_owned())]));
        let emptied = send(&router, "POST /v1/lockers/a/empty", &[], "").await;
        assert_eq!(emptied, (204, Vec::new(), Vec::new()));
        let gone = send(&router, &format!("GET /v1/parcels/{ID}"), &[], "").await;
        assert_eq!((gone.0, gone.2), (404, vec![json_type]));
    });
}

/// An operation, a body, the stored resource, and the pointers and clauses of the violations.
type Row<'r> = (&'r Operation, &'r Value, &'r Value, &'r [(&'r str, &'r str)]);

#[test]
fn rules_about_the_stored_result_are_checked() {
    let id = "00000000-0000-4000-8000-000000000000";
    let (insured, valued) = (json!({ "insured": true }), json!({ "value": 1, "insured": true }));
    let worth = json!({ "id": id, "label": "a", "state": "waiting", "value": 1 });
    let worthless = json!({ "id": id, "label": "a", "state": "waiting" });
    let draft = "ParcelDraft.rules.insured-has-value";
    let change = "ParcelChange.rules.insured-is-worth-something";
    let item = "ParcelChangeOfOne.rules.insured-has-value";
    let locker = "Locker.rules.wide-has-doors";
    let (wide, doors) = (json!({ "name": "a", "wide": true }), json!({ "name": "a", "doors": 2 }));
    let of_one = |body: &Value| {
        let mut of_one = body.clone();
        of_one["id"] = id.into();
        of_one
    };
    let both = json!([of_one(&valued), of_one(&insured)]);
    let (create, replace) = (&operations::CREATE_PARCEL, &operations::REPLACE_PARCEL);
    let (update, several) = (&operations::UPDATE_PARCEL, &operations::UPDATE_PARCELS);
    let lockers = &operations::REPLACE_LOCKERS;
    let (replace_locker, change_locker) = (&operations::REPLACE_LOCKER, &operations::CHANGE_LOCKER);
    let cases: [Row<'_>; 16] = [
        // The stored resource does not matter if the body replaces it.
        (create, &insured, &worth, &[("", draft)]),
        (create, &valued, &json!(null), &[]),
        (replace, &insured, &worth, &[("", draft)]),
        (replace, &valued, &worthless, &[]),
        (update, &insured, &worth, &[]),
        (update, &insured, &worthless, &[("", change)]),
        (update, &valued, &json!(null), &[]),
        // The effect of the operation switches the insurance off.
        (update, &json!({ "value": 0 }), &of_one(&valued), &[]),
        (several, &both, &json!([worthless, worth]), &[]),
        (several, &both, &json!([worth, worthless]), &[("/1", item)]),
        (several, &both, &json!([worth]), &[("/1", item)]),
        (several, &insured, &json!([]), &[]),
        (lockers, &json!([doors, wide]), &json!([doors, doors]), &[("/1", locker)]),
        (replace_locker, &wide, &doors, &[("", locker)]),
        (change_locker, &wide, &doors, &[]),
        (change_locker, &wide, &json!({ "name": "a" }), &[("", locker)]),
    ];
    for (operation, body, stored, expected) in cases {
        let check = operation
            .check_after_update
            .expect("the operation has a rule about what would be stored");
        let violations = check(body, stored);
        let places: Vec<_> = violations
            .iter()
            .map(|violation| (violation.pointer.as_str(), violation.clause.as_str()))
            .collect();
        assert_eq!(places, expected, "{} {body} on {stored}", operation.id);
    }
}
