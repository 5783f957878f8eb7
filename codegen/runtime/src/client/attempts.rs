//! A call from its first to its last attempt: sent, read, and repeated as the contract says; with the hooks of
//! the caller before and after each attempt.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime};

use reqwest::header::HeaderMap;
use reqwest::{Method, Request, Url};
use serde::de::DeserializeOwned;

use crate::Retry;
use crate::client::Service;
use crate::client::call::Call;
use crate::client::caller::{Caller, Deadline, RetryRules, Shared, TimeoutKind, Wait};
use crate::client::error::Error;
use crate::client::response::RawResponse;
use crate::client::trace::Span;

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Sends a request until it succeeds or must not be repeated, within the time of the call.
    pub(crate) async fn success(&self, call: &mut Call<K>) -> Result<RawResponse, Error<K, B>> {
        let operation = call.operation.id;
        let span = Span::new(operation);
        let deadline = Deadline::new(self.shared.timeouts.call);
        let attempts = self.attempts(call, deadline, &span);
        let response = match deadline {
            None => span.within(attempts).await,
            Some(Deadline { at, limit }) => {
                let timed_out =
                    |_| Err(Error::Timeout { operation, kind: TimeoutKind::Call, limit });
                let timed = tokio::time::timeout_at(at, attempts);
                span.within(timed).await.unwrap_or_else(timed_out)
            }
        };
        if let Err(Error::ErrorResponse(error_response)) = &response
            && let Some(row) = error_response.row
        {
            span.error(row.id);
        }
        response
    }

    async fn attempts(
        &self,
        call: &mut Call<K>,
        deadline: Option<Deadline>,
        span: &Span,
    ) -> Result<RawResponse, Error<K, B>> {
        let Shared { service, policy, pace, hooks, .. } = &*self.shared;
        call.check_written()?;
        let operation = call.operation;
        let (method, url) = self.endpoint(call)?;
        let headers = call.header_map()?;
        let mut sent = 0;
        loop {
            let (url, body) = (url.clone(), call.body.clone());
            let request = self.request(operation, method.clone(), url, &headers, body);
            sent += 1;
            span.attempt(sent);
            let around = Around { hooks, operation: operation.id, attempt: sent };
            let response = self.exchange(request, &around).await?;
            span.status(response.status);
            if response.is_success {
                return self.validated(operation, response);
            }
            let error_response = self.error_response(operation.id, response, sent);
            let untouched = |kind: K| {
                let id = (service.row)(kind).id;
                operation.refusals.iter().any(|kind| (service.row)(*kind).id == id)
            };
            let failed = FailedAttempt {
                status: error_response.status,
                retryable: error_response.is_retryable,
                untouched: error_response.kind.is_some_and(untouched),
                idempotent: method.is_idempotent() || call.is_keyed,
                retry_after: error_response.retry_after,
                sent,
            };
            let wait = service.retry.and_then(|rules| {
                let delay = delay(rules, *policy, failed)?;
                let jitter = pace.jitter(Duration::from_secs(rules.jitter_seconds.into()));
                Some(delay.saturating_add(jitter))
            });
            // If the wait exceeds the time of the call, the error is returned at once.
            let wait = wait.filter(|wait| deadline.is_none_or(|deadline| deadline.allows(*wait)));
            let Some(wait) = wait else {
                return Err(Error::ErrorResponse(Box::new(error_response)));
            };
            Span::waits(wait);
            pace.wait(wait).await;
        }
    }
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
    retryable: bool,
    /// Whether the contract says that the operation does nothing if it returns this error.
    untouched: bool,
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

/// Returns the wait of a header: whole seconds, or an HTTP date (RFC 9110, section 10.2.3). A date is
/// compared with the response's `Date`, otherwise with the clock of this machine; a date in the past is no
/// wait. Other values are ignored.
pub(crate) fn wait(header: &str, date: Option<&str>) -> Option<Duration> {
    let text = header.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows is a very long wait.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let server = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let now = server.unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default())
}

/// The reason why a hook stops a call; any error type converts into it.
pub type HookError = Box<dyn std::error::Error + Send + Sync>;

