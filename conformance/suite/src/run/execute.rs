//! Runs one case: its steps in order, each judged before the next is sent, unless they are sent together.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use futures_util::future::join_all;
use tokio::time::sleep;
use uuid::Uuid;
use webdata_cases::case::{Argument, Case, Expect, Need, Request, Step};

use super::client::ClientError;
use super::listener::{Addresses, Listener};
use super::pace::{PacedResponse, WaitLimit};
use super::pages::PageWalk;
use super::record::{Secrets, record};
use super::transport_failure::{Contact, RequestClass};
use super::{RunContext, transport_failure};
use crate::judge::conclude::CaseJudge;
use crate::judge::{HttpResponse, Judge, SERVER_ERROR, conclude, excerpt, is_enough, limits_rate};
use crate::message::Message;
use crate::outcome::{
    Exchange, ListenerRecord, Outcome, OutcomeKind, Reason, RequestRecord, TransportFailure,
};
use crate::target::{CreatedResource, fixture_need};

/// How often a request is repeated.
#[derive(Clone, Copy)]
struct Retries {
    max: usize,
    /// Whether the request may be sent twice. Otherwise it is only repeated if it was certainly not received.
    is_repeatable: bool,
    /// Whether a failure of the server is only believed if a second try repeats it.
    has_second_try: bool,
}

/// The attempts to send a request, of which all but the last failed.
struct Attempts {
    retries: Retries,
    class: RequestClass,
    /// How often the server limited the rate.
    throttled: usize,
    trouble: Vec<TransportFailure>,
    /// When the first attempt failed.
    since: Option<Instant>,
    /// The failure of the server that a second try should confirm.
    failed: Option<HttpResponse>,
}

impl RunContext {
    /// Runs a case for which the target has everything. The case may be interrupted at any time; its outcome
    /// then has what was seen so far.
    pub(super) async fn execute(
        &self,
        case: &Case,
        leased: &[String],
        outcome: &mut Outcome,
        created: &mut Vec<CreatedResource>,
    ) {
        let mut earlier = Vec::new();
        let listener = self.listener.as_ref().filter(|_| case.needs.contains(&Need::Webhooks));
        let addresses = listener.map(Listener::open);
        let listening = addresses.as_ref().map(|addresses| case.with_listener(&addresses.url()));
        let case = listening.as_ref().unwrap_or(case);
        let repeated = case.for_each_fixture(leased.len());
        let case = repeated.as_ref().unwrap_or(case);
        let fresh = case.with_new_uuids(|| Uuid::new_v4().to_string());
        let case = fresh.as_ref().unwrap_or(case);
        let mut secrets = Secrets::new(&self.spec, &self.secret_names, case);
        let judge = CaseJudge { judge: self.judge(), case, leased };
        outcome.fixtures = leased.to_vec();
        outcome.listener = addresses.as_ref().map(|addresses| ListenerRecord {
            url: addresses.url(),
            patience: addresses.patience(),
        });
        let groups: Vec<&[Step]> = if case.each_fixture {
            case.steps.chunks(self.jobs).collect()
        } else {
            case.groups().collect()
        };
        for steps in groups {
            let steps = match conclude::fill_arguments(steps, &earlier) {
                Ok(steps) => steps,
                Err(missing) => {
                    outcome.set(OutcomeKind::Blocked, missing);
                    break;
                }
            };
            let steps = &*steps;
            if !self.send(judge, steps, &mut secrets, &mut earlier, outcome, created).await {
                break;
            }
            if let Some(addresses) = &addresses
                && !await_webhooks(steps, &earlier, addresses, &secrets, outcome).await
            {
                outcome.ended_at = Some(earlier.len() - 1);
                break;
            }
        }
    }

    /// Redacts an outcome. All texts of the server pass this function after they were judged. Long texts are
    /// cut afterwards, since half a key would not be recognised.
    pub(super) fn redacted(&self, mut outcome: Outcome) -> Outcome {
        let requests = outcome.transcript.iter_mut();
        for request in requests.filter_map(|exchange| exchange.request.as_mut()) {
            self.request_redactor.redact(request);
        }
        outcome.for_each_received_text(|text| {
            *text = excerpt::redact_and_shorten(std::mem::take(text), |text| {
                self.redactor.redact(text)
            });
        });
        for id in &mut outcome.fixtures {
            *id = self.redactor.redact(std::mem::take(id));
        }
        for failure in outcome.transcript.iter_mut().flat_map(|exchange| &mut exchange.trouble) {
            let mut characters = failure.says.char_indices();
            if let Some((end, _)) = characters.nth(transport_failure::MAX_SHOWN) {
                failure.says.truncate(end);
            }
        }
        self.record_space.reserve(&mut outcome);
        outcome
    }

