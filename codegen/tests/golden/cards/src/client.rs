//! A client of the Reader Cards API: a method for each operation.
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
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Caller, Service};
use super::error_catalogue::ErrorKind;
use super::operations;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

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
    retry: None,
};

/// A client of the Reader Cards API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::error_body::ErrorBody>);

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

impl Client {
    /// Updates a card.
    ///
    /// `PATCH /v1/card/{cardId}`
    ///
    /// `card_id`: The card.
    ///
    /// Each property that is given is stored. (`operations.updateCard.effects.given-is-stored`)
    ///
    /// Each property that is left out keeps its value.
    /// (`operations.updateCard.effects.left-out-is-kept`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint of its schema.
    /// - [`ErrorKind::InvalidCardId`] (400): The card's identity is no UUID.
    /// - [`ErrorKind::UnknownKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotAllowed`] (403): The key is one for reading only.
    /// - [`ErrorKind::NoSuchThing`] (404): The Monitor does not exist.
    pub async fn update_card(
        &self,
        card_id: &str,
        body: &super::card::CardUpdate,
    ) -> Result<super::card::CardResponse, Error> {
        self.0.call(&operations::UPDATE_CARD, &[card_id], Some(body)).await
    }
}
