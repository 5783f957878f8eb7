//! Tests of the library contract's router: every status code and envelope.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::routing::post;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::book;
use crate::library::book::Book;
use crate::library::error_catalogue::{ApiError, ErrorKind};
use crate::library::extract::Valid;
use crate::library::loan::{Loan, LoanAnswer, LoanChange};
use crate::library::operations;
use crate::library::order::{Order, OrderAnswer, OrderAnswerState};
use crate::library::server::{BindError, Builder, Router, Service, builder, router};

const LOAN: &str = "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11";

#[derive(Debug)]
struct Library;

impl Service for Library {
    type Caller = String;

    async fn authenticate(&self, key: &str) -> Result<String, ApiError> {
        match key {
            "ada" | "bob" => Ok(key.to_owned()),
            "late" => Err(ApiError::from(ErrorKind::Closed).retry_after(7)),
            _ => Err(ErrorKind::UnknownCard.into()),
        }
    }

    async fn add_book(&self, caller: String, body: Book) -> Result<Book, ApiError> {
        match body.title.as_str() {
            "panic" => panic!("as the test wants it"),
            "for ever" => std::future::pending().await,
            "full" => {
                Err(ApiError::from(ErrorKind::TooManyBooks).message("not sent").details(caller))
            }
            "broken" => Err(ApiError::new(ErrorKind::BrokenBody).message("Not that one.")),
            _ => Ok(body),
        }
    }

    async fn change_loan(
        &self,
        _caller: String,
        loan_id: String,
        body: LoanChange,
    ) -> Result<LoanAnswer, ApiError> {
        if loan_id != LOAN {
            return Err(ErrorKind::NoSuchThing.into());
        }
        let stored = json!({ "id": loan_id, "term": { "days": 1 }, "contact": null });
        let stored = Loan::check(&stored)?;
        body.violations_after_update(&stored).or(())?;
        Ok(LoanAnswer::new(true, stored))
    }

    async fn order_copies(&self, _caller: String, body: Order) -> Result<OrderAnswer, ApiError> {
        match body.card.as_deref() {
            None => Ok(OrderAnswer::new(OrderAnswerState::Taken)),
            Some("full") => Err(ErrorKind::CardFull.into()),
            Some("own words") => Err(ApiError::from(ErrorKind::CardFull).message("No room on it.")),
            Some("none") => Err(ApiError::from(ErrorKind::NoCopyLeft).details(json!([1]))),
            Some("upstream") => Err(ApiError::relayed(418, json!({ "teapot": true }))),
            Some(_) => Err(ApiError::unlisted(507, "Out of paper")),
        }
    }

    async fn read_book(&self, shelf: String, number: i64) -> Result<Book, ApiError> {
        let mut book = Book::check(&book())?;
        book.title = format!("{shelf} {number}");
        Ok(book)
    }
}

fn bound_builder() -> Builder<Library> {
    let bound = builder(Library).bind(&operations::ORDER_COPIES, "PUT", "/v1/copies");
    bound.expect("the contract shows no path, so it can be bound")
}

struct TestResponse {
    status: u16,
    body: Value,
    headers: Vec<(String, String)>,
}

fn send(router: Router, method: &str, path: &str, key: Option<&str>, body: &str) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(key) = key {
        request = request.header("authorization", key);
    }
    let request = request.body(Body::from(body.to_owned())).expect("the request is valid");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("starts");
    runtime.block_on(async {
        let response = router.oneshot(request).await.expect("never fails");
        let status = response.status().as_u16();
        let header = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
            (name.to_string(), value.to_str().expect("is text").to_owned())
        };
        let headers = response.headers().iter().map(header).collect();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("is read");
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        TestResponse { status, body, headers }
    })
}

