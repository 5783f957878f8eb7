//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request: it finds the operation, reads
//! the key from its header, validates path parameters and the body, and writes responses and
//! errors. A handler that panics causes the error of a server failure, a body that is too large
//! the error for that, and an unknown path or method the error for unknown paths. An
//! implementation only adds the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::{decode, server};
use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::WithHeaders;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// The default of each method responds with the error for unknown paths, so implement only the
/// operations that the server offers. Arguments are validated. The operator `?` turns an error of
/// the catalogue, violations, or a rejection with another message into the response. Violations
/// become an error of the caller. Convert those of a value that the server made itself into an
/// error of the server before.
pub trait Service: Send + Sync + 'static {
    /// Matches.
    ///
    /// `POST /match`
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn r#match(
        &self,
        body: super::r#impl::Type,
    ) -> impl Future<Output = Result<super::r#impl::Tree, ApiError>> + Send {
        server::not_offered((body,))
    }

    /// Has the name of a function that every client has.
    ///
    /// `POST /new/{self}/{body}/{type}`
    ///
    /// The body is optional.
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn new2(
        &self,
        path: NewPath,
        body: Option<super::r#impl::Type>,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((path, body))
    }

    /// Has parameters with the names of variables in the emitted route.
    ///
    /// `GET /called/{call}/{service}/{server}`
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn called(
        &self,
        path: CalledPath,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((path,))
    }

    /// Has path parameters with the names of other arguments, and a query and headers with hard
    /// names.
    ///
    /// `GET /odd/{query}/{headers}`
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn odd(
        &self,
        path: OddPath,
        query: super::r#impl::OddQuery,
        headers: super::r#impl::OddHeaders,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::r#impl::Words, super::r#impl::OddHeaders>,
            ApiError,
        >,
    > + Send {
        server::not_offered((path, query, headers))
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

/// The path parameters of `new`.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPath {
    /// One.
    pub self_: String,
    /// Another.
    pub body: String,
    /// A third.
    pub r#type: String,
}

/// The path parameters of `called`.
#[derive(Debug, Clone, PartialEq)]
pub struct CalledPath {
    /// One.
    pub call: String,
    /// Another.
    pub service: String,
    /// A third.
    pub server: String,
}

/// The path parameters of `odd`.
#[derive(Debug, Clone, PartialEq)]
pub struct OddPath {
    /// One.
    pub query: String,
    /// Another.
    pub headers: String,
}

static NEW_SELF: decode::Text = decode::Text::new("operations.new.parameters.self");
static NEW_BODY: decode::Text = decode::Text::new("operations.new.parameters.body");
static NEW_TYPE: decode::Text = decode::Text::new("operations.new.parameters.type");
static CALLED_CALL: decode::Text = decode::Text::new(
    "operations.called.parameters.call",
);
static CALLED_SERVICE: decode::Text = decode::Text::new(
    "operations.called.parameters.service",
);
static CALLED_SERVER: decode::Text = decode::Text::new(
    "operations.called.parameters.server",
);
static ODD_QUERY: decode::Text = decode::Text::new("operations.odd.parameters.query");
static ODD_HEADERS: decode::Text = decode::Text::new(
    "operations.odd.parameters.headers",
);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::MATCH,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let body = call.body().await?;
                server::success(200, &service.r#match(body).await?)
            }),
        },
        server::Route {
            operation: &operations::NEW,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let self_ = call.parameter("self", server::Form::Text, &NEW_SELF)?;
                let body2 = call.parameter("body", server::Form::Text, &NEW_BODY)?;
                let r#type = call.parameter("type", server::Form::Text, &NEW_TYPE)?;
                let path = NewPath {
                    self_,
                    body: body2,
                    r#type,
                };
                let body = call.body_if_given().await?;
                server::success(200, &service.new2(path, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CALLED,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let call2 = call.parameter("call", server::Form::Text, &CALLED_CALL)?;
                let service2 = call
                    .parameter("service", server::Form::Text, &CALLED_SERVICE)?;
                let server = call
                    .parameter("server", server::Form::Text, &CALLED_SERVER)?;
                let path = CalledPath {
                    call: call2,
                    service: service2,
                    server,
                };
                server::success(200, &service.called(path).await?)
            }),
        },
        server::Route {
            operation: &operations::ODD,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let query2 = call.parameter("query", server::Form::Text, &ODD_QUERY)?;
                let headers2 = call
                    .parameter("headers", server::Form::Text, &ODD_HEADERS)?;
                let path = OddPath {
                    query: query2,
                    headers: headers2,
                };
                let query = call.query()?;
                let headers = call.headers()?;
                server::success_with_headers(
                    200,
                    &service.odd(path, query, headers).await?,
                )
            }),
        },
    ])
}
