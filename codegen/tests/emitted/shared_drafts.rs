//! Tests of the contract of shared drafts: versions, idempotency keys, and headers of deprecated operations.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt as _;

use crate::drafts::client::Client;
use crate::drafts::draft::{
    ChangeHeaders, CreateHeaders, Draft, DraftChange, DraftContent, Drafts, ReadHeaders,
    VersionHeaders,
};
use crate::drafts::error_catalogue::ApiError;
use crate::drafts::server::{Service, WithHeaders, router};
use crate::scripted_server::{RecordedPace, Reply, ScriptedServer};

const ID: &str = "00000000-0000-4000-8000-000000000001";

/// A service with one draft.
struct Desk;

impl Service for Desk {
    type Caller = ();

    async fn authenticate(&self, _: &str) -> Result<(), ApiError> {
        Ok(())
    }

    async fn read_draft(
        &self,
        (): (),
        draft_id: String,
        _: ReadHeaders,
    ) -> Result<WithHeaders<Draft, VersionHeaders>, ApiError> {
        Ok(WithHeaders::new(
            Draft::builder().id(draft_id).title("a").build()?,
            VersionHeaders::new("\"2\""),
        ))
    }

    async fn list_drafts(&self, (): ()) -> Result<Drafts, ApiError> {
        Ok(Drafts(Vec::new()))
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_secs(60), test).await };
    runtime.expect("the runtime starts").block_on(limited).expect("the test ends within a minute")
}

/// Returns the status code of a response, its header with the given name, and whether it has a body.
fn send(path: &str, known: Option<&str>, name: &str) -> (u16, Option<String>, bool) {
    let mut request = Request::builder().uri(path).header("authorization", "Key of-a-desk");
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    let request = request.body(Body::empty()).expect("the request is valid");
    run(async {
        let response = router(Desk).oneshot(request).await.expect("never fails");
        let (status, header) = (response.status().as_u16(), response.headers().get(name).cloned());
        let header = header.map(|value| value.to_str().expect("is text").to_owned());
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("is read");
        (status, header, !body.is_empty())
    })
}

#[test]
fn the_router_sends_304_for_the_current_version() {
    let path = format!("/v1/drafts/{ID}");
    let version = || Some("\"2\"".to_owned());
    assert_eq!(send(&path, None, "etag"), (200, version(), true));
    assert_eq!(send(&path, Some("\"1\""), "etag"), (200, version(), true));
    for (known, is_known) in [
        ("\"1\", \"2\"", true),
        ("\"1,2\",W/\"2\" ", true),
        ("*", true),
        ("\"1,2\"", false),
        ("2", false),
        ("", false),
    ] {
        let status = if is_known { 304 } else { 200 };
        assert_eq!(send(&path, Some(known), "etag"), (status, version(), !is_known), "{known}");
    }
}

#[test]
fn the_router_sends_deprecation_headers() {
    let since = send("/v1/drafts", None, "deprecation").1;
    assert_eq!(since.as_deref(), Some("@1768435200"));
    let until = send("/v1/drafts", None, "sunset").1;
    assert_eq!(until.as_deref(), Some("Fri, 15 Jan 2027 00:00:00 GMT"));
    assert_eq!(send(&format!("/v1/drafts/{ID}"), None, "sunset").1, None);
}

#[test]
fn requests_with_an_idempotency_key_are_repeated() {
    run(async {
        let server = ScriptedServer::always(Reply::new(503, r#"{"error":"Closed"}"#)).await;
        let client = Client::builder(&server.base_url, "of-a-desk").pace(RecordedPace::default());
        let client = client.build().expect("the configuration is valid");
        let created =
            client.create_draft(&CreateHeaders::new("once"), &DraftContent::new("a")).await;
        assert_eq!(created.expect_err("is rejected").status(), Some(503));
        let requests = server.requests();
        let keys: Vec<_> =
            requests.iter().map(|request| request.header("idempotency-key")).collect();
        assert_eq!(keys, [Some("once"); 2]);
        let change = (ChangeHeaders::default(), DraftChange::default());
        let changed = client.update_draft_with_headers(ID, &change.0, &change.1).await;
        assert_eq!(changed.expect_err("is rejected").status(), Some(503));
        assert_eq!(server.requests().len(), 3, "a change without a key is sent once");
    });
}
