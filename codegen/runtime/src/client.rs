//! What the emitted clients are made of: a request is built, sent within a time and a size, sent
//! again where the contract says so, and its answer read. Knows no contract.
//!
//! ```text
//! call ─ request ─ path      what is sent, and where to     builder ─ key ─ config_error  how it is set up
//! retry ─ pace               once, or again after a while   service                       the contract's facts
//! answer ─ refusal ─ error   what came of it                caller ─ secret               what a client holds, and never shows
//! ```
//!
//! Everything happens within the future that the caller polls: no task, no thread, no lock. So a
//! call that is dropped, while it sends or while it waits, is over.

mod answer;
mod builder;
mod call;
mod caller;
mod config_error;
mod error;
mod key;
mod pace;
mod pages;
mod path;
mod refusal;
mod request;
mod retry;
mod secret;
mod service;

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use ::reqwest;
pub use builder::Builder;
pub use call::Call;
pub use caller::Caller;
pub use config_error::ConfigError;
pub use error::Error;
pub use pace::{Clock, Pace, Wait};
pub use pages::{PagedBy, Pages, Paging};
pub use path::ParameterFault;
pub use refusal::{Bytes, Refusal};
pub use reqwest::Method;
pub use service::{RetryRules, Service};

use crate::parameters::Parameters;
use crate::{Operation, WithHeaders};
use answer::Answer;
use caller::Shared;
use retry::Refused;

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
        self.send(Call::new(operation, parameters).body_if_given(body)).await
    }

    /// Sends a call and reads the body of the response; an operation without one reads as `null`.
    ///
    /// # Errors
    /// When the call does not come to a response of the type `R`.
    pub async fn send<R: DeserializeOwned>(&self, mut call: Call<K>) -> Result<R, Error<K, B>> {
        let operation = call.operation;
        let answer = self.success(&mut call).await?;
        self.read(operation, answer)
    }

    /// Sends a call and reads the body and the headers of the response.
    ///
    /// # Errors
    /// When the call does not come to a response of the type `R` with such headers.
    pub async fn send_for_headers<R, H>(
        &self,
        mut call: Call<K>,
    ) -> Result<WithHeaders<R, H>, Error<K, B>>
    where
        R: DeserializeOwned,
        H: DeserializeOwned + Parameters,
    {
        let operation = call.operation;
        let answer = self.success(&mut call).await?;
        let headers = self.read_headers(operation, &answer)?;
        Ok(WithHeaders { body: self.read(operation, answer)?, headers })
    }

    /// Sends a request until it succeeds, or is not to be sent again.
    async fn success(&self, call: &mut Call<K>) -> Result<Answer, Error<K, B>> {
        let Shared { service, policy, pace, .. } = &*self.shared;
        call.check_written()?;
        let operation = call.operation;
        let (method, url) = self.endpoint(call)?;
        let headers = call.header_map()?;
        let mut sent = 0;
        loop {
            let (url, body) = (url.clone(), call.body.clone());
            let request = self.request(operation, method.clone(), url, &headers, body);
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
                idempotent: method.is_idempotent() || call.is_keyed,
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
