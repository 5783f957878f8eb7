//! What the emitted clients are made of: a request is built, sent within a time and a size, sent
//! again where the contract says so, and its answer read. Knows no contract.
//!
//! ```text
//! call ─ request ─ path       what is sent, and where to         builder ─ key   how it is set up
//!        send ─ retry ─ pace  once, or again after a while       service         the contract's facts
//!        read ─ error         what came of it
//! ```
//!
//! Everything happens within the future that the caller polls: no task, no thread, no lock. So a
//! call that is dropped, while it sends or while it waits, is over.

mod builder;
mod error;
mod key;
mod pace;
mod path;
mod retry;
mod service;

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Request, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use builder::Builder;
pub use error::{Bytes, ConfigError, Error, ParameterFault, Refusal};
pub use pace::{Clock, Pace, Wait};
pub use reqwest::Method;
pub use service::{RetryRules, Service};

use crate::{Operation, identify};
use key::Key;
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
    http: reqwest::Client,
    headers: HeaderMap,
    timeout: Duration,
    answer_limit: usize,
    strict: bool,
    policy: Policy,
    pace: Arc<dyn Pace>,
    bound: HashMap<&'static str, Bound>,
}

/// How an operation is called that the contract shows no path of.
#[derive(Debug, Clone)]
struct Bound {
    method: Method,
    path: String,
}

/// An answer, whole.
struct Answer {
    status: u16,
    is_success: bool,
    retry_after: Option<Duration>,
    bytes: Vec<u8>,
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
        match serde_json::from_slice(json(&answer.bytes)) {
            Ok(read) => Ok(read),
            Err(_) => {
                // What is wrong is looked for without the key, which the message might repeat.
                let (status, bytes) = (answer.status, self.blank(answer.bytes));
                serde_json::from_slice(json(&bytes)).map_err(|reason| Error::Unreadable {
                    operation: id,
                    status,
                    reason,
                    bytes,
                })
            }
        }
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
            pace.wait(delay + jitter).await;
        }
    }

    /// How an operation is called, with its parameters.
    fn endpoint(
        &self,
        operation: &'static Operation<K>,
        parameters: &[&str],
    ) -> Result<(Method, Url), Error<K, B>> {
        let shown = operation.endpoint.and_then(|endpoint| {
            Some((Method::from_bytes(endpoint.method.as_bytes()).ok()?, endpoint.path))
        });
        let bound = || {
            let bound = self.shared.bound.get(operation.id)?;
            Some((bound.method.clone(), bound.path.as_str()))
        };
        let unbound =
            || Error::Unbound { operation: operation.id, parameters: operation.parameters };
        let (method, path) = shown.or_else(bound).ok_or_else(unbound)?;
        let names = operation.parameters.iter().copied();
        let values: Vec<_> = names.zip(parameters.iter().copied()).collect();
        let path = path::filled(path, &values).map_err(|(parameter, fault)| Error::Parameter {
            operation: operation.id,
            parameter,
            fault,
        })?;
        // Both parts were read before, so that this fails for nobody.
        let url = Url::parse(&format!("{}{path}", self.shared.base));
        let url =
            url.map_err(|error| ConfigError::BaseUrl { reason: format!("is none ({error})") });
        Ok((method, url?))
    }

    fn request(
        &self,
        operation: &Operation<K>,
        method: Method,
        url: Url,
        body: Option<Vec<u8>>,
    ) -> Request {
        let shared = &*self.shared;
        let mut request = Request::new(method, url);
        *request.timeout_mut() = Some(shared.timeout);
        *request.headers_mut() = shared.headers.clone();
        let headers = request.headers_mut();
        if body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(shared.service.media_type));
        }
        if let (Some(scheme), Some(key)) = (operation.authentication, &shared.key) {
            let name = HeaderName::from_bytes(scheme.header.as_bytes());
            if let (Ok(name), Some(value)) = (name, key.header(scheme.scheme)) {
                headers.insert(name, value);
            }
        }
        *request.body_mut() = body.map(Into::into);
        request
    }

    /// Sends a request once and reads the whole answer.
    async fn exchange(
        &self,
        operation: &'static str,
        request: Request,
    ) -> Result<Answer, Error<K, B>> {
        let Shared { service, http, timeout: limit, answer_limit, .. } = &*self.shared;
        let failed = |error: reqwest::Error| match error.is_timeout() && !error.is_connect() {
            true => Error::Timeout { operation, limit: *limit },
            false => Error::Transport { operation, source: error.without_url() },
        };
        let mut response = http.execute(request).await.map_err(failed)?;
        let status = response.status().as_u16();
        let too_large = || Error::TooLarge { operation, status, limit: *answer_limit };
        let announced = response.content_length().unwrap_or_default();
        if usize::try_from(announced).is_ok_and(|announced| announced > *answer_limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > *answer_limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        let header = service.retry.and_then(|rules| response.headers().get(rules.header));
        let retry_after = header.and_then(|value| retry::seconds(value.to_str().ok()?));
        Ok(Answer { status, is_success: response.status().is_success(), retry_after, bytes })
    }

    /// A success, which a strict client holds against the contract.
    fn judged(&self, operation: &Operation<K>, answer: Answer) -> Result<Answer, Error<K, B>> {
        if !self.shared.strict {
            return Ok(answer);
        }
        // What is no JSON is told by whoever reads it.
        let value: Option<Value> = serde_json::from_slice(json(&answer.bytes)).ok();
        let found = operation.check_response.zip(value).map(|(check, value)| check(&value));
        let violations = found.unwrap_or_default();
        let expected = operation.status.is_none_or(|status| status == answer.status);
        if expected && violations.is_empty() {
            return Ok(answer);
        }
        let (operation, status) = (operation.id, answer.status);
        let bytes = self.blank(answer.bytes);
        Err(Error::OffContract { operation, status, violations, bytes })
    }

    fn refusal(&self, operation: &'static str, answer: Answer, sent: u32) -> Refusal<K, B> {
        let (service, status) = (self.shared.service, answer.status);
        let bytes = self.blank(answer.bytes);
        let json: Option<Value> = serde_json::from_slice(&bytes).ok();
        let kind =
            json.as_ref().and_then(|body| identify(service.catalogue, service.row, status, body));
        Refusal {
            operation,
            status,
            kind,
            row: kind.map(service.row),
            body: serde_json::from_slice(&bytes).ok(),
            json,
            bytes,
            retry_after: answer.retry_after,
            attempts: sent,
            is_retryable: retry::is_retryable(service, status, kind),
        }
    }

    fn blank(&self, bytes: Vec<u8>) -> Bytes {
        Bytes(match &self.shared.key {
            Some(key) => key.blank(bytes),
            None => bytes,
        })
    }
}

/// The JSON of a body; an empty one is `null`.
fn json(bytes: &[u8]) -> &[u8] {
    if bytes.is_empty() { b"null" } else { bytes }
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
