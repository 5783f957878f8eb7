//! Configures a client. All settings are checked here, so that calls need not check them.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ACCEPT, HeaderMap, USER_AGENT};
use reqwest::redirect::Policy as Redirects;
use rustls::crypto::CryptoProvider;

use crate::binding::BindError;
use crate::client::caller::{Bound, Caller, Key, Policy, Shared, header, redactor};
use crate::client::error::{Timeouts, innermost};
use crate::client::hook::{Clock, Hook, Pace};
use crate::client::{ConfigError, Service, caller};
use crate::operation::{Endpoint, Operation};

/// The default of [`Builder::attempt_timeout`].
pub const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(120);
/// The default of [`Builder::connect_timeout`].
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The default of [`Builder::longest_wait`].
pub const LONGEST_WAIT: Duration = Duration::from_secs(120);
/// The default of [`Builder::response_limit`], in bytes.
pub const RESPONSE_LIMIT: usize = 64 << 20;

/// A builder of a client `C`.
#[must_use]
pub struct Builder<C, K: 'static, B> {
    service: &'static Service<K>,
    base_url: String,
    key: Option<String>,
    http: Option<reqwest::Client>,
    headers: Vec<(String, String)>,
    connect_timeout: Duration,
    attempt_timeout: Duration,
    timeout: Option<Duration>,
    response_limit: usize,
    hooks: Vec<Arc<dyn Hook>>,
    strict: bool,
    policy: Policy,
    pace: Arc<dyn Pace>,
    bound: HashMap<&'static str, Bound>,
    makes: PhantomData<fn() -> (C, B)>,
}