#[track_caller]
fn check(
    router: Router,
    request_line: &str,
    key: Option<&str>,
    body: &Value,
    expected: &(u16, Value),
) {
    let (method, path) = request_line.split_once(' ').expect("the row has a method and a path");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let response = send(router, method, path, key, &body);
    let TestResponse { status, body: response_body, headers } = response;
    assert_eq!(
        (status, &response_body),
        (expected.0, &expected.1),
        "{request_line} {key:?} {body}"
    );
    let media_type = ("content-type".to_owned(), "application/json".to_owned());
    assert!(headers.contains(&media_type), "{request_line}: {headers:?}");
    // The errors of orders have a body type of their own.
    if status >= 400 && !request_line.ends_with("/copies") {
        let violations = (operations::ADD_BOOK.check_error)(&response_body);
        assert!(violations.is_empty(), "{request_line}: {violations}");
    }
}

fn error(text: &str) -> Value {
    json!({ "ok": false, "error": text })
}

fn violation(pointer: &str, clause: &str) -> Value {
    json!({ "pointer": pointer, "clause": clause })
}

#[test]
fn invalid_credentials_get_401() {
    let unknown = || (401, error("Unknown Card"));
    let cases = [
        (None, unknown()),
        (Some("Card"), unknown()),
        (Some("Card "), unknown()),
        (Some("ada"), unknown()),
        (Some("Bearer ada"), unknown()),
        (Some("Card eve"), unknown()),
        (Some("Card ada bob"), unknown()),
        (Some("Cardada"), unknown()),
        (Some(""), unknown()),
        (Some("Card late"), (503, error("Closed"))),
        (Some("Card ada"), (201, book())),
        (Some("cARD  bob"), (201, book())),
    ];
    for (key, expected) in cases {
        check(router(Library), "POST /v1/books", key, &book(), &expected);
    }
    // Authentication comes before validation, and a 401 names the scheme.
    let response = send(router(Library), "POST", "/v1/books", None, "{");
    assert_eq!(response.status, 401);
    assert!(response.headers.contains(&("www-authenticate".to_owned(), "Card".to_owned())));
    let response = send(router(Library), "POST", "/v1/books", Some("Card late"), "");
    assert!(response.headers.contains(&("come-back".to_owned(), "7".to_owned())));
}

#[test]
fn invalid_bodies_get_400_with_details() {
    let broken =
        |details: Value| (400, json!({ "ok": false, "error": "Broken Body", "details": details }));
    let with_title = |title: &str| {
        let mut book = book();
        book["title"] = json!(title);
        book
    };
    let full = json!({
        "ok": false, "error": "Too Many Books", "code": "TOO_MANY", "details": "ada",
    });
    let of_type = violation("", "Book.type");
    let missing = |name: &str| violation(&format!("/{name}"), &format!("Book.{name}.required"));
    let cases = [
        (with_title("full"), (400, full)),
        (with_title("broken"), (400, error("Not that one."))),
        (with_title("panic"), (500, error("Internal Server Error"))),
        (json!(1), broken(json!([of_type]))),
        (json!({}), broken(json!([missing("title"), missing("author"), missing("media")]))),
    ];
    for (body, (status, expected)) in cases {
        let response =
            send(router(Library), "POST", "/v1/books", Some("Card ada"), &body.to_string());
        assert_eq!((response.status, places(response.body)), (status, expected), "{body}");
    }
    for (text, line, column) in [("", 1, 1), ("{", 1, 1), ("[]\nx", 2, 1)] {
        let response = send(router(Library), "POST", "/v1/books", Some("Card ada"), text);
        assert_eq!(
            (response.status, &response.body["error"]),
            (400, &json!("Broken Body")),
            "{text}"
        );
        let place = &response.body["details"][0];
        assert_eq!((&place["line"], &place["column"]), (&json!(line), &json!(column)), "{text}");
    }
}

/// Removes the messages of the details; other tests cover them.
fn places(mut body: Value) -> Value {
    let entries = body.get_mut("details").and_then(Value::as_array_mut).into_iter().flatten();
    for members in entries.filter_map(Value::as_object_mut) {
        members.shift_remove("message");
    }
    body
}

