//! Runs the cases of a plan against a target and records what became of each.

pub(crate) mod caller;
mod circuit_breaker;
mod client;
mod created;
mod exchange;
mod execute;
mod fail_fast;
mod fixtures;
mod fresh;
pub(crate) mod listener;
pub(crate) mod pace;
mod pages;
mod provision;
mod raw_sender;
mod record;
mod renewal;
mod slot;
mod trials;
mod trouble;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use webdata_cases::case::Case;
use webdata_spec::Spec;
use webdata_spec::model::PaginationStyle;

use crate::curl::CommandLines;
use crate::judge::Validators;
use crate::outcome::{Outcome, OutcomeKind};
use crate::plan::{beyond_budget, beyond_findings};
use crate::target::{Target, TargetRedactor};

pub use client::{ClientError, ConnectFailure, INTERRUPTED};
pub use execute::TORN;
pub use provision::{Left, ProvisionError, Provisioned, provision};
pub use raw_sender::RawSender;
pub use trials::{Observer, Runner, run};

/// What the cases of a run share: the contract, the target, its client and its fixtures.
pub struct RunContext {
    spec: Arc<Spec>,
    validators: Validators,
    target: Target,
    redactor: TargetRedactor,
    command_lines: CommandLines,
    client: client::Client,
    pace: pace::Pace,
    fixtures: fixtures::Fixtures,
    /// Where webhooks come, where a case waits for some.
    listener: Option<listener::Listener>,
    /// What is left of the room in the record.
    room: record::Room,
    /// Requests that got no answer.
    breaker: circuit_breaker::CircuitBreaker,
    /// Requests that got no response of the API.
    health: trouble::Health,
    started: Instant,
    /// How long the run may take.
    deadline: Option<Duration>,
    /// The time after which cases are skipped.
    budget: Option<Duration>,
    /// Why all further cases are skipped, once there are as many findings as end the run.
    ended: OnceLock<String>,
    /// Whether the run was called off.
    stop: CancellationToken,
    /// How many requests are sent at once by a case whose requests stand alone; at least one.
    jobs: usize,
    /// Held whole by a case that nobody may run beside.
    alone: RwLock<()>,
}

