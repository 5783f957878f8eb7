//! Hooks: code of the caller's own that runs before and after each attempt of each call.

use std::error::Error;
use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use reqwest::{Method, Request, Url};

use super::pace::Wait;

/// Why a hook stops a call; any error type fits.
pub type HookError = Box<dyn Error + Send + Sync>;

/// What [`Hook::before_request`] returns. Dropping it ends the hook.
pub type HookFuture<'a> = Pin<Box<dyn Future<Output = Result<(), HookError>> + Send + 'a>>;

/// Code that runs before and after each attempt of each call, such as for a request identity, a token
/// that expires, or metrics.
///
/// A call that is sent three times runs each hook three times. With several hooks, those before a
/// request run in the order in which the builder was given them, and those after it in the opposite
/// order. Both methods do nothing unless they are implemented.
///
/// The time that a hook takes counts for the timeout of the whole call, and not for that of an
/// attempt. A call that is dropped runs no further hook.
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

    /// Runs after a response has come whole, or none came.
    fn after_request<'a>(&'a self, response: &'a AfterRequest<'_>) -> Wait<'a> {
        let _ = response;
        Box::pin(ready(()))
    }
}

/// A request that is about to be sent. Its `Debug` shows no header.
pub struct BeforeRequest<'r> {
    /// The operation, as the contract names it.
    pub operation: &'static str,
    /// Which attempt of the call this is, counted from 1.
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

    /// Returns the headers, the one with the key included.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.request.headers()
    }

    /// Returns the headers to be changed. What is inserted is for this attempt alone. Unlike a header
    /// of the builder's, its value is not looked for in what the service answers.
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

/// What came of a request. Its `Debug` shows no header.
#[non_exhaustive]
pub struct AfterRequest<'r> {
    /// The operation, as the contract names it.
    pub operation: &'static str,
    /// Which attempt of the call this was, counted from 1.
    pub attempt: u32,
    /// The status code; none where no complete response came.
    pub status: Option<u16>,
    /// The headers of the response; none where no complete response came.
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
pub(super) struct Around<'h> {
    pub(super) hooks: &'h [Box<dyn Hook>],
    pub(super) operation: &'static str,
    pub(super) attempt: u32,
}

impl Around<'_> {
    /// Runs what comes before a request.
    ///
    /// # Errors
    /// That of the first hook which has one.
    pub(super) async fn before(&self, request: &mut Request) -> Result<(), HookError> {
        let (operation, attempt) = (self.operation, self.attempt);
        for hook in self.hooks {
            hook.before_request(&mut BeforeRequest { operation, attempt, request }).await?;
        }
        Ok(())
    }

    /// Runs what comes after a request that was sent at a moment.
    pub(super) async fn after(&self, sent: Instant, response: Option<(u16, &HeaderMap)>) {
        let (status, headers) = response.unzip();
        let (operation, attempt) = (self.operation, self.attempt);
        let response =
            AfterRequest { operation, attempt, status, headers, duration: sent.elapsed() };
        for hook in self.hooks.iter().rev() {
            hook.after_request(&response).await;
        }
    }
}
