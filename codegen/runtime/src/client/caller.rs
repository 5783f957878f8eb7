//! The state of a client: the facts of the service, its base URL, the key and the other secrets, the retry
//! policy and the connections. A key is sent, but never shown. This module sends nothing.
//!
//! Whether a request is repeated is decided here, by rules of the contract that are emitted as data.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use reqwest::{Method, Url};

use crate::client::ConfigError;
use crate::client::error::Timeouts;
use crate::client::hook::{Hook, Pace};
use crate::client::spans::Spans;
use crate::redaction::Redactor;
use crate::{ErrorRow, Retry};

/// Calls the operations of a service with the error catalogue `K` and the error body `B`. Clones share the
/// connections.
pub struct Caller<K: 'static, B> {
    pub(crate) shared: Arc<Shared<K>>,
    pub(crate) body: PhantomData<fn() -> B>,
}

#[derive(Clone)]
pub(crate) struct Shared<K: 'static> {
    pub(crate) service: &'static Service<K>,
    /// The base URL, without a slash at its end.
    pub(crate) base: String,
    pub(crate) key: Option<Key>,
    /// Removes secrets from responses.
    pub(crate) redactor: Redactor,
    pub(crate) http: reqwest::Client,
    pub(crate) headers: HeaderMap,
    pub(crate) timeouts: Timeouts,
    /// The maximum length of a response body, in bytes.
    pub(crate) response_limit: usize,
    pub(crate) hooks: Vec<Arc<dyn Hook>>,
    /// Whether successes are validated.
    pub(crate) strict: bool,
    pub(crate) policy: Policy,
    pub(crate) pace: Arc<dyn Pace>,
    pub(crate) bound: HashMap<&'static str, Bound>,
}

impl<K> Shared<K> {
    /// Adds a header to each request, or replaces it, and redacts its value.
    ///
    /// # Errors
    /// If the header cannot be sent.
    pub(crate) fn set_header(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let (name, value) = header(name, value)?;
        self.headers.insert(name, value);
        self.redactor = redactor(self.key.as_ref().map(Key::text), &self.headers);
        Ok(())
    }
}

/// Parses a header.
///
/// # Errors
/// If the header cannot be sent.
pub(crate) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), ConfigError> {
    let fails =
        |reason: &str| ConfigError::Header { name: name.to_owned(), reason: reason.to_owned() };
    let named = HeaderName::try_from(name).map_err(|_| fails("that is not a valid header name"))?;
    let mut valued = HeaderValue::from_str(value).map_err(|_| {
        fails("its value has characters that no header can contain, such as a line break")
    })?;
    valued.set_sensitive(true);
    Ok((named, valued))
}

/// The method and path of an operation for which the contract shows neither.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub(crate) method: Method,
    pub(crate) path: String,
}

impl<K, B> Clone for Caller<K, B> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), body: PhantomData }
    }
}

impl<K, B> fmt::Debug for Caller<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = &*self.shared;
        f.debug_struct("Caller")
            .field("base", &shared.base)
            .field("key", &shared.key)
            .field("timeouts", &shared.timeouts)
            .field("strict", &shared.strict)
            .field("policy", &shared.policy)
            .field("bound", &shared.bound)
            .finish_non_exhaustive()
    }
}

/// A service with the error catalogue `K`.
#[derive(Debug)]
pub struct Service<K: 'static> {
    /// The default user agent of a client.
    pub user_agent: &'static str,
    /// The prefix of every path.
    pub base_path: &'static str,
    /// The media type of requests and responses.
    pub media_type: &'static str,
    /// Every error that the contract lists.
    pub catalogue: &'static [K],
    /// The row of an error.
    pub row: fn(K) -> &'static ErrorRow,
    /// The retry rules; `None` if the contract has none, so that nothing is repeated.
    pub retry: Option<RetryRules>,
    /// The spans of calls, from `spans!`.
    pub spans: Spans,
}

/// The retry rules of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryRules {
    /// The status codes after which a request may be repeated.
    pub statuses: &'static [u16],
    /// The header with the minimum wait in seconds.
    pub header: &'static str,
    /// The base of the exponential delay, in seconds.
    pub base_seconds: u32,
    /// The longest delay before jitter, in seconds.
    pub cap_seconds: u32,
    /// The maximum random part of a wait, in seconds.
    pub jitter_seconds: u32,
    /// The maximum number of attempts, including the first.
    pub attempts: u32,
}

