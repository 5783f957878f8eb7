//! Tests of the library contract's client: which requests are repeated, how often, and after which waits.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::json;

use super::book;
use crate::library::book::Book;
use crate::library::client::{Client, Error, LookUpCopyPath};
use crate::library::error_catalogue::ErrorKind;
use crate::library::loan::LoanChange;
use crate::library::operations;
use crate::scripted_server::{RecordedPace, Reply, ScriptedServer};
use std::time::Duration;

const KEY: &str = "a-secret-library-card";

/// The operations of the tables, named by their method.
#[derive(Debug, Clone, Copy)]
enum Call {
    Get,
    Delete,
    Patch,
    Post,
    /// A `POST` that lists `shelf-locked` among its refusals, which do nothing.
    Reserve,
}
use Call::{Delete, Get, Patch, Post, Reserve};

impl Call {
    async fn send(self, client: &Client) -> Result<(), Error> {
        match self {
            Get => {
                let path = LookUpCopyPath { shelf: "EN", copy_id: "1" };
                client.look_up_copy(path).await.map(drop)
            }
            Delete => client.close_shop().await.map(drop),
            Patch => client.change_loan("1", &LoanChange::default()).await.map(drop),
            Post => {
                let book: Book = serde_json::from_value(book()).expect("the book is valid");
                client.add_book(&book).await.map(drop)
            }
            Reserve => client.reserve().await.map(drop),
        }
    }
}

fn error_body(text: &str) -> String {
    json!({ "ok": false, "error": text }).to_string()
}

/// Calls a server that always sends `reply`, and compares the error, the number of requests and the waits.
/// The expected waits include one second of jitter, half of the maximum.
#[track_caller]
fn check(
    call: Call,
    reply: &Reply,
    set_up: fn(crate::library::client::Builder) -> crate::library::client::Builder,
    waits: &[u64],
    kind: Option<ErrorKind>,
    is_retryable: bool,
) {
    let shown = format!("{call:?} {reply:?}");
    run(async {
        let (server, pace) = (ScriptedServer::always(reply.clone()).await, RecordedPace::default());
        let client = set_up(Client::builder(&server.base_url, KEY).pace(pace.clone()));
        let client = client.build().expect("the configuration is valid");
        let error = call.send(&client).await.expect_err("is rejected");
        let expected: Vec<f64> = waits.iter().map(|seconds| *seconds as f64 + 1.0).collect();
        assert_eq!(pace.seconds(), expected, "{shown}");
        assert_eq!(server.requests().len(), waits.len() + 1, "{shown}");
        assert_eq!(error.kind(), kind, "{shown}");
        assert_eq!(error.status(), Some(reply.status), "{shown}");
        assert_eq!(error.is_retryable(), is_retryable, "{shown}");
        let response = error.error_response().expect("the error is an error response");
        assert_eq!(response.attempts as usize, waits.len() + 1, "{shown}");
        assert_eq!(response.bytes[..], *reply.body, "{shown}");
        let text = response.body.as_ref().map(|body| body.error.as_str());
        assert_eq!(text, response.text(), "{shown}");
    });
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_secs(60), test).await };
    runtime.expect("the runtime starts").block_on(limited).expect("the test ends within a minute")
}

#[test]
fn only_retryable_errors_are_retried() {
    use ErrorKind::{Banned, BrokenBody, Closed, NoCopyLeft, ShelfLocked, TooFast};
    let all: &[u64] = &[3, 9, 20];
    let no_copy = json!({ "ok": false, "error": "none left", "code": "NO_COPY" }).to_string();
    let html = "<html>busy</html>".to_owned();
    let cases = [
        // Retryable errors: the method decides.
        (Get, 503, error_body("Closed"), all, Some(Closed), true),
        (Delete, 503, error_body("Closed"), all, Some(Closed), true),
        (Patch, 503, error_body("Closed"), &[], Some(Closed), true),
        (Post, 503, error_body("Closed"), &[], Some(Closed), true),
        (Post, 429, error_body("Too Fast"), all, Some(TooFast), true),
        (Patch, 429, error_body("Too Fast"), all, Some(TooFast), true),
        // The errors among an operation's refusals do nothing, so the request can be repeated.
        (Reserve, 500, error_body("Shelf Locked"), all, Some(ShelfLocked), true),
        (Reserve, 503, error_body("Closed"), &[], Some(Closed), true),
        (Post, 500, error_body("Shelf Locked"), &[], Some(ShelfLocked), true),
        // An error outside the catalogue is retryable if every row of its status code is.
        (Get, 500, error_body("Flooded"), all, None, true),
        (Post, 500, error_body("Flooded"), &[], None, true),
        (Get, 503, html.clone(), all, None, true),
        (Get, 503, String::new(), all, None, true),
        (Get, 429, html, &[], None, false),
        (Get, 429, error_body("Too Slow"), &[], None, false),
        // Errors and status codes that are not retryable.
        (Get, 429, error_body("Banned"), &[], Some(Banned), false),
        (Get, 404, no_copy, &[], Some(NoCopyLeft), false),
        (Get, 400, error_body("Broken Body"), &[], Some(BrokenBody), false),
        (Get, 502, error_body("Closed"), &[], None, false),
        (Get, 408, error_body("Too Fast"), &[], None, false),
        (Get, 302, error_body("Moved"), &[], None, false),
    ];
    for (call, status, body, waits, kind, is_retryable) in cases {
        check(call, &Reply::new(status, body), |client| client, waits, kind, is_retryable);
    }
}