#[test]
fn bodies_beyond_the_limit_get_413() {
    let size = book().to_string().len();
    for (limit, status, text) in [(size, 201, None), (size - 1, 413, Some("Payload Too Large"))] {
        let router = builder(Library).body_limit(limit).build();
        let response = send(router, "POST", "/v1/books", Some("Card ada"), &book().to_string());
        assert_eq!(response.status, status, "{limit}");
        assert_eq!(response.body.get("error").and_then(Value::as_str), text, "{limit}");
    }
    let mut book = book();
    book["title"] = json!("for ever");
    let router = builder(Library).time_limit(Duration::from_millis(1)).build();
    check(router, "POST /v1/books", Some("Card ada"), &book, &(504, error("Gateway Timeout")));
}

#[test]
fn paths_are_matched_and_their_parameters_validated() {
    let gone = || (404, error("No Such Thing"));
    let of_number = |word: &str| {
        let clause = format!("operations.readBook.parameters.number.{word}");
        json!({ "ok": false, "error": "Broken Body", "details": [{ "pointer": "", "clause": clause }] })
    };
    let of_shelf = json!({
        "ok": false, "error": "No Such Thing",
        "details": [{ "pointer": "", "clause": "operations.readBook.parameters.shelf.pattern" }],
    });
    let mut changed = book();
    changed["title"] = json!("EN-1 7");
    let cases = [
        ("GET /", gone()),
        ("GET /v1", gone()),
        ("GET /v1/books", gone()),
        ("POST /v1/books/", gone()),
        ("POST /books", gone()),
        // The operation is not bound, and the service does not implement it.
        ("PUT /v1/copies", gone()),
        ("DELETE /v1/shop", gone()),
        ("GET /v1/shelves/EN-1/books/7", (200, changed.clone())),
        ("GET /v1/shelves/%45N-1/books/7", (200, changed)),
        ("GET /v1/shelves/EN-1/books/0", (400, of_number("minimum"))),
        ("GET /v1/shelves/EN-1/books/x", (400, of_number("type"))),
        ("GET /v1/shelves/EN-1/books/%FF", (404, of_shelf.clone())),
        ("GET /v1/shelves/en/books/7", (404, of_shelf)),
    ];
    for (request_line, expected) in cases {
        let (method, path) = request_line.split_once(' ').expect("the row has a method and a path");
        let response = send(router(Library), method, path, Some("Card ada"), "");
        assert_eq!((response.status, places(response.body)), expected, "{request_line}");
    }
    assert_eq!(send(router(Library), "HEAD", "/v1/shelves/EN-1/books/7", None, "").status, 200);
}

#[test]
fn rules_about_the_stored_result_are_checked() {
    let path = format!("PATCH /v1/loans/{LOAN}");
    let rule = "LoanChange.rules.reminder-needs-contact";
    let format = "operations.changeLoan.parameters.loanId.format";
    let other = "PATCH /v1/loans/0b9c0d0e-7d0a-4a55-8a43-0f0c7f3b9a77";
    let cases = [
        (path.as_str(), json!({ "reminded": true }), 400, Some(rule)),
        (path.as_str(), json!({ "renewals": 1 }), 200, None),
        ("PATCH /v1/loans/1", json!({ "renewals": 1 }), 400, Some(format)),
        (other, json!({ "renewals": 1 }), 404, None),
    ];
    for (request_line, body, status, clause) in cases {
        let (method, path) = request_line.split_once(' ').expect("the row has a method and a path");
        let response = send(router(Library), method, path, Some("Card ada"), &body.to_string());
        assert_eq!(response.status, status, "{request_line} {body}: {}", response.body);
        assert_eq!(response.body["details"][0]["clause"].as_str(), clause, "{request_line} {body}");
    }
}

