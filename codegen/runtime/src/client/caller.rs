//! The state of a client: the facts of the service, the key and the other secrets, its limits, its clock and its
//! connections. A key is sent, but never shown. This module sends nothing.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};
use tokio::time::Instant;

use crate::ErrorRow;
use crate::client::ConfigError;
use crate::client::attempts::{Hook, Policy};
use crate::redaction::Redactor;

/// Calls the operations of a service with the error catalogue `K` and the error body `B`. Clones share the
/// connections.
pub struct Caller<K: 'static, B> {
    pub(crate) shared: Arc<Shared<K>>,
    pub(crate) body: PhantomData<fn() -> B>,
}

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
    pub(crate) hooks: Vec<Box<dyn Hook>>,
    /// Whether successes are validated.
    pub(crate) strict: bool,
    pub(crate) policy: Policy,
    pub(crate) pace: Arc<dyn Pace>,
    pub(crate) bound: HashMap<&'static str, Bound>,
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

/// The time limits of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeouts {
    /// Opening a connection; `None` for an HTTP client of the caller.
    pub(crate) connect: Option<Duration>,
    /// One attempt, from the connection to the last byte of the response.
    pub(crate) attempt: Duration,
    /// The whole call, with every attempt and every wait between them.
    pub(crate) call: Option<Duration>,
}

/// The part of a call that took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeoutKind {
    /// Opening the connection; nothing was sent.
    Connect,
    /// One attempt. The request may have been carried out.
    Attempt,
    /// The whole call, with every attempt and every wait. The request may have been carried out.
    Call,
}

impl fmt::Display for TimeoutKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "no connection",
            Self::Attempt => "no complete response",
            Self::Call => "no success, with every attempt and wait,",
        })
    }
}

/// The end of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: Instant,
    pub(crate) limit: Duration,
}

impl Deadline {
    /// Returns the end of a call that begins now. A time beyond the range of the clock is no deadline.
    pub(crate) fn new(limit: Option<Duration>) -> Option<Self> {
        let limit = limit?;
        Some(Self { at: Instant::now().checked_add(limit)?, limit })
    }

    /// Returns whether a wait ends before the deadline.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        Instant::now().checked_add(wait).is_some_and(|end| end < self.at)
    }
}

/// A future that ends after a wait. Dropping it cancels the wait.
pub type Wait<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Waits between attempts, and returns the random part of each wait.
pub trait Pace: Send + Sync + 'static {
    /// Ends after `time`.
    fn wait(&self, time: Duration) -> Wait<'_>;

    /// Returns a time between zero and `at_most`, so that clients that failed together do not return
    /// together.
    fn jitter(&self, at_most: Duration) -> Duration;
}

/// tokio's clock, which tests can pause, and uniform random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock;

impl Pace for Clock {
    fn wait(&self, time: Duration) -> Wait<'_> {
        Box::pin(tokio::time::sleep(time))
    }

    fn jitter(&self, at_most: Duration) -> Duration {
        at_most.mul_f64(fastrand::f64())
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

/// Returns the redactor for the key and the values of headers.
pub(crate) fn redactor<'v>(
    key: Option<&'v str>,
    headers: impl Iterator<Item = &'v str>,
) -> Redactor {
    // A server may repeat the value without the name of its scheme.
    let headers =
        headers.flat_map(|value| [Some(value), value.split_once(' ').map(|(_, alone)| alone)]);
    let headers = headers.flatten().map(|value| (value, "[header]"));
    let secrets = key.map(|key| (key, "[key]")).into_iter().chain(headers);
    Redactor::new(secrets.filter(|(text, _)| text.len() >= MIN_SECRET_BYTES))
}

#[cfg(test)]
mod tests {
    use super::redactor;

    #[test]
    fn keys_and_headers_are_found_unless_they_are_short() {
        let headers = ["Token se<cr&et", "blue", "Basic short", "ab/cd+ef=="].into_iter();
        let redactor = redactor(Some("ab/cd+ef=="), headers);
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