    /// Returns the path parameter for which the case leases fixtures, and their number.
    pub(super) fn needed_lease<'c>(&self, case: &'c Case) -> Option<(&'c str, usize)> {
        let (parameter, count) = fixture_need(case)?;
        let ids = self.target.settings.fixtures.get(parameter).filter(|_| case.each_fixture);
        Some((parameter, ids.map_or(count, Vec::len)))
    }

    /// Sends steps at the same time, records them, and judges each in order. Returns whether the case
    /// continues.
    async fn send(
        &self,
        judge: CaseJudge<'_>,
        steps: &[Step],
        secrets: &mut Secrets<'_>,
        earlier: &mut Vec<HttpResponse>,
        outcome: &mut Outcome,
        created: &mut Vec<CreatedResource>,
    ) -> bool {
        let CaseJudge { case, leased, .. } = judge;
        // Recorded before anything is sent, so that an interrupted case shows its request.
        let before = outcome.transcript.len();
        outcome.transcript.extend(steps.iter().map(|step| {
            let message = Message::new(&self.target, &step.request, leased);
            let mut request = message.map(RequestRecord::new);
            request.iter_mut().for_each(|record| secrets.hide_in_request(&step.request, record));
            Exchange {
                request,
                with_previous: step.with_previous,
                trouble: Vec::new(),
                response: None,
            }
        }));
        let between = RefCell::new(&mut *created);
        // Requests that must arrive together no longer do if one of them is repeated.
        let belongs_together = steps.iter().any(|step| step.with_previous);
        let retries = if belongs_together { 0 } else { self.target.retries };
        let send = |step| {
            let is_repeatable = transport_failure::is_repeatable(&self.spec, case, step);
            // By the contract, a client may repeat a request that met such a failure.
            let is_observed = matches!(step.expect, Expect::Observation { .. });
            let has_second_try = !belongs_together && (is_repeatable || is_observed);
            let retries = Retries { max: retries, is_repeatable, has_second_try };
            self.send_step(step, leased, &between, retries)
        };
        let mut responses = join_all(steps.iter().map(send)).await;
        let exchanges = outcome.transcript.iter_mut().skip(before);
        for ((step, (paced, trouble)), exchange) in steps.iter().zip(&mut responses).zip(exchanges)
        {
            outcome.throttled += paced.throttled;
            exchange.trouble.clone_from(trouble);
            if let Ok(response) = &mut paced.response {
                secrets.hide_in_response(&step.request, response);
            }
            let response = paced.response.as_ref().ok();
            created.extend(response.and_then(|it| self.note_created(&step.request, it, leased)));
            exchange.response = paced.limited.as_ref().or(response).map(record);
        }
        let is_unsent = |paced: &PacedResponse| {
            paced.limited.is_none() && matches!(paced.response, Err(ClientError::NotSent(_)))
        };
        if responses.iter().all(|(paced, _)| is_unsent(paced)) {
            outcome.transcript.truncate(before);
        }
        if belongs_together && responses.iter().any(|(paced, _)| paced.throttled > 0) {
            outcome.set(OutcomeKind::Error, Reason::Separated { requests: steps.len() });
            outcome.ended_at = outcome.transcript.len().checked_sub(1);
            return false;
        }
        let should_continue = steps.iter().zip(responses).all(|(step, (paced, _))| {
            let index = earlier.len();
            let should_continue = judge_response(judge, step, paced.response, earlier, outcome);
            if !should_continue {
                outcome.ended_at.get_or_insert(index);
            }
            should_continue
        });
        // Independent requests after the one that ended the case would not have been sent one by one.
        if let Some(end) = outcome.ended_at.filter(|_| !should_continue && !belongs_together) {
            outcome.transcript.truncate(end + 1);
        }
        should_continue
    }

    /// Sends a step at its turn, and repeats it while the server limits the rate. Returns the result, and the
    /// failures in place of responses of the API. Resources that are created between the pages of a list are
    /// noted at once, since the case may be interrupted.
    async fn send_step(
        &self,
        step: &Step,
        leased: &[String],
        created: &RefCell<&mut Vec<CreatedResource>>,
        retries: Retries,
    ) -> (PacedResponse, Vec<TransportFailure>) {
        let until = WaitLimit::new(self.end(), self.stop.clone());
        let (mut paced, mut trouble) =
            self.send_with_retries(step, &step.request, leased, &until, retries).await;
        if let (Some(pages), Ok(first)) = (&step.request.pages, &paced.response)
            && let Some(walk) = PageWalk::new(&step.request, pages, first)
        {
            let counts = (&mut paced.throttled, &mut trouble);
            paced.response = self.fetch_pages(step, walk, leased, &until, counts, created).await;
        }
        (paced, trouble)
    }

    /// Sends the request of a step, and repeats it if something other than the API responds.
    async fn send_with_retries(
        &self,
        step: &Step,
        request: &Request,
        leased: &[String],
        until: &WaitLimit,
        retries: Retries,
    ) -> (PacedResponse, Vec<TransportFailure>) {
        let is_limit = |response: &HttpResponse| limits_rate(&self.spec, step, response);
        let sent = Cell::new(Instant::now());
        let send = async || {
            sent.set(Instant::now());
            self.client.send(&self.target, request, leased).await
        };
        let (class, trouble) = (RequestClass::new(step), Vec::new());
        let mut attempts =
            Attempts { retries, class, throttled: 0, trouble, since: None, failed: None };
        loop {
            let mut paced = self.pace.send_paced(until, is_limit, send).await;
            self.breaker.record(request.operation.as_deref(), sent.get(), contact(&paced));
            attempts.throttled += paced.throttled;
            paced.throttled = attempts.throttled;
            // There is no gateway before a server in this process.
            let is_remote = self.target.connection.in_process.is_none();
            let detect = || transport_failure::detect(self.judge(), step, &paced.response);
            let is_repeated = if let Some(failure) = is_remote.then(detect).flatten() {
                self.repeat_or_give_up(failure, &mut attempts, &mut paced, until).await
            } else {
                let response = paced.response.as_ref();
                response.is_ok_and(|it| self.needs_second_try(step, it, &mut attempts, sent.get()))
            };
            if is_repeated {
                continue;
            }
            // A server that fails and then closes the connection has failed.
            let is_broken =
                matches!(paced.response, Err(ClientError::Broken(_) | ClientError::Connect(_)));
            if let Some(failed) = attempts.failed.filter(|_| is_broken) {
                paced.response = Ok(failed);
            }
            return (paced, attempts.trouble);
        }
    }

    /// Returns whether a response is a failure of the server that only a second try confirms. Notes a request that got
    /// through.
    fn needs_second_try(
        &self,
        step: &Step,
        response: &HttpResponse,
        Attempts { retries, class, trouble, failed, .. }: &mut Attempts,
        sent: Instant,
    ) -> bool {
        let has_failed = self.judge().is_unhandled_failure(step, response);
        if has_failed && std::mem::take(&mut retries.has_second_try) {
            trouble.push(transport_failure::describe(response, true));
            *failed = Some(response.clone());
            return true;
        }
        // The API or a gateway may return an error that the case asked for.
        if response.status < SERVER_ERROR {
            self.health.record_success(class, sent, trouble.len());
        }
        false
    }

    /// Waits until a request that met a failure is repeated, or decides what the failure means. Returns whether the
    /// request is repeated.
    async fn repeat_or_give_up(
        &self,
        failure: TransportFailure,
        attempts: &mut Attempts,
        paced: &mut PacedResponse,
        until: &WaitLimit,
    ) -> bool {
        let Attempts { retries, class, trouble, since, .. } = attempts;
        let (since, times) = (*since.get_or_insert_with(Instant::now), trouble.len() + 1);
        let is_expected = self.health.is_expected(class, &failure);
        let is_worth_it = self.health.record_failure() && !is_expected;
        let is_safe =
            retries.is_repeatable || matches!(paced.response, Err(ClientError::Connect(_)));
        let wait = transport_failure::wait_before_retry(times);
        let may_repeat = is_safe && is_worth_it && times <= retries.max;
        if may_repeat && until.wait(sleep(wait)).await.is_ok() {
            trouble.push(failure);
            return true;
        }
        self.health.record_given_up(class, &failure);
        match failure.status {
            // An error in the API's form is left to the judge.
            Some(_) if failure.has_api_error_body || is_expected => {}
            Some(status) if self.health.is_provoked(status, times, since) => {}
            Some(status) => {
                let each =
                    if times > 1 { format!(", {times} times in a row") } else { String::new() };
                let message = format!("got {status} from something other than the API{each}");
                paced.response = Err(ClientError::NotOfApi(message));
                trouble.push(failure);
            }
            None => trouble.push(failure),
        }
        false
    }

    /// Requests the pages after the first one, and returns the list as a whole.
    async fn fetch_pages(
        &self,
        step: &Step,
        mut walk: PageWalk<'_>,
        leased: &[String],
        until: &WaitLimit,
        (throttled, trouble): (&mut usize, &mut Vec<TransportFailure>),
        created: &RefCell<&mut Vec<CreatedResource>>,
    ) -> Result<HttpResponse, ClientError> {
        let is_limit = |response: &HttpResponse| Some(response.status) == self.pace.limit_status();
        let mut last = walk.joined().clone();
        while let Some(request) = walk.next_request(&last).cloned() {
            if let Some(between) = walk.request_between() {
                let between = &with_fresh_uuids(between);
                let send = async || self.client.send(&self.target, between, leased).await;
                let paced = self.pace.send_paced(until, is_limit, send).await;
                *throttled += paced.throttled;
                let resource = self.note_created(between, &paced.response?, leased);
                created.borrow_mut().extend(resource);
            }
            let max = self.target.retries;
            let retries = Retries { max, is_repeatable: true, has_second_try: true };
            let (paced, page_trouble) =
                self.send_with_retries(step, &request, leased, until, retries).await;
            trouble.extend(page_trouble);
            *throttled += paced.throttled;
            last = paced.response?;
            if walk.cuts_cursor() || !walk.add(&last)? {
                return Ok(last);
            }
        }
        Ok(walk.into_response(leased))
    }

    pub(super) fn judge(&self) -> Judge<'_> {
        Judge { spec: &self.spec, clauses: &self.clauses }
    }
}

