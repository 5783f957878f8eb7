//! A call from its first to its last attempt: sent, read, and repeated as the contract says; and the span of the
//! call, with the feature `tracing`, otherwise nothing. A span contains no body, header or key.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use serde::de::DeserializeOwned;
#[cfg(feature = "tracing")]
use tracing::Instrument as _;

use crate::client::call::Call;
use crate::client::caller::{self, Caller, FailedAttempt, Shared};
use crate::client::error::{Deadline, Error, TimeoutKind};
use crate::client::hook::Around;
use crate::client::response::RawResponse;

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Sends a request until it succeeds or must not be repeated, within the time of the call.
    pub(crate) async fn success(&self, call: &mut Call<K>) -> Result<RawResponse, Error<K, B>> {
        let operation = call.operation.id;
        let span = Span::new(self.shared.service.spans, operation);
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
            span.attempts.store(sent, Relaxed);
            let around = Around { hooks, operation: operation.id, attempt: sent };
            let response = self.exchange(request, &around).await?;
            span.status.store(response.status.into(), Relaxed);
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
                let delay = caller::delay(rules, *policy, failed)?;
                let jitter = pace.jitter(Duration::from_secs(rules.jitter_seconds.into()));
                Some(delay.saturating_add(jitter))
            });
            // If the wait exceeds the time of the call, the error is returned at once.
            let wait = wait.filter(|wait| deadline.is_none_or(|deadline| deadline.allows(*wait)));
            let Some(wait) = wait else {
                return Err(Error::ErrorResponse(Box::new(error_response)));
            };
            #[cfg(feature = "tracing")]
            (service.spans.wait)(wait.as_secs_f64());
            pace.wait(wait).await;
        }
    }
}

/// The functions that make the spans and events of a generated client, so that their target is a module of its crate;
/// without the feature `tracing`, nothing. Made by [`spans!`](crate::spans).
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Spans {
    /// Makes the span of a call, from the operation.
    #[cfg(feature = "tracing")]
    pub call: fn(&'static str) -> tracing::Span,
    /// Reports a wait before the next attempt, in seconds.
    #[cfg(feature = "tracing")]
    pub wait: fn(f64),
}

/// Makes the [`Spans`] of the crate that calls the macro.
#[cfg(feature = "tracing")]
#[doc(hidden)]
#[macro_export]
macro_rules! spans {
    () => {
        $crate::client::Spans {
            call: |operation| {
                use $crate::tracing::field::Empty;
                $crate::tracing::info_span!(
                    "call",
                    operation,
                    attempts = Empty,
                    status = Empty,
                    error = Empty
                )
            },
            wait: |seconds| $crate::tracing::debug!(seconds, "waits before the next attempt"),
        }
    };
}

/// Makes the [`Spans`] of the crate that calls the macro.
#[cfg(not(feature = "tracing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! spans {
    () => {
        $crate::client::Spans {}
    };
}

/// The span of a call with the feature `tracing`, otherwise nothing. The result is recorded when the call ends or is
/// dropped.
#[derive(Debug)]
pub(crate) struct Span {
    #[cfg(feature = "tracing")]
    span: tracing::Span,
    attempts: AtomicU32,
    /// The last status code; 0 for none.
    status: AtomicU32,
}

impl Span {
    fn new(spans: Spans, operation: &'static str) -> Self {
        let _ = (spans, operation);
        Self {
            #[cfg(feature = "tracing")]
            span: (spans.call)(operation),
            attempts: AtomicU32::new(0),
            status: AtomicU32::new(0),
        }
    }

    /// Records the error of the catalogue that the call ended with.
    fn error(&self, error: &'static str) {
        let _ = error;
        #[cfg(feature = "tracing")]
        self.span.record("error", error);
    }

    /// Polls a future within the span.
    async fn within<F: Future>(&self, future: F) -> F::Output {
        #[cfg(feature = "tracing")]
        let future = future.instrument(self.span.clone());
        future.await
    }
}

#[cfg(feature = "tracing")]
impl Drop for Span {
    fn drop(&mut self) {
        self.span.record("attempts", *self.attempts.get_mut());
        if *self.status.get_mut() > 0 {
            self.span.record("status", *self.status.get_mut());
        }
    }
}
