//! The connections of one target: those of a server that sends bodies where HTTP allows none are used once. Explains
//! why there is no response.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::StatusCode;
use reqwest::Method;
use reqwest::redirect::Policy;

use super::certificates;
use super::proxy::{UsedProxy, with_proxy};
use super::{ClientError, ConnectFailure};
use crate::judge::announced_body;
use crate::target::Target;

/// A client that is made once it is needed.
type LazyClient =
    LazyLock<Option<reqwest::Client>, Box<dyn FnOnce() -> Option<reqwest::Client> + Send>>;

#[derive(Clone)]
pub(super) struct HttpClient {
    pub(super) http: reqwest::Client,
    /// Uses each connection once.
    single_use: Arc<LazyClient>,
    /// Whether the server has announced a body after a 204, where HTTP allows none. The bytes of such a body would be read
    /// as the next response on the connection, so no connection is used again.
    sends_forbidden_bodies: Arc<AtomicBool>,
    pub(super) proxy: Option<UsedProxy>,
}

impl HttpClient {
    pub(super) fn new(target: &Target) -> Result<Self, ClientError> {
        let (http, proxy) = build_client(target, usize::MAX)?;
        let target = target.clone();
        let single_use: Box<dyn FnOnce() -> _ + Send> =
            Box::new(move || build_client(&target, 0).ok().map(|(http, _)| http));
        Ok(Self {
            http,
            single_use: Arc::new(LazyLock::new(single_use)),
            sends_forbidden_bodies: Arc::default(),
            proxy,
        })
    }

    /// Returns the client for the next request.
    pub(super) fn next(&self) -> &reqwest::Client {
        let distrusts = self.sends_forbidden_bodies.load(Ordering::Relaxed);
        let single_use = distrusts.then(|| LazyLock::force(&self.single_use).as_ref());
        single_use.flatten().unwrap_or(&self.http)
    }

    /// Notes that a connection may have bytes after a response that has no body. A 304, and the response to a HEAD request,
    /// may have the length of a body that they lack (RFC 9110, section 8.6).
    pub(super) fn note_forbidden_body(&self, status: StatusCode, headers: &[(String, String)]) {
        if status == StatusCode::NO_CONTENT && announced_body(headers).is_some() {
            self.sends_forbidden_bodies.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn failure(&self, error: &reqwest::Error, timeout: Duration) -> ClientError {
        if error.is_timeout() {
            ClientError::Timeout(timeout)
        } else if let Some((cause, advice)) = certificates::explain(error) {
            ClientError::Connect(ConnectFailure { cause: cause.to_owned(), advice: Some(advice) })
        } else if error.is_connect() {
            let cause = root_cause(error);
            let through = |proxy: &UsedProxy| ConnectFailure {
                cause: format!("{proxy}, opens no connection to the server: {cause}"),
                advice: Some(PROXY_ADVICE),
            };
            let direct = || ConnectFailure { cause: cause.clone(), advice: None };
            ClientError::Connect(self.proxy.as_ref().map_or_else(direct, through))
        } else if error.is_builder() {
            ClientError::Unsendable(root_cause(error))
        } else if is_unsent(error) {
            ClientError::Broken("the server closed it before the request was sent".to_owned())
        } else if is_broken(error) {
            ClientError::Broken(root_cause(error))
        } else {
            ClientError::Protocol(root_cause(error))
        }
    }
}

/// The remedy if a proxy opens no connection.
pub(super) const PROXY_ADVICE: &str = "correct its URL, with its user and password if it demands them, or connect \
                                       directly with `proxy = \"none\"` in the target file";

/// What hyper says about a header that is not valid. It names no header, and reqwest does not expose the kind of the error.
pub(super) const INVALID_HEADER: &str = "invalid HTTP header parsed";

/// Returns whether the connection ended, as opposed to bytes that cannot be read.
fn is_broken(error: &reqwest::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return matches!(
                error.kind(),
                io::ErrorKind::ConnectionReset
                    | io::ErrorKind::ConnectionAborted
                    | io::ErrorKind::BrokenPipe
                    | io::ErrorKind::UnexpectedEof
            );
        }
        cause = error.source();
    }
    // reqwest does not expose the kind of hyper's error.
    root_cause(error).starts_with("connection closed")
}

/// Returns whether the connection ended before the request was written.
pub(super) fn is_unsent(error: &reqwest::Error) -> bool {
    // reqwest does not expose the kind of hyper's error.
    root_cause(error) == "connection was not ready"
}

/// Returns the innermost cause, which is the most specific, without the URL.
pub(super) fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// Makes a client that keeps at most this many connections for further requests. Returns it with its proxy, if there is one.
fn build_client(
    target: &Target,
    max_idle: usize,
) -> Result<(reqwest::Client, Option<UsedProxy>), ClientError> {
    let transport = &target.connection.transport;
    let builder = certificates::client_builder(transport);
    let builder = builder
        .map_err(|error| ClientError::Setup(error.to_string()))?
        .redirect(Policy::none())
        .pool_max_idle_per_host(max_idle)
        .timeout(target.connection.timeout)
        .connect_timeout(transport.connect_timeout.unwrap_or(target.connection.timeout))
        .user_agent(concat!("webdata-conformance/", env!("CARGO_PKG_VERSION")));
    let (builder, proxy) = with_proxy(builder, &transport.proxy, &target.connection.base_url)?;
    let http = builder.build().map_err(|error| ClientError::Setup(root_cause(&error)))?;
    Ok((http, proxy))
}

/// Returns whether a response to a request has a body (RFC 9110, section 6.4.1).
pub(super) fn has_body(method: &Method, status: StatusCode) -> bool {
    let is_bodiless = [StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED];
    method != Method::HEAD && !is_bodiless.contains(&status)
}
