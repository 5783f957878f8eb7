//! Sends one request and reads one response, over the network or by a call within the process.

pub(crate) mod certificates;
mod content_coding;
mod http_client;
pub(crate) mod proxy;
mod raw_exchange;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::{Router, http};
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, timeout, timeout_at};
use tower::ServiceExt as _;
use webdata_cases::case::{Authorization, BETWEEN, KeyName, Request};
use webdata_cases::json::MAX_JSON_BYTES;
use webdata_spec::Spec;

use self::content_coding::CodingError;
use self::http_client::{HttpClient, INVALID_HEADER, PROXY_ADVICE, has_body, is_unsent};
use self::proxy::{ProxyVariableError, UsedProxy};
use self::raw_exchange::{invalid_header, response_head, status_line};
use crate::judge::{HttpResponse, undecoded};
use crate::memory::{Excess, MemoryLimit, MemoryShare, json_cost};
use crate::message::{Header, Message};
use crate::outcome::Reason;
use crate::target::{CommandError, KeyCommand, Secret, Target};

/// The reason why there is no response to judge.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The client could not be made.
    #[error("cannot make an HTTP client: {0}")]
    Setup(String),
    /// The environment names a proxy that cannot be used.
    #[error(transparent)]
    Proxy(#[from] ProxyVariableError),
    /// No server accepts connections at the address.
    #[error("cannot connect: {0}")]
    Connect(ConnectFailure),
    /// The response did not come in time.
    #[error("no complete response within {} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// The connection was reset or closed before the response was complete.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// The received bytes are not HTTP.
    #[error("the response is not valid HTTP: {0}")]
    Protocol(String),
    /// The body has content codings that requests do not accept.
    #[error(
        "the body has the content coding `{0}`, which no request accepts; have the server, or the proxy before it, \
         send one of {accepted}",
        accepted = content_coding::ACCEPTED
    )]
    Coding(String),
    /// The response exceeds a limit of the suite.
    #[error("{0}")]
    TooLarge(Excess),
    /// The case cannot be sent to this target.
    #[error("cannot send: {0}")]
    Unsendable(String),
    /// Something other than the API responded.
    #[error("{0}")]
    NotOfApi(String),
    /// The run is over before the request may be sent, for this reason.
    #[error("{0}")]
    NotSent(String),
    /// The run was cancelled before the request was sent.
    #[error("interrupted")]
    Interrupted,
    /// The valid key was rejected, and the command that prints a new one failed.
    #[error("the valid key was rejected, and its command printed no new key: {0}")]
    Key(CommandError),
}

impl From<ClientError> for Reason {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Interrupted => Self::Interrupted { sent: true },
            other => Self::Words(other.to_string()),
        }
    }
}

/// The reason why there is no connection.
#[derive(Debug)]
pub struct ConnectFailure {
    cause: String,
    advice: Option<&'static str>,
}

impl ConnectFailure {
    /// Returns whether the failure names a remedy.
    pub(crate) fn has_advice(&self) -> bool {
        self.advice.is_some()
    }

    /// Returns the failure without its remedy.
    pub(crate) fn without_advice(&self) -> Self {
        Self { cause: self.cause.clone(), advice: None }
    }

    /// Returns whether a proxy responded to CONNECT with an error.
    fn is_rejected_tunnel(&self) -> bool {
        // hyper does not expose the kind of this error, and not the status code.
        self.cause.ends_with("tunnel error: unsuccessful")
    }
}

impl fmt::Display for ConnectFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.cause)?;
        self.advice.map_or(Ok(()), |advice| write!(formatter, "; {advice}"))
    }
}

/// An HTTP client for one target.
pub(super) struct Client {
    backend: Backend,
    renewal: Renewal,
    memory: MemoryLimit,
}

/// How requests reach the server.
enum Backend {
    /// Over the network.
    Http(HttpClient),
    /// By a call within the process, without a connection.
    InProcess(Router),
}

impl Client {
    pub(super) fn new(target: &Target, spec: &Spec) -> Result<Self, ClientError> {
        let renewal = Renewal::new(target, spec);
        Ok(Self { backend: Backend::new(target)?, renewal, memory: MemoryLimit::default() })
    }

