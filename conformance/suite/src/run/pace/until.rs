//! What bounds the waits of a run: its end, and whether it was called off.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::super::client::ClientError;

/// What ends the waits of a run, though never a request that is under way.
pub(crate) struct Until {
    /// The end of the run's time: when it is, and how long that time was.
    end: Option<(Instant, Duration)>,
    /// Whether the run was called off.
    stop: CancellationToken,
    /// Whether requests are sent also once the run is over, since they remove what it has made.
    pub(super) tidies_up: bool,
}

impl Until {
    /// Until the end of a run's time, or until it is called off.
    pub(crate) fn new(end: Option<(Instant, Duration)>, stop: CancellationToken) -> Self {
        Self { end, stop, tidies_up: false }
    }

    /// For so long from now on, or until the run is called off.
    pub(crate) fn within(time: Option<Duration>, stop: CancellationToken) -> Self {
        let end = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        Self::new(end, stop)
    }

    /// For so long from now on, also once the run is over or called off.
    pub(crate) fn tidying_up(time: Option<Duration>) -> Self {
        Self { tidies_up: true, ..Self::within(time, CancellationToken::new()) }
    }

    /// Whether the run was called off.
    pub(crate) fn is_called_off(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// How long the run still takes at most, where a time lies behind its end.
    pub(super) fn left_before(&self, time: Option<Instant>) -> Option<Duration> {
        let (end, _) = self.end?;
        time.is_none_or(|time| time > end).then(|| end.saturating_duration_since(Instant::now()))
    }

    /// Waits, within the time and until the run is called off.
    pub(crate) async fn wait<T>(&self, coming: impl Future<Output = T>) -> Result<T, ClientError> {
        let in_time = async {
            match self.end {
                Some((end, length)) if Instant::now() >= end => {
                    Err(ClientError::Over(over(length)))
                }
                Some((end, length)) => {
                    timeout_at(end, coming).await.map_err(|_| ClientError::Over(over(length)))
                }
                None => Ok(coming.await),
            }
        };
        let waited = self.stop.run_until_cancelled(in_time).await;
        waited.unwrap_or(Err(ClientError::Interrupted))
    }
}

/// Why a case has no end, once the time of a run is over.
pub(crate) fn cut_off(length: Duration) -> String {
    format!("cut off: the run's {} s are over; raise --deadline", length.as_secs_f64())
}

/// Why nothing is sent once the time of a run is over.
pub(crate) fn over(length: Duration) -> String {
    format!("not sent: the run's {} s are over; raise --deadline", length.as_secs_f64())
}
