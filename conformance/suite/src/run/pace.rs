//! Decides when a request may be sent: never faster than the target's rate or than the server allows, and
//! never before the time that the server's `Retry-After` names.
//!
//! This module does not know the requests and does not judge responses. It uses tokio's time, which tests
//! control.

mod learned;
#[cfg(test)]
mod tests;
mod until;

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use webdata_spec::model::RetryRules;

use super::client::ClientError;
use crate::judge::HttpResponse;
use crate::target::Rate;
use learned::Learned;

pub(crate) use until::{Until, cut_off, over};

/// The minimum number of rounds without an accepted request, within the longest wait, after which a run ends.
const FRUITLESS: u32 = 5;

/// A request that is sent this much too early does not delay the next one, since timers are no more exact.
const LATE: Duration = Duration::from_millis(2);

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
    learned: Mutex<Learned>,
    /// The reason for sending no more requests, once a wait would be too long.
    over: OnceLock<String>,
    /// Cancelled once `over` is set.
    closed: CancellationToken,
}

/// The result of a request.
pub(crate) struct Asked {
    /// The response that counts, or the reason why there is none.
    pub(crate) response: Result<HttpResponse, ClientError>,
    /// The last rate-limit response, if the server never accepted the request.
    pub(crate) refusal: Option<HttpResponse>,
    /// How often the request was repeated.
    pub(crate) throttled: usize,
}

impl Pace {
    /// Returns the status code of rate limits, if the contract has one.
    pub(crate) fn limit(&self) -> Option<u16> {
        self.rules.as_ref().map(|rules| rules.header_status)
    }

    pub(crate) fn new(rate: Rate, rules: Option<RetryRules>) -> Self {
        Self {
            rate,
            rules,
            queue: sync::Mutex::new(Instant::now()),
            learned: Mutex::new(Learned::new()),
            over: OnceLock::new(),
            closed: CancellationToken::new(),
        }
    }

    /// Returns the reason for sending no more requests, if a wait would be too long.
    pub(crate) fn over(&self) -> Option<&str> {
        self.over.get().map(String::as_str)
    }

    /// Sends a request at its turn. While the server limits the rate, waits together with all other requests,
    /// and repeats the request until it is accepted.
    pub(crate) async fn ask(
        &self,
        until: &Until,
        is_limit: impl Fn(&HttpResponse) -> bool,
        send: impl AsyncFn() -> Result<HttpResponse, ClientError>,
    ) -> Asked {
        let (mut refusal, mut throttled) = (None, 0);
        loop {
            if let Err(error) = self.turn(until, throttled == 0 && refusal.is_none()).await {
                return Asked { response: Err(error), refusal, throttled };
            }
            throttled += usize::from(refusal.is_some());
            let sent = Instant::now();
            let response = match (send().await, self.rate.longest_wait) {
                (Ok(response), Some(longest)) if is_limit(&response) => {
                    if let Err(error) = self.refused(sent, &response, longest, until) {
                        return Asked { response: Err(error), refusal: Some(response), throttled };
                    }
                    refusal = Some(response);
                    continue;
                }
                (response, _) => response,
            };
            if response.is_ok() {
                self.learned().admit(sent);
            }
            return Asked { response, refusal: None, throttled };
        }
    }

    /// Waits until a request may be sent. The first attempt of a clean-up request ignores pauses, since there
    /// may be no time for them.
    async fn turn(&self, until: &Until, is_first: bool) -> Result<(), ClientError> {
        let waiting = async {
            let mut next = self.queue.lock().await;
            loop {
                // The server may ask for a pause at any time.
                let paused =
                    self.learned().paused_until().filter(|_| !until.tidies_up || !is_first);
                let turn = paused.max(Some(*next)).unwrap_or(*next);
                if turn <= Instant::now() {
                    let interval = self.interval();
                    let late = Instant::now().checked_sub(LATE).unwrap_or(turn);
                    *next = turn.max(late) + interval;
                    return;
                }
                sleep_until(turn).await;
            }
        };
        if until.tidies_up {
            return until.wait(waiting).await;
        }
        let open = self.closed.run_until_cancelled(waiting);
        let waited = if self.closed.is_cancelled() { None } else { until.wait(open).await? };
        waited.ok_or_else(|| ClientError::Over(self.over().unwrap_or_default().to_owned()))
    }

    /// Returns the time between two requests.
    fn interval(&self) -> Duration {
        let learned = self.learned().rate().unwrap_or(f64::INFINITY);
        let rate = self.rate.requests_per_second.unwrap_or(f64::INFINITY).min(learned);
        Duration::from_secs_f64(rate.recip())
    }

    /// Makes all requests wait after a rate-limit response to a request that was sent at `sent`.
    ///
    /// # Errors
    /// If the wait is too long, which ends the run.
    fn refused(
        &self,
        sent: Instant,
        refusal: &HttpResponse,
        longest: Duration,
        until: &Until,
    ) -> Result<(), ClientError> {
        let header = self.rules.as_ref().map(|rules| rules.header.as_str());
        let value = header.and_then(|name| refusal.header(name));
        let mut learned = self.learned();
        let wait = learned.refuse(sent, value.and_then(said), self.rules.as_ref());
        let come_again = Instant::now().checked_add(wait);
        let status = refusal.status;
        let asked = match (header, value) {
            (Some(header), Some(value)) => format!("{status} and `{header}: {value}`"),
            (Some(_), None) | (None, _) => format!("{status}, repeatedly"),
        };
        let (rounds, fruitless) = learned.fruitless();
        let longest_seconds = longest.as_secs_f64();
        let reason = if let Some(left) = until.left_before(come_again) {
            let left = left.as_secs_f64().round();
            format!("{asked}, but the run ends in {left} s; raise --deadline")
        } else if wait > longest {
            format!(
                "{asked}, but the runner waits {longest_seconds} s at most; raise \
                 `longest-wait-seconds` under `[rate]` in the target file"
            )
        } else if rounds >= FRUITLESS && fruitless + wait > longest {
            format!(
                "{asked}: for {longest_seconds} s no request was accepted; raise the limit for the run, \
                 or `longest-wait-seconds` under `[rate]` in the target file"
            )
        } else {
            come_again.into_iter().for_each(|time| learned.pause(time));
            return Ok(());
        };
        if until.tidies_up {
            return Err(ClientError::Over(reason));
        }
        let reason = self.over.get_or_init(|| reason).clone();
        self.closed.cancel();
        Err(ClientError::Over(reason))
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        // Nothing panics while the lock is held.
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the wait of a header, in seconds or until a date (RFC 9110).
fn said(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    // A date in the past asks for no wait.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}
