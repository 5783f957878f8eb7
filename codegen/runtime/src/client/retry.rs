//! Whether a request that was refused is sent again, and when. Pure: nothing here waits.

use std::time::{Duration, SystemTime};

use super::Service;
use super::service::RetryRules;
use crate::Retry;

/// What a client decides beyond the contract.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    /// How often a request is sent at most, where that is less than the contract says.
    pub(super) attempts: Option<u32>,
    /// The longest time that a server may have the client wait.
    pub(super) longest_wait: Duration,
    /// Whether a request is sent again after a 5xx even if it may have been carried out.
    pub(super) resend_after_server_error: bool,
}

/// A refusal, as far as it decides about another attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refused {
    pub(super) status: u16,
    /// Whether the contract lets such a request be sent again.
    pub(super) retryable: bool,
    /// Whether the contract says that the operation refuses such a request without doing anything.
    pub(super) untouched: bool,
    /// Whether doing it twice is the same as doing it once.
    pub(super) idempotent: bool,
    pub(super) retry_after: Option<Duration>,
    /// How often the request has been sent.
    pub(super) sent: u32,
}

/// Whether the contract lets a request be sent again that met this error, or, where it is none of
/// the catalogue, this status.
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

/// How long to wait, before jitter, until the request is sent again; none if it is not.
pub(super) fn delay(rules: RetryRules, policy: Policy, refused: Refused) -> Option<Duration> {
    let attempts = policy.attempts.map_or(rules.attempts, |own| own.min(rules.attempts));
    // A server that failed may have done the work before it did.
    let may_be_done = refused.status >= 500 && !refused.untouched;
    let safe = refused.idempotent || !may_be_done || policy.resend_after_server_error;
    if !refused.retryable || !safe || refused.sent >= attempts {
        return None;
    }
    match refused.retry_after {
        Some(after) => (after <= policy.longest_wait).then_some(after),
        None => {
            let seconds = rules.base_seconds.checked_pow(refused.sent);
            let seconds = seconds.map_or(rules.cap_seconds, |long| long.min(rules.cap_seconds));
            Some(Duration::from_secs(seconds.into()))
        }
    }
}

/// The time that a header says: whole seconds, or a date of HTTP (RFC 9110, section 10.2.3). A date is
/// compared with the one that the server gave the response, else with this machine's; one that has
/// passed is no wait. Anything else says nothing.
pub(super) fn wait(header: &str, date: Option<&str>) -> Option<Duration> {
    let text = header.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More seconds than there are numbers for are a long time still.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let server = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let now = server.unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default())
}