impl RunContext {
    /// Makes everything ready for one target.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn new(
        spec: Arc<Spec>,
        validators: Validators,
        target: Target,
        deadline: Option<Duration>,
    ) -> Result<Self, ClientError> {
        let redactor = target.redactor();
        Ok(Self {
            validators,
            redactor,
            command_lines: CommandLines::new(&target),
            client: client::Client::new(&target, &spec)?,
            pace: pace::Pace::new(target.rate, spec.service.retry.clone()),
            spec,
            fixtures: fixtures::Fixtures::new(target.fixtures.clone()),
            listener: None,
            target,
            room: record::Room::default(),
            breaker: circuit_breaker::CircuitBreaker::default(),
            health: trouble::Health::default(),
            started: Instant::now(),
            deadline,
            budget: None,
            ended: OnceLock::new(),
            stop: CancellationToken::new(),
            jobs: 1,
            alone: RwLock::new(()),
        })
    }

    /// Waits for webhooks from now on, where the target says how they come.
    ///
    /// # Errors
    /// When nobody can listen there.
    pub fn listen(&mut self, runtime: &Handle) -> Result<(), ClientError> {
        let Some(webhooks) = &self.target.webhooks else { return Ok(()) };
        let listening = runtime.block_on(listener::Listener::start(webhooks));
        self.listener = Some(listening.map_err(|cause| {
            ClientError::Setup(format!("nobody can listen at {}: {cause}", webhooks.listen))
        })?);
        Ok(())
    }

    /// Has the cases of this run called off once `stop` is cancelled.
    pub fn stop_with(&mut self, stop: CancellationToken) {
        self.stop = stop;
    }

    /// The server under test.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Runs one case, for which the target has all that is needed. Neither a panic in it nor the end
    /// of the run's time leaves it without an outcome.
    pub fn run(&self, case: &Case, runtime: &Handle) -> Outcome {
        // Nobody waits for fixtures in vain where nothing is sent any more.
        let lease = match self.refusal(case) {
            Some((kind, reason)) => return Outcome::without_run(kind, reason),
            None => self.lease_of(case).map(|(name, count)| self.fixtures.lease(name, count)),
        };
        let leased = lease.as_ref().map_or(&[][..], |lease| &lease.ids);
        // Asked again once the fixtures are there, since waiting for them takes time too.
        if let Some((kind, reason)) = self.refusal(case) {
            return Outcome::without_run(kind, reason);
        }
        // Pages that are counted shift when others create resources meanwhile.
        let (_alone, _beside) = if counts_pages(case) {
            (Some(self.alone.write().unwrap_or_else(PoisonError::into_inner)), None)
        } else {
            (None, Some(self.alone.read().unwrap_or_else(PoisonError::into_inner)))
        };
        let started = Instant::now();
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        let mut created = Vec::new();
        let executed = catch_unwind(AssertUnwindSafe(|| {
            let executing = self.execute(case, leased, &mut outcome, &mut created);
            runtime.block_on(self.stop.run_until_cancelled(self.in_time(executing)))
        }));
        let cut_off = match executed {
            Ok(Some(Ok(()))) => None,
            Ok(Some(Err(time))) => Some(pace::cut_off(time)),
            Ok(None) => Some(INTERRUPTED.to_owned()),
            Err(panic) => Some(format!("the suite panicked: {}", said(&*panic))),
        };
        // What was found on one fixture stays found, although the others were not looked at.
        if let Some(reason) = cut_off.filter(|_| outcome.kind != OutcomeKind::Fail) {
            outcome.kind = OutcomeKind::Error;
            outcome.reason = reason;
            outcome.deviations.clear();
            outcome.observed = None;
            outcome.ended_at = outcome.transcript.len().checked_sub(1);
        }
        runtime.block_on(self.remove(created, &mut outcome));
        if outcome.is_unsent() {
            outcome.ended_at = None;
        } else {
            outcome.duration = started.elapsed();
        }
        self.redacted(outcome)
    }

    /// What becomes of a case that is not sent, and why it is not, if so.
    fn refusal(&self, case: &Case) -> Option<(OutcomeKind, String)> {
        let budget = self.budget.filter(|budget| self.started.elapsed() >= *budget);
        let beyond = budget.map(|budget| beyond_budget(budget.as_secs_f64()));
        let skip = self.ended.get().cloned().or(beyond);
        let skip = skip.map(|reason| (OutcomeKind::Skip, reason));
        skip.or_else(|| Some((OutcomeKind::Error, self.error(case)?)))
    }

    /// Why no further case, or not this one, can be sent, if so.
    fn error(&self, case: &Case) -> Option<String> {
        if self.stop.is_cancelled() {
            return Some(format!("not sent: {INTERRUPTED}"));
        }
        if let Some(reason) = self.breaker.refusal(case) {
            return Some(reason);
        }
        if let Some(reason) = self.pace.over() {
            return Some(reason.to_owned());
        }
        self.deadline.filter(|deadline| self.started.elapsed() >= *deadline).map(pace::over)
    }

    /// Skips all further cases, since there are as many findings as end the run.
    fn end_at_findings(&self, findings: usize) {
        self.ended.get_or_init(|| beyond_findings(findings));
    }

    /// Waits for something until the end of the run's time.
    ///
    /// # Errors
    /// How long that time was, where it is over before.
    async fn in_time(&self, running: impl Future<Output = ()>) -> Result<(), Duration> {
        match self.end() {
            Some((end, length)) => timeout_at(end, running).await.map_err(|_| length),
            None => {
                running.await;
                Ok(())
            }
        }
    }

    /// The end of the run's time: when it is, and how long that time was.
    fn end(&self) -> Option<(Instant, Duration)> {
        self.deadline.map(|deadline| (self.started + deadline, deadline))
    }
}

/// Whether a case walks over pages that are named by a number.
fn counts_pages(case: &Case) -> bool {
    let mut pages = case.steps.iter().filter_map(|step| step.request.pages.as_ref());
    pages.any(|pages| pages.style != PaginationStyle::Cursor)
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
