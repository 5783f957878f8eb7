//! Connections: taken, held within limits, and closed when the server stops.
//!
//! ```text
//! socket      the bytes of a connection, each step with a time limit
//! request_progress whether a request has come whole
//! framing     whether its head can be read in one way alone
//! ```
//!
//! It must not look into a request, nor end because of what a client does: a connection that fails
//! ends alone.

mod framing;
mod request_progress;
mod socket;

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, TRANSFER_ENCODING};
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

use request_progress::{Arrival, Arriving};
use socket::{Limits, Socket};

/// The most connections that are held at once; more wait in the backlog of the system.
const MOST: usize = 4096;

/// The most bytes of a request's head, and of what a connection has read or written ahead.
const BUFFER: usize = 64 * 1024;

/// How long the connections may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(5);

/// How long nothing is taken after the system refused to, such as for want of files, unless a
/// connection ends before.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers what comes to a listener until the server is to stop. Then it takes nothing more, answers
/// the requests that have begun, and drops what has not ended within bounds.
pub(crate) async fn serve(listener: TcpListener, router: Router, stopping: CancellationToken) {
    let mut held = JoinSet::new();
    loop {
        let taken = tokio::select! {
            () = stopping.cancelled() => break,
            Some(_) = held.join_next() => continue,
            taken = listener.accept(), if held.len() < MOST => taken,
        };
        match taken {
            Ok((stream, _)) => {
                held.spawn(hold(stream, router.clone(), stopping.child_token()));
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => tokio::select! {
                () = stopping.cancelled() => break,
                Some(_) = held.join_next() => {}
                () = sleep(PAUSE) => {}
            },
        }
    }
    drop(listener);
    // What has not ended by then is dropped with the set.
    drop(timeout(GRACE, async { while held.join_next().await.is_some() {} }).await);
}

/// Whether the client was gone before it was taken, which says nothing about the next one.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Answers the requests of a connection, for as long as it lasts.
async fn hold(stream: TcpStream, router: Router, stopping: CancellationToken) {
    // A response is small and waits for nothing; a connection that cannot be told so is only slower.
    drop(stream.set_nodelay(true));
    let arrival = Arc::new(Arrival::default());
    let socket = Socket::new(stream, Arc::clone(&arrival), Limits::default());
    let service = service_fn(move |request: Request<Incoming>| {
        let state = Arc::clone(&arrival);
        // A length that came beside a coding is not always seen. Whoever stands in between may have
        // gone by it, so that nothing which follows is taken for another request.
        let is_coded = request.headers().contains_key(TRANSFER_ENCODING);
        let has_length = state.take_length();
        let rejection = framing::rejection(request.version(), request.headers(), has_length);
        let request = request.map(|body| Body::new(Arriving::new(body, Arc::clone(&arrival))));
        let router = router.clone();
        async move {
            let is_rejected = rejection.is_some();
            let mut answer = match rejection {
                None => router.oneshot(request).await?,
                Some(rejection) => rejection.into_response(),
            };
            // Nor can anything follow a request that was answered before it had come whole.
            if is_coded || is_rejected || state.is_under_way() {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let mut http = Builder::new();
    // Whoever has sent all may say so and still wants the response. The socket has the time limits.
    http.half_close(true).max_buf_size(BUFFER).header_read_timeout(None);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(socket), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    // How it ends is of no interest to anybody here.
    drop(connection.await);
}