/// The future of [`Hook::before_request`]. Dropping it cancels the hook.
pub type HookFuture<'a> = Pin<Box<dyn Future<Output = Result<(), HookError>> + Send + 'a>>;

/// Code that runs before and after each attempt of each call, for example for a request id, a token that
/// expires, or metrics.
///
/// A call with three attempts runs each hook three times. Several hooks run in the order of the builder
/// before a request, and in the opposite order after it. Both methods do nothing by default.
///
/// The time of a hook counts for the limit of the whole call, and not for that of an attempt. A call that is
/// dropped runs no further hook.
pub trait Hook: Send + Sync + 'static {
    /// Runs before a request is sent. It may change the headers of the request.
    ///
    /// # Errors
    /// An error of any type ends the call with [`Error::Hook`](Error::Hook); nothing is sent,
    /// and no other hook runs.
    fn before_request<'a>(&'a self, request: &'a mut BeforeRequest<'_>) -> HookFuture<'a> {
        let _ = request;
        Box::pin(ready(Ok(())))
    }

    /// Runs after a complete response was received, or the attempt failed without one.
    fn after_request<'a>(&'a self, response: &'a AfterRequest<'_>) -> Wait<'a> {
        let _ = response;
        Box::pin(ready(()))
    }
}

/// A request that is about to be sent. Its `Debug` shows no header.
pub struct BeforeRequest<'r> {
    /// The operation, by its name in the contract.
    pub operation: &'static str,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    request: &'r mut Request,
}

impl BeforeRequest<'_> {
    /// Returns the method.
    #[must_use]
    pub fn method(&self) -> &Method {
        self.request.method()
    }

    /// Returns the URL, with the values of parameters.
    #[must_use]
    pub fn url(&self) -> &Url {
        self.request.url()
    }

    /// Returns the headers, including the one with the key.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.request.headers()
    }

    /// Returns the headers for changes, which apply to this attempt only. Unlike a header of the builder, an
    /// inserted value is not redacted in responses.
    pub fn headers_mut(&mut self) -> &mut HeaderMap {
        self.request.headers_mut()
    }
}

impl fmt::Debug for BeforeRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BeforeRequest")
            .field("operation", &self.operation)
            .field("attempt", &self.attempt)
            .field("method", self.method())
            .field("path", &self.url().path())
            .finish_non_exhaustive()
    }
}

/// The result of a request. Its `Debug` shows no header.
#[non_exhaustive]
pub struct AfterRequest<'r> {
    /// The operation, by its name in the contract.
    pub operation: &'static str,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The status code; `None` without a complete response.
    pub status: Option<u16>,
    /// The headers of the response; `None` without a complete response.
    pub headers: Option<&'r HeaderMap>,
    /// The time from sending the request to the last byte of the response.
    pub duration: Duration,
}

impl fmt::Debug for AfterRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AfterRequest")
            .field("operation", &self.operation)
            .field("attempt", &self.attempt)
            .field("status", &self.status)
            .field("duration", &self.duration)
            .finish_non_exhaustive()
    }
}

/// The hooks of a client, around one attempt.
pub(crate) struct Around<'h> {
    pub(crate) hooks: &'h [Box<dyn Hook>],
    pub(crate) operation: &'static str,
    pub(crate) attempt: u32,
}

impl Around<'_> {
    /// Runs the hooks before a request.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub(crate) async fn before(&self, request: &mut Request) -> Result<(), HookError> {
        let (operation, attempt) = (self.operation, self.attempt);
        for hook in self.hooks {
            hook.before_request(&mut BeforeRequest { operation, attempt, request }).await?;
        }
        Ok(())
    }

    /// Runs the hooks after a request that was sent at `sent`.
    pub(crate) async fn after(&self, sent: Instant, response: Option<(u16, &HeaderMap)>) {
        let (status, headers) = response.unzip();
        let (operation, attempt) = (self.operation, self.attempt);
        let response =
            AfterRequest { operation, attempt, status, headers, duration: sent.elapsed() };
        for hook in self.hooks.iter().rev() {
            hook.after_request(&response).await;
        }
    }
}
