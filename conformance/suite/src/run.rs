//! Runs the cases of a plan against a target, and records their outcomes.

pub(crate) mod caller;
mod clean;
pub(crate) mod client;
mod created_resource;
mod execute;
pub(crate) mod listener;
pub(crate) mod pace;
mod pages;
mod provision;
mod record;
mod transport_failure;
mod trials;

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::{Condvar, Mutex, RwLock};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, Endpoint, Request};
use webdata_spec::model::PaginationStyle;
use webdata_spec::{ClauseIndex, Spec};

use crate::message::RequestRedactor;
use crate::outcome::{Outcome, OutcomeKind, Reason, RunLimit};
use crate::target::{Target, TargetRedactor};

pub use caller::RawSender;
pub use clean::{Cleaned, clean};
pub use client::{ClientError, ConnectFailure};
pub use provision::{Leftover, NeededResources, ProvisionError, Provisioned, provision};
pub use trials::{Observer, Runner, run};

/// How long a run waits for a server that became silent. Longer work is not done before the response.
const MAX_SILENCE: Duration = Duration::from_secs(120);

/// The time between two tries to reach a silent server.
const BETWEEN_TRIES: Duration = Duration::from_secs(1);

/// The state that the cases of a run share: the contract, the target, its client and its fixtures.
pub struct RunContext {
    spec: Arc<Spec>,
    clauses: Arc<ClauseIndex>,
    target: Target,
    redactor: TargetRedactor,
    request_redactor: RequestRedactor,
    secret_names: record::SecretNames,
    client: client::Client,
    pace: pace::Pace,
    fixtures: Fixtures,
    /// Receives webhooks, if a case waits for some.
    listener: Option<listener::Listener>,
    /// The space that is left in the record.
    record_space: record::RecordSpace,
    /// Counts requests without a response.
    breaker: transport_failure::CircuitBreaker,
    /// Whether the run may wait for a server that becomes silent.
    may_wait: Mutex<bool>,
    /// Counts requests without a response of the API.
    health: transport_failure::Health,
    started: Instant,
    /// The time limit of the run.
    deadline: Option<Duration>,
    /// The time after which cases are skipped.
    budget: Option<Duration>,
    /// The number of findings that ended the run, once it has so many.
    early_end: OnceLock<usize>,
    /// Cancelled if the run is cancelled.
    stop: CancellationToken,
    /// How many requests a case of independent requests sends at the same time; at least one.
    jobs: usize,
    /// Locked for writing by a case that must run alone.
    exclusive: RwLock<()>,
}

