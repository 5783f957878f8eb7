//! The limits of a run's waits: its end, and its cancellation.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::super::client::ClientError;

/// Ends the waits of a run, but never a request that was sent.
pub(crate) struct WaitLimit {
    /// The end of the run's time, and the time limit.
    end: Option<(Instant, Duration)>,
    /// Cancelled if the run is cancelled.
    stop: CancellationToken,
    /// Whether requests are sent even after the run, since they remove what it created.
    pub(super) is_cleanup: bool,
}

impl WaitLimit {
    /// Returns limits by the end of a run's time and its cancellation.
    pub(crate) fn new(end: Option<(Instant, Duration)>, stop: CancellationToken) -> Self {
        Self { end, stop, is_cleanup: false }
    }

    /// Returns limits by a time from now on and a cancellation.
    pub(crate) fn within(time: Option<Duration>, stop: CancellationToken) -> Self {
        let end = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        Self::new(end, stop)
    }

    /// Returns limits by a time from now on, even after the run is over or cancelled.
    pub(crate) fn for_cleanup(time: Option<Duration>) -> Self {
        Self { is_cleanup: true, ..Self::within(time, CancellationToken::new()) }
    }

    /// Returns whether the run was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Returns the remaining time of the run, if a time is after its end.
    pub(super) fn time_left_before(&self, time: Option<Instant>) -> Option<Duration> {
        let (end, _) = self.end?;
        time.is_none_or(|time| time > end).then(|| end.saturating_duration_since(Instant::now()))
    }

    /// Waits for a future, within the time and until the run is cancelled.
    pub(crate) async fn wait<T>(&self, future: impl Future<Output = T>) -> Result<T, ClientError> {
        let in_time = async {
            match self.end {
                Some((end, length)) if Instant::now() >= end => {
                    Err(ClientError::NotSent(not_sent_message(length)))
                }
                Some((end, length)) => timeout_at(end, future)
                    .await
                    .map_err(|_| ClientError::NotSent(not_sent_message(length))),
                None => Ok(future.await),
            }
        };
        let waited = self.stop.run_until_cancelled(in_time).await;
        waited.unwrap_or(Err(ClientError::Interrupted))
    }
}

/// Returns the reason of a case that the end of the run's time interrupted.
pub(crate) fn cut_off_message(length: Duration) -> String {
    format!("cut off: the run's {} s are over; raise --deadline", length.as_secs_f64())
}

/// Returns the reason for sending nothing after the end of the run's time.
pub(crate) fn not_sent_message(length: Duration) -> String {
    format!("not sent: the run's {} s are over; raise --deadline", length.as_secs_f64())
}