impl<C: From<Caller<K, B>>, K: Copy + 'static, B> Builder<C, K, B> {
    /// Makes a builder for a service; generated code calls it.
    #[doc(hidden)]
    pub fn new(service: &'static Service<K>, base_url: &str, key: Option<&str>) -> Self {
        Self {
            service,
            base_url: base_url.to_owned(),
            key: key.map(str::to_owned),
            http: None,
            headers: Vec::new(),
            connect_timeout: CONNECT_TIMEOUT,
            attempt_timeout: ATTEMPT_TIMEOUT,
            timeout: None,
            response_limit: RESPONSE_LIMIT,
            hooks: Vec::new(),
            strict: false,
            policy: Policy {
                attempts: None,
                longest_wait: LONGEST_WAIT,
                resend_after_server_error: false,
            },
            pace: Arc::new(Clock),
            bound: HashMap::new(),
            makes: PhantomData,
        }
    }

    /// Sets the time limit for opening a connection, with TLS; 10 seconds by default. For an HTTP client that
    /// is passed to [`http`](Self::http), set the limit there.
    ///
    /// A call that takes longer fails with an [`Error::Timeout`](super::Error::Timeout) of the kind
    /// `Connect`.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets the time limit of each attempt, from the connection to the last byte of the response; 2 minutes
    /// by default. Raise it for requests that ask the service to wait.
    ///
    /// A call that takes longer fails with an [`Error::Timeout`](super::Error::Timeout) of the kind
    /// `Attempt`, and is not repeated.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.attempt_timeout = timeout;
        self
    }

    /// Sets the time limit of a whole call, with every attempt, every wait between them and every hook; no
    /// limit by default.
    ///
    /// A call that takes longer fails with an [`Error::Timeout`](super::Error::Timeout) of the kind `Call`. A
    /// wait beyond the limit is not begun: the call returns the service's error at once.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Adds a hook, which runs before and after each attempt of each call.
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.hooks.push(Arc::new(hook));
        self
    }

    /// Adds a header to every request. Its value is never shown: if a server repeats it in an error,
    /// `[header]` replaces it, unless it is shorter than 8 bytes.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the user agent.
    pub fn user_agent(self, user_agent: &str) -> Self {
        self.header(USER_AGENT.as_str(), user_agent)
    }

    /// Uses this HTTP client, for proxies, certificates and shared connections. It follows redirects as it
    /// is configured; the default HTTP client follows none.
    pub fn http(mut self, http: reqwest::Client) -> Self {
        self.http = Some(http);
        self
    }

    /// Sets how often a request is sent at most, including the first attempt; the contract's number applies
    /// if it is smaller. With 1, nothing is repeated.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.policy.attempts = Some(attempts);
        self
    }

    /// Sets the longest wait that a service may ask for before the next attempt; 2 minutes by default. If a
    /// service asks for more, the call fails, and the error has the requested wait.
    pub fn longest_wait(mut self, longest: Duration) -> Self {
        self.policy.longest_wait = longest;
        self
    }

    /// Repeats requests after a 5xx even if they may have been carried out and are not idempotent. Use it if
    /// carrying them out twice does no harm.
    pub fn resend_after_server_error(mut self, resend: bool) -> Self {
        self.policy.resend_after_server_error = resend;
        self
    }

    /// Replaces tokio's clock and the random numbers of waits between attempts.
    pub fn pace(mut self, pace: impl Pace) -> Self {
        self.pace = Arc::new(pace);
        self
    }

    /// Sets the maximum length of a response body, in bytes; 64 MiB by default.
    ///
    /// A longer success fails with an [`Error::TooLarge`](super::Error::TooLarge); of any other response, the
    /// beginning is kept.
    pub fn response_limit(mut self, bytes: usize) -> Self {
        self.response_limit = bytes;
        self
    }

    /// Validates each success by the contract. By default, unknown content is kept, so that a newer service
    /// does not break an older client.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Sets the method and path of an operation for which the contract shows neither. The path follows the
    /// base URL and its prefix, and has each of the operation's parameters once, in braces, as a whole
    /// segment.
    ///
    /// # Errors
    /// If the contract shows the path, the operation is bound already, or the path is invalid or lacks a
    /// parameter.
    pub fn bind(
        mut self,
        operation: &'static Operation<K>,
        method: Method,
        path: &str,
    ) -> Result<Self, ConfigError> {
        let fails = |reason| Err(BindError::new(operation, path, reason).into());
        if let Some(Endpoint { method, path }) = operation.endpoint {
            return fails(format!("the contract shows it as `{method} {path}`"));
        }
        if let Some(Bound { method, path }) = self.bound.get(operation.id) {
            return fails(format!("it is bound to `{method} {path}` already"));
        }
        BindError::check(operation, path)?;
        self.bound.insert(operation.id, Bound { method, path: path.to_owned() });
        Ok(self)
    }

    /// Builds the client. Without an HTTP client from [`http`](Self::http), it creates one with the process's
    /// default provider of cryptography for TLS. If rustls has none yet, ring is installed as the default of
    /// the process. To use another provider, install it before, or pass an HTTP client.
    ///
    /// # Errors
    /// If the base URL, the key or a header is invalid, or no HTTP client can be created.
    pub fn build(self) -> Result<C, ConfigError> {
        let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
        if self.key.as_deref().is_some_and(is_url) && !is_url(&self.base_url) {
            return Err(ConfigError::Swapped);
        }
        let (base, this_machine) = caller::parse(&self.base_url, self.service.base_path)?;
        let key = self.key.as_deref().map(Key::new).transpose()?;
        let mut headers = HeaderMap::new();
        let defaults = [
            (USER_AGENT.as_str(), self.service.user_agent),
            (ACCEPT.as_str(), self.service.media_type),
        ];
        let configured = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in defaults.into_iter().chain(configured) {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let redactor = redactor(key.as_ref().map(Key::text), &headers);
        let (http, connect) = match self.http {
            Some(http) => (http, None),
            None => (http(&base, this_machine, self.connect_timeout)?, Some(self.connect_timeout)),
        };
        let timeouts = Timeouts { connect, attempt: self.attempt_timeout, call: self.timeout };
        let shared = Shared {
            service: self.service,
            base,
            key,
            redactor,
            http,
            headers,
            timeouts,
            response_limit: self.response_limit,
            hooks: self.hooks,
            strict: self.strict,
            policy: self.policy,
            pace: self.pace,
            bound: self.bound,
        };
        Ok(C::from(Caller { shared: Arc::new(shared), body: PhantomData }))
    }
}

impl<C, K, B> fmt::Debug for Builder<C, K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("connect_timeout", &self.connect_timeout)
            .field("attempt_timeout", &self.attempt_timeout)
            .field("timeout", &self.timeout)
            .field("hooks", &self.hooks.len())
            .field("strict", &self.strict)
            .field("policy", &self.policy)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// Creates an HTTP client that follows no redirects, since the key is for this service alone.
fn http(base: &str, this_machine: bool, connect: Duration) -> Result<reqwest::Client, ConfigError> {
    if CryptoProvider::get_default().is_none() {
        // Fails if another thread has installed a provider, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let builder = || {
        let builder =
            reqwest::Client::builder().redirect(Redirects::none()).connect_timeout(connect);
        // Proxies of the environment are for other machines.
        if this_machine { builder.no_proxy() } else { builder }
    };
    let built = builder().build().or_else(|error| {
        // A server without TLS needs no certificates of authorities, which small images lack.
        let has_tls = base.starts_with("https:");
        if has_tls { Err(error) } else { builder().tls_certs_only([]).build() }
    });
    built.map_err(|error| ConfigError::Http(innermost(&error)))
}
