//! The parts of generated clients: building a request, sending it within a time and a size, retrying it as
//! the contract says, and reading the response. This module knows no contract.
//!
//! ```text
//! builder ──► caller                                      a client: its configuration, and its state, which is never shown
//! call ──► request ──► attempts ──hook──► response ─ error    one call: its options, its attempts, and the result
//! pages ─ waiting ─ blocking                              many calls, and calls without async
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
mod request;
mod response;
mod spans;
mod waiting;

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
pub use crate::client::request::Request;
pub use crate::client::spans::Spans;
pub use crate::client::waiting::{
    FIRST_INTERVAL, LONGEST_INTERVAL, RunStates, WAIT_LIMIT, Waiting,
};
pub use futures_core::Stream;
pub use http;
pub use reqwest;
pub use reqwest::Method;
