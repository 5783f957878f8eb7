//! Sends one request over the network and reads its response, within a time and a size.
//!
//! Exchanges run on threads of their own. A caller continues at its time limit, even if the HTTP library is
//! still busy with what a server sends. This module does not judge.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use super::client::{ClientError, failure, is_unsent};
use crate::judge::json::body_cost;
use crate::memory::{Excess, MAX_JSON_BYTES, MemoryLimit, MemoryShare};

/// The maximum size of a body, in bytes. Bodies of a correct server are far smaller.
pub(super) const MAX_BODY_BYTES: usize = 8 << 20;

/// The maximum size of a response's header fields together, in bytes.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// The additional wait for an exchange after its time, so that its own error is reported first.
const GRACE: Duration = Duration::from_millis(300);

/// The maximum number of connections on which a request is tried that no connection has sent.
const MAX_ATTEMPTS: usize = 3;

/// The minimum number of threads that read responses.
const MIN_THREADS: usize = 2;

/// A response before its body is parsed.
pub(super) struct ReceivedResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    /// The memory of the body, as bytes and as JSON.
    pub(super) share: MemoryShare,
}

/// Returns the threads that read what others send to this process. Timers run on other threads.
///
/// # Errors
/// If the system starts no thread.
pub(super) fn network_threads() -> Result<&'static Handle, ClientError> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let start = || {
        let threads = std::thread::available_parallelism().map_or(MIN_THREADS, usize::from);
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(threads.max(MIN_THREADS)).thread_name("network").enable_all();
        builder.build().ok()
    };
    let runtime = RUNTIME.get_or_init(start).as_ref().map(Runtime::handle);
    runtime.ok_or_else(|| ClientError::Setup("the system starts no threads".to_owned()))
}

/// Sends a request and reads the whole response.
///
/// # Errors
/// If no complete response comes within `time`, or the response is too large.
pub(super) async fn exchange(
    http: &reqwest::Client,
    request: reqwest::Request,
    time: Duration,
    memory: &MemoryLimit,
) -> Result<ReceivedResponse, ClientError> {
    let (http, memory) = (http.clone(), memory.clone());
    // Dropped together with the caller's future, which cancels the exchange.
    let mut exchanges = JoinSet::new();
    exchanges
        .spawn_on(async move { receive(&http, request, time, &memory).await }, network_threads()?);
    match timeout(time + GRACE, exchanges.join_next()).await {
        Ok(Some(Ok(received))) => received,
        Ok(Some(Err(error))) => Err(ClientError::Broken(format!("its reader failed: {error}"))),
        Ok(None) | Err(_) => Err(ClientError::Timeout(time)),
    }
}

async fn receive(
    http: &reqwest::Client,
    request: reqwest::Request,
    time: Duration,
    memory: &MemoryLimit,
) -> Result<ReceivedResponse, ClientError> {
    let end = Instant::now() + time;
    let failed = |error: reqwest::Error| failure(&error, time);
    let out_of_memory = |_| ClientError::TooLarge(Excess::Together);
    let mut response = send(http, request).await.map_err(failed)?;
    let (status, headers) = (response.status().as_u16(), header_list(response.headers())?);
    let (mut body, mut share) = (Vec::new(), MemoryShare::default());
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        let length = body.len() + chunk.len();
        if length > MAX_BODY_BYTES {
            return Err(ClientError::TooLarge(Excess::Body(MAX_BODY_BYTES)));
        }
        if share.is_short_of(length) {
            // The whole memory is taken at once: responses that hold a part while they wait for more could
            // block each other.
            share = timeout_at(end, memory.reserve(MAX_BODY_BYTES + MAX_JSON_BYTES))
                .await
                .map_err(out_of_memory)?;
        }
        body.extend_from_slice(&chunk);
    }
    let share = timeout_at(end, share_for(&body, share, memory)).await.map_err(out_of_memory)??;
    Ok(ReceivedResponse { status, headers, body, share })
}

/// Sends a request, again on a new connection if a connection ended before the request was written.
///
/// A server that rejects the client's certificate ends the connection after the handshake of TLS 1.3, and the
/// first error may not say why.
async fn send(
    http: &reqwest::Client,
    mut request: reqwest::Request,
) -> Result<reqwest::Response, reqwest::Error> {
    let mut attempt = 1;
    loop {
        let copy = request.try_clone();
        match http.execute(request).await {
            Err(error) if attempt < MAX_ATTEMPTS && is_unsent(&error) => match copy {
                Some(copy) => (request, attempt) = (copy, attempt + 1),
                None => return Err(error),
            },
            result => return result,
        }
    }
}

/// Takes the memory of a body, as bytes and as JSON, unless the share suffices for any body; an excess is
/// released.
///
/// # Errors
/// If a body may not take that much.
pub(super) async fn share_for(
    body: &[u8],
    mut share: MemoryShare,
    memory: &MemoryLimit,
) -> Result<MemoryShare, ClientError> {
    let cost = body_cost(body).map_err(ClientError::TooLarge)?;
    let needed = body.len() + cost;
    if share.is_short_of(needed) {
        share = memory.reserve(needed).await;
    }
    share.settle(needed);
    Ok(share)
}

/// Returns header names in lower case, and values.
///
/// # Errors
/// If they are longer than those of any common server.
pub(super) fn header_list(headers: &HeaderMap) -> Result<Vec<(String, String)>, ClientError> {
    let length = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
    if headers.iter().map(length).sum::<usize>() > MAX_HEADER_BYTES {
        return Err(ClientError::TooLarge(Excess::Headers(MAX_HEADER_BYTES)));
    }
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(headers.iter().map(header).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of a list counts with its real size, not with the size that was reserved while its length was
    /// unknown, so that several pages of a correct server fit.
    #[tokio::test]
    async fn a_response_keeps_the_memory_share_it_needs() {
        let memory = MemoryLimit::default();
        let text = "x".repeat(1 << 20);
        let body = serde_json::to_vec(&[text]).expect("JSON");
        let reserved = memory.reserve(MAX_BODY_BYTES + MAX_JSON_BYTES).await;
        for share in [MemoryShare::default(), reserved] {
            let share = share_for(&body, share, &memory).await.expect("it fits");
            assert!(share.bytes() >= 2 * body.len(), "{}", share.bytes());
            assert!(share.bytes() < 3 * body.len(), "{}", share.bytes());
        }
        let small = share_for(b"[1]", MemoryShare::default(), &memory).await.expect("it fits");
        assert!(small.bytes() > 3, "small pages count, too");
    }
}
