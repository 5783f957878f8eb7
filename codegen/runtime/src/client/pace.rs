//! The clock and the random numbers of a client's waits, which tests replace.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// A future that ends after a wait. Dropping it cancels the wait.
pub type Wait<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Waits between attempts, and returns the random part of each wait.
pub trait Pace: Send + Sync + 'static {
    /// Ends after `time`.
    fn wait(&self, time: Duration) -> Wait<'_>;

    /// Returns a time between zero and `at_most`, so that clients that failed together do not return
    /// together.
    fn jitter(&self, at_most: Duration) -> Duration;
}

/// tokio's clock, which tests can pause, and uniform random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock;

impl Pace for Clock {
    fn wait(&self, time: Duration) -> Wait<'_> {
        Box::pin(tokio::time::sleep(time))
    }

    fn jitter(&self, at_most: Duration) -> Duration {
        at_most.mul_f64(fastrand::f64())
    }
}
