//! The parts of generated clients: building a request, sending it within a time and a size, retrying it as
//! the contract says, and reading the response. This module knows no contract.
//!
//! ```text
//! builder ──► caller                          a client: its configuration, and its state, which is never shown
//! call ──► attempts ──hook──► response ─ error    one call: its attempts, and the result
//! pages ─ waiting ─ blocking                  many calls, and calls without async
//! ```
//!
//! Everything happens within the future that the caller polls: there is no task, no thread and no lock.
//! Dropping the future of a call therefore cancels the call. Only `blocking` has a runtime of its own.

mod attempts;
#[cfg(feature = "blocking")]
mod blocking;
mod builder;
mod call;
mod caller;
mod error;
mod hook;
mod pages;
mod response;
mod waiting;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::parameters::Parameters;
use crate::{Operation, WithHeaders};

pub use crate::binding::BindError;
#[cfg(feature = "blocking")]
pub use crate::client::blocking::{Blocking, Iter};
pub use crate::client::builder::{
    ATTEMPT_TIMEOUT, Builder, CONNECT_TIMEOUT, LONGEST_WAIT, RESPONSE_LIMIT,
};
pub use crate::client::call::Call;
pub use crate::client::caller::{Caller, RetryRules, Service};
pub use crate::client::error::{
    Bytes, ConfigError, Error, ErrorResponse, HookError, ParameterFault, TimeoutKind,
};
pub use crate::client::hook::{AfterRequest, BeforeRequest, Clock, Hook, HookFuture, Pace, Wait};
pub use crate::client::pages::{Items, PagedBy, Pages, Paging};
pub use crate::client::waiting::{
    FIRST_INTERVAL, LONGEST_INTERVAL, RunStates, WAIT_LIMIT, Waiting,
};
pub use futures_core::Stream;
pub use reqwest;
pub use reqwest::Method;

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Calls an operation: `parameters` has the values of the path parameters, in the order of
    /// `operation.parameters`. A response without a body reads as `null`.
    ///
    /// # Errors
    /// If the call does not return a response of the type `R`.
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

    /// Sends a call and reads the body of the response; a response without a body reads as `null`.
    ///
    /// # Errors
    /// If the call does not return a response of the type `R`.
    pub async fn send<R: DeserializeOwned>(&self, mut call: Call<K>) -> Result<R, Error<K, B>> {
        let operation = call.operation;
        let response = self.success(&mut call).await?;
        self.read(operation, response)
    }

    /// Sends a call and reads the body and the headers of the response.
    ///
    /// # Errors
    /// If the call does not return a response of the type `R` with such headers.
    pub async fn send_for_headers<R, H>(
        &self,
        mut call: Call<K>,
    ) -> Result<WithHeaders<R, H>, Error<K, B>>
    where
        R: DeserializeOwned,
        H: DeserializeOwned + Parameters,
    {
        let operation = call.operation;
        let response = self.success(&mut call).await?;
        let headers = self.read_headers(operation, &response)?;
        Ok(WithHeaders { body: self.read(operation, response)?, headers })
    }
}