#[test]
fn waits_follow_the_retry_header() {
    let cases: [(&str, &[u64]); 10] = [
        ("7", &[7, 7, 7]),
        ("0", &[0, 0, 0]),
        (" 5 ", &[5, 5, 5]),
        ("120", &[120, 120, 120]),
        ("121", &[]),
        ("99999999999999999999999", &[]),
        // Dates in the past, far in the future, and invalid dates.
        ("Wed, 21 Oct 2015 07:28:00 GMT", &[0, 0, 0]),
        ("Mon, 21 Oct 2999 07:28:00 GMT", &[]),
        ("Someday, 21 Oct 2999 07:28:00 GMT", &[3, 9, 20]),
        ("-1", &[3, 9, 20]),
    ];
    for (header, waits) in cases {
        let reply = Reply::new(429, error_body("Too Fast")).with("Come-Back", header);
        check(Post, &reply, |client| client, waits, Some(ErrorKind::TooFast), true);
    }
    // The wait is the difference to the date of the response.
    let dates: [(&str, &[u64]); 4] = [
        ("Wed, 21 Oct 2015 07:28:00 GMT", &[7, 7, 7]),
        ("Wednesday, 21-Oct-15 07:29:53 GMT", &[120, 120, 120]),
        ("Wed Oct 21 07:29:54 2015", &[]),
        ("Wed, 21 Oct 2015 07:27:00 GMT", &[0, 0, 0]),
    ];
    for (header, waits) in dates {
        let reply = Reply::new(429, error_body("Too Fast")).with("Come-Back", header);
        let reply = reply.with("Date", "Wed, 21 Oct 2015 07:27:53 GMT");
        check(Post, &reply, |client| client, waits, Some(ErrorKind::TooFast), true);
    }
    // Only the header that the contract names counts.
    let reply = Reply::new(429, error_body("Too Fast")).with("Retry-After", "7");
    check(Post, &reply, |client| client, &[3, 9, 20], Some(ErrorKind::TooFast), true);
}

#[test]
fn the_caller_limits_attempts_and_waits() {
    let closed = Reply::new(503, error_body("Closed"));
    let kind = Some(ErrorKind::Closed);
    check(Get, &closed, |client| client.attempts(1), &[], kind, true);
    check(Get, &closed, |client| client.attempts(0), &[], kind, true);
    check(Get, &closed, |client| client.attempts(2), &[3], kind, true);
    // The contract limits the number of attempts.
    check(Get, &closed, |client| client.attempts(6), &[3, 9, 20], kind, true);
    let resend = |client: crate::library::client::Builder| client.resend_after_server_error(true);
    check(Post, &closed, resend, &[3, 9, 20], kind, true);
    let short =
        |client: crate::library::client::Builder| client.longest_wait(Duration::from_secs(10));
    check(Get, &closed, short, &[3, 9, 20], kind, true);
    check(Get, &closed.clone().with("Come-Back", "10"), short, &[10, 10, 10], kind, true);
    check(Get, &closed.with("Come-Back", "11"), short, &[], kind, true);
}

#[test]
fn retries_end_when_the_service_recovers() {
    run(async {
        let server = ScriptedServer::start(|_, before| match before {
            0 => Reply::new(503, error_body("Closed")).with("Come-Back", "4"),
            1 => Reply::new(503, error_body("Closed")),
            _ => Reply::new(200, book()),
        });
        let (server, pace) = (server.await, RecordedPace::default());
        let client = Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
        let path = LookUpCopyPath { shelf: "EN/42", copy_id: "é 1" };
        let book = client.expect("the configuration is valid").look_up_copy(path).await;
        assert_eq!(book.expect("is found").title, "Middlemarch");
        assert_eq!(pace.seconds(), [5.0, 10.0]);
        let requests = server.requests();
        assert_eq!(requests.len(), 3);
        assert_eq!(
            (requests[0].method.as_str(), requests[0].path.as_str()),
            ("GET", "/v1/copies/EN%2F42/%C3%A9%201")
        );
        assert_eq!(requests[0].header("authorization"), Some(format!("Card {KEY}").as_str()));
        assert!(requests[1..].iter().all(|again| *again == requests[0]));
    });
}

#[test]
fn the_key_is_sent_only_to_authenticated_operations() {
    run(async {
        let server = ScriptedServer::always(Reply::new(204, "")).await;
        let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
        let response = client.close_shop().await.expect("succeeds");
        assert_eq!(response, json!(null));
        client.reserve().await.expect("succeeds");
        let requests = server.requests();
        assert_eq!(requests[0].header("authorization"), None);
        assert_eq!(requests[1].header("authorization"), Some(format!("Card {KEY}").as_str()));
        assert_eq!(requests[1].header("content-type"), None);
    });
}

#[test]
fn operations_have_parameters_and_authentication() {
    assert_eq!(operations::LOOK_UP_COPY.parameters, ["shelf", "copyId"]);
    assert_eq!(operations::RESERVE.refusals, [ErrorKind::ShelfLocked]);
    assert!(operations::CLOSE_SHOP.authentication.is_none());
    let scheme = operations::RESERVE.authentication.expect("the operation needs a card");
    assert_eq!((scheme.id, scheme.header, scheme.scheme), ("card", "Authorization", "Card"));
}
