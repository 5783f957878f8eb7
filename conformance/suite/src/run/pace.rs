//! Decides when a request may be sent: never faster than the target's rate or than the server allows, and
//! never before the time that the server's `Retry-After` names.
//!
//! This module does not know the requests and does not judge responses. It uses tokio's time, which tests
//! control.

#[cfg(test)]
mod tests;

use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{self, SetOnce};
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;
use webdata_runtime::retry_after;
use webdata_spec::model::RetryRules;

use super::client::ClientError;
use crate::judge::HttpResponse;
use crate::target::Rate;

/// The minimum number of rounds without an accepted request, within the longest wait, after which a run ends.
const MIN_FAILED_ROUNDS: u32 = 5;

/// A request that is sent this much too early does not delay the next one, since timers are no more exact.
const TIMER_TOLERANCE: Duration = Duration::from_millis(2);

/// The pace of all requests to one target.
///
/// A rate-limiting crate would only know the rate; here, responses of the server change the pace of all
/// requests.
pub(crate) struct Pace {
    rate: Rate,
    rules: Option<RetryRules>,
    /// The time of the next request. Only the first in the queue waits for that time; the others wait for the
    /// first, so that a pause or another rate applies to all of them.
    queue: sync::Mutex<Instant>,
    learned: Mutex<LearnedRate>,
    /// The reason for sending no more requests, once a wait would be too long.
    stop_reason: SetOnce<String>,
}

pub(crate) struct PacedResponse {
    /// The response that counts, or the reason why there is none.
    pub(crate) response: Result<HttpResponse, ClientError>,
    /// The last rate-limit response, if the server never accepted the request.
    pub(crate) limited: Option<HttpResponse>,
    /// How often the request was repeated.
    pub(crate) throttled: usize,
}

impl Pace {
    /// Returns the status code of rate limits, if the contract has one.
    pub(crate) fn limit_status(&self) -> Option<u16> {
        self.rules.as_ref().map(|rules| rules.header_status)
    }

    pub(crate) fn new(rate: Rate, rules: Option<RetryRules>) -> Self {
        Self {
            rate,
            rules,
            queue: sync::Mutex::new(Instant::now()),
            learned: Mutex::new(LearnedRate::new()),
            stop_reason: SetOnce::new(),
        }
    }

