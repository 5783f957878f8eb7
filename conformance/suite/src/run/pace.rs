//! When a request may be sent: no faster than the target's rate, and, where the server says to come
//! again later, not before.
//!
//! It must not know what is sent, nor judge what comes back.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync;
use tokio::time::{sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;
use webdata_spec::model::RetryRules;

use super::client::ClientError;
use crate::judge::Answer;
use crate::target::Rate;

/// How often a request is sent again at most.
const AGAIN: usize = 5;

/// The pace of all requests to one target.
///
/// A crate would only know the rate; here a server's own word counts as well, and for everybody.
pub(crate) struct Pace {
    rate: Rate,
    rules: Option<RetryRules>,
    /// When the next request has its turn.
    next: Mutex<Instant>,
    /// Closed by the one request that the server told to come again, until it is let in: the others
    /// would only take its place. While it is open, nobody waits for anybody.
    gate: sync::RwLock<()>,
}

/// What became of a request.
pub(crate) struct Asked {
    /// The answer that counts, or why there is none.
    pub(crate) answer: Result<Answer, ClientError>,
    /// The last refusal of a server that never let the request in.
    pub(crate) refusal: Option<Answer>,
    /// How often the request was sent again.
    pub(crate) throttled: usize,
}

/// What ends the waits of a run, though never a request that is under way.
pub(crate) struct Until {
    /// The end of the run's time: when it is, and how long that time was.
    end: Option<(Instant, Duration)>,
    /// Whether the run was called off.
    stop: CancellationToken,
}

impl Until {
    /// Until the end of a run's time, or until it is called off.
    pub(crate) fn new(end: Option<(Instant, Duration)>, stop: CancellationToken) -> Self {
        Self { end, stop }
    }

    /// For so long from now on, or until the run is called off.
    pub(crate) fn within(time: Option<Duration>, stop: CancellationToken) -> Self {
        let end = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        Self::new(end, stop)
    }

    /// As long as the server says.
    pub(crate) fn unbounded() -> Self {
        Self::new(None, CancellationToken::new())
    }

    /// Whether the run was called off.
    pub(crate) fn is_called_off(&self) -> bool {
        self.stop.is_cancelled()
    }

    async fn reach(&self, at: Instant) -> Result<(), ClientError> {
        match self.end {
            // Nobody waits for what would come too late.
            Some((end, length)) if at > end => Err(ClientError::Late(length)),
            _ => self.wait(sleep_until(at.into())).await,
        }
    }

    async fn wait<T>(&self, coming: impl Future<Output = T>) -> Result<T, ClientError> {
        let in_time = async {
            match self.end {
                Some((end, length)) => {
                    let waited = timeout_at(end.into(), coming).await;
                    waited.map_err(|_| ClientError::Late(length))
                }
                None => Ok(coming.await),
            }
        };
        let waited = self.stop.run_until_cancelled(in_time).await;
        waited.unwrap_or(Err(ClientError::Interrupted))
    }
}

impl Pace {
    /// The status by which the server says to come again later, where the contract has one.
    pub(crate) fn limit(&self) -> Option<u16> {
        self.rules.as_ref().map(|rules| rules.header_status)
    }

    pub(crate) fn new(rate: Rate, rules: Option<RetryRules>) -> Self {
        Self { rate, rules, next: Mutex::new(Instant::now()), gate: sync::RwLock::new(()) }
    }

    /// Sends a request when its turn has come. While the answer is one that limits the rate, waits
    /// as the server says, with everybody else, and sends it again.
    pub(crate) async fn ask(
        &self,
        until: &Until,
        is_limit: impl Fn(&Answer) -> bool,
        send: impl AsyncFn() -> Result<Answer, ClientError>,
    ) -> Asked {
        let first = match self.turn(until).await {
            Ok(()) => send().await,
            Err(error) => Err(error),
        };
        match (first, self.rate.longest_wait) {
            (Ok(answer), Some(longest)) if is_limit(&answer) => {
                self.again(answer, longest, until, is_limit, send).await
            }
            (answer, _) => Asked { answer, refusal: None, throttled: 0 },
        }
    }

    async fn again(
        &self,
        mut refusal: Answer,
        longest: Duration,
        until: &Until,
        is_limit: impl Fn(&Answer) -> bool,
        send: impl AsyncFn() -> Result<Answer, ClientError>,
    ) -> Asked {
        let mut throttled = 0;
        let mut alone = None;
        loop {
            let waited = async {
                // By the clock from now on, and not from when the gate opens.
                let come_again = self.come_again(&refusal, throttled, longest)?;
                if alone.is_none() {
                    alone = Some(until.wait(self.gate.write()).await?);
                }
                until.reach(self.reserve().max(come_again)).await
            };
            if let Err(error) = waited.await {
                return Asked { answer: Err(error), refusal: Some(refusal), throttled };
            }
            throttled += 1;
            match send().await {
                Ok(answer) if is_limit(&answer) => refusal = answer,
                answer => return Asked { answer, refusal: None, throttled },
            }
        }
    }

    /// When to come again after a refusal, the last of `throttled` and one.
    fn come_again(
        &self,
        refusal: &Answer,
        throttled: usize,
        longest: Duration,
    ) -> Result<Instant, ClientError> {
        if throttled == AGAIN {
            return Err(ClientError::Limited(format!(
                "it answered {} to each of {} requests; send fewer with `requests-per-second` \
                 under `[rate]` in the target file",
                refusal.status,
                AGAIN + 1
            )));
        }
        let wait = self.wait(refusal, throttled);
        // A server may say any number, also one that no clock has.
        let come_again = Instant::now().checked_add(wait).filter(|_| wait <= longest);
        come_again.ok_or_else(|| {
            let (wait, longest) = (wait.as_secs(), longest.as_secs());
            ClientError::Limited(format!(
                "it says to come again in {wait} s, and the runner waits {longest} s at most \
                 (`longest-wait-seconds` under `[rate]` in the target file)"
            ))
        })
    }

    /// Waits until a request may be sent.
    async fn turn(&self, until: &Until) -> Result<(), ClientError> {
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
        until.wait(waiting).await
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
        if let Some(said) = refusal.header(&rules.header).and_then(said) {
            return said;
        }
        let doublings = u32::try_from(before).unwrap_or(u32::MAX);
        let seconds = rules.base_seconds.saturating_mul(2_u32.saturating_pow(doublings));
        let jitter = fastrand::f64() * f64::from(rules.jitter_seconds);
        Duration::from_secs_f64(f64::from(seconds.min(rules.cap_seconds)) + jitter)
    }
}

/// How long a header says to wait: so many seconds, or until a date, as RFC 9110 has both.
fn said(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    // What is over already is no reason to wait.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}
