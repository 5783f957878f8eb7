//! The parts of a client that its caller may supply: hooks that run before and after each attempt of each call,
//! and the clock and the random numbers of waits, which tests replace.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use reqwest::{Method, Request, Url};

use crate::client::error::HookError;

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
///
/// ```
/// # use webdata_runtime::client::{BeforeRequest, Hook, HookFuture};
/// /// Numbers the attempts of each call.
/// struct AttemptHeader;
///
/// impl Hook for AttemptHeader {
///     fn before_request<'a>(&'a self, request: &'a mut BeforeRequest<'_>) -> HookFuture<'a> {
///         Box::pin(async move {
///             let attempt = request.attempt.into();
///             request.headers_mut().insert("X-Attempt", attempt);
///             Ok(())
///         })
///     }
/// }
/// ```
pub trait Hook: Send + Sync + 'static {
    /// Runs before a request is sent. It may change the headers of the request.
    ///
    /// # Errors
    /// An error of any type ends the call with [`Error::Hook`](super::Error::Hook); nothing is sent,
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
    pub(crate) hooks: &'h [Arc<dyn Hook>],
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

/// A future that ends after a wait. Dropping it cancels the wait.
pub type Wait<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Waits between attempts, and returns the random part of each wait.
pub trait Pace: Send + Sync + 'static {
    /// Ends after `time`.
    fn wait(&self, time: Duration) -> Wait<'_>;

    /// Returns a time between zero and `maximum`, so that clients that failed together do not return
    /// together.
    fn jitter(&self, maximum: Duration) -> Duration;
}

/// tokio's clock, which tests can pause, and uniform random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock;

impl Pace for Clock {
    fn wait(&self, time: Duration) -> Wait<'_> {
        Box::pin(tokio::time::sleep(time))
    }

    fn jitter(&self, maximum: Duration) -> Duration {
        maximum.mul_f64(fastrand::f64())
    }
}
