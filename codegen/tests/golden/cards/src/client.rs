//! A client of the Reader Cards API: a method for each operation.
//!
//! A call waits for the answer and reads it into the operation's type. Members and values that
//! the contract does not know are taken as they come, so that a newer service does not break an
//! older client; `Builder::strict` refuses them. A request's body is sent as it is: its
//! `validate` says beforehand what the service would refuse.
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
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Caller, Service};
use super::errors::ErrorKind;
use super::operations;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

/// Why a call did not come to its answer.
pub type Error = runtime::Error<ErrorKind, super::error::ErrorBody>;

/// An answer that is no success.
pub type Refusal = runtime::Refusal<ErrorKind, super::error::ErrorBody>;

/// Sets up a client.
pub type Builder = runtime::Builder<Client, ErrorKind, super::error::ErrorBody>;

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
/// Cloning it is cheap and shares the connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::error::ErrorBody>);

impl From<Caller<ErrorKind, super::error::ErrorBody>> for Client {
    fn from(caller: Caller<ErrorKind, super::error::ErrorBody>) -> Self {
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
    /// Changes what is given of a card.
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
    /// When there is no answer that can be read, or the service refuses with:
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
