//! A client of the Bakery API: a method for each operation.
//!
//! A call waits for the answer and reads it into the operation's type. Members and values that
//! the contract does not know are taken as they come, so that a newer service does not break an
//! older client; `Builder::strict` refuses them. A request's body is sent as it is: its
//! `validate` says beforehand what the service would refuse.
//!
//! A request is sent again where the contract says so: its status is one of 503, and the
//! catalogue's row of the error says `Backoff`. An error outside the catalogue counts if every
//! row of its status says `Backoff`. A request is sent 2 times at most. The wait is what the
//! header `Retry-After` says, in seconds or as an HTTP date. Without the header, the wait
//! before attempt n + 1 is 2ⁿ s, at most 10 s, and up to 0 s more at random, so that many
//! clients do not come back at once.
//!
//! A request without a response is never sent again: the contract's rules are about responses.
//! After a 5xx it is not known what the service did. So a request that is not idempotent (RFC 9110,
//! section 9.2.2) is not sent again then, with two exceptions: the error is among the
//! operation's `refusals`, so that nothing was done, or `Builder::resend_after_server_error`
//! allows it. If the service asks for a longer wait than `Builder::longest_wait`, the error is
//! returned at once.
//!
//! `Builder::connect_timeout` limits opening a connection, `Builder::attempt_timeout` each
//! attempt, `Builder::timeout` a whole call with its waits, and `Builder::response_limit` the
//! length of a body. A [`Hook`] runs before and after each attempt, and may change its headers.
//! With the feature `tracing`, each call is a span, `call`, with the operation, the status, the
//! number of attempts and the error of the catalogue; no body, header or key stands in it.
//!
//! Dropping the future of a call ends it, also while it waits. Redirections are not followed,
//! so that a key goes to no other host. Neither `Debug` nor errors show keys. A key that a
//! response repeats is replaced, unless it is shorter than 8 bytes.
//!
//! A client makes an HTTP client for itself, and for that installs ring as the default provider
//! of rustls for the whole process, unless the process has one. To keep it from that, install
//! another before, or give a `reqwest::Client` to `Builder::http`.
//!
//! The service may refuse a call of every operation with: [`ErrorKind::BadKey`],
//! [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Call, Caller, Service};
use super::errors::ErrorKind;
use super::operations;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

/// Why a call did not come to its answer.
pub type Error = runtime::Error<ErrorKind, super::failure::Failure>;

/// An answer that is no success.
pub type Refusal = runtime::Refusal<ErrorKind, super::failure::Failure>;

/// Sets up a client.
pub type Builder = runtime::Builder<Client, ErrorKind, super::failure::Failure>;

/// Waits for what was started, and how it waits.
pub type Waiting<'c, R> = runtime::Waiting<'c, ErrorKind, super::failure::Failure, R>;

static SERVICE: Service<ErrorKind> = Service {
    user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
    base_path: "/v1",
    media_type: "application/json",
    catalogue: ErrorKind::ALL,
    row: ErrorKind::row,
    retry: Some(runtime::RetryRules {
        statuses: &[503],
        header: "Retry-After",
        base_seconds: 2,
        cap_seconds: 10,
        jitter_seconds: 0,
        attempts: 2,
    }),
};

/// A client of the Bakery API.
///
/// Cloning it is cheap and shares the connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::failure::Failure>);

impl From<Caller<ErrorKind, super::failure::Failure>> for Client {
    fn from(caller: Caller<ErrorKind, super::failure::Failure>) -> Self {
        Self(caller)
    }
}

impl Client {
    /// A client with everything else as it is by default.
    ///
    /// `base_url` is what stands before `/v1/`, such as `https://api.example.com`, with a prefix of
    /// a path or without, and `key` goes with each request that needs one.
    ///
    /// # Errors
    ///
    /// When one of them cannot be used, with the remedy.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::builder(base_url, key).build()
    }

    /// Sets up a client.
    ///
    /// `base_url` is what stands before `/v1/`, such as `https://api.example.com`, with a prefix of
    /// a path or without, and `key` goes with each request that needs one.
    pub fn builder(base_url: &str, key: &str) -> Builder {
        Builder::new(&SERVICE, base_url, Some(key))
    }
}

impl Client {
    /// Puts a loaf into the oven.
    ///
    /// `POST /v1/loaves`
    ///
    /// [`Self::wait_for_bake`] waits for what it started to end.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    pub async fn bake(
        &self,
        body: &super::loaf::Recipe,
    ) -> Result<super::loaf::LoafStarted, Error> {
        self.0.call(&operations::BAKE, &[], Some(body)).await
    }

    /// Tells how a loaf stands.
    ///
    /// `GET /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::NotHere`] (404): There is nothing by that name.
    pub async fn read_loaf(&self, loaf: &str) -> Result<super::loaf::Loaf, Error> {
        self.0.call(&operations::READ_LOAF, &[loaf], None::<&()>).await
    }

    /// Changes what is given of a loaf.
    ///
    /// `PATCH /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): There is nothing by that name.
    pub async fn change_loaf(
        &self,
        loaf: &str,
        body: &super::loaf::LoafChange,
    ) -> Result<super::loaf::Loaf, Error> {
        self.0.call(&operations::CHANGE_LOAF, &[loaf], Some(body)).await
    }

    /// Has the bakery tell an address of its loaves.
    ///
    /// `PUT /v1/calls`
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    pub async fn call_at_door(&self, body: &super::call::Call) -> Result<(), Error> {
        self.0.call(&operations::CALL_AT_DOOR, &[], Some(body)).await
    }

    /// Waits for what [`Self::bake`] started to end, and returns what [`Self::read_loaf`] then
    /// says.
    ///
    /// `loaf`: what [`Self::bake`] returns as `loaf`. Awaited, the result reads the state again and
    /// again, at growing intervals; its methods set these, how long to wait at most, and what
    /// cancels the waiting.
    ///
    /// It has ended when its `state` is `baked` or `burnt`, or when a response has `weight`.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read_loaf`]; `Error::StillGoing` when it has not ended in time, and
    /// `Error::Cancelled` when the waiting is cancelled.
    pub fn wait_for_bake(&self, loaf: &str) -> Waiting<'_, super::loaf::Loaf> {
        let loaf = loaf.to_owned();
        let call = move || Call::new(&operations::READ_LOAF, &[&loaf]);
        let states = runtime::RunStates {
            property: "state",
            ended: &["baked", "burnt"],
            results: &["weight"],
        };
        Waiting::new(&self.0, "readLoaf", call, states)
    }
}
