//! Learns the rate that a server accepts from its rate-limit responses and the requests that it accepts:
//! additive increase, multiplicative decrease.
//!
//! This module does not wait and does not send.

use std::time::Duration;

use tokio::time::Instant;
use webdata_spec::model::RetryRules;

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
pub(super) struct LearnedRate {
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
    pub(super) fn new() -> Self {
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
    pub(super) fn paused_until(&self) -> Option<Instant> {
        self.paused_until
    }

    /// Returns the number of rounds without an accepted request, and their duration.
    pub(super) fn failed_rounds(&self) -> (u32, Duration) {
        (self.failed_rounds, self.failing_since.map(|since| since.elapsed()).unwrap_or_default())
    }

    /// Returns the current rate, in requests a second; `None` without a limit.
    pub(super) fn rate(&self) -> Option<f64> {
        let (base, since) = self.base?;
        let seconds = Instant::now().saturating_duration_since(since).as_secs_f64();
        if self.is_guess {
            return Some(base * (seconds / GUESS_DOUBLING_SECONDS).exp2());
        }
        Some(base * (1.0 + seconds / DOUBLING_SECONDS + (seconds / FAST_DOUBLING_SECONDS).powi(3)))
    }

    /// Notes that a request that was sent at `sent` was accepted.
    pub(super) fn record_accepted(&mut self, sent: Instant) {
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
    pub(super) fn record_limited(
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

    /// Makes all requests wait until a time.
    pub(super) fn pause(&mut self, until: Instant) {
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
