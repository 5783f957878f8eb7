//! A call from its first to its last attempt: sent, read, and repeated as the contract says.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::client::call::Call;
use crate::client::caller::{self, Caller, FailedAttempt, Shared};
use crate::client::error::{Deadline, Error, TimeoutKind};
use crate::client::hook::Around;
use crate::client::response::RawResponse;
use crate::client::spans::Span;

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