    /// Returns the reason for sending no more requests, if a wait would be too long.
    pub(crate) fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.get().map(String::as_str)
    }

    /// Sends a request at its turn. While the server limits the rate, waits together with all other requests,
    /// and repeats the request until it is accepted.
    pub(crate) async fn send_paced(
        &self,
        until: &WaitLimit,
        is_limit: impl Fn(&HttpResponse) -> bool,
        send: impl AsyncFn() -> Result<HttpResponse, ClientError>,
    ) -> PacedResponse {
        let (mut limited, mut throttled) = (None, 0);
        loop {
            if let Err(error) = self.wait_for_turn(until, throttled == 0 && limited.is_none()).await
            {
                return PacedResponse { response: Err(error), limited, throttled };
            }
            throttled += usize::from(limited.is_some());
            let sent = Instant::now();
            let response = match (send().await, self.rate.longest_wait) {
                (Ok(response), Some(longest)) if is_limit(&response) => {
                    if let Err(error) = self.back_off(sent, &response, longest, until) {
                        return PacedResponse {
                            response: Err(error),
                            limited: Some(response),
                            throttled,
                        };
                    }
                    limited = Some(response);
                    continue;
                }
                (response, _) => response,
            };
            if response.is_ok() {
                self.learned.lock().record_accepted(sent);
            }
            return PacedResponse { response, limited: None, throttled };
        }
    }

    /// Waits until a request may be sent. The first attempt of a clean-up request ignores pauses, since there
    /// may be no time for them.
    async fn wait_for_turn(&self, until: &WaitLimit, is_first: bool) -> Result<(), ClientError> {
        let waiting = async {
            let mut next = self.queue.lock().await;
            loop {
                // The server may ask for a pause at any time.
                let paused =
                    self.learned.lock().paused_until().filter(|_| !until.is_cleanup || !is_first);
                let turn = paused.max(Some(*next)).unwrap_or(*next);
                if turn <= Instant::now() {
                    let interval = self.interval();
                    let late = Instant::now().checked_sub(TIMER_TOLERANCE).unwrap_or(turn);
                    *next = turn.max(late) + interval;
                    return;
                }
                sleep_until(turn).await;
            }
        };
        if until.is_cleanup {
            return until.wait(waiting).await;
        }
        tokio::select! {
            biased;
            reason = self.stop_reason.wait() => Err(ClientError::NotSent(reason.clone())),
            waited = until.wait(waiting) => waited,
        }
    }

    fn interval(&self) -> Duration {
        let learned = self.learned.lock().rate().unwrap_or(f64::INFINITY);
        let rate = self.rate.requests_per_second.unwrap_or(f64::INFINITY).min(learned);
        Duration::from_secs_f64(rate.recip())
    }

    /// Makes all requests wait after a rate-limit response to a request that was sent at `sent`.
    ///
    /// # Errors
    /// If the wait is too long, which ends the run.
    fn back_off(
        &self,
        sent: Instant,
        limited: &HttpResponse,
        longest: Duration,
        until: &WaitLimit,
    ) -> Result<(), ClientError> {
        let header = self.rules.as_ref().map(|rules| rules.header.as_str());
        let value = header.and_then(|name| limited.field(name));
        let date = limited.header("date");
        let lines = header.into_iter().flat_map(|name| limited.lines(name));
        let demanded = lines.filter_map(|line| retry_after::wait(line, date)).max();
        let mut learned = self.learned.lock();
        let wait = learned.record_limited(sent, demanded, self.rules.as_ref());
        let next_attempt = Instant::now().checked_add(wait);
        let status = limited.status;
        let demand = match (header, &value) {
            (Some(header), Some(value)) => format!("{status} and `{header}: {value}`"),
            (Some(_), None) | (None, _) => format!("{status}, repeatedly"),
        };
        let (rounds, failing_for) = learned.failed_rounds();
        let longest_seconds = longest.as_secs_f64();
        let reason = if let Some(left) = until.time_left_before(next_attempt) {
            let left = left.as_secs_f64().round();
            format!("{demand}, but the run ends in {left} s; raise --deadline")
        } else if wait > longest {
            format!(
                "{demand}, but the runner waits {longest_seconds} s at most; raise \
                 `longest-wait-seconds` under `[rate]` in the target file"
            )
        } else if rounds >= MIN_FAILED_ROUNDS && failing_for + wait > longest {
            format!(
                "{demand}: for {longest_seconds} s no request was accepted; raise the limit for the run, \
                 or `longest-wait-seconds` under `[rate]` in the target file"
            )
        } else {
            next_attempt.into_iter().for_each(|time| learned.pause(time));
            return Ok(());
        };
        if until.is_cleanup {
            return Err(ClientError::NotSent(reason));
        }
        // The reason of another request stays if it came first.
        drop(self.stop_reason.set(reason.clone()));
        Err(ClientError::NotSent(self.stop_reason().map_or(reason, str::to_owned)))
    }
}

/// Ends the waits of a run, but never a request that was sent.
pub(crate) struct WaitLimit {
    /// The end of the run's time, and the time limit.
    end: Option<(Instant, Duration)>,
    /// Cancelled if the run is cancelled.
    stop: CancellationToken,
    /// Whether requests are sent even after the run, since they remove what it created.
    is_cleanup: bool,
}

impl WaitLimit {
    /// Returns limits by the end of a run's time and its cancellation.
    pub(crate) fn new(end: Option<(Instant, Duration)>, stop: CancellationToken) -> Self {
        Self { end, stop, is_cleanup: false }
    }

    /// Returns limits by a time from now on and a cancellation.
    pub(crate) fn within(time: Option<Duration>, stop: CancellationToken) -> Self {
        let end = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        Self::new(end, stop)
    }

