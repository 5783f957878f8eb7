//! The service as a trait, and an `axum` router made of an implementation.
//!
//! The router does what the contract says of every request: it finds the operation, takes the
//! key out of its header, judges path parameters and the body, and puts answers and errors into
//! their form. A handler that panics is answered with the error of a server that failed, a body
//! that is too large with the error for that, a path or method that nobody has with the error
//! for unknown paths. What is left to write is the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::{decode, server};
use super::errors::{ErrorKind, Refusal};
use super::operations;
pub use webdata_runtime::WithHeaders;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// A method that is left out answers with the error for unknown paths, so a server has
/// the methods of what it offers and no others. Arguments have been judged; an error of
/// the catalogue, violations, or a refusal with a message of its own is the answer when
/// `?` meets it. Violations are answered as an error of the caller's: those of a value
/// that the server itself made must be turned into an error of the server's first.
pub trait Service: Send + Sync + 'static {
    /// Matches.
    ///
    /// `POST /match`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn r#match(
        &self,
        body: super::r#impl::Type,
    ) -> impl Future<Output = Result<super::r#impl::Tree, Refusal>> + Send {
        server::not_offered((body,))
    }

    /// Is called as a client's own function is.
    ///
    /// `POST /new/{self}/{body}/{type}`
    ///
    /// The body may be left out.
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn new2(
        &self,
        path: NewPath,
        body: Option<super::r#impl::Type>,
    ) -> impl Future<Output = Result<serde_json::Value, Refusal>> + Send {
        server::not_offered((path, body))
    }

    /// Has parameters that are named as what a route has.
    ///
    /// `GET /called/{call}/{service}/{server}`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn called(
        &self,
        path: CalledPath,
    ) -> impl Future<Output = Result<serde_json::Value, Refusal>> + Send {
        server::not_offered((path,))
    }

    /// Has path parameters that are named as other arguments, and a query and headers with hard
    /// names.
    ///
    /// `GET /odd/{query}/{headers}`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn odd(
        &self,
        path: OddPath,
        query: super::r#impl::OddQuery,
        headers: super::r#impl::OddHeaders,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::r#impl::Words, super::r#impl::OddHeaders>,
            Refusal,
        >,
    > + Send {
        server::not_offered((path, query, headers))
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

/// How each operation is called, and what is done then.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::MATCH,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let body = call.body().await?;
                server::success(200, &service.r#match(body).await?)
            }),
        },
        server::Route {
            operation: &operations::NEW,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
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