    /// Returns the proxy that requests go through, if there is one.
    pub(super) fn proxy(&self) -> Option<&UsedProxy> {
        match &self.backend {
            Backend::Http(http) => http.proxy.as_ref(),
            Backend::InProcess(_) => None,
        }
    }

    /// Returns more about a failure than the HTTP client says: the status code with which a proxy rejects a tunnel, or the
    /// header of a response that is not valid. For this, the path of a request is requested again, without a key.
    pub(super) async fn explain(
        &self,
        target: &Target,
        path: &str,
        error: &ClientError,
    ) -> Option<String> {
        let Backend::Http(HttpClient { proxy, .. }) = &self.backend else { return None };
        let server = Url::parse(&target.connection.base_url).ok()?;
        let (name, port) = (server.host_str()?.to_owned(), server.port_or_known_default()?);
        let (connection, time) = (&target.connection, target.connection.timeout);
        match (error, proxy) {
            (ClientError::Connect(failure), Some(proxy)) if failure.is_rejected_tunnel() => {
                let (to, request) = proxy.tunnel(&name, port)?;
                let head =
                    spawn_blocking(move || response_head((&to.0, to.1), None, &request, time));
                let status = status_line(&head.await.ok()?.ok()?)?;
                Some(format!(
                    "it responds to CONNECT with `{status}`, so look into its rules and its log"
                ))
            }
            (ClientError::Protocol(cause), None) if cause == INVALID_HEADER => {
                let tls = match server.scheme() {
                    "https" => {
                        Some(Arc::new(certificates::client_config(&connection.transport).ok()?))
                    }
                    _ => None,
                };
                let request =
                    format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
                let head =
                    spawn_blocking(move || response_head((&name, port), tls, &request, time));
                invalid_header(&head.await.ok()?.ok()?)
            }
            _ => None,
        }
    }

    /// Returns a client that sends every request once.
    pub(super) fn without_renewal(target: &Target) -> Result<Self, ClientError> {
        let renewal = Renewal::default();
        Ok(Self { backend: Backend::new(target)?, renewal, memory: MemoryLimit::default() })
    }

    /// Sends a request; `leased` has the fixtures for path parameters.
    pub(super) async fn send(
        &self,
        target: &Target,
        request: &Request,
        leased: &[String],
    ) -> Result<HttpResponse, ClientError> {
        self.deliver_with_renewal(target, request, || message(target, request, leased)).await
    }

    /// Sends the message of a request. If the valid key is rejected and a command prints a new one, sends the
    /// message again with the new key.
    pub(super) async fn deliver_with_renewal<'m>(
        &self,
        target: &Target,
        request: &Request,
        message: impl Fn() -> Result<Message<'m>, ClientError>,
    ) -> Result<HttpResponse, ClientError> {
        let renewal = self.renewal.for_request(target, request);
        let sent_with = renewal.map(|(source, _)| source.newest());
        let deliver = async |message| self.deliver(target, request, message).await;
        let response = deliver(message()?).await?;
        match (renewal, sent_with) {
            (Some((source, rejected)), Some(key)) if response.status == rejected => {
                if source.renew(&key).await.map_err(ClientError::Key)? {
                    deliver(message()?).await
                } else {
                    Ok(response)
                }
            }
            _ => Ok(response),
        }
    }

    async fn deliver(
        &self,
        target: &Target,
        sent: &Request,
        mut message: Message<'_>,
    ) -> Result<HttpResponse, ClientError> {
        let named: Vec<(&str, &str)> = named_resources(target, sent).collect();
        for (token, id) in &named {
            message.body = message.body.map(|body| replaced(body, token, id));
        }
        let request = build_request(message)?;
        let (time, memory) = (target.connection.timeout, &self.memory);
        let received = match &self.backend {
            Backend::Http(http) => exchange(http, request, time, memory).await?,
            Backend::InProcess(router) => {
                let response =
                    tokio::time::timeout(time, call_in_process(router, request, memory)).await;
                response.map_err(|_| ClientError::Timeout(time))??
            }
        };
        let ReceivedResponse { status, headers, mut body, share } = received;
        for (token, id) in named {
            for id in [id.to_owned(), id.to_ascii_uppercase()] {
                body = replaced(body, &format!("\"{id}\""), &format!("\"{token}\""));
            }
        }
        Ok(HttpResponse { share, ..HttpResponse::new(status, headers, body) })
    }

    /// Sends a request and reads the whole response, as any user of the HTTP client does.
    pub(super) async fn send_raw(
        &self,
        target: &Target,
        request: &Request,
        leased: &[String],
    ) -> Result<(), ClientError> {
        let Backend::Http(http) = &self.backend else {
            return self.send(target, request, leased).await.map(drop);
        };
        let request = build_request(message(target, request, leased)?)?;
        let failed = |error: reqwest::Error| http.failure(&error, target.connection.timeout);
        let response = http.http.execute(request).await.map_err(failed)?;
        response.bytes().await.map(drop).map_err(failed)
    }
}

