//! The state of a client: the service, the key, its limits and connections. This module sends nothing.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use reqwest::Method;
use reqwest::header::HeaderMap;

use super::hook::Hook;
use super::key::Key;
use super::pace::Pace;
use super::retry::Policy;
use super::service::Service;
use super::timeouts::Timeouts;
use crate::redaction::Redactor;

/// Calls the operations of a service with the error catalogue `K` and the error body `B`. Clones share the
/// connections.
pub struct Caller<K: 'static, B> {
    pub(super) shared: Arc<Shared<K>>,
    pub(super) body: PhantomData<fn() -> B>,
}

pub(super) struct Shared<K: 'static> {
    pub(super) service: &'static Service<K>,
    /// The base URL, without a slash at its end.
    pub(super) base: String,
    pub(super) key: Option<Key>,
    /// Removes secrets from responses.
    pub(super) redactor: Redactor,
    pub(super) http: reqwest::Client,
    pub(super) headers: HeaderMap,
    pub(super) timeouts: Timeouts,
    /// The maximum length of a response body, in bytes.
    pub(super) response_limit: usize,
    pub(super) hooks: Vec<Box<dyn Hook>>,
    /// Whether successes are validated.
    pub(super) strict: bool,
    pub(super) policy: Policy,
    pub(super) pace: Arc<dyn Pace>,
    pub(super) bound: HashMap<&'static str, Bound>,
}

/// The method and path of an operation for which the contract shows neither.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) method: Method,
    pub(super) path: String,
}

impl<K, B> Clone for Caller<K, B> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), body: PhantomData }
    }
}

impl<K, B> fmt::Debug for Caller<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = &*self.shared;
        f.debug_struct("Caller")
            .field("base", &shared.base)
            .field("key", &shared.key)
            .field("timeouts", &shared.timeouts)
            .field("strict", &shared.strict)
            .field("policy", &shared.policy)
            .field("bound", &shared.bound)
            .finish_non_exhaustive()
    }
}