#[test]
fn bound_operations_respond() {
    let message = "the card has no room for a line";
    let cases = [
        (None, 200, json!({ "state": "taken" })),
        // The body type of these errors has no properties `ok` and `details`.
        (Some("full"), 400, json!({ "error": message })),
        (Some("own words"), 400, json!({ "error": "No room on it." })),
        (
            Some("none"),
            404,
            json!({ "error": "There is nothing to copy from.", "code": "NO_COPY" }),
        ),
        (Some("upstream"), 418, json!({ "teapot": true })),
        (Some("other"), 507, json!({ "error": "Out of paper" })),
    ];
    for (card, status, expected) in cases {
        let mut body = json!({ "parts": ["cover"] });
        if let Some(card) = card {
            body["card"] = json!(card);
        }
        check(
            bound_builder().build(),
            "PUT /v1/copies",
            Some("Card ada"),
            &body,
            &(status, expected),
        );
    }
}

#[test]
fn invalid_bindings_are_rejected() {
    let copies = &operations::ORDER_COPIES;
    let unlike =
        |segment: &str| format!("a `{{parameter}}` is a whole segment, unlike `{segment}`");
    let rows = [
        ("PUT", "v1/copies", "a path starts with `/`".to_owned()),
        ("PUT", "", "a path starts with `/`".to_owned()),
        ("PUT", "/a b", "` ` cannot be part of a path".to_owned()),
        ("PUT", "/a?b", "`?` cannot be part of a path".to_owned()),
        ("PUT", "/a#b", "`#` cannot be part of a path".to_owned()),
        ("PUT", "/a%20b", "`%` cannot be part of a path".to_owned()),
        ("PUT", "/a/..", "a path cannot have the segments `.` and `..`".to_owned()),
        ("PUT", "/:id", "`:id` starts like a parameter of a router".to_owned()),
        ("PUT", "/v1/*rest", "`*rest` starts like a parameter of a router".to_owned()),
        ("PUT", "/a{b}", unlike("a{b}")),
        ("PUT", "/{a", unlike("{a")),
        ("PUT", "/{*rest}", unlike("{*rest}")),
        ("PUT", "/{}", unlike("{}")),
        ("PUT", "/{id}", "its path has no parameters".to_owned()),
        ("P T", "/x", "`P T` is not an HTTP method".to_owned()),
        ("POST", "/v1/books", "`addBook` has this path".to_owned()),
    ];
    for (method, path, expected) in rows {
        let BindError { reason, .. } =
            builder(Library).bind(copies, method, path).expect_err("is rejected");
        assert_eq!(reason, expected, "{method} {path}");
    }
    let shown = builder(Library).bind(&operations::ADD_BOOK, "PUT", "/x").expect_err("is rejected");
    let expected = "`addBook` cannot be bound to `/x`: it has the path `POST /v1/books` already";
    assert_eq!(shown.to_string(), expected);
    let twice = bound_builder().bind(copies, "PUT", "/v1/more").expect_err("is rejected");
    assert_eq!(twice.reason, "it has the path `PUT /v1/copies` already");
    // Another method of the same path is available.
    assert!(builder(Library).bind(copies, "PUT", "/v1/books").is_ok());
}

#[test]
fn the_extractor_validates_a_body() {
    async fn title(Valid(body): Valid<Book>) -> String {
        body.title
    }
    let handler = || Router::new().route("/", post(title));
    let response = send(handler(), "POST", "/", None, &book().to_string());
    assert_eq!((response.status, response.body), (200, Value::Null));
    let response = send(handler(), "POST", "/", None, "{}");
    assert_eq!((response.status, &response.body["error"]), (400, &json!("Broken Body")));
    assert_eq!(response.body["details"].as_array().map(Vec::len), Some(3));
    let large = format!("{}{}", " ".repeat(2 << 20), book());
    let response = send(handler(), "POST", "/", None, &large);
    assert_eq!((response.status, response.body), (413, error("Payload Too Large")));
}
