//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request:
//!
//! - It finds the operation. An unknown path or method gets the error for unknown paths.
//! - It reads the key from its header.
//! - It validates path parameters and the body. A body that is too large gets the error for that.
//! - It writes responses and errors. If a method panics, the response is the error of a server failure.
//!
//! An implementation only adds the behaviour. `axum::serve(listener, router).await` serves the
//! router; it needs the features `http1` and `tokio` of `axum`.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::BadKey`],
//! [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{decode, server};
use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::server::{BindError, axum};
#[doc(no_inline)]
pub use webdata_runtime::server::Router;

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// - Implement only the operations that the server offers. The default of each method responds with
///   the error for unknown paths.
/// - Arguments are validated.
/// - The operator `?` turns an [`ErrorKind`], violations, or an [`ApiError`] into the response.
/// - Violations become an error of the caller. If a value that the server made has violations,
///   return an error of the server instead.
pub trait Service: Send + Sync + 'static {
    /// The owner of a key, such as an account. Each operation that needs a key gets it.
    type Caller: Send + 'static;

    /// Returns the owner of a key of the scheme `Key`.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::BadKey`]: the key is unknown or no longer valid.
    /// - [`ErrorKind::BadKey`]: the key has no permissions.
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
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
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
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): The job does not exist.
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
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): There is nothing by that name.
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
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    fn call_at_door(
        &self,
        caller: Self::Caller,
        body: super::call::Call,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        server::not_offered((caller, body))
    }
}

/// A builder of a server, by the methods of [`server::Builder`]: its limits, and the paths of
/// operations whose path the contract does not show.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// Returns the router of a service with the default configuration.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// Returns a builder of the server of a service.
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
