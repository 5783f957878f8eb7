//! Detects failures between the runner and the API, decides which requests are repeated then, and whether the
//! request itself causes the failure.
//!
//! This module neither sends requests nor judges responses of the API.

use std::collections::{BTreeSet, HashMap};
use std::mem::{self, Discriminant};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use webdata_cases::case::{Case, Expect, Need, Request, Step};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation, ResourceEffect};

use super::client::ClientError;
use crate::judge::excerpt::first_bytes;
use crate::judge::{HttpResponse, Judge, Sender, is_gateway_status};
use crate::outcome::{Reason, TransportFailure};

/// The wait before the first repetition of a request; it doubles each time.
const FIRST_WAIT: Duration = Duration::from_millis(300);

/// The maximum length of a recorded failure, in characters. It is cut after redaction, since a part of a key
/// would not be recognised.
pub(super) const MAX_SHOWN: usize = 200;

/// The number of failed requests in a row after which no request is repeated until one gets through.
const MAX_CONSECUTIVE_FAILURES: usize = 20;

/// The number of requests of a class that fail in a row before its next one fails without a repetition.
const MAX_CLASS_FAILURES: usize = 5;

/// The probability below which repeated failures of one request do not count as chance: the request itself
/// causes them.
const CHANCE_THRESHOLD: f64 = 1e-6;

#[derive(Default)]
pub(super) struct Health {
    counts: Mutex<RequestCounts>,
}

#[derive(Default)]
struct RequestCounts {
    /// The number of requests with a response of the API.
    succeeded: usize,
    /// When the last of them was sent.
    last: Option<Instant>,
    /// The number of failures of requests that got through afterwards.
    recovered: usize,
    /// The number of failures since a request got through.
    consecutive_failures: usize,
    /// The failures since a request of the class got through. Those without another request between them that got
    /// through count as one, since they may be one outage.
    by_class: HashMap<RequestClass, FailureStreak>,
}

/// Requests that are likely to fail together: those for an operation with the same kind of expected response. Many
/// servers still reject requests for an operation that fails.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct RequestClass {
    operation: Option<String>,
    expect: Discriminant<Expect>,
}

impl RequestClass {
    pub(super) fn new(step: &Step) -> Self {
        let operation = step.request.operation.clone();
        Self { operation, expect: mem::discriminant(&step.expect) }
    }
}

impl RequestCounts {
    /// Returns whether so many failures in a row may be chance, as often as requests fail here.
    fn is_chance(&self, times: usize) -> bool {
        let share = self.recovered as f64 / (self.succeeded + self.recovered).max(1) as f64;
        let exponent = i32::try_from(times).unwrap_or(i32::MAX);
        share.powi(exponent) >= CHANCE_THRESHOLD
    }
}

impl Health {
    /// Notes a request that was sent at `sent` and got through after `recovered` failures.
    pub(super) fn record_success(&self, class: &RequestClass, sent: Instant, recovered: usize) {
        let mut counts = self.counts.lock();
        counts.by_class.remove(class);
        counts.succeeded += 1;
        counts.last = counts.last.max(Some(sent));
        counts.recovered += recovered;
        counts.consecutive_failures = 0;
    }

    /// Returns whether a request got through before.
    pub(super) fn has_succeeded(&self) -> bool {
        self.counts.lock().succeeded > 0
    }

    /// Notes a failure, and returns whether repeating the request is worthwhile.
    pub(super) fn record_failure(&self) -> bool {
        let mut counts = self.counts.lock();
        counts.consecutive_failures += 1;
        counts.consecutive_failures <= MAX_CONSECUTIVE_FAILURES
    }

    /// Notes a request of a class that is not repeated any more.
    pub(super) fn record_given_up(&self, class: &RequestClass, failure: &TransportFailure) {
        let mut counts = self.counts.lock();
        if let Some(last) = counts.last
            && may_show_a_fault(failure)
        {
            counts.by_class.entry(class.clone()).or_default().add(last);
        }
    }

    /// Returns whether a failure needs no repetition, because the requests of its class before it failed, too, while
    /// others got through.
    pub(super) fn is_expected(&self, class: &RequestClass, failure: &TransportFailure) -> bool {
        let counts = self.counts.lock();
        let streak = counts.by_class.get(class).map_or(0, |streak| streak.count);
        may_show_a_fault(failure) && streak >= MAX_CLASS_FAILURES && !counts.is_chance(streak)
    }

