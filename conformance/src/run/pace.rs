//! When a request may be sent: no faster than the target's rate, and, where the server says to come
//! again later, not before.
//!
//! It must not know what is sent, nor judge what comes back.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync;
use tokio::time::{sleep_until, timeout_at};
use webdata_spec::model::RetryRules;

use super::client::ClientError;
use crate::judge::Answer;
use crate::target::Rate;

/// How often a request is sent again at most.
const AGAIN: usize = 5;

/// The pace of all requests to one target.
///
/// A crate would only know the rate; here a server's own word counts as well, and for everybody.
pub(super) struct Pace {
    rate: Rate,
    rules: Option<RetryRules>,
    /// When the next request has its turn.
    next: Mutex<Instant>,
    /// Closed by the one request that the server told to come again, until it is let in: the others
    /// would only take its place. While it is open, nobody waits for anybody.
    gate: sync::RwLock<()>,
}

/// What became of a request.
pub(super) struct Asked {
    /// The answer that counts, or why there is none.
    pub(super) answer: Result<Answer, ClientError>,
    /// The last refusal of a server that never let the request in.
    pub(super) refusal: Option<Answer>,
    /// How often the request was sent again.
    pub(super) throttled: usize,
}

/// The end of a run's time: when it is, and how long that time was.
type End = Option<(Instant, Duration)>;

impl Pace {
    pub(super) fn new(rate: Rate, rules: Option<RetryRules>) -> Self {
        Self { rate, rules, next: Mutex::new(Instant::now()), gate: sync::RwLock::new(()) }
    }

    /// Sends a request when its turn has come. While the answer is one that limits the rate, waits
    /// as the server says, with everybody else, and sends it again.
    pub(super) async fn ask(
        &self,
        end: End,
        is_limit: impl Fn(&Answer) -> bool,
        send: impl AsyncFn() -> Result<Answer, ClientError>,
    ) -> Asked {
        let first = match self.turn(end).await {
            Ok(()) => send().await,
            Err(late) => Err(late),
        };
        match (first, self.rate.longest_wait) {
            (Ok(answer), Some(longest)) if is_limit(&answer) => {
                self.again(answer, longest, end, is_limit, send).await
            }
            (answer, _) => Asked { answer, refusal: None, throttled: 0 },
        }
    }

    async fn again(
        &self,
        mut refusal: Answer,
        longest: Duration,
        end: End,
        is_limit: impl Fn(&Answer) -> bool,
        send: impl AsyncFn() -> Result<Answer, ClientError>,
    ) -> Asked {
        let mut come_again = Instant::now() + self.wait(&refusal, 0);
        let mut throttled = 0;
        let given_up = |refusal, throttled, why: String| Asked {
            answer: Err(ClientError::Limited(why)),
            refusal: Some(refusal),
            throttled,
        };
        let over = || "the run's time is over before it lets the request in".to_owned();
        let Some(_alone) = before(end, self.gate.write()).await else {
            return given_up(refusal, throttled, over());
        };
        loop {
            let wait = self.wait(&refusal, throttled);
            if wait > longest {
                let (wait, longest) = (wait.as_secs(), longest.as_secs());
                let why = format!(
                    "it says to come again in {wait} s, and the runner waits {longest} s at most \
                     (`longest-wait-seconds` under `[rate]` in the target file)"
                );
                return given_up(refusal, throttled, why);
            }
            if throttled == AGAIN {
                let why = format!(
                    "it answered {} to each of {} requests; send fewer with \
                     `requests-per-second` under `[rate]` in the target file",
                    refusal.status,
                    AGAIN + 1
                );
                return given_up(refusal, throttled, why);
            }
            let turn = self.reserve().max(come_again);
            if end.is_some_and(|(end, _)| turn > end) {
                return given_up(refusal, throttled, over());
            }
            sleep_until(turn.into()).await;
            throttled += 1;
            match send().await {
                Ok(answer) if is_limit(&answer) => refusal = answer,
                answer => return Asked { answer, refusal: None, throttled },
            }
            come_again = Instant::now() + self.wait(&refusal, throttled);
        }
    }

    /// Waits until a request may be sent.
    async fn turn(&self, end: End) -> Result<(), ClientError> {
        let waiting = async {
            loop {
                drop(self.gate.read().await);
                let turn = self.reserve();
                if turn > Instant::now() {
                    sleep_until(turn.into()).await;
                }
                // The server may have said to come again later meanwhile.
                if self.gate.try_read().is_ok() {
                    return;
                }
            }
        };
        let late = end.map_or(Duration::ZERO, |(_, length)| length);
        before(end, waiting).await.ok_or(ClientError::Late(late))
    }

    /// The next turn, which is taken by this.
    fn reserve(&self) -> Instant {
        // Nothing panics while the lock is held.
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = (*next).max(Instant::now());
        let interval = self.rate.requests_per_second.map_or(0.0, f64::recip);
        *next = turn + Duration::from_secs_f64(interval);
        turn
    }

    /// How long to wait after a refusal: as it says, or by the contract's rules for retries.
    fn wait(&self, refusal: &Answer, before: usize) -> Duration {
        let Some(rules) = &self.rules else { return Duration::from_secs(1) };
        let said = refusal.header(&rules.header).and_then(|value| value.trim().parse().ok());
        if let Some(seconds) = said {
            return Duration::from_secs(seconds);
        }
        let doublings = u32::try_from(before).unwrap_or(u32::MAX);
        let seconds = rules.base_seconds.saturating_mul(2_u32.saturating_pow(doublings));
        let jitter = fastrand::f64() * f64::from(rules.jitter_seconds);
        Duration::from_secs_f64(f64::from(seconds.min(rules.cap_seconds)) + jitter)
    }
}

/// What comes before the end of the run's time.
async fn before<T>(end: End, coming: impl Future<Output = T>) -> Option<T> {
    match end {
        Some((end, _)) => timeout_at(end.into(), coming).await.ok(),
        None => Some(coming.await),
    }
}
