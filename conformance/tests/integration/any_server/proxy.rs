//! A proxy that is named in the target file takes every request.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request;
use tower::ServiceExt as _;

use crate::any_server::command::Bench;
use crate::any_server::front::{open, serve};

/// A name that does not resolve, so that only a proxy finds it.
const NOWHERE: &str = "http://server.invalid";

#[test]
fn requests_go_through_the_proxy() {
    let front = open();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let (own, behind) = (Arc::clone(&asked), front.server.router());
    let proxy = Router::new().fallback(move |mut request: Request| {
        own.lock().unwrap().push(request.uri().to_string());
        let behind = behind.clone();
        let path = request.uri().path_and_query().unwrap().as_str().parse().unwrap();
        *request.uri_mut() = path;
        async move { behind.oneshot(request).await.unwrap() }
    });
    let proxy = front.runtime.block_on(serve(proxy));
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let fixtures = format!("[fixtures]\nmonitorId = [{ids}]\n");
    let through = format!("proxy = '{proxy}'");
    let (code, text) =
        Bench::new(&front, NOWHERE, &through, &fixtures).run(&["updateMonitor::name::"]);
    assert_eq!(code, 0, "{text}");
    let asked = asked.lock().unwrap();
    assert!(!asked.is_empty() && asked.iter().all(|url| url.starts_with(NOWHERE)), "{asked:?}");

    let limits = "proxy = 'none'\ntimeout-seconds = 2";
    let (code, text) =
        Bench::new(&front, NOWHERE, limits, &fixtures).run(&["updateMonitor::name::"]);
    assert_eq!(code, 2, "without it, no server responds: {text}");
}