    /// Returns whether a request itself causes a status code that it got each of `times` times since `since`.
    ///
    /// Either other requests that were sent since then got through, or no other request has failed since one
    /// got through. For a gateway's status code, only the former counts, since an outage begins with a single
    /// request.
    pub(super) fn is_provoked(&self, status: u16, times: usize, since: Instant) -> bool {
        let counts = self.counts.lock();
        let is_chance = counts.is_chance(times);
        let others = counts.last.is_some_and(|last| last > since);
        if is_gateway_status(status) {
            return times > 1 && others && !is_chance;
        }
        (others || counts.consecutive_failures <= times) && !is_chance
    }
}

/// Returns whether a failure may be a fault of the API, rather than an outage.
fn may_show_a_fault(failure: &TransportFailure) -> bool {
    !failure.has_api_error_body && failure.status.is_some_and(|status| !is_gateway_status(status))
}

/// Returns the failure in place of a response of the API, if there is one. An error body of the contract
/// belongs to the API, unless it says that the request was not processed.
pub(super) fn detect(
    judge: Judge<'_>,
    step: &Step,
    response: &Result<HttpResponse, ClientError>,
) -> Option<TransportFailure> {
    match response {
        Ok(response) => {
            let has_api_error_body = match judge.sender(step, response) {
                Sender::Api => return None,
                Sender::Either => true,
                Sender::Gateway => false,
            };
            Some(describe(response, has_api_error_body))
        }
        Err(error @ (ClientError::Connect(_) | ClientError::Broken(_))) => Some(TransportFailure {
            status: None,
            has_api_error_body: false,
            says: error.to_string(),
        }),
        Err(
            ClientError::Setup(_)
            | ClientError::Proxy(_)
            | ClientError::Coding(_)
            | ClientError::Timeout(_)
            | ClientError::Protocol(_)
            | ClientError::TooLarge(_)
            | ClientError::Unsendable(_)
            | ClientError::NotSent(_)
            | ClientError::NotOfApi(_)
            | ClientError::Key(_)
            | ClientError::Interrupted,
        ) => None,
    }
}

/// Describes a response that is no result of its request.
pub(super) fn describe(response: &HttpResponse, has_api_error_body: bool) -> TransportFailure {
    let body = String::from_utf8_lossy(first_bytes(&response.body));
    let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!("{} {body}", response.status).trim_end().to_owned();
    TransportFailure { status: Some(response.status), has_api_error_body, says: message }
}

/// Returns the wait before a request is repeated that has failed `times` times.
pub(super) fn wait_before_retry(times: usize) -> Duration {
    let doublings = u32::try_from(times.saturating_sub(1)).unwrap_or(u32::MAX).min(5);
    FIRST_WAIT * 2_u32.pow(doublings)
}

/// Returns whether a step may be sent twice: by the contract, the second time changes nothing.
pub(super) fn is_repeatable(spec: &Spec, case: &Case, step: &Step) -> bool {
    let request = &step.request;
    // A rejected request has no effect.
    if matches!(step.expect, Expect::Error { .. }) {
        return true;
    }
    if request.is_trigger || case.needs.contains(&Need::Webhooks) {
        return false;
    }
    let method = request.endpoint.as_ref().map(|endpoint| endpoint.method.as_str());
    let is_safe = method.is_some_and(|method| ["GET", "HEAD"].contains(&method));
    let operation = request.operation.as_ref().and_then(|id| spec.operations.get(id));
    let Some(operation) = operation else { return is_safe };
    match operation.resource_effect() {
        Some(ResourceEffect::Reads | ResourceEffect::Lists) => true,
        // After the first attempt, the version in the request is outdated.
        Some(ResourceEffect::Updates | ResourceEffect::Replaces) => {
            operation.precondition.is_none()
        }
        Some(ResourceEffect::Creates | ResourceEffect::Starts) => has_key(operation, request),
        // The second attempt finds nothing to delete or to cancel.
        Some(ResourceEffect::Deletes | ResourceEffect::Cancels) => false,
        Some(ResourceEffect::Uses) | None => is_safe,
    }
}

fn has_key(operation: &Operation, request: &Request) -> bool {
    operation.idempotency.as_ref().is_some_and(|idempotency| {
        request.headers.contains_key(&idempotency.header)
            || request.header_arguments.contains_key(&idempotency.header)
    })
}

/// The number of requests in a row without a response after which an operation is given up. Requests that
/// were sent at the same time count as one, since their failure may have one cause.
const MAX_FAILURES: usize = 5;

/// The number of different operations among such requests after which the server is given up. Fewer
/// operations may share a broken part of the server.
const MIN_OPERATIONS: usize = 3;

/// How far a request got.
#[derive(Clone, Copy)]
pub(super) enum Contact {
    NotSent,
    NoResponse,
    /// The server responded, even with something that cannot be judged.
    Response,
}