impl RunContext {
    /// Prepares a run against one target. `clauses` are those of the contract.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(
        spec: Arc<Spec>,
        clauses: Arc<ClauseIndex>,
        target: Target,
        deadline: Option<Duration>,
    ) -> Result<Self, ClientError> {
        let redactor = target.redactor();
        Ok(Self {
            redactor,
            request_redactor: RequestRedactor::new(&target),
            secret_names: record::SecretNames::new(&spec),
            client: client::Client::new(&target, &spec)?,
            pace: pace::Pace::new(target.settings.rate, spec.service.retry.clone()),
            spec,
            clauses,
            fixtures: Fixtures::new(target.settings.fixtures.clone()),
            listener: None,
            target,
            record_space: record::RecordSpace::default(),
            breaker: transport_failure::CircuitBreaker::default(),
            may_wait: Mutex::new(false),
            health: transport_failure::Health::default(),
            started: Instant::now(),
            deadline,
            budget: None,
            early_end: OnceLock::new(),
            stop: CancellationToken::new(),
            jobs: 1,
            exclusive: RwLock::new(()),
        })
    }

    /// Starts to listen for webhooks, if the target says how they arrive.
    ///
    /// # Errors
    /// If the listener cannot be started.
    pub fn listen(&mut self, runtime: &Handle) -> Result<(), ClientError> {
        let Some(webhooks) = &self.target.settings.webhooks else { return Ok(()) };
        let listening = runtime.block_on(listener::Listener::start(webhooks));
        self.listener = Some(listening.map_err(|cause| {
            ClientError::Setup(format!("cannot listen at {}: {cause}", webhooks.listen))
        })?);
        Ok(())
    }

    /// Cancels the cases of this run when `stop` is cancelled.
    pub fn stop_with(&mut self, stop: CancellationToken) {
        self.stop = stop;
    }

    /// Returns the server under test.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Runs one case, for which the target has everything. A case has an outcome even after a panic or the
    /// end of the run's time.
    pub fn run(&self, case: &Case, runtime: &Handle) -> Outcome {
        self.wait_for_server(runtime);
        // If nothing more is sent, there is no need to wait for fixtures.
        let lease = match self.reason_not_to_run(case) {
            Some((kind, reason)) => return Outcome::without_run(kind, reason),
            None => self.needed_lease(case).map(|(name, count)| self.fixtures.lease(name, count)),
        };
        let leased = lease.as_ref().map_or(&[][..], |lease| &lease.ids);
        // Checked again after waiting for fixtures, which takes time, too.
        if let Some((kind, reason)) = self.reason_not_to_run(case) {
            return Outcome::without_run(kind, reason);
        }
        // Resources that other cases create would shift the pages that this case counts.
        let (_exclusive, _shared) = if counts_pages(case) {
            (Some(self.exclusive.write()), None)
        } else {
            (None, Some(self.exclusive.read()))
        };
        let started = Instant::now();
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        let mut created = Vec::new();
        let executed = catch_unwind(AssertUnwindSafe(|| {
            let executing = self.execute(case, leased, &mut outcome, &mut created);
            runtime.block_on(self.stop.run_until_cancelled(self.before_deadline(executing)))
        }));
        if outcome.transcript.last().is_some_and(|exchange| exchange.response.is_none()) {
            self.breaker.record_silence(case, started.into_std());
        }
        let cut_off = match executed {
            Ok(Some(Ok(()))) => None,
            Ok(Some(Err(time))) => Some(pace::cut_off_message(time).into()),
            Ok(None) => Some(Reason::Interrupted { sent: true }),
            Err(panic) => Some(format!("the suite panicked: {}", panic_message(&*panic)).into()),
        };
        // A deviation on one fixture stays, although the case did not look at the others.
        if let Some(reason) = cut_off.filter(|_| outcome.kind != OutcomeKind::Fail) {
            outcome.set(OutcomeKind::Error, reason);
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

    /// Waits for a server that responded before and became silent, once in a run; other threads wait, too. If it responds
    /// again, the run goes on without what silenced it.
    fn wait_for_server(&self, runtime: &Handle) {
        let mut may_wait = self.may_wait.lock();
        if !*may_wait || !self.breaker.may_be_silent() || !self.health.has_succeeded() {
            return;
        }
        let silent = self.breaker.first_silent();
        let path = self.spec.service.base_path.clone();
        let endpoint = Some(Endpoint { method: "GET".to_owned(), path });
        let request = Request { endpoint, ..Request::default() };
        let (mut has_failed, mut is_over) = (false, false);
        let responding = async {
            while self.client.send(&self.target, &request, &[]).await.is_err() {
                has_failed = true;
                sleep(BETWEEN_TRIES).await;
            }
        };
        let waiting = self.before_deadline(async {
            is_over = timeout(MAX_SILENCE, responding).await.is_ok();
        });
        let waited = runtime.block_on(self.stop.run_until_cancelled(waiting));
        if is_over && !has_failed {
            // A server that responds at once is not silent as a whole.
            self.breaker.record(
                None,
                Instant::now().into_std(),
                transport_failure::Contact::Response,
            );
            return;
        }
        *may_wait = false;
        // A cancelled run says so for each case.
        if waited.is_some() {
            self.breaker.record_wait(silent, is_over);
        }
    }

    /// Returns the outcome of a case that is not sent, and the reason, if so.
    fn reason_not_to_run(&self, case: &Case) -> Option<(OutcomeKind, Reason)> {
        let budget = self.budget.filter(|budget| self.started.elapsed() >= *budget);
        let beyond = budget.map(|budget| RunLimit::Budget(budget.as_secs_f64()));
        let limit = self.early_end.get().map(|findings| RunLimit::Findings(*findings)).or(beyond);
        let skip = limit.map(|limit| (OutcomeKind::Skip, Reason::Limit(limit)));
        skip.or_else(|| Some((OutcomeKind::Error, self.error_before_sending(case)?)))
    }

    /// Returns why no further case, or not this one, can be sent, if so.
    fn error_before_sending(&self, case: &Case) -> Option<Reason> {
        if self.stop.is_cancelled() {
            return Some(Reason::Interrupted { sent: false });
        }
        let reason = self.breaker.open_reason(case);
        let reason = reason.or_else(|| self.pace.stop_reason().map(Reason::from));
        let is_late = |deadline: &Duration| self.started.elapsed() >= *deadline;
        let late = || self.deadline.filter(is_late).map(pace::not_sent_message);
        reason.or_else(|| late().map(Reason::Words))
    }

    /// Skips all further cases, since the run has as many findings as end it.
    fn end_at_findings(&self, findings: usize) {
        self.early_end.get_or_init(|| findings);
    }

    /// Waits for a future until the end of the run's time.
    ///
    /// # Errors
    /// The time limit of the run, if it is over first.
    async fn before_deadline(&self, running: impl Future<Output = ()>) -> Result<(), Duration> {
        match self.end() {
            Some((end, length)) => timeout_at(end, running).await.map_err(|_| length),
            None => {
                running.await;
                Ok(())
            }
        }
    }

    /// Returns the end of the run's time, and the time limit.
    fn end(&self) -> Option<(Instant, Duration)> {
        self.deadline.map(|deadline| (self.started + deadline, deadline))
    }
}

/// Returns whether a case reads pages that are named by a number.
fn counts_pages(case: &Case) -> bool {
    let mut pages = case.steps.iter().filter_map(|step| step.request.pages.as_ref());
    pages.any(|pages| pages.style != PaginationStyle::Cursor)
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// The resources that the suite may change, by path parameter.
struct Fixtures {
    free: Mutex<HashMap<String, Vec<String>>>,
    returned: Condvar,
}

/// Leased resources. They are returned when the lease is dropped.
struct Lease<'f> {
    fixtures: &'f Fixtures,
    parameter: String,
    ids: Vec<String>,
}

impl Fixtures {
    fn new(all: HashMap<String, Vec<String>>) -> Self {
        Self { free: Mutex::new(all), returned: Condvar::new() }
    }

    /// Waits until `count` resources are free and takes them all at once, so that cases do not deadlock.
    fn lease(&self, parameter: &str, count: usize) -> Lease<'_> {
        let mut free = self.free.lock();
        loop {
            let ids_of_parameter = free.entry(parameter.to_owned()).or_default();
            if ids_of_parameter.len() >= count {
                let ids = ids_of_parameter.split_off(ids_of_parameter.len() - count);
                return Lease { fixtures: self, parameter: parameter.to_owned(), ids };
            }
            self.returned.wait(&mut free);
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let ids = std::mem::take(&mut self.ids);
        self.fixtures
            .free
            .lock()
            .entry(std::mem::take(&mut self.parameter))
            .or_default()
            .extend(ids);
        self.fixtures.returned.notify_all();
    }
}
