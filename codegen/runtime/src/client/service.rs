//! What a client has to know of a service. Data alone; emitted code fills it in.

use crate::ErrorRow;

/// A service, with the catalogue `K` of its errors.
#[derive(Debug)]
pub struct Service<K: 'static> {
    /// The default user agent of a client.
    pub user_agent: &'static str,
    /// What the path of every operation begins with.
    pub base_path: &'static str,
    /// The media type of requests and answers.
    pub media_type: &'static str,
    /// Every error that the contract lists.
    pub catalogue: &'static [K],
    /// The row of an error.
    pub row: fn(K) -> &'static ErrorRow,
    /// How a request may be sent again; never, where the contract says nothing of it.
    pub retry: Option<RetryRules>,
}

/// How a contract has a request sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryRules {
    /// The statuses after which it may be.
    pub statuses: &'static [u16],
    /// The header that says how many seconds to wait at least.
    pub header: &'static str,
    /// The base of the exponential delay, in seconds.
    pub base_seconds: u32,
    /// The longest delay before jitter, in seconds.
    pub cap_seconds: u32,
    /// The most that is added at random, in seconds.
    pub jitter_seconds: u32,
    /// How often a request is sent at most, the first time included.
    pub attempts: u32,
}
