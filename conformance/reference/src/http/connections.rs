//! Connections: accepted, kept within limits, and closed when the server stops.
//!
//! `axum::serve` has no limit of connections and no time limits for reading and writing. So this module accepts
//! connections itself. It does not interpret a request, except that it rejects a head that two servers could read in
//! different ways. A connection that fails ends alone and never stops the server.

mod socket;

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONNECTION, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version};
use axum::response::IntoResponse;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::http::connections::socket::{RequestProgress, Socket, TimeLimits, TrackedBody};

/// The maximum number of connections; further ones wait in the backlog of the operating system.
const MAX_CONNECTIONS: usize = 4096;

/// The size limit in bytes of a request's head, and of the read and write buffers of a connection.
const BUFFER: usize = 64 * 1024;

/// The time that connections have to end once the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// The pause after the system failed to accept a connection, for instance for lack of file descriptors. The
/// pause ends early when another connection ends.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the connections of a listener until the server stops.
///
/// After that, no connection is accepted. Requests that have begun get their responses, and connections that
/// outlast the grace period are dropped.
pub(crate) async fn serve(listener: TcpListener, router: Router, stopping: CancellationToken) {
    let mut connections = JoinSet::new();
    loop {
        let taken = tokio::select! {
            () = stopping.cancelled() => break,
            Some(_) = connections.join_next() => continue,
            taken = listener.accept(), if connections.len() < MAX_CONNECTIONS => taken,
        };
        match taken {
            Ok((stream, _)) => {
                connections.spawn(serve_connection(stream, router.clone(), stopping.child_token()));
            }
            Err(error) if concerns_one_connection(&error) => {}
            Err(_) => tokio::select! {
                () = stopping.cancelled() => break,
                Some(_) = connections.join_next() => {}
                () = sleep(PAUSE) => {}
            },
        }
    }
    drop(listener);
    // Connections that are still open after the grace period are dropped with the set.
    drop(timeout(GRACE, async { while connections.join_next().await.is_some() {} }).await);
}

/// Returns whether an error concerns a single connection, so that the next one can be accepted at once.
fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Serves the requests of a connection until the connection ends.
async fn serve_connection(stream: TcpStream, router: Router, stopping: CancellationToken) {
    // Responses are small, so Nagle's algorithm would only delay them. A failure to disable it does no harm.
    drop(stream.set_nodelay(true));
    let progress = Arc::new(RequestProgress::default());
    let socket = Socket::new(stream, Arc::clone(&progress), TimeLimits::default());
    let service = service_fn(move |request: Request<Incoming>| {
        let state = Arc::clone(&progress);
        // The HTTP library drops a `Content-Length` beside a `Transfer-Encoding`. A proxy may have used the
        // length, so the connection is closed and no following bytes are read as another request (RFC 9112,
        // section 6.1).
        let is_coded = request.headers().contains_key(TRANSFER_ENCODING);
        let rejection = rejection(request.version(), request.headers());
        let request = request.map(|body| Body::new(TrackedBody::new(body, Arc::clone(&progress))));
        let router = router.clone();
        async move {
            let is_rejected = rejection.is_some();
            let mut response = match rejection {
                None => router.oneshot(request).await?,
                Some(rejection) => rejection.into_response(),
            };
            // After a response to an incomplete request, no other request can follow.
            if is_coded || is_rejected || state.is_incomplete() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut http = Builder::new();
    // A client may shut down its writing half after the request and still expect the response. The socket
    // enforces the time limits.
    http.half_close(true).max_buf_size(BUFFER).header_read_timeout(None);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(socket), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    // An error while the connection shuts down has no consequence.
    drop(connection.await);
}

/// Returns the status code and the reason with which a head is rejected, if any.
fn rejection(version: Version, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let mut hosts = headers.get_all(HOST).iter();
    // RFC 9112, section 3.2.
    let reason = match (hosts.next(), hosts.next()) {
        (None, _) if version == Version::HTTP_11 => "the Host header is missing\n",
        (Some(_), Some(_)) => "there is more than one Host header\n",
        (Some(host), None) if !host.is_empty() && Authority::try_from(host.as_bytes()).is_err() => {
            "the Host header is malformed\n"
        }
        _ if headers.contains_key(TRANSFER_ENCODING) && !is_chunked_alone(headers) => {
            return Some((StatusCode::NOT_IMPLEMENTED, "the Transfer-Encoding is not supported\n"));
        }
        _ => return None,
    };
    Some((StatusCode::BAD_REQUEST, reason))
}

/// Returns whether the body is chunked and has no other transfer coding; this server can decode no others.
fn is_chunked_alone(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let first = codings.next();
    first.is_some_and(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
        && codings.next().is_none()
}
