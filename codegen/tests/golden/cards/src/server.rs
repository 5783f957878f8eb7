//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request: it finds the operation, reads
//! the key from its header, validates path parameters and the body, and writes responses and
//! errors. A handler that panics causes the error of a server failure, a body that is too large
//! the error for that, and an unknown path or method the error for unknown paths. An
//! implementation only adds the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode, server};
use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// The default of each method responds with the error for unknown paths, so implement only the
/// operations that the server offers. Arguments are validated. The operator `?` turns an error of
/// the catalogue, violations, or a rejection with another message into the response. Violations
/// become an error of the caller. Convert those of a value that the server made itself into an
/// error of the server before.
pub trait Service: Send + Sync + 'static {
    /// The caller of an operation: what the service knows by a key, such as an account.
    type Caller: Send + 'static;

    /// Returns the owner of a key of the scheme `Key`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::UnknownKey` for a key that is unknown or no longer valid;
    /// `ErrorKind::NotAllowed` for a key without permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Updates a card.
    ///
    /// `PATCH /v1/card/{cardId}`
    ///
    /// Each property that is given is stored. (`operations.updateCard.effects.given-is-stored`)
    ///
    /// Each property that is left out keeps its value.
    /// (`operations.updateCard.effects.left-out-is-kept`)
    ///
    /// `card_id`: The card. A UUID (`operations.updateCard.parameters.cardId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NoSuchThing` if there is no such `Monitor`, and any other rejection.
    fn update_card(
        &self,
        caller: Self::Caller,
        card_id: String,
        body: super::card::CardUpdate,
    ) -> impl Future<Output = Result<super::card::CardResponse, ApiError>> + Send {
        server::not_offered((caller, card_id, body))
    }
}

/// Configures a server: its limits, and paths for operations whose path the contract does not
/// show.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// Returns the router of a service with the default configuration.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// Configures the server of a service.
#[must_use]
pub fn builder<S: Service>(service: S) -> Builder<S> {
    server::Builder::new(service, routes())
}

static KEY: server::Scheme<ErrorKind> = server::Scheme {
    header: "Authorization",
    word: "Key",
    rejected: ErrorKind::UnknownKey,
};
static UPDATE_CARD_CARD_ID: decode::Text = decode::Text::new(
        "operations.updateCard.parameters.cardId",
    )
    .format(runtime::string_format::StringFormat::Uuid);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::UPDATE_CARD,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let card_id = call
                    .parameter("cardId", server::Form::Text, &UPDATE_CARD_CARD_ID)?;
                let body = call.body().await?;
                server::success(200, &service.update_card(caller, card_id, body).await?)
            }),
        },
    ])
}
