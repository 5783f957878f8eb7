//! Protects a server from its implementation: from panics, and from work that takes too long.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// The reason why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The work panicked.
    Panicked,
    /// The work exceeded its time limit.
    TooLong,
}

/// Returns the result of work, unless it panics or exceeds its time limit; then it is dropped.
pub(super) async fn guarded<T>(
    work: impl Future<Output = T>,
    limit: Option<Duration>,
) -> Result<T, Stopped> {
    let mut work = pin!(work);
    // The work is dropped, so no half-changed state is read after the panic.
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
