//! The service as a trait, and an `axum` router made of an implementation.
//!
//! The router does what the contract says of every request: it finds the operation, takes the
//! key out of its header, judges path parameters and the body, and puts answers and errors into
//! their form. A handler that panics is answered with the error of a server that failed, a body
//! that is too large with the error for that, a path or method that nobody has with the error
//! for unknown paths. What is left to write is the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{decode, server};
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
    /// `ErrorKind::BadKey` for a key that is not known or not valid any more; `ErrorKind::BadKey`
    /// for one that may not do anything here.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, Refusal>> + Send;

    /// Puts a loaf into the oven.
    ///
    /// `POST /v1/loaves`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn bake(
        &self,
        caller: Self::Caller,
        body: super::loaf::Recipe,
    ) -> impl Future<Output = Result<super::loaf::LoafStarted, Refusal>> + Send {
        server::not_offered((caller, body))
    }

    /// Tells how a loaf stands.
    ///
    /// `GET /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn read_loaf(
        &self,
        caller: Self::Caller,
        loaf: String,
    ) -> impl Future<Output = Result<super::loaf::Loaf, Refusal>> + Send {
        server::not_offered((caller, loaf))
    }

    /// Changes what is given of a loaf.
    ///
    /// `PATCH /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn change_loaf(
        &self,
        caller: Self::Caller,
        loaf: String,
        body: super::loaf::LoafChange,
    ) -> impl Future<Output = Result<super::loaf::Loaf, Refusal>> + Send {
        server::not_offered((caller, loaf, body))
    }

    /// Has the bakery tell an address of its loaves.
    ///
    /// `PUT /v1/calls`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn call_at_door(
        &self,
        caller: Self::Caller,
        body: super::call::Call,
    ) -> impl Future<Output = Result<(), Refusal>> + Send {
        server::not_offered((caller, body))
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
    rejected: ErrorKind::BadKey,
};
static READ_LOAF_LOAF: decode::Text = decode::Text::new(
    "operations.readLoaf.parameters.loaf",
);
static CHANGE_LOAF_LOAF: decode::Text = decode::Text::new(
    "operations.changeLoaf.parameters.loaf",
);

/// How each operation is called, and what is done then.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::BAKE,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let body = call.body().await?;
                server::success(202, &service.bake(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::READ_LOAF,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let loaf = call.parameter("loaf", server::Form::Text, &READ_LOAF_LOAF)?;
                server::success(200, &service.read_loaf(caller, loaf).await?)
            }),
        },
        server::Route {
            operation: &operations::CHANGE_LOAF,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let loaf = call
                    .parameter("loaf", server::Form::Text, &CHANGE_LOAF_LOAF)?;
                let body = call.body().await?;
                server::success(200, &service.change_loaf(caller, loaf, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CALL_AT_DOOR,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let body = call.body().await?;
                server::success(204, &service.call_at_door(caller, body).await?)
            }),
        },
    ])
}
