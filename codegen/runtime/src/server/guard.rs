//! What an implementation may not do to its server: panic, or take for ever.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// Why there is no outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// It panicked.
    Panicked,
    /// It took longer than it may.
    TooLong,
}

/// The outcome of work, unless it panics or takes longer than it may; then it is dropped.
pub(super) async fn guarded<T>(
    work: impl Future<Output = T>,
    limit: Option<Duration>,
) -> Result<T, Stopped> {
    let mut work = pin!(work);
    // Nothing that the panic may have left half done is looked at again here: the work is dropped.
    let caught =
        poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(_) => Poll::Ready(Err(Stopped::Panicked)),
        });
    match limit {
        None => caught.await,
        Some(limit) => match tokio::time::timeout(limit, caught).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Stopped::TooLong),
        },
    }
}