#[derive(Default)]
pub(crate) struct CircuitBreaker {
    failures: Mutex<FailureCounts>,
}

#[derive(Default)]
struct FailureCounts {
    by_operation: HashMap<String, FailureStreak>,
    all: FailureStreak,
    /// The operations of these requests.
    operations: BTreeSet<String>,
    /// Of the cases that ended without a response since the last one, the first.
    first_silent: Option<SilentCase>,
    /// The time without responses for which the run has waited, if it has.
    silence: Option<Silence>,
}

/// The time in which the server responded to nothing.
struct Silence {
    first: SilentCase,
    seconds: f64,
    is_over: bool,
}

/// A case after whose request the server responded to no other one.
#[derive(Clone)]
pub(super) struct SilentCase {
    id: String,
    /// The clause that the case is named after. Cases about it may silence the server again.
    clause: Option<ClauseId>,
    started: Instant,
}

impl FailureCounts {
    /// Returns whether the server as a whole is silent.
    fn is_silent(&self) -> bool {
        self.all.count >= MAX_FAILURES && self.operations.len() >= MIN_OPERATIONS
    }
}

/// Failures in a row, without those that may have the cause of the one before.
#[derive(Default)]
struct FailureStreak {
    count: usize,
    /// When the last of them happened.
    last: Option<Instant>,
}

impl FailureStreak {
    /// Adds a failure that happens now, unless the one before happened after the moment `apart`.
    fn add(&mut self, apart: Instant) {
        if self.last.is_none_or(|last| apart > last) {
            self.count += 1;
            self.last = Some(Instant::now());
        }
    }
}

impl CircuitBreaker {
    /// Notes whether a request that was sent at `sent` got a response. Requests without an operation count as
    /// one operation.
    pub(super) fn record(&self, operation: Option<&str>, sent: Instant, contact: Contact) {
        let operation = operation.unwrap_or_default();
        let mut failures = self.failures.lock();
        match contact {
            Contact::NotSent => {}
            Contact::Response => {
                failures.by_operation.remove(operation);
                failures.all = FailureStreak::default();
                failures.operations.clear();
                failures.first_silent = None;
            }
            Contact::NoResponse => {
                failures.by_operation.entry(operation.to_owned()).or_default().add(sent);
                failures.all.add(sent);
                failures.operations.insert(operation.to_owned());
            }
        }
    }

    /// Notes a case that ended without a response, and began at `started`.
    pub(super) fn record_silence(&self, case: &Case, started: Instant) {
        let mut failures = self.failures.lock();
        let is_first = failures.first_silent.as_ref().is_none_or(|first| started < first.started);
        if failures.all.count > 0 && is_first {
            let (id, clause) = (case.id.clone(), case.clauses.first().cloned());
            failures.first_silent = Some(SilentCase { id, clause, started });
        }
    }

    /// Returns the first case that ended without a response since the last one.
    pub(super) fn first_silent(&self) -> Option<SilentCase> {
        self.failures.lock().first_silent.clone()
    }

    /// Returns whether so many requests in a row got no response that the server as a whole may be silent.
    pub(super) fn may_be_silent(&self) -> bool {
        self.failures.lock().all.count >= MAX_FAILURES
    }

    /// Notes that the run has waited for a server after a silent case. If the server responds again, cases are sent again,
    /// except those about the clause of that case.
    pub(super) fn record_wait(&self, first: Option<SilentCase>, is_over: bool) {
        let mut failures = self.failures.lock();
        let silence = first.map(|first| {
            let seconds = first.started.elapsed().as_secs_f64();
            Silence { first, seconds, is_over }
        });
        if is_over {
            *failures = FailureCounts { silence, ..FailureCounts::default() }
        } else {
            failures.silence = silence;
        }
    }