/// Judges the response to a step, or notes why there is none. Returns whether the case continues.
fn judge_response(
    judge: CaseJudge<'_>,
    step: &Step,
    response: Result<HttpResponse, ClientError>,
    earlier: &mut Vec<HttpResponse>,
    outcome: &mut Outcome,
) -> bool {
    match response {
        Ok(response) => {
            let result = judge.step(step, earlier, &response);
            earlier.push(response);
            return result.add_to(outcome);
        }
        Err(_) if outcome.kind == OutcomeKind::Fail => {}
        Err(error) => outcome.set(OutcomeKind::Error, error),
    }
    false
}

/// Returns a request with fresh UUIDs in place of those that must differ in each run.
fn with_fresh_uuids(request: &Request) -> Request {
    let mut request = request.clone();
    for argument in request.arguments_mut() {
        if matches!(argument, Argument::NewUuid { .. }) {
            *argument = Argument::Text(Uuid::new_v4().to_string());
        }
    }
    request
}

/// Waits for the webhooks that steps ask for, and judges them. Returns whether the case continues.
async fn await_webhooks(
    steps: &[Step],
    earlier: &[HttpResponse],
    addresses: &Addresses<'_>,
    secrets: &Secrets<'_>,
    outcome: &mut Outcome,
) -> bool {
    let last = steps.last().map(|step| &step.expect);
    let Some(Expect::Deliveries(expected)) = last else { return true };
    let is_triggered = earlier.last().is_some_and(HttpResponse::is_success);
    let mut received = addresses
        .wait_for_deliveries(|received| !is_triggered || is_enough(expected, received))
        .await;
    received.iter_mut().for_each(|delivery| secrets.hide_in_delivery(delivery));
    let result = conclude::webhooks(steps, earlier, &received, addresses.patience());
    outcome.deliveries = received;
    result.is_none_or(|result| result.add_to(outcome))
}

/// Returns whether there was contact with the server.
fn contact(paced: &PacedResponse) -> Contact {
    if paced.limited.is_some() {
        return Contact::Response;
    }
    match &paced.response {
        Ok(_) | Err(ClientError::TooLarge(_) | ClientError::Coding(_) | ClientError::Key(_)) => {
            Contact::Response
        }
        Err(
            ClientError::Connect(_)
            | ClientError::Timeout(_)
            | ClientError::Broken(_)
            | ClientError::Protocol(_),
        ) => Contact::NoResponse,
        Err(
            ClientError::Setup(_)
            | ClientError::Proxy(_)
            | ClientError::Unsendable(_)
            | ClientError::NotSent(_)
            | ClientError::NotOfApi(_)
            | ClientError::Interrupted,
        ) => Contact::NotSent,
    }
}