/// Returns the base URL without a slash at its end, and whether it is on this machine.
///
/// # Errors
/// If the URL cannot be used.
pub(crate) fn parse(text: &str, base_path: &str) -> Result<(String, bool), ConfigError> {
    // Errors do not repeat the URL, since it may contain a password.
    let fails = |reason: &str| ConfigError::BaseUrl { reason: reason.to_owned() };
    let url = Url::parse(text).map_err(|error| fails(&format!("is not a URL ({error})")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(fails("is neither http nor https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fails("contains a name or password, which would be sent in place of the key"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(fails("has a query or a fragment, after which no path can follow"));
    }
    let base_path = base_path.trim_end_matches('/');
    if !base_path.is_empty() && url.path().trim_end_matches('/').ends_with(base_path) {
        return Err(fails(&format!(
            "ends in `{base_path}`, with which the paths of the operations begin; leave it out"
        )));
    }
    let host = url.host_str().unwrap_or_default();
    let this_machine = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    Ok((url.as_str().trim_end_matches('/').to_owned(), this_machine))
}

/// The settings of a client beyond the contract.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    /// The maximum number of attempts, if it is smaller than the contract's.
    pub(crate) attempts: Option<u32>,
    /// The longest wait that a server may ask for.
    pub(crate) longest_wait: Duration,
    /// Whether a request is repeated after a 5xx even if it may have been carried out.
    pub(crate) resend_after_server_error: bool,
}

/// The facts of an error response that decide about another attempt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FailedAttempt {
    pub(crate) status: u16,
    /// Whether the contract allows repeating such a request.
    pub(crate) retryable: bool,
    /// Whether the contract says that the operation does nothing if it returns this error.
    pub(crate) untouched: bool,
    /// Whether the request is idempotent.
    pub(crate) idempotent: bool,
    pub(crate) retry_after: Option<Duration>,
    /// How often the request has been sent.
    pub(crate) sent: u32,
}

/// Returns whether the contract allows repeating a request after this error, or, for an error outside the
/// catalogue, after this status code.
pub(crate) fn is_retryable<K: Copy>(service: &Service<K>, status: u16, kind: Option<K>) -> bool {
    let listed = service.retry.is_none_or(|rules| rules.statuses.contains(&status));
    let backoff = |kind: K| (service.row)(kind).retry == Retry::Backoff;
    let by_status = || {
        let mut rows =
            service.catalogue.iter().filter(|kind| (service.row)(**kind).status == status);
        rows.clone().next().is_some() && rows.all(|kind| backoff(*kind))
    };
    listed && kind.map_or_else(by_status, backoff)
}

/// Returns the wait, before jitter, until the request is repeated; `None` if it is not.
pub(crate) fn delay(rules: RetryRules, policy: Policy, failed: FailedAttempt) -> Option<Duration> {
    let attempts =
        policy.attempts.map_or(rules.attempts, |configured| configured.min(rules.attempts));
    // A server may fail after it has done the work.
    let may_be_done = failed.status >= 500 && !failed.untouched;
    let safe = failed.idempotent || !may_be_done || policy.resend_after_server_error;
    if !failed.retryable || !safe || failed.sent >= attempts {
        return None;
    }
    match failed.retry_after {
        Some(after) => (after <= policy.longest_wait).then_some(after),
        None => {
            let seconds = rules.base_seconds.checked_pow(failed.sent);
            let seconds = seconds.map_or(rules.cap_seconds, |long| long.min(rules.cap_seconds));
            Some(Duration::from_secs(seconds.into()))
        }
    }
}

#[derive(Clone)]
pub(crate) struct Key(String);

impl Key {
    /// Wraps a key, if it can be sent in a header.
    pub(crate) fn new(key: &str) -> Result<Self, ConfigError> {
        let reason = if key.is_empty() {
            "it is empty; give the key that the service issued"
        } else if key.bytes().any(|byte| matches!(byte, b'\r' | b'\n')) {
            "it contains a line break; remove it, with `trim` if the key comes from a file"
        } else if key.bytes().any(|byte| byte.is_ascii_whitespace()) {
            "it contains a space; give the key alone, without the scheme before it"
        } else if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            "it contains characters that no header can contain; copy it again"
        } else {
            return Ok(Self(key.to_owned()));
        };
        Err(ConfigError::Key { reason })
    }

    /// Returns the value of the header with the key, after the name of the scheme.
    pub(crate) fn header(&self, scheme: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(format!("{scheme} {}", self.0).trim_start()).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Returns the text, for the redactor.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The minimum length of a redacted value, in bytes. Shorter values might be a part of any word.
const MIN_SECRET_BYTES: usize = 8;

/// Returns the redactor for the key and the values of headers. The user agent and the accepted media type are no
/// secrets.
pub(crate) fn redactor(key: Option<&str>, headers: &HeaderMap) -> Redactor {
    let secret = headers.iter().filter(|(name, _)| ![USER_AGENT, ACCEPT].contains(name));
    let values = secret.filter_map(|(_, value)| value.to_str().ok());
    // A server may repeat the value without the name of its scheme.
    let values =
        values.flat_map(|value| [Some(value), value.split_once(' ').map(|(_, alone)| alone)]);
    let values = values.flatten().map(|value| (value, "[header]"));
    let secrets = key.map(|key| (key, "[key]")).into_iter().chain(values);
    Redactor::new(secrets.filter(|(text, _)| text.len() >= MIN_SECRET_BYTES))
}

#[cfg(test)]
mod tests {
    use super::{header, redactor};

    #[test]
    fn keys_and_headers_are_found_unless_they_are_short() {
        let headers = ["Token se<cr&et", "blue", "Basic short", "ab/cd+ef=="].into_iter();
        let named = headers.enumerate().map(|(at, value)| header(&format!("x-{at}"), value));
        let headers = named.collect::<Result<_, _>>().expect("are valid");
        let redactor = redactor(Some("ab/cd+ef=="), &headers);
        for (given, expected) in [
            (
                "ab/cd+ef== Token se<cr&et Token se<cr se<cr&et",
                "[key] [header] Token se<cr [header]",
            ),
            ("blue short Basic short", "blue short [header]"),
        ] {
            assert_eq!(redactor.redact(given.to_owned()), expected);
        }
    }
}
