//! Runs the cases of a plan against a target and records what became of each.

mod client;
mod execute;
mod fixtures;
mod trials;

use std::sync::atomic::{AtomicUsize, Ordering};

use webdata_spec::Spec;

use crate::judge::Validators;
use crate::target::Target;

pub use client::ClientError;
pub(crate) use client::{path, provocation};
pub use trials::{Record, Runner, run};

/// What the cases of a run share.
pub(crate) struct Bench {
    spec: Spec,
    validators: Validators,
    target: Target,
    client: client::Client,
    fixtures: fixtures::Fixtures,
    /// Requests in a row that got no answer.
    unanswered: AtomicUsize,
}

impl Bench {
    /// After so many requests in a row without an answer, the server counts as gone, so that a run
    /// against a dead server ends in bounded time.
    const GONE_AFTER: usize = 5;

    fn server_is_gone(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed) >= Self::GONE_AFTER
    }

    fn answered(&self, answered: bool) {
        if answered {
            self.unanswered.store(0, Ordering::Relaxed);
        } else {
            self.unanswered.fetch_add(1, Ordering::Relaxed);
        }
    }
}
