//! Runs the cases of a plan against a target and records what became of each.

mod client;
pub(crate) mod conclude;
mod execute;
mod fixtures;
mod listener;
mod plain;
mod trials;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use webdata_spec::Spec;

use crate::case::Case;
use crate::judge::Validators;
use crate::outcome::{Outcome, OutcomeKind};
use crate::target::{Redaction, Target};

pub use client::ClientError;
pub use plain::Plain;
pub use trials::{Record, Runner, run};

/// What the cases of a run share.
pub(crate) struct Bench {
    spec: Arc<Spec>,
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

    /// Makes everything ready for one target.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub(crate) fn new(
        spec: Arc<Spec>,
        validators: Validators,
        target: Target,
        deadline: Option<Duration>,
    ) -> Result<Self, ClientError> {
        let redaction =
            Redaction::of(&target).map_err(|error| ClientError::Setup(error.to_string()))?;
        Ok(Self {
            spec,
            validators,
            redaction,
            client: client::Client::new(&target)?,
            fixtures: fixtures::Fixtures::new(target.fixtures.clone()),
            listener: None,
            target,
            unanswered: 0.into(),
            started: Instant::now(),
            deadline,
        })
    }

    /// Waits for webhooks from now on, where the target says how they come.
    ///
    /// # Errors
    /// When nobody can listen there.
    pub(crate) fn listen(&mut self, runtime: &Handle) -> Result<(), ClientError> {
        let Some(webhooks) = &self.target.webhooks else { return Ok(()) };
        let listening = runtime.block_on(listener::Listener::start(webhooks));
        self.listener = Some(listening.map_err(|cause| {
            ClientError::Setup(format!("nobody can listen at {}: {cause}", webhooks.listen))
        })?);
        Ok(())
    }

    /// The server under test.
    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    /// Runs one case, for which the target has all that is needed.
    pub(crate) fn run(&self, case: &Case, runtime: &Handle) -> Outcome {
        let lease = Self::lease_of(case).map(|(name, count)| self.fixtures.lease(name, count));
        let leased = lease.as_ref().map_or(&[][..], |lease| &lease.ids);
        // Asked once the fixtures are there, since waiting for them takes time too.
        if let Some(reason) = self.refusal() {
            return Outcome::without_run(OutcomeKind::Error, reason);
        }
        runtime.block_on(self.execute(case, leased))
    }

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