    /// Returns why a case is no longer sent, if so.
    pub(crate) fn open_reason(&self, case: &Case) -> Option<Reason> {
        let failures = self.failures.lock();
        if let Some(Silence { first, seconds, is_over }) = &failures.silence {
            let is_alike = first.clause.is_some() && case.clauses.first() == first.clause.as_ref();
            if is_alike || !is_over {
                let (after, seconds, is_over) = (first.id.clone(), *seconds, *is_over);
                return Some(Reason::Silent { after, seconds, is_over });
            }
        }
        if failures.is_silent() {
            let words = format!("not sent: {MAX_FAILURES} requests in a row got no response");
            return Some(Reason::Words(words));
        }
        let mut operations =
            case.steps.iter().map(|step| step.request.operation.as_deref().unwrap_or_default());
        let is_given_up = |operation: &&str| {
            failures.by_operation.get(*operation).is_some_and(|streak| streak.count >= MAX_FAILURES)
        };
        let given_up = match operations.find(is_given_up)? {
            "" => "requests that belong to no operation".to_owned(),
            operation => format!("requests for {operation}"),
        };
        let words = format!("not sent: {MAX_FAILURES} {given_up} in a row got no response");
        Some(Reason::Words(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provoked_failures_are_distinguished_from_chance() {
        let check =
            |(succeeded, recovered, consecutive_failures), others: bool, (status, times), due| {
                let (since, health) = (Instant::now(), Health::default());
                let sent = since + Duration::from_millis(u64::from(others));
                *health.counts.lock() = RequestCounts {
                    succeeded,
                    last: Some(sent),
                    recovered,
                    consecutive_failures,
                    ..RequestCounts::default()
                };
                let provoked = health.is_provoked(status, times, since);
                assert_eq!(
                    provoked, due,
                    "{succeeded} {recovered} {consecutive_failures} {others} {status} {times}"
                );
            };
        // A request crashes the server, and its gateway says so, while others get through.
        check((100, 0, 3), true, (502, 3), true);
        // An outage: no request gets through meanwhile.
        check((100, 0, 3), false, (502, 3), false);
        check((100, 0, 30), false, (500, 3), false);
        check((100, 0, 30), false, (500, 1), false);
        // Chance: a twentieth of all requests fails.
        check((1000, 50, 3), true, (502, 3), false);
        check((1000, 50, 3), true, (500, 3), false);
        check((1000, 50, 1), true, (500, 1), false);
        // A single failure with a gateway's status code proves nothing.
        check((100, 0, 1), true, (502, 1), false);
        // A request that cannot be repeated, or is the only one, breaks a server that worked before.
        check((100, 0, 1), false, (500, 1), true);
        check((100, 0, 3), false, (500, 3), true);
        check((100, 0, 9), true, (500, 3), true);
    }

    #[test]
    fn no_request_is_repeated_in_an_outage() {
        let health = Health::default();
        assert!((0..MAX_CONSECUTIVE_FAILURES).all(|_| health.record_failure()));
        assert!(!health.record_failure());
        health.record_success(&class("one"), Instant::now(), 0);
        assert!(health.record_failure());
    }

    fn class(operation: &str) -> RequestClass {
        let expect = Expect::Success { status: None, members: Vec::new(), rejection: None };
        let expect = mem::discriminant(&expect);
        RequestClass { operation: Some(operation.to_owned()), expect }
    }

    #[test]
    fn failures_of_a_class_are_expected_until_a_request_gets_through() {
        let health = Health::default();
        let failure = |status| TransportFailure {
            status: Some(status),
            has_api_error_body: false,
            says: String::new(),
        };
        let is_expected =
            |operation, status| health.is_expected(&class(operation), &failure(status));
        for status in [502, 500] {
            for _ in 0..MAX_CLASS_FAILURES {
                assert!(!is_expected("broken", status));
                health.record_success(&class("sound"), Instant::now(), 0);
                // Failures without another request between them count as one.
                health.record_given_up(&class("broken"), &failure(status));
                health.record_given_up(&class("broken"), &failure(status));
            }
        }
        assert!(is_expected("broken", 500));
        assert!(!is_expected("broken", 502) && !is_expected("sound", 500));
        health.record_success(&class("broken"), Instant::now(), 0);
        assert!(!is_expected("broken", 500));
    }

    /// Notes some requests of three operations that are sent at the same time and all fail.
    fn fail_at_once(breaker: &CircuitBreaker, requests: usize) {
        let sent = Instant::now();
        for operation in ["one", "two", "three"].into_iter().cycle().take(requests) {
            breaker.record(Some(operation), sent, Contact::NoResponse);
        }
    }

    fn counts(breaker: &CircuitBreaker) -> (usize, usize) {
        let failures = breaker.failures.lock();
        (failures.all.count, failures.by_operation.get("one").map_or(0, |streak| streak.count))
    }

    #[test]
    fn simultaneous_failures_count_once() {
        let breaker = CircuitBreaker::default();
        fail_at_once(&breaker, 100);
        assert_eq!(counts(&breaker), (1, 1));
        breaker.record(Some("one"), Instant::now(), Contact::Response);
        assert_eq!(counts(&breaker), (0, 0));
        for _ in 0..MAX_FAILURES {
            fail_at_once(&breaker, 3);
        }
        assert_eq!(counts(&breaker), (MAX_FAILURES, MAX_FAILURES));
    }
}
