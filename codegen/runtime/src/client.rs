//! What the emitted clients are made of: a request is built, sent within a time and a size, sent
//! again where the contract says so, and its answer read. Knows no contract.
//!
//! ```text
//! request ─ path             what is sent, and where to     builder ─ key ─ config_error  how it is set up
//! retry ─ pace               once, or again after a while   service                       the contract's facts
//! answer ─ refusal ─ error   what came of it                secret                        what is never shown
//! ```
//!
//! Everything happens within the future that the caller polls: no task, no thread, no lock. So a
//! call that is dropped, while it sends or while it waits, is over.

mod answer;
mod builder;
mod config_error;
mod error;
mod key;
mod pace;
mod path;
mod refusal;
mod request;
mod retry;
mod secret;
mod service;

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::HeaderMap;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use ::reqwest;
pub use builder::Builder;
pub use config_error::ConfigError;
pub use error::Error;
pub use pace::{Clock, Pace, Wait};
pub use path::ParameterFault;
pub use refusal::{Bytes, Refusal};
pub use reqwest::Method;
pub use service::{RetryRules, Service};

use crate::Operation;
use crate::redaction::Redactor;
use answer::Answer;
use key::Key;
use request::Bound;
use retry::{Policy, Refused};

/// Calls the operations of a service whose catalogue of errors is `K` and whose errors have the
/// body `B`. Cloning it shares the connections.
pub struct Caller<K: 'static, B> {
    shared: Arc<Shared<K>>,
    body: PhantomData<fn() -> B>,
}

struct Shared<K: 'static> {
    service: &'static Service<K>,
    /// The base URL, without a slash at its end.
    base: String,
    key: Option<Key>,
    /// What no answer shows.
    redactor: Redactor,
    http: reqwest::Client,
    headers: HeaderMap,
    timeout: Duration,
    answer_limit: usize,
    /// Whether successes are held against the contract.
    strict: bool,
    policy: Policy,
    pace: Arc<dyn Pace>,
    bound: HashMap<&'static str, Bound>,
}

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Calls an operation: `parameters` are the values of its path's parameters, in the order of
    /// `operation.parameters`. An answer without a body reads as `null`.
    ///
    /// # Errors
    /// When the call does not come to an answer of the type `R`.
    pub async fn call<T, R>(
        &self,
        operation: &'static Operation<K>,
        parameters: &[&str],
        body: Option<&T>,
    ) -> Result<R, Error<K, B>>
    where
        T: Serialize + ?Sized,
        R: DeserializeOwned,
    {
        let id = operation.id;
        let body = body.map(serde_json::to_vec).transpose();
        let body = body.map_err(|source| Error::Unsendable { operation: id, source })?;
        let answer = self.send(operation, parameters, body).await?;
        self.read(id, answer)
    }

    /// Sends a request until it succeeds, or is not to be sent again.
    async fn send(
        &self,
        operation: &'static Operation<K>,
        parameters: &[&str],
        body: Option<Vec<u8>>,
    ) -> Result<Answer, Error<K, B>> {
        let Shared { service, policy, pace, .. } = &*self.shared;
        let (method, url) = self.endpoint(operation, parameters)?;
        let mut sent = 0;
        loop {
            let request = self.request(operation, method.clone(), url.clone(), body.clone());
            sent += 1;
            let answer = self.exchange(operation.id, request).await?;
            if answer.is_success {
                return self.judged(operation, answer);
            }
            let refusal = self.refusal(operation.id, answer, sent);
            let untouched = |kind: K| {
                let id = (service.row)(kind).id;
                operation.refusals.iter().any(|own| (service.row)(*own).id == id)
            };
            let refused = Refused {
                status: refusal.status,
                retryable: refusal.is_retryable,
                untouched: refusal.kind.is_some_and(untouched),
                idempotent: method.is_idempotent(),
                retry_after: refusal.retry_after,
                sent,
            };
            let again = service
                .retry
                .and_then(|rules| Some((rules, retry::delay(rules, *policy, refused)?)));
            let Some((rules, delay)) = again else {
                return Err(Error::Refused(Box::new(refusal)));
            };
            let jitter = pace.jitter(Duration::from_secs(rules.jitter_seconds.into()));
            pace.wait(delay.saturating_add(jitter)).await;
        }
    }
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
            .field("timeout", &shared.timeout)
            .field("strict", &shared.strict)
            .field("policy", &shared.policy)
            .field("bound", &shared.bound)
            .finish_non_exhaustive()
    }
}