    /// Returns limits by a time from now on, even after the run is over or cancelled.
    pub(crate) fn for_cleanup(time: Option<Duration>) -> Self {
        Self { is_cleanup: true, ..Self::within(time, CancellationToken::new()) }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Returns the remaining time of the run, if a time is after its end.
    fn time_left_before(&self, time: Option<Instant>) -> Option<Duration> {
        let (end, _) = self.end?;
        time.is_none_or(|time| time > end).then(|| end.saturating_duration_since(Instant::now()))
    }

    /// Waits for a future, within the time and until the run is cancelled.
    pub(crate) async fn wait<T>(&self, future: impl Future<Output = T>) -> Result<T, ClientError> {
        let in_time = async {
            match self.end {
                Some((end, length)) if Instant::now() >= end => {
                    Err(ClientError::NotSent(not_sent_message(length)))
                }
                Some((end, length)) => timeout_at(end, future)
                    .await
                    .map_err(|_| ClientError::NotSent(not_sent_message(length))),
                None => Ok(future.await),
            }
        };
        let waited = self.stop.run_until_cancelled(in_time).await;
        waited.unwrap_or(Err(ClientError::Interrupted))
    }
}

/// Returns the reason of a case that the end of the run's time interrupted.
pub(crate) fn cut_off_message(length: Duration) -> String {
    format!("cut off: the run's {} s are over; raise --deadline", length.as_secs_f64())
}

/// Returns the reason for sending nothing after the end of the run's time.
pub(crate) fn not_sent_message(length: Duration) -> String {
    format!("not sent: the run's {} s are over; raise --deadline", length.as_secs_f64())
}

/// The share of a rate that is tried after a rate-limit response.
const SHARE_AFTER_LIMIT: f64 = 0.9;

/// A rate of at most this many times the accepted rate is near the limit.
const NEAR_LIMIT_FACTOR: f64 = 1.5;

/// The number of requests and the time from which a measurement counts as exact; other measurements lower a
/// rate at most by half.
const EXACT_MEASUREMENT: (usize, Duration) = (5, Duration::from_secs(1));

/// The number of rounds without an accepted request after which immediate repetition is pointless.
const MAX_IMMEDIATE_ROUNDS: u32 = 3;

/// The lowest rate after the first rate-limit response, in requests a second.
const LOWEST_FIRST_RATE: f64 = 1.0;

/// The lowest rate, in requests a second.
const LOWEST_RATE: f64 = 0.05;

/// The seconds in which a guessed rate doubles. The first rate-limit responses of a run come together, before
/// anything can be measured.
const GUESS_DOUBLING_SECONDS: f64 = 2.5;

/// The share of a guessed rate that is tried after a rate-limit response. A guess grows fast, and exceeds the
/// limit.
const GUESS_SHARE_AFTER_LIMIT: f64 = 0.75;

/// The seconds in which the rate doubles at first. Later it grows faster, since the limit may have been
/// raised.
const DOUBLING_SECONDS: f64 = 200.0;

/// The seconds without a rate-limit response after which the faster growth has doubled the rate.
const FAST_DOUBLING_SECONDS: f64 = 60.0;

/// What a run has learned about the limit of a server.
struct LearnedRate {
    /// The rate after the last rate-limit response, in requests a second, and the time from which it grows;
    /// `None` before the first.
    base: Option<(f64, Instant)>,
    /// Whether that rate was never exceeded.
    is_guess: bool,
    /// No request is sent before this time.
    paused_until: Option<Instant>,
    /// The start of the last round of rate-limit responses, or of the run.
    round_start: Instant,
    /// The number of accepted requests that were sent since then.
    accepted: usize,
    /// The number of other requests that were accepted since then: a rate-limit response overtakes slower
    /// responses.
    overtaken: usize,
    /// The number of rounds in a row without an accepted request.
    failed_rounds: u32,
    /// The start of the first of them.
    failing_since: Option<Instant>,
}

impl LearnedRate {
    fn new() -> Self {
        Self {
            base: None,
            is_guess: false,
            paused_until: None,
            round_start: Instant::now(),
            accepted: 0,
            overtaken: 0,
            failed_rounds: 0,
            failing_since: None,
        }
    }

    /// Returns the time before which no request is sent, as the server asked.
    fn paused_until(&self) -> Option<Instant> {
        self.paused_until
    }

    /// Returns the number of rounds without an accepted request, and their duration.
    fn failed_rounds(&self) -> (u32, Duration) {
        (self.failed_rounds, self.failing_since.map(|since| since.elapsed()).unwrap_or_default())
    }

    /// Returns the current rate, in requests a second; `None` without a limit.
    fn rate(&self) -> Option<f64> {
        let (base, since) = self.base?;
        let seconds = Instant::now().saturating_duration_since(since).as_secs_f64();
        if self.is_guess {
            return Some(base * (seconds / GUESS_DOUBLING_SECONDS).exp2());
        }
        Some(base * (1.0 + seconds / DOUBLING_SECONDS + (seconds / FAST_DOUBLING_SECONDS).powi(3)))
    }

