//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request: it finds the operation, reads
//! the key from its header, validates path parameters and the body, and writes responses and
//! errors. A handler that panics causes the error of a server failure, a body that is too large
//! the error for that, and an unknown path or method the error for unknown paths. An
//! implementation only adds the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{decode, server};
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
    /// `ErrorKind::BadKey` for a key that is unknown or no longer valid; `ErrorKind::BadKey` for a
    /// key without permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Puts a loaf into the oven.
    ///
    /// `POST /v1/loaves`
    ///
    /// Each success starts a job with an identity of its own (`operations.bake.starts`).
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn bake(
        &self,
        caller: Self::Caller,
        body: super::loaf::Recipe,
    ) -> impl Future<Output = Result<super::loaf::LoafStarted, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Tells how a loaf stands.
    ///
    /// `GET /v1/loaves/{loaf}`
    ///
    /// Returns the state of the job (`operations.readLoaf.reads`).
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Loaf`, and any other rejection.
    fn read_loaf(
        &self,
        caller: Self::Caller,
        loaf: String,
        query: super::loaf::LoafView,
    ) -> impl Future<Output = Result<super::loaf::Loaf, ApiError>> + Send {
        server::not_offered((caller, loaf, query))
    }

    /// Changes what is given of a loaf.
    ///
    /// `PATCH /v1/loaves/{loaf}`
    ///
    /// `loaf`: The loaf.
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn change_loaf(
        &self,
        caller: Self::Caller,
        loaf: String,
        body: super::loaf::LoafChange,
    ) -> impl Future<Output = Result<super::loaf::Loaf, ApiError>> + Send {
        server::not_offered((caller, loaf, body))
    }

    /// Has the bakery tell an address of its loaves.
    ///
    /// `PUT /v1/calls`
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn call_at_door(
        &self,
        caller: Self::Caller,
        body: super::call::Call,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        server::not_offered((caller, body))
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
    rejected: ErrorKind::BadKey,
};
static READ_LOAF_LOAF: decode::Text = decode::Text::new(
    "operations.readLoaf.parameters.loaf",
);
static CHANGE_LOAF_LOAF: decode::Text = decode::Text::new(
    "operations.changeLoaf.parameters.loaf",
);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::BAKE,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let body = call.body().await?;
                server::success(202, &service.bake(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::READ_LOAF,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let loaf = call.parameter("loaf", server::Form::Text, &READ_LOAF_LOAF)?;
                let query = call.query()?;
                server::success(200, &service.read_loaf(caller, loaf, query).await?)
            }),
        },
        server::Route {
            operation: &operations::CHANGE_LOAF,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let body = call.body().await?;
                server::success(204, &service.call_at_door(caller, body).await?)
            }),
        },
    ])
}
