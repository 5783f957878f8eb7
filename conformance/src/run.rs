//! Runs the cases of a plan against a target and records what became of each.

mod client;
mod execute;
mod fixtures;
mod listener;
mod plain;
mod trials;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use webdata_spec::Spec;

use crate::judge::Validators;
use crate::target::{Redaction, Target};

pub use client::ClientError;
pub use plain::Plain;
pub use trials::{Record, Runner, run};

/// What the cases of a run share.
pub(crate) struct Bench {
    spec: Spec,
    validators: Validators,
    target: Target,
    redaction: Redaction,
    client: client::Client,
    fixtures: fixtures::Fixtures,
    /// Where webhooks come, where a case waits for some.
    listener: Option<listener::Listener>,
    /// Requests in a row that got no answer.
    unanswered: AtomicUsize,
    started: Instant,
    /// How long the run may take.
    deadline: Option<Duration>,
}

impl Bench {
    /// After so many requests in a row without an answer, the server counts as gone, so that a run
    /// against a dead server ends in bounded time.
    const GONE_AFTER: usize = 5;

    /// Why no further case is sent, if so.
    fn refusal(&self) -> Option<String> {
        if self.unanswered.load(Ordering::Relaxed) >= Self::GONE_AFTER {
            let count = Self::GONE_AFTER;
            return Some(format!("not sent: {count} requests in a row got no answer"));
        }
        let over = self.deadline.filter(|deadline| self.started.elapsed() >= *deadline)?;
        Some(format!("not sent: the run's {} s are over", over.as_secs_f64()))
    }

    fn answered(&self, answered: bool) {
        if answered {
            self.unanswered.store(0, Ordering::Relaxed);
        } else {
            self.unanswered.fetch_add(1, Ordering::Relaxed);
        }
    }
}