    /// Notes that a request that was sent at `sent` was accepted.
    fn record_accepted(&mut self, sent: Instant) {
        self.failed_rounds = 0;
        self.failing_since = None;
        let is_of_round = sent >= self.round_start;
        self.accepted += usize::from(is_of_round);
        self.overtaken += usize::from(!is_of_round);
    }

    /// Notes a rate-limit response to a request that was sent at `sent`, and returns how long all requests
    /// wait: as long as the server asked, or by the contract's retry rules if no request was accepted.
    ///
    /// The rate is lowered once in a round: requests that were already sent do not count.
    fn record_limited(
        &mut self,
        sent: Instant,
        retry_after: Option<Duration>,
        rules: Option<&RetryRules>,
    ) -> Duration {
        if sent < self.round_start {
            return retry_after.unwrap_or_default();
        }
        let now = Instant::now();
        let wait = retry_after.unwrap_or_else(|| backoff(rules, self.failed_rounds));
        // A server that allows immediate repetition is not too fast for us, unless that is pointless. If no
        // request was accepted, a pause is enough.
        let is_too_fast = match retry_after {
            Some(Duration::ZERO) => self.failed_rounds >= MAX_IMMEDIATE_ROUNDS,
            Some(_) | None => self.accepted + self.overtaken > 0,
        };
        if is_too_fast && self.is_in_force(sent) {
            let is_first = self.base.is_none();
            self.base =
                Some((self.lowered(now).max(LOWEST_RATE), now + wait.min(EXACT_MEASUREMENT.1)));
            self.is_guess = is_first;
        }
        self.failed_rounds += 1;
        self.failing_since.get_or_insert(now);
        self.round_start = now;
        self.accepted = 0;
        self.overtaken = 0;
        wait
    }

    /// Returns whether a request that was sent at `sent` kept to the current rate. The first one after a
    /// rate-limit response may follow it at once, so that its response says nothing about the lowered rate.
    fn is_in_force(&self, sent: Instant) -> bool {
        self.base.is_none_or(|(rate, since)| {
            sent.saturating_duration_since(since) >= Duration::from_secs_f64(rate.recip())
        })
    }

    fn pause(&mut self, until: Instant) {
        self.paused_until = self.paused_until.max(Some(until));
    }

    /// Returns the rate after a rate-limit response. The limit is between the accepted and the rejected rate.
    fn lowered(&self, now: Instant) -> f64 {
        let elapsed = now.saturating_duration_since(self.round_start);
        let measured = self.accepted as f64 / elapsed.as_secs_f64().max(1e-3);
        let Some((rate, (_, since))) = self.rate().zip(self.base) else {
            let total = self.accepted + self.overtaken;
            return (total as f64 / elapsed.max(EXACT_MEASUREMENT.1).as_secs_f64() / 2.0)
                .max(LOWEST_FIRST_RATE);
        };
        if self.is_guess {
            return rate * GUESS_SHARE_AFTER_LIMIT;
        }
        if rate <= measured * NEAR_LIMIT_FACTOR {
            return rate * SHARE_AFTER_LIMIT;
        }
        // Requests that were accepted at the end of a pause had accumulated there.
        let since = self.paused_until.map_or(since, |until| until.max(since));
        let sending = now.saturating_duration_since(since);
        let is_exact = self.accepted >= EXACT_MEASUREMENT.0 && sending >= EXACT_MEASUREMENT.1;
        let lowest = if is_exact { 0.0 } else { rate / 2.0 };
        (measured * SHARE_AFTER_LIMIT).max(lowest)
    }
}

/// Returns the wait after some rounds without an accepted request, if the server names none.
fn backoff(rules: Option<&RetryRules>, failed_rounds: u32) -> Duration {
    let Some(doublings) = failed_rounds.checked_sub(1) else { return Duration::ZERO };
    let Some(rules) = rules else { return Duration::from_secs(1) };
    let seconds = rules.base_seconds.saturating_mul(2_u32.saturating_pow(doublings));
    let jitter = fastrand::f64() * f64::from(rules.jitter_seconds);
    Duration::from_secs_f64(f64::from(seconds.min(rules.cap_seconds)) + jitter)
}
