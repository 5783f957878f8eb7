//! A client of the Odd Names API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! The documentation of each method states its default:
//!
//! | method | limits |
//! |---|---|
//! | [`Builder::connect_timeout`] | opening a connection |
//! | [`Builder::attempt_timeout`] | an attempt, up to the last byte of the response |
//! | [`Builder::timeout`] | a call, with all attempts and waits |
//! | [`Builder::longest_wait`] | a wait before another attempt |
//! | [`Builder::response_limit`] | the length of a body |
//!
//! A [`Hook`] runs before and after each attempt, and may change its headers. With the feature
//! `tracing`, each call is a span named `call`, with the operation, the status code, the number
//! of attempts and the error of the catalogue; it has no body, header or key.
//!
//! Dropping the future of a call cancels the call, even while it waits. Redirects are not
//! followed, so that a key goes to no other host. Neither `Debug` nor errors show keys: if an
//! error quotes a response with a key of at least 8 bytes, the key is replaced.
//!
//! A client creates its own HTTP client, and installs ring as the default provider of rustls
//! for the process if there is none. To prevent that, install another provider before, or pass
//! a `reqwest::Client` to `Builder::http`.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::V400`],
//! [`ErrorKind::V404`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::client::{self as runtime, Call, Caller, Service};
use super::error_catalogue::ErrorKind;
use super::operations;
pub use webdata_runtime::WithHeaders;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

/// The reason why a call has no result. Its methods are those of [`runtime::Error`]:
/// [`kind`](runtime::Error::kind) returns the error of the catalogue, and
/// [`error_response`](runtime::Error::error_response) the whole error response.
pub type Error = runtime::Error<ErrorKind, super::r#impl::Failure>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::r#impl::Failure>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::r#impl::Failure>;

static SERVICE: Service<ErrorKind> = Service {
    user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
    base_path: "",
    media_type: "application/json",
    catalogue: ErrorKind::ALL,
    row: ErrorKind::row,
    retry: None,
};

/// A client of the Odd Names API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::r#impl::Failure>);

impl From<Caller<ErrorKind, super::r#impl::Failure>> for Client {
    fn from(caller: Caller<ErrorKind, super::r#impl::Failure>) -> Self {
        Self(caller)
    }
}

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url` is the part of the URL before `/`, such as `https://api.example.com`, with or
    /// without a path prefix.
    ///
    /// # Errors
    ///
    /// If an argument is invalid. The error says how to fix the argument.
    pub fn new(base_url: &str) -> Result<Self, ConfigError> {
        Self::builder(base_url).build()
    }

    /// Configures a client.
    ///
    /// `base_url` is the part of the URL before `/`, such as `https://api.example.com`, with or
    /// without a path prefix.
    pub fn builder(base_url: &str) -> Builder {
        Builder::new(&SERVICE, base_url, None)
    }
}

/// The path parameters of `new`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPath<'p> {
    /// One.
    pub self_: &'p str,
    /// Another.
    pub body: &'p str,
    /// A third.
    pub r#type: &'p str,
}

/// The path parameters of `called`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalledPath<'p> {
    /// One.
    pub call: &'p str,
    /// Another.
    pub service: &'p str,
    /// A third.
    pub server: &'p str,
}

/// The path parameters of `odd`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddPath<'p> {
    /// One.
    pub query: &'p str,
    /// Another.
    pub headers: &'p str,
}

impl Client {
    /// Matches.
    ///
    /// `POST /match`
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn r#match(
        &self,
        body: &super::r#impl::Type,
    ) -> Result<super::r#impl::Tree, Error> {
        self.0.call(&operations::MATCH, &[], Some(body)).await
    }

    /// Has the name of a function that every client has.
    ///
    /// `POST /new/{self}/{body}/{type}`
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn new2(
        &self,
        path: NewPath<'_>,
        body: Option<&super::r#impl::Type>,
    ) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::NEW, &[path.self_, path.body, path.r#type], body).await
    }

    /// Has parameters with the names of variables in the emitted route.
    ///
    /// `GET /called/{call}/{service}/{server}`
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn called(
        &self,
        path: CalledPath<'_>,
    ) -> Result<serde_json::Value, Error> {
        self.0
            .call(
                &operations::CALLED,
                &[path.call, path.service, path.server],
                None::<&()>,
            )
            .await
    }

    /// Has path parameters with the names of other arguments, and a query and headers with hard
    /// names.
    ///
    /// `GET /odd/{query}/{headers}`
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn odd(
        &self,
        path: OddPath<'_>,
        query: &super::r#impl::OddQuery,
        headers: &super::r#impl::OddHeaders,
    ) -> Result<WithHeaders<super::r#impl::Words, super::r#impl::OddHeaders>, Error> {
        self.0
            .send_for_headers(
                Call::new(&operations::ODD, &[path.query, path.headers])
                    .query(query)
                    .headers(headers),
            )
            .await
    }
}