impl Backend {
    fn new(target: &Target) -> Result<Self, ClientError> {
        if let Some(router) = &target.connection.in_process {
            return Ok(Self::InProcess(router.clone()));
        }
        Ok(Self::Http(HttpClient::new(target)?))
    }
}

/// Returns each string of a request that stands for a resource that exists, with the identity of the resource.
fn named_resources<'t>(
    target: &'t Target,
    request: &'t Request,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    request.stand_ins.iter().filter_map(|(token, (parameter, index))| {
        let fixture = target.settings.fixtures.get(parameter)?.get(*index)?;
        Some((token.as_str(), fixture.rsplit(BETWEEN).next()?))
    })
}

/// Returns a body with one string in place of another.
fn replaced(body: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    // A hostile body has the string any number of times.
    let (mut made, mut rest) = (Vec::new(), &body[..]);
    while let Some(at) = rest.windows(from.len()).position(|window| window == from.as_bytes()) {
        made.extend_from_slice(&rest[..at]);
        made.extend_from_slice(to.as_bytes());
        rest = &rest[at + from.len()..];
    }
    if made.is_empty() && rest.len() == body.len() {
        return body;
    }
    made.extend_from_slice(rest);
    made
}

/// Passes a request to a server in this process.
async fn call_in_process(
    router: &Router,
    request: reqwest::Request,
    memory: &MemoryLimit,
) -> Result<ReceivedResponse, ClientError> {
    let request = http::Request::try_from(request)
        .map_err(|error| ClientError::Unsendable(error.to_string()))?;
    let method = request.method().clone();
    let Ok(response) = router.clone().oneshot(request.map(Body::new)).await;
    let (status, headers) = (response.status(), header_list(response.headers())?);
    let body = to_bytes(response.into_body(), MAX_BODY_BYTES).await;
    let mut body = body.map_err(|error| ClientError::Broken(error.to_string()))?.to_vec();
    // HTTP connections carry no such body.
    if !has_body(&method, status) {
        body.clear();
    }
    ReceivedResponse::new(status.as_u16(), headers, body, MemoryShare::default(), memory).await
}

/// Returns the message of a request.
///
/// # Errors
/// If neither the contract nor the target gives its method and path.
pub(super) fn message<'m>(
    target: &'m Target,
    request: &'m Request,
    leased: &[String],
) -> Result<Message<'m>, ClientError> {
    Message::new(target, request, leased).ok_or_else(|| {
        ClientError::Unsendable(
            "the target gives no method and path for this operation; add it under `[bind]`"
                .to_owned(),
        )
    })
}

fn build_request(message: Message<'_>) -> Result<reqwest::Request, ClientError> {
    let method = Method::from_bytes(message.method.as_bytes())
        .map_err(|error| ClientError::Unsendable(error.to_string()))?;
    let url = Url::parse(&message.url);
    let url = url.map_err(|error| ClientError::Unsendable(error.to_string()))?;
    let mut built = reqwest::Request::new(method, url);
    for Header { name, before, key, after } in message.headers {
        let secret = key.as_deref().map_or("", Secret::reveal);
        let mut value = header_value(&format!("{before}{secret}{after}"))?;
        value.set_sensitive(key.is_some());
        let name: HeaderName = name
            .parse()
            .map_err(|_| ClientError::Unsendable(format!("`{name}` is not a valid header name")))?;
        built.headers_mut().append(name, value);
    }
    let accepted = HeaderValue::from_static(content_coding::ACCEPTED);
    built.headers_mut().entry(ACCEPT_ENCODING).or_insert(accepted);
    *built.body_mut() = message.body.map(Into::into);
    Ok(built)
}

