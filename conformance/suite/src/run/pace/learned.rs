//! The rate that a server bears, as its refusals and the requests that it lets in show it: additive
//! increase, multiplicative decrease.
//!
//! It must not wait nor send.

use std::time::Duration;

use tokio::time::Instant;
use webdata_spec::model::RetryRules;

/// The share of a rate that is tried after a refusal.
const KEPT: f64 = 0.9;

/// A rate that is no more than so many times what was let in is near the limit.
const NEAR: f64 = 1.5;

/// A measurement counts as exact from so many requests and so much time on; a rate is not lowered to
/// less than a half by any other.
const ENOUGH: (usize, Duration) = (5, Duration::from_secs(1));

/// After so many rounds without a request that was let in, it is in vain to come again at once.
const IN_VAIN: u32 = 3;

/// The least rate after the first refusal, in requests a second.
const FIRST: f64 = 1.0;

/// The lowest rate, in requests a second.
const LOWEST: f64 = 0.05;

/// In so many seconds a rate doubles that is only a guess: the first refusals of a run come at once, before
/// anything that could be measured.
const GUESS_DOUBLES_IN: f64 = 4.0;

/// The share of a guess that is tried after it was refused. It has grown fast, and is above the limit.
const GUESS_KEPT: f64 = 0.75;

/// In so many seconds the rate doubles at first; later it is raised faster, since a limit that was not met
/// again may have been raised.
const DOUBLES_IN: f64 = 200.0;

/// After so many seconds without a refusal, the faster growth has doubled the rate.
const FASTER_AFTER: f64 = 60.0;

/// What a run has learned of the limit of a server.
pub(super) struct Learned {
    /// The rate after the last refusal, in requests a second, and from when on it grows; none before the
    /// first refusal.
    base: Option<(f64, Instant)>,
    /// Whether that rate was never refused.
    is_guess: bool,
    /// Nothing is sent before.
    paused_until: Option<Instant>,
    /// When the last round of refusals began, or the run did.
    round: Instant,
    /// How many requests of those that were sent since then were let in.
    admitted: usize,
    /// How many others were let in since then: a refusal overtakes what takes longer to answer.
    overtaken: usize,
    /// How many rounds in a row there were without a request that was let in.
    fruitless: u32,
    /// When the first of them began.
    fruitless_since: Option<Instant>,
}

impl Learned {
    pub(super) fn new() -> Self {
        Self {
            base: None,
            is_guess: false,
            paused_until: None,
            round: Instant::now(),
            admitted: 0,
            overtaken: 0,
            fruitless: 0,
            fruitless_since: None,
        }
    }

    /// The time before which nothing is sent, as the server has said.
    pub(super) fn paused_until(&self) -> Option<Instant> {
        self.paused_until
    }

    /// For how long nobody was let in, and in how many rounds.
    pub(super) fn fruitless(&self) -> (u32, Duration) {
        (self.fruitless, self.fruitless_since.map(|since| since.elapsed()).unwrap_or_default())
    }

    /// The rate at which requests are sent now, in requests a second; none where nothing limits it.
    pub(super) fn rate(&self) -> Option<f64> {
        let (base, since) = self.base?;
        let seconds = Instant::now().saturating_duration_since(since).as_secs_f64();
        if self.is_guess {
            return Some(base * (seconds / GUESS_DOUBLES_IN).exp2());
        }
        Some(base * (1.0 + seconds / DOUBLES_IN + (seconds / FASTER_AFTER).powi(3)))
    }

    /// Notes that a request was let in which was sent at a time.
    pub(super) fn admit(&mut self, sent: Instant) {
        self.fruitless = 0;
        self.fruitless_since = None;
        let is_of_round = sent >= self.round;
        self.admitted += usize::from(is_of_round);
        self.overtaken += usize::from(!is_of_round);
    }

    /// Notes that a request was refused which was sent at a time, and returns how long everybody waits: as
    /// long as the server has said, or by the contract's rules for retries once nobody was let in.
    ///
    /// The rate is lowered once per round: those that were under way when it was lowered do not count.
    pub(super) fn refuse(
        &mut self,
        sent: Instant,
        said: Option<Duration>,
        rules: Option<&RetryRules>,
    ) -> Duration {
        if sent < self.round {
            return said.unwrap_or_default();
        }
        let now = Instant::now();
        let wait = said.unwrap_or_else(|| backoff(rules, self.fruitless));
        // Who may come again at once is not too fast unless that is in vain, and a pause is enough where
        // nobody was let in.
        let is_too_fast = match said {
            Some(Duration::ZERO) => self.fruitless >= IN_VAIN,
            Some(_) | None => self.admitted + self.overtaken > 0,
        };
        if is_too_fast {
            let is_first = self.base.is_none();
            self.base = Some((self.lowered(now).max(LOWEST), now + wait.min(ENOUGH.1)));
            self.is_guess = is_first;
        }
        self.fruitless += 1;
        self.fruitless_since.get_or_insert(now);
        self.round = now;
        self.admitted = 0;
        self.overtaken = 0;
        wait
    }

    /// Has everybody wait until a time.
    pub(super) fn pause(&mut self, until: Instant) {
        self.paused_until = self.paused_until.max(Some(until));
    }

    /// The rate after a refusal. The limit lies between the rate at which requests were let in and the one
    /// that was refused.
    fn lowered(&self, now: Instant) -> f64 {
        let elapsed = now.saturating_duration_since(self.round);
        let measured = self.admitted as f64 / elapsed.as_secs_f64().max(1e-3);
        let Some((rate, (_, since))) = self.rate().zip(self.base) else {
            let all = self.admitted + self.overtaken;
            return (all as f64 / elapsed.max(ENOUGH.1).as_secs_f64() / 2.0).max(FIRST);
        };
        if self.is_guess {
            return rate * GUESS_KEPT;
        }
        if rate <= measured * NEAR {
            return rate * KEPT;
        }
        // What was let in at the end of a pause had gathered there.
        let since = self.paused_until.map_or(since, |until| until.max(since));
        let sending = now.saturating_duration_since(since);
        let is_exact = self.admitted >= ENOUGH.0 && sending >= ENOUGH.1;
        let lowest = if is_exact { 0.0 } else { rate / 2.0 };
        (measured * KEPT).max(lowest)
    }
}

/// How long to wait after so many rounds without a request that was let in, where the server does not say.
fn backoff(rules: Option<&RetryRules>, fruitless: u32) -> Duration {
    let Some(doublings) = fruitless.checked_sub(1) else { return Duration::ZERO };
    let Some(rules) = rules else { return Duration::from_secs(1) };
    let seconds = rules.base_seconds.saturating_mul(2_u32.saturating_pow(doublings));
    let jitter = fastrand::f64() * f64::from(rules.jitter_seconds);
    Duration::from_secs_f64(f64::from(seconds.min(rules.cap_seconds)) + jitter)
}
