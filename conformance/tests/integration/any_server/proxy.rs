//! The runner sends every request through the proxy that the target file names.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request;
use tower::ServiceExt as _;

use crate::any_server::command::TargetFolder;
use crate::any_server::front::{serve, transparent_front};

/// A host name that does not resolve; only the proxy can handle requests to this host.
const UNRESOLVABLE: &str = "http://server.invalid";

#[test]
fn sends_every_request_through_the_proxy() {
    let front = transparent_front();
    let requested: Arc<Mutex<Vec<String>>> = Arc::default();
    let (recorded, behind) = (Arc::clone(&requested), front.server.router());
    let proxy = Router::new().fallback(move |mut request: Request| {
        recorded.lock().unwrap().push(request.uri().to_string());
        let behind = behind.clone();
        let path = request.uri().path_and_query().unwrap().as_str().parse().unwrap();
        *request.uri_mut() = path;
        async move { behind.oneshot(request).await.unwrap() }
    });
    let proxy = front.runtime.block_on(serve(proxy));
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let fixtures = format!("[fixtures]\nmonitorId = [{ids}]\n");
    let with_proxy = format!("proxy = '{proxy}'");
    let (code, text) = TargetFolder::new(&front, UNRESOLVABLE, &with_proxy, &fixtures)
        .run(&["updateMonitor::name::"]);
    assert_eq!(code, 0, "{text}");
    let requested = requested.lock().unwrap();
    assert!(
        !requested.is_empty() && requested.iter().all(|url| url.starts_with(UNRESOLVABLE)),
        "{requested:?}"
    );

    let without_proxy = "proxy = 'none'\ntimeout-seconds = 2";
    let (code, text) = TargetFolder::new(&front, UNRESOLVABLE, without_proxy, &fixtures)
        .run(&["updateMonitor::name::"]);
    assert_eq!(code, 2, "a server responded without the proxy: {text}");
}
