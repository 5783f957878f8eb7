//! The facts of a service that a client needs, as data. Generated code fills them in.

use crate::ErrorRow;

/// A service with the error catalogue `K`.
#[derive(Debug)]
pub struct Service<K: 'static> {
    /// The default user agent of a client.
    pub user_agent: &'static str,
    /// The prefix of every path.
    pub base_path: &'static str,
    /// The media type of requests and responses.
    pub media_type: &'static str,
    /// Every error that the contract lists.
    pub catalogue: &'static [K],
    /// The row of an error.
    pub row: fn(K) -> &'static ErrorRow,
    /// The retry rules; `None` if the contract has none, so that nothing is repeated.
    pub retry: Option<RetryRules>,
}

/// The retry rules of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryRules {
    /// The status codes after which a request may be repeated.
    pub statuses: &'static [u16],
    /// The header with the minimum wait in seconds.
    pub header: &'static str,
    /// The base of the exponential delay, in seconds.
    pub base_seconds: u32,
    /// The longest delay before jitter, in seconds.
    pub cap_seconds: u32,
    /// The maximum random part of a wait, in seconds.
    pub jitter_seconds: u32,
    /// The maximum number of attempts, including the first.
    pub attempts: u32,
}
