//! The span of a call, with the feature `tracing`; otherwise nothing. A span contains no body, header or key.

use std::future::Future;
use std::time::Duration;

#[cfg(feature = "tracing")]
pub(super) use with::Span;
#[cfg(not(feature = "tracing"))]
pub(super) use without::Span;

#[cfg(feature = "tracing")]
mod with {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use tracing::Instrument as _;
    use tracing::field::Empty;

    use super::{Duration, Future};

    /// The span of a call. The result is recorded when the call ends or is dropped.
    #[derive(Debug)]
    pub(crate) struct Span {
        span: tracing::Span,
        attempts: AtomicU32,
        /// The last status code; 0 for none.
        status: AtomicU32,
    }

    impl Span {
        pub(crate) fn new(operation: &'static str) -> Self {
            let span = tracing::info_span!(
                "call",
                operation,
                attempts = Empty,
                status = Empty,
                error = Empty
            );
            Self { span, attempts: AtomicU32::new(0), status: AtomicU32::new(0) }
        }

        /// Records that a request is sent, and the number of the attempt.
        pub(crate) fn attempt(&self, attempts: u32) {
            self.attempts.store(attempts, Relaxed);
        }

        /// Records the status code of a response.
        pub(crate) fn status(&self, status: u16) {
            self.status.store(status.into(), Relaxed);
        }

        /// Records the error of the catalogue that the call ended with.
        pub(crate) fn error(&self, error: &'static str) {
            self.span.record("error", error);
        }

        /// Records a wait before the next attempt.
        pub(crate) fn waits(wait: Duration) {
            tracing::debug!(seconds = wait.as_secs_f64(), "waits before the next attempt");
        }

        /// Polls a future within the span.
        pub(crate) async fn within<F: Future>(&self, future: F) -> F::Output {
            future.instrument(self.span.clone()).await
        }
    }

    impl Drop for Span {
        fn drop(&mut self) {
            self.span.record("attempts", *self.attempts.get_mut());
            if *self.status.get_mut() > 0 {
                self.span.record("status", *self.status.get_mut());
            }
        }
    }
}

#[cfg(not(feature = "tracing"))]
#[expect(clippy::unused_self, reason = "the methods are those of the feature")]
mod without {
    use super::{Duration, Future};

    #[derive(Debug)]
    pub(crate) struct Span;

    impl Span {
        pub(crate) fn new(_: &'static str) -> Self {
            Self
        }

        pub(crate) fn attempt(&self, _: u32) {}

        pub(crate) fn status(&self, _: u16) {}

        pub(crate) fn error(&self, _: &'static str) {}

        pub(crate) fn waits(_: Duration) {}

        pub(crate) async fn within<F: Future>(&self, future: F) -> F::Output {
            future.await
        }
    }
}