fn header_value(value: &str) -> Result<HeaderValue, ClientError> {
    // The value may contain a key, so the message does not repeat it.
    let unsendable = |_| {
        ClientError::Unsendable("a header value has characters that no header can carry".to_owned())
    };
    HeaderValue::from_str(value).map_err(unsendable)
}

/// The valid key of a target that a command prints.
#[derive(Default)]
struct Renewal {
    source: Option<Arc<KeyCommand>>,
    /// The schemes by which the contract sends the key, each with the status code of a rejected key.
    schemes: Vec<(Authorization, u16)>,
}

impl Renewal {
    fn new(target: &Target, spec: &Spec) -> Self {
        let source = target.settings.keys.get(&KeyName::Valid).and_then(|key| key.source());
        let schemes = spec.service.authentication.values().filter_map(|scheme| {
            let status = spec.errors.get(&scheme.rejected)?.status;
            Some((Authorization::with_key(scheme, KeyName::Valid), status))
        });
        Self { source: source.cloned(), schemes: schemes.collect() }
    }

    /// Returns the command, and the status code of a rejected key, for a request that sends the key as the
    /// contract says.
    fn for_request(&self, target: &Target, request: &Request) -> Option<(&Arc<KeyCommand>, u16)> {
        let source = self.source.as_ref()?;
        let circumstance = request.operation.as_ref().zip(request.circumstance.as_ref());
        let circumstance =
            circumstance.and_then(|(operation, clause)| target.circumstance(operation, clause));
        if request.provoke.is_some()
            || circumstance.is_some_and(|circumstance| circumstance.key.is_some())
        {
            return None;
        }
        let authorization = request.authorization.as_ref()?;
        let scheme = self.schemes.iter().find(|(scheme, _)| scheme == authorization)?;
        Some((source, scheme.1))
    }
}

/// The status code with which only proxies respond (RFC 9110, section 15.5.8).
const PROXY_AUTHENTICATION_REQUIRED: u16 = 407;

/// The maximum size of a body, in bytes. Bodies of a correct server are far smaller.
const MAX_BODY_BYTES: usize = 8 << 20;

/// The maximum size of a response's header fields together, in bytes.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// The additional wait for an exchange after its time, so that its own error is reported first.
const GRACE: Duration = Duration::from_millis(300);

/// The maximum number of connections on which a request is tried that no connection has sent.
const MAX_ATTEMPTS: usize = 3;

/// The minimum number of threads that read responses.
const MIN_THREADS: usize = 2;

/// A response before its body is parsed.
struct ReceivedResponse {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// The memory of the body, as bytes and as JSON.
    share: MemoryShare,
}

impl ReceivedResponse {
    /// Removes the codings of a body, and takes the memory of the decoded body.
    ///
    /// # Errors
    /// If a body may not take that much, or has a coding that is not accepted.
    async fn new(
        status: u16,
        mut headers: Vec<(String, String)>,
        mut body: Vec<u8>,
        mut share: MemoryShare,
        memory: &MemoryLimit,
    ) -> Result<Self, ClientError> {
        if undecoded(&headers).is_some() {
            // A share that is held while it waits for more could block others.
            drop(std::mem::take(&mut share));
            share = memory.reserve(MAX_BODY_BYTES + MAX_JSON_BYTES).await;
            body = content_coding::decode(&mut headers, body, MAX_BODY_BYTES).map_err(|error| {
                match error {
                    CodingError::NotAccepted(coding) => ClientError::Coding(coding),
                    CodingError::TooLarge => ClientError::TooLarge(Excess::Body(MAX_BODY_BYTES)),
                }
            })?;
        }
        let share = share_for(&body, share, memory).await?;
        Ok(Self { status, headers, body, share })
    }
}

