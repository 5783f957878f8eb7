//! Decides whether and when a failed request is repeated. This module does not wait.

use std::time::{Duration, SystemTime};

use super::Service;
use super::service::RetryRules;
use crate::Retry;

/// The settings of a client beyond the contract.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    /// The maximum number of attempts, if it is smaller than the contract's.
    pub(super) attempts: Option<u32>,
    /// The longest wait that a server may ask for.
    pub(super) longest_wait: Duration,
    /// Whether a request is repeated after a 5xx even if it may have been carried out.
    pub(super) resend_after_server_error: bool,
}

/// The facts of an error response that decide about another attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailedAttempt {
    pub(super) status: u16,
    /// Whether the contract allows repeating such a request.
    pub(super) retryable: bool,
    /// Whether the contract says that the operation does nothing if it returns this error.
    pub(super) untouched: bool,
    /// Whether the request is idempotent.
    pub(super) idempotent: bool,
    pub(super) retry_after: Option<Duration>,
    /// How often the request has been sent.
    pub(super) sent: u32,
}

/// Returns whether the contract allows repeating a request after this error, or, for an error outside the
/// catalogue, after this status code.
pub(super) fn is_retryable<K: Copy>(service: &Service<K>, status: u16, kind: Option<K>) -> bool {
    let listed = service.retry.is_none_or(|rules| rules.statuses.contains(&status));
    let backoff = |kind: K| (service.row)(kind).retry == Retry::Backoff;
    let by_status = || {
        let mut rows =
            service.catalogue.iter().filter(|kind| (service.row)(**kind).status == status);
        rows.clone().next().is_some() && rows.all(|kind| backoff(*kind))
    };
    listed && kind.map_or_else(by_status, backoff)
}

/// Returns the wait, before jitter, until the request is repeated; `None` if it is not.
pub(super) fn delay(rules: RetryRules, policy: Policy, failed: FailedAttempt) -> Option<Duration> {
    let attempts =
        policy.attempts.map_or(rules.attempts, |configured| configured.min(rules.attempts));
    // A server may fail after it has done the work.
    let may_be_done = failed.status >= 500 && !failed.untouched;
    let safe = failed.idempotent || !may_be_done || policy.resend_after_server_error;
    if !failed.retryable || !safe || failed.sent >= attempts {
        return None;
    }
    match failed.retry_after {
        Some(after) => (after <= policy.longest_wait).then_some(after),
        None => {
            let seconds = rules.base_seconds.checked_pow(failed.sent);
            let seconds = seconds.map_or(rules.cap_seconds, |long| long.min(rules.cap_seconds));
            Some(Duration::from_secs(seconds.into()))
        }
    }
}

/// Returns the wait of a header: whole seconds, or an HTTP date (RFC 9110, section 10.2.3). A date is
/// compared with the response's `Date`, otherwise with the clock of this machine; a date in the past is no
/// wait. Other values are ignored.
pub(super) fn wait(header: &str, date: Option<&str>) -> Option<Duration> {
    let text = header.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows is a very long wait.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let server = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let now = server.unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default())
}
