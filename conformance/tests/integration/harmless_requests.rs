//! Without a target file, no case starts a scrape or an agent job, not even on a server that accepts what the contract
//! leaves open.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use webdata_cases::case::KeyName;
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;
use webdata_suite::target::{Secret, Target};

use crate::SUITE;

/// The beginning of paths, in small letters, to which a request with an object starts something.
const STARTS: [&str; 2] = ["/v2/scrape", "/v2/agent"];

fn error(status: StatusCode, text: &str) -> Response {
    let body = json!({ "success": false, "error": text }).to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// Responds as a server that ignores byte order marks, bytes that are not UTF-8, methods, and what follows a known path. It
/// reaches no web page, and says so with an error of its own, as the contract allows.
async fn respond(request: Request, started: Arc<AtomicUsize>) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_lowercase().replace("//", "/");
    if !STARTS.iter().any(|start| path.starts_with(start)) || parts.method == "GET" {
        return error(StatusCode::NOT_FOUND, "Not Found");
    }
    let body = to_bytes(body, 1 << 20).await.expect("the body is complete");
    let text = String::from_utf8_lossy(&body);
    let body: Option<Value> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok();
    if path == STARTS[0] && body.as_ref().is_none_or(|body| !body["url"].is_string())
        || !body.is_some_and(|body| body.is_object())
    {
        return error(StatusCode::BAD_REQUEST, "Bad Request");
    }
    started.fetch_add(1, Ordering::Relaxed);
    error(StatusCode::INTERNAL_SERVER_ERROR, "The page cannot be reached")
}

#[test]
fn an_open_point_starts_nothing_without_a_target_file() {
    let started = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&started);
    let router = Router::new().fallback(async move |request| respond(request, count).await);
    let mut target = Target::from_base_url("http://server.example");
    target.settings.keys =
        HashMap::from([(KeyName::Valid, Secret::new("VALID_KEY", "a-long-key"))]);
    target.connection.in_process = Some(router);
    let filters = ["scrape::malformed::", "startAgent::malformed::"].map(str::to_owned).into();
    let plan = SUITE.plan(&target, &Selection { filters, ..Selection::default() });
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let report = SUITE
        .run(plan.unwrap(), target, Level::Must, Runner::Threads(2), runtime.handle())
        .unwrap();
    assert_eq!(started.load(Ordering::Relaxed), 0);
    let of_operations = report.cases.iter().filter(|case| {
        let is_open = !case.id.contains("::path::deeper") && !case.id.contains("::path::suffix");
        is_open && (case.id.starts_with("scrape::") || case.id.starts_with("startAgent::"))
    });
    let outcomes: Vec<_> = of_operations.map(|case| (&case.id, case.outcome.kind)).collect();
    assert!(outcomes.len() >= 14, "{outcomes:?}");
    assert!(outcomes.iter().all(|(_, kind)| *kind == OutcomeKind::Observed), "{outcomes:?}");
}