/// Returns the threads that read what others send to this process. Timers run on other threads, so that a wait ends in
/// time whatever the HTTP library does.
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
async fn exchange(
    http: &HttpClient,
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
    http: &HttpClient,
    request: reqwest::Request,
    time: Duration,
    memory: &MemoryLimit,
) -> Result<ReceivedResponse, ClientError> {
    let end = Instant::now() + time;
    let failed = |error: reqwest::Error| http.failure(&error, time);
    let out_of_memory = |_| ClientError::TooLarge(Excess::Together);
    let mut response = send(http.next(), request).await.map_err(failed)?;
    let (status, headers) = (response.status().as_u16(), header_list(response.headers())?);
    http.note_forbidden_body(response.status(), &headers);
    if let Some(proxy) = http.proxy.as_ref().filter(|_| status == PROXY_AUTHENTICATION_REQUIRED) {
        let message = format!("{proxy}, demands authentication ({status}); {PROXY_ADVICE}");
        return Err(ClientError::NotOfApi(message));
    }
    let (mut body, mut share) = (Vec::new(), MemoryShare::default());
    let cut_off = |error: reqwest::Error, length: usize| match failed(error) {
        ClientError::Broken(cause) => {
            ClientError::Broken(format!("the body was cut off after {length} bytes: {cause}"))
        }
        other => other,
    };
    while let Some(chunk) = response.chunk().await.map_err(|error| cut_off(error, body.len()))? {
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
    let received = ReceivedResponse::new(status, headers, body, share, memory);
    timeout_at(end, received).await.map_err(out_of_memory)?
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
async fn share_for(
    body: &[u8],
    mut share: MemoryShare,
    memory: &MemoryLimit,
) -> Result<MemoryShare, ClientError> {
    let cost = json_cost(body).map_err(ClientError::TooLarge)?.unwrap_or_default();
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
fn header_list(headers: &HeaderMap) -> Result<Vec<(String, String)>, ClientError> {
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
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use webdata_cases::case::Endpoint;

    use super::*;

    /// Starts a server that sends `head` to each request. If a connection is used again, `late` is before the next
    /// response. Returns a target for the server, and the number of connections.
    fn serve(head: &'static str, late: &'static str) -> (Target, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let connections = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&connections);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::Relaxed);
                std::thread::spawn(move || {
                    let (mut request, mut before) = ([0; 4096], "");
                    while stream.read(&mut request).is_ok_and(|read| read > 0) {
                        let response = format!("{before}HTTP/1.1 {head}\r\n\r\n");
                        stream.write_all(response.as_bytes()).expect("the client waits");
                        before = late;
                    }
                });
            }
        });
        (Target::from_base_url(format!("http://{address}")), connections)
    }

    /// The body of a response that has none may arrive later, where the next request would read it.
    #[tokio::test]
    async fn a_connection_with_a_forbidden_body_is_not_used_again() {
        for (method, head, late, expected) in [
            ("GET", "204 No Content", "", 1),
            ("GET", "204 No Content\r\nContent-Length: 0", "", 1),
            ("GET", "204 No Content\r\nContent-Length: 4", "late", 4),
            ("DELETE", "204 No Content\r\nTransfer-Encoding: chunked", "4\r\nlate\r\n0\r\n\r\n", 4),
            ("GET", "304 Not Modified\r\nContent-Length: 4", "", 1),
            ("HEAD", "200 OK\r\nContent-Length: 4", "", 1),
        ] {
            let (target, connections) = serve(head, late);
            let client = Client::without_renewal(&target).expect("a client");
            let endpoint = Some(Endpoint { method: method.to_owned(), path: "/".to_owned() });
            let request = Request { endpoint, ..Request::default() };
            for _ in 0..4 {
                let response = client.send(&target, &request, &[]).await;
                let status = response.map(|response| response.status).map_err(|it| it.to_string());
                assert_eq!(
                    status,
                    Ok(head[..3].parse().expect("a status code")),
                    "{method} {head}"
                );
            }
            assert_eq!(connections.load(Ordering::Relaxed), expected, "{method} {head}");
        }
    }

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
