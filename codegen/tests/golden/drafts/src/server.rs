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
    /// The caller of an operation: what the service knows by a key, such as an account.
    type Caller: Send + 'static;

    /// Returns the owner of a key of the scheme `Key`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::BadKey` for a key that is unknown or no longer valid; `ErrorKind::NoPermission`
    /// for a key without permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Stores a new draft.
    ///
    /// `POST /v1/drafts`
    ///
    /// Each success creates a Draft with an identity of its own (`operations.createDraft.creates`).
    ///
    /// `ETag` is the version of the Draft, and changes with it (`operations.createDraft.version`).
    ///
    /// Requests with the same `Idempotency-Key` and the same body create one Draft; another
    /// `Idempotency-Key` creates another one (`operations.createDraft.idempotency`).
    ///
    /// A known `Idempotency-Key` with another body results in key-reused
    /// (`operations.createDraft.idempotency.reused`).
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.createDraft.effects.stores-given`)
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn create_draft(
        &self,
        caller: Self::Caller,
        headers: super::wire::CreateHeaders,
        body: super::draft::DraftContent,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::draft::Draft, super::wire::VersionHeaders>,
            ApiError,
        >,
    > + Send {
        server::not_offered((caller, headers, body))
    }

    /// Shows a draft.
    ///
    /// `GET /v1/drafts/{draftId}`
    ///
    /// Returns the Draft as it is stored (`operations.readDraft.reads`).
    ///
    /// `ETag` is the version of the Draft, and changes with it (`operations.readDraft.version`).
    ///
    /// A request whose `If-None-Match` is the version of the Draft results in 304, without a body
    /// (`operations.readDraft.condition`).
    ///
    /// `draft_id`: The draft. A UUID (`operations.readDraft.parameters.draftId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Draft`, and any other rejection.
    fn read_draft(
        &self,
        caller: Self::Caller,
        draft_id: String,
        headers: super::wire::ReadHeaders,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::draft::Draft, super::wire::VersionHeaders>,
            ApiError,
        >,
    > + Send {
        server::not_offered((caller, draft_id, headers))
    }

    /// Updates a draft.
    ///
    /// `PATCH /v1/drafts/{draftId}`
    ///
    /// `ETag` is the version of the Draft, and changes with it (`operations.updateDraft.version`).
    ///
    /// A request whose `If-Match` is not the version of the Draft results in version-differs, and
    /// changes nothing (`operations.updateDraft.precondition`).
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.updateDraft.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.updateDraft.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.updateDraft.effects.refusal-keeps-all`)
    ///
    /// `draft_id`: The draft. A UUID (`operations.updateDraft.parameters.draftId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Draft`, and any other rejection.
    fn update_draft(
        &self,
        caller: Self::Caller,
        draft_id: String,
        headers: super::wire::ChangeHeaders,
        body: super::draft::DraftChange,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::draft::Draft, super::wire::VersionHeaders>,
            ApiError,
        >,
    > + Send {
        server::not_offered((caller, draft_id, headers, body))
    }

    /// Replaces a draft.
    ///
    /// `PUT /v1/drafts/{draftId}`
    ///
    /// A request whose `If-Match` is not the version of the Draft results in version-differs, and
    /// changes nothing (`operations.replaceDraft.precondition`).
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceDraft.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceDraft.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceDraft.effects.refusal-keeps-all`)
    ///
    /// `draft_id`: The draft. A UUID (`operations.replaceDraft.parameters.draftId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Draft`, and any other rejection.
    fn replace_draft(
        &self,
        caller: Self::Caller,
        draft_id: String,
        headers: super::wire::PinnedHeaders,
        body: super::draft::DraftContent,
    ) -> impl Future<Output = Result<super::draft::Draft, ApiError>> + Send {
        server::not_offered((caller, draft_id, headers, body))
    }

    /// Removes a draft.
    ///
    /// `DELETE /v1/drafts/{draftId}`
    ///
    /// Removes the Draft, and no other (`operations.deleteDraft.deletes`).
    ///
    /// A request whose `If-Match` is not the version of the Draft results in version-differs, and
    /// changes nothing (`operations.deleteDraft.precondition`).
    ///
    /// `draft_id`: The draft. A UUID (`operations.deleteDraft.parameters.draftId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Draft`, and any other rejection.
    fn delete_draft(
        &self,
        caller: Self::Caller,
        draft_id: String,
        headers: super::wire::PinnedHeaders,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        server::not_offered((caller, draft_id, headers))
    }

    /// Lists the drafts of a team.
    ///
    /// `GET /v1/drafts`
    ///
    /// Deprecated: Keep the identities of drafts.
    ///
    /// Returns each Draft of the team, and no other (`operations.listDrafts.lists`).
    ///
    /// Each success has the header `Deprecation: @1768435200`
    /// (`operations.listDrafts.deprecatedSince`).
    ///
    /// Each success has the header `Sunset: Fri, 15 Jan 2027 00:00:00 GMT`
    /// (`operations.listDrafts.sunset`).
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn list_drafts(
        &self,
        caller: Self::Caller,
    ) -> impl Future<Output = Result<super::draft::Drafts, ApiError>> + Send {
        server::not_offered((caller,))
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
static READ_DRAFT_DRAFT_ID: decode::Text = decode::Text::new(
        "operations.readDraft.parameters.draftId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static UPDATE_DRAFT_DRAFT_ID: decode::Text = decode::Text::new(
        "operations.updateDraft.parameters.draftId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static REPLACE_DRAFT_DRAFT_ID: decode::Text = decode::Text::new(
        "operations.replaceDraft.parameters.draftId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static DELETE_DRAFT_DRAFT_ID: decode::Text = decode::Text::new(
        "operations.deleteDraft.parameters.draftId",
    )
    .format(runtime::string_format::StringFormat::Uuid);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::CREATE_DRAFT,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let headers = call.headers()?;
                let body = call.body().await?;
                server::success_with_headers(
                    201,
                    &service.create_draft(caller, headers, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::READ_DRAFT,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let known = call.header("If-None-Match");
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let draft_id = call
                    .parameter("draftId", server::Form::Text, &READ_DRAFT_DRAFT_ID)?;
                let headers = call.headers()?;
                server::success_with_headers(
                        200,
                        &service.read_draft(caller, draft_id, headers).await?,
                    )
                    .map(|success| success.unless_known(known.as_deref()))
            }),
        },
        server::Route {
            operation: &operations::UPDATE_DRAFT,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let draft_id = call
                    .parameter("draftId", server::Form::Text, &UPDATE_DRAFT_DRAFT_ID)?;
                let headers = call.headers()?;
                let body = call.body().await?;
                server::success_with_headers(
                    200,
                    &service.update_draft(caller, draft_id, headers, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::REPLACE_DRAFT,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let draft_id = call
                    .parameter("draftId", server::Form::Text, &REPLACE_DRAFT_DRAFT_ID)?;
                let headers = call.headers()?;
                let body = call.body().await?;
                server::success(
                    200,
                    &service.replace_draft(caller, draft_id, headers, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::DELETE_DRAFT,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let draft_id = call
                    .parameter("draftId", server::Form::Text, &DELETE_DRAFT_DRAFT_ID)?;
                let headers = call.headers()?;
                server::success(
                    204,
                    &service.delete_draft(caller, draft_id, headers).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::LIST_DRAFTS,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                server::success(200, &service.list_drafts(caller).await?)
                    .map(|success| {
                        success
                            .with_headers(
                                &[
                                    ("deprecation", "@1768435200"),
                                    ("sunset", "Fri, 15 Jan 2027 00:00:00 GMT"),
                                ],
                            )
                    })
            }),
        },
    ])
}
