//! A client of the Bakery API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! The client repeats a request as the contract says: if the status code is one of 503, and the
//! retry rule of the error in the catalogue is
//! [`Retry::Backoff`](crate::error_catalogue::Retry::Backoff). An error that is not in the
//! catalogue is repeated if that is the rule of all errors with its status code. A request is
//! sent at most 2 times. Before the next attempt, the client waits as long as the header
//! `Retry-After` says, in seconds or as an HTTP date. Without the header, the wait before
//! attempt n + 1 is 2ⁿ s, at most 10 s. In both cases, up to 0 s is added at random, so that
//! many clients do not return together.
//!
//! A request without a response is never repeated: the contract's rules are about responses.
//! Only `wait_for_…` repeats its requests, which only read. After a 5xx, the client does not
//! know what the service did. A request that is not idempotent (RFC 9110, section 9.2.2), such
//! as a `PATCH`, is then repeated only if the contract says that the operation changed nothing,
//! or if `Builder::resend_after_server_error` allows it. If the service asks for a longer wait
//! than `Builder::longest_wait`, the error is returned at once.
//!
//! The options of the builder, with their defaults:
//!
//! | method | meaning | default |
//! |---|---|---|
//! | [`Builder::connect_timeout`] | the time for opening a connection | 10 s |
//! | [`Builder::attempt_timeout`] | the time of an attempt, up to the last byte of the response | 120 s |
//! | [`Builder::timeout`] | the time of a call, with all attempts and waits | no limit |
//! | [`Builder::attempts`] | the maximum number of attempts | 2, as in the contract |
//! | [`Builder::longest_wait`] | the longest wait that the service may ask for | 120 s |
//! | [`Builder::resend_after_server_error`] | after a 5xx, also repeats requests that are not idempotent | `false` |
//! | [`Builder::response_limit`] | the maximum length of a body | 64 MiB |
//! | [`Builder::strict`] | validates each success | off |
//! | [`Builder::user_agent`] | the header `User-Agent` | the name and version of this crate |
//! | [`Builder::http`] | the HTTP client | a new one, without redirects |
//!
//! A [`Hook`] runs before and after each attempt, and may change its headers.
//!
//! With the feature `tracing`, each call is a span named `call` with the level `INFO` and the
//! target `webdata_runtime::client::attempts`. Its fields are `operation`, `attempts` (the
//! number of attempts), `status` (the last status code) and `error` (the error of the
//! catalogue). Each wait before another attempt is an event with the level `DEBUG`. A span has
//! no body, header or key.
//!
//! The HTTP client accepts responses that are compressed with gzip or deflate. It uses the
//! proxies of the environment, such as `HTTPS_PROXY`, and of the operating system. It uses no
//! proxy for a base URL with the host `localhost`, `127.0.0.1` or `[::1]`.
//!
//! Dropping the future of a call cancels the call, even while it waits. Redirects are not
//! followed, so that a key goes to no other host. Neither `Debug` nor errors show keys: if an
//! error quotes a response with a key of at least 8 bytes, the key is replaced.
//!
//! A client creates its own HTTP client, and installs ring as the default provider of rustls
//! for the process if there is none. To prevent that, install another provider before, or pass
//! a `reqwest::Client` to `Builder::http`.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::BadKey`],
//! [`ErrorKind::Closed`].
//!
//! # Panics
//!
//! A call panics outside a tokio runtime, and in one without time or I/O. `#[tokio::main]`
//! enables both; so does `enable_all` of tokio's builder.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Call, Caller, Service};
use super::error_catalogue::ErrorKind;
use super::operations;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Pace, ParameterFault, TimeoutKind, Wait, reqwest,
};
#[doc(no_inline)]
pub use webdata_runtime::client::{Method, Stream};

/// The reason why a call has no result. Its methods are those of [`runtime::Error`]:
/// [`kind`](runtime::Error::kind) returns the error of the catalogue, and
/// [`error_response`](runtime::Error::error_response) the whole error response.
pub type Error = runtime::Error<ErrorKind, super::failure::Failure>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::failure::Failure>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::failure::Failure>;

/// A future that polls until a started job has ended. Its methods are those of
/// [`runtime::Waiting`].
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
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::failure::Failure>);

#[doc(hidden)]
impl From<Caller<ErrorKind, super::failure::Failure>> for Client {
    fn from(caller: Caller<ErrorKind, super::failure::Failure>) -> Self {
        Self(caller)
    }
}

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url` is the part of the URL before `/v1/`, such as `https://api.example.com`, with or
    /// without a path prefix, and `key` is sent with each request that needs one.
    ///
    /// # Errors
    ///
    /// If an argument is invalid. The error says how to fix the argument.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::builder(base_url, key).build()
    }

    /// Configures a client.
    ///
    /// `base_url` is the part of the URL before `/v1/`, such as `https://api.example.com`, with or
    /// without a path prefix, and `key` is sent with each request that needs one.
    pub fn builder(base_url: &str, key: &str) -> Builder {
        Builder::new(&SERVICE, base_url, Some(key))
    }
}

impl Client {
    /// Puts a loaf into the oven.
    ///
    /// `POST /v1/loaves`
    ///
    /// [`Self::wait_for_bake`] waits for the end of the job.
    ///
    /// Each success starts a job with an identity of its own (`operations.bake.starts`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
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
    /// Returns the state of the job (`operations.readLoaf.reads`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): The job does not exist.
    pub async fn read_loaf(
        &self,
        loaf: &str,
        query: &super::loaf::LoafView,
    ) -> Result<super::loaf::Loaf, Error> {
        self.0.send(Call::new(&operations::READ_LOAF, &[loaf]).query(query)).await
    }

    /// Changes what is given of a loaf.
    ///
    /// `PATCH /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
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
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    pub async fn call_at_door(&self, body: &super::call::Call) -> Result<(), Error> {
        self.0.call(&operations::CALL_AT_DOOR, &[], Some(body)).await
    }

    /// Waits for the end of the job that [`Self::bake`] started, and returns the last response of
    /// [`Self::read_loaf`].
    ///
    /// `loaf`: the `loaf` that [`Self::bake`] returns. Await the result, as in
    /// `client.wait_for_bake(loaf, &query).limit(limit).await?`. The wait polls the state at
    /// growing intervals. [`poll_every`](Waiting::poll_every) sets the intervals; by default, the
    /// first is 1 s and the longest 10 s. [`limit`](Waiting::limit) sets the longest wait; by
    /// default, it is 15 minutes. [`cancelled_by`](Waiting::cancelled_by) sets a future that
    /// cancels the wait.
    ///
    /// If a response is lost, the state is requested again. After three lost responses in a row,
    /// the wait ends with the error.
    ///
    /// The job has ended if its `state` is `baked` or `burnt`, or if a response has `weight`. A job
    /// that failed is `Ok`, too: look at the response.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read_loaf`]; `Error::WaitTimeout` if the job does not end in time, and
    /// `Error::Cancelled` if the wait is cancelled.
    pub fn wait_for_bake(
        &self,
        loaf: &str,
        query: &super::loaf::LoafView,
    ) -> Waiting<'_, super::loaf::Loaf> {
        let loaf = loaf.to_owned();
        let query = query.clone();
        let call = move || Call::new(&operations::READ_LOAF, &[&loaf]).query(&query);
        let states = runtime::RunStates {
            property: "state",
            ended: &["baked", "burnt"],
            results: &["weight"],
        };
        Waiting::new(&self.0, "readLoaf", call, states)
    }
}
