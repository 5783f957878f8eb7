//! The two things that a client's waiting is made of, time and chance, so that tests need neither.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// A wait that is under way. Dropping it ends it.
pub type Wait<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Waits between attempts, and what is added to each wait at random.
pub trait Pace: Send + Sync + 'static {
    /// Comes to its end after `time`.
    fn wait(&self, time: Duration) -> Wait<'_>;

    /// A time between nothing and `at_most`, so that clients which were sent away together do not
    /// come back together.
    fn jitter(&self, at_most: Duration) -> Duration;
}

/// The clock of tokio, which tests can pause, and an even chance.
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
