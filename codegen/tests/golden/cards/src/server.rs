//! The service as a trait, and an `axum` router made of an implementation.
//!
//! The router does what the contract says of every request: it finds the operation, takes the
//! key out of its header, judges path parameters and the body, and puts answers and errors into
//! their form. A handler that panics is answered with the error of a server that failed, a body
//! that is too large with the error for that, a path or method that nobody has with the error
//! for unknown paths. What is left to write is the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode, server};
use super::errors::{ErrorKind, Refusal};
use super::operations;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// A method that is left out answers with the error for unknown paths, so a server has
/// the methods of what it offers and no others. Arguments have been judged; an error of
/// the catalogue, violations, or a refusal with a message of its own is the answer when
/// `?` meets it. Violations are answered as an error of the caller's: those of a value
/// that the server itself made must be turned into an error of the server's first.
pub trait Service: Send + Sync + 'static {
    /// Who calls: what the service knows by a key, such as an account.
    type Caller: Send + 'static;

    /// Who a key of the scheme `Key` belongs to.
    ///
    /// # Errors
    ///
    /// `ErrorKind::UnknownKey` for a key that is not known or not valid any more;
    /// `ErrorKind::NotAllowed` for one that may not do anything here.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, Refusal>> + Send;

    /// Changes what is given of a card.
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
    /// `ErrorKind::NoSuchThing` when there is no such `Monitor`; whatever else is refused.
    fn update_card(
        &self,
        caller: Self::Caller,
        card_id: String,
        body: super::card::CardUpdate,
    ) -> impl Future<Output = Result<super::card::CardResponse, Refusal>> + Send {
        server::not_offered((caller, card_id, body))
    }
}

/// A server that is being put together, with its limits and with paths for what the
/// contract shows none of.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// The router of a service, as the builder makes it when it is told nothing.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// A server of a service that is yet to be told its limits, or where operations are.
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
    .format(runtime::format::Format::Uuid);

/// How each operation is called, and what is done then.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::UPDATE_CARD,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
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
