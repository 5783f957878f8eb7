//! A client of the Town Library API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! The client repeats a request as the contract says: if the status code is one of 429, 500, 503,
//! and the retry rule of the error in the catalogue is
//! [`Retry::Backoff`](crate::error_catalogue::Retry::Backoff). An error that is not in the
//! catalogue is repeated if that is the rule of all errors with its status code. A request is
//! sent at most 4 times. Before the next attempt, the client waits as long as the header
//! `Come-Back` says, in seconds or as an HTTP date. Without the header, the wait before attempt
//! n + 1 is 3ⁿ s, at most 20 s. In both cases, up to 2 s is added at random, so that many
//! clients do not return together.
//!
//! After 429, the client repeats every request, even a `POST`: the contract says so, although
//! it does not promise that the service did nothing. `Builder::attempts(1)` turns retries off.
//!
//! A request without a response is never repeated: the contract's rules are about responses.
//! After a 5xx, the client does not know what the service did. A request that is not idempotent
//! (RFC 9110, section 9.2.2), such as a `PATCH`, is then repeated only if the contract says
//! that the operation changed nothing, or if `Builder::resend_after_server_error` allows it. If
//! the service asks for a longer wait than `Builder::longest_wait`, the error is returned at
//! once.
//!
//! The options of the builder, with their defaults:
//!
//! | method | meaning | default |
//! |---|---|---|
//! | [`Builder::connect_timeout`] | the time for opening a connection | 10 s |
//! | [`Builder::attempt_timeout`] | the time of an attempt, up to the last byte of the response | 120 s |
//! | [`Builder::timeout`] | the time of a call, with all attempts and waits | no limit |
//! | [`Builder::attempts`] | the maximum number of attempts | 4, as in the contract |
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
//! Every operation may fail with these errors of the service: [`ErrorKind::Closed`].
//!
//! # Panics
//!
//! A call panics outside a tokio runtime, and in one without time or I/O. `#[tokio::main]`
//! enables both; so does `enable_all` of tokio's builder.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Caller, Service};
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
pub type Error = runtime::Error<ErrorKind, super::error_body::ErrorBody>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::error_body::ErrorBody>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::error_body::ErrorBody>;

static SERVICE: Service<ErrorKind> = Service {
    user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
    base_path: "/v1",
    media_type: "application/json",
    catalogue: ErrorKind::ALL,
    row: ErrorKind::row,
    retry: Some(runtime::RetryRules {
        statuses: &[429, 500, 503],
        header: "Come-Back",
        base_seconds: 3,
        cap_seconds: 20,
        jitter_seconds: 2,
        attempts: 4,
    }),
};

/// A client of the Town Library API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::error_body::ErrorBody>);

#[doc(hidden)]
impl From<Caller<ErrorKind, super::error_body::ErrorBody>> for Client {
    fn from(caller: Caller<ErrorKind, super::error_body::ErrorBody>) -> Self {
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

/// The path parameters of `readBook`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadBookPath<'p> {
    /// The shelf.
    pub shelf: &'p str,
    /// Which book from the left.
    pub number: &'p str,
}

/// The path parameters of `lookUpCopy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookUpCopyPath<'p> {
    /// The shelf.
    pub shelf: &'p str,
    /// The copy.
    pub copy_id: &'p str,
}

impl Client {
    /// Adds a book.
    ///
    /// `POST /v1/books`
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
    pub async fn add_book(
        &self,
        body: &super::book::Book,
    ) -> Result<super::book::Book, Error> {
        self.0.call(&operations::ADD_BOOK, &[], Some(body)).await
    }

    /// Changes what is given of a loan.
    ///
    /// `PATCH /v1/loans/{loanId}`
    ///
    /// `loan_id`: The loan.
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.changeLoan.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.changeLoan.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.changeLoan.effects.refusal-keeps-all`)
    ///
    /// Renewing a loan switches reminders off.
    /// (`operations.changeLoan.effects.renewal-clears-reminder`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::TooManyBooks`] (400): The card has no room for another loan.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::NoSuchThing`] (404): The Loan does not exist.
    pub async fn change_loan(
        &self,
        loan_id: &str,
        body: &super::loan::LoanChange,
    ) -> Result<super::loan::LoanAnswer, Error> {
        self.0.call(&operations::CHANGE_LOAN, &[loan_id], Some(body)).await
    }

    /// Copies parts of a book.
    ///
    /// The contract does not show the method and path, so a call sends nothing and fails, unless
    /// you passed them to [`Builder::bind`] with [`operations::ORDER_COPIES`].
    ///
    /// Copies are bound. (`operations.orderCopies.behaviour.bound`)
    ///
    /// # Errors
    ///
    /// Error bodies of this operation are [`OrderFailure`](super::order::OrderFailure), which
    /// [`ErrorResponse::read`](runtime::ErrorResponse::read) returns.
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::CardFull`] (400): The card is full.
    /// - [`ErrorKind::NoCopyLeft`] (404): There is nothing to copy from.
    /// - [`ErrorKind::GiftForbidden`] (403): The team is silent. Or: The team has nothing wrapped.
    pub async fn order_copies(
        &self,
        body: &super::order::Order,
    ) -> Result<super::order::OrderAnswer, Error> {
        self.0.call(&operations::ORDER_COPIES, &[], Some(body)).await
    }

    /// Closes the copying shop.
    ///
    /// `DELETE /v1/shop`
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn close_shop(&self) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::CLOSE_SHOP, &[], None::<&()>).await
    }

    /// Shows a book by its place.
    ///
    /// `GET /v1/shelves/{shelf}/books/{number}`
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
    #[deprecated(note = "Call `lookUpCopy`.")]
    pub async fn read_book(
        &self,
        path: ReadBookPath<'_>,
    ) -> Result<super::book::Book, Error> {
        self.0
            .call(&operations::READ_BOOK, &[path.shelf, path.number], None::<&()>)
            .await
    }

    /// Says where a copy is.
    ///
    /// `GET /v1/copies/{shelf}/{copyId}`
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::TooFast`] (429): More than the desk can take.
    /// - [`ErrorKind::Banned`] (429): Too fast for too long.
    pub async fn look_up_copy(
        &self,
        path: LookUpCopyPath<'_>,
    ) -> Result<super::book::Book, Error> {
        self.0
            .call(&operations::LOOK_UP_COPY, &[path.shelf, path.copy_id], None::<&()>)
            .await
    }

    /// Reserves a copy.
    ///
    /// `POST /v1/copies`
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::ShelfLocked`] (500): Somebody holds the shelf.
    pub async fn reserve(&self) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::RESERVE, &[], None::<&()>).await
    }
}
