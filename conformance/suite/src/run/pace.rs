//! Decides when a request may be sent: never faster than the target's rate or than the server allows, and
//! never before the time that the server's `Retry-After` names.
//!
//! This module does not know the requests and does not judge responses. It uses tokio's time, which tests
//! control.

mod learned_rate;
#[cfg(test)]
mod tests;
mod wait_limit;

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use webdata_spec::model::RetryRules;

use super::client::ClientError;
use crate::judge::HttpResponse;
use crate::target::Rate;
use learned_rate::LearnedRate;

pub(crate) use wait_limit::{WaitLimit, cut_off_message, not_sent_message};

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
    stop_reason: OnceLock<String>,
    /// Cancelled once `stop_reason` is set.
    closed: CancellationToken,
}

/// The result of a request.
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
            stop_reason: OnceLock::new(),
            closed: CancellationToken::new(),
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
                self.learned().record_accepted(sent);
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
                    self.learned().paused_until().filter(|_| !until.is_cleanup || !is_first);
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
        let open = self.closed.run_until_cancelled(waiting);
        let waited = if self.closed.is_cancelled() { None } else { until.wait(open).await? };
        waited
            .ok_or_else(|| ClientError::NotSent(self.stop_reason().unwrap_or_default().to_owned()))
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
    fn back_off(
        &self,
        sent: Instant,
        limited: &HttpResponse,
        longest: Duration,
        until: &WaitLimit,
    ) -> Result<(), ClientError> {
        let header = self.rules.as_ref().map(|rules| rules.header.as_str());
        let value = header.and_then(|name| limited.header(name));
        let mut learned = self.learned();
        let wait =
            learned.record_limited(sent, value.and_then(parse_retry_after), self.rules.as_ref());
        let next_attempt = Instant::now().checked_add(wait);
        let status = limited.status;
        let demand = match (header, value) {
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
        let reason = self.stop_reason.get_or_init(|| reason).clone();
        self.closed.cancel();
        Err(ClientError::NotSent(reason))
    }

    fn learned(&self) -> MutexGuard<'_, LearnedRate> {
        // Nothing panics while the lock is held.
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the wait of a header, in seconds or until a date (RFC 9110).
fn parse_retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    // A date in the past asks for no wait.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}
