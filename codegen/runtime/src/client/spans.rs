//! The span of a call, with the feature `tracing`, otherwise nothing. A span contains no body, header or key.

use std::future::Future;
use std::sync::atomic::AtomicU32;
#[cfg(feature = "tracing")]
use tracing::Instrument as _;

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
    pub(crate) attempts: AtomicU32,
    /// The last status code; 0 for none.
    pub(crate) status: AtomicU32,
}

impl Span {
    pub(crate) fn new(spans: Spans, operation: &'static str) -> Self {
        let _ = (spans, operation);
        Self {
            #[cfg(feature = "tracing")]
            span: (spans.call)(operation),
            attempts: AtomicU32::new(0),
            status: AtomicU32::new(0),
        }
    }

    /// Records the error of the catalogue that the call ended with.
    pub(crate) fn error(&self, error: &'static str) {
        let _ = error;
        #[cfg(feature = "tracing")]
        self.span.record("error", error);
    }

    /// Polls a future within the span.
    pub(crate) async fn within<F: Future>(&self, future: F) -> F::Output {
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
