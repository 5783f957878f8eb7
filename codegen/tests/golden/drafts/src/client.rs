//! A client of the Shared Drafts API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! The client repeats a request as the contract says: if the status code is one of 503, and the
//! retry rule of the error in the catalogue is
//! [`Retry::Backoff`](crate::error_catalogue::Retry). An error that is not in the catalogue is
//! repeated if that is the rule of all errors with its status code. A request is sent at most 2
//! times. The client waits as long as the header `Retry-After` says, in seconds or as an HTTP
//! date. Without the header, the wait before attempt n + 1 is 2ⁿ s, at most 10 s, plus up to 0
//! s at random, so that many clients do not return at the same time.
//!
//! A request without a response is never repeated: the contract's rules are about responses.
//! After a 5xx, the client does not know what the service did. A request that is not idempotent
//! (RFC 9110, section 9.2.2), such as a `PATCH`, is then repeated only if the contract says
//! that the operation changed nothing, or if `Builder::resend_after_server_error` allows it. If
//! the service asks for a longer wait than `Builder::longest_wait`, the error is returned at
//! once.
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
//! Every operation may fail with these errors of the service: [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{self as runtime, Call, Caller, Service};
use super::error_catalogue::ErrorKind;
use super::operations;
pub use webdata_runtime::WithHeaders;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

/// The reason why a call has no result. Its methods are those of [`runtime::Error`]:
/// [`kind`](runtime::Error::kind) returns the error of the catalogue, and
/// [`error_response`](runtime::Error::error_response) the whole error response.
pub type Error = runtime::Error<ErrorKind, super::wire::Failure>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::wire::Failure>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::wire::Failure>;

static SERVICE: Service<ErrorKind> = Service {
    user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
    base_path: "/v1",
    media_type: "application/json",
    catalogue: ErrorKind::ALL,
    row: ErrorKind::row,
    retry: Some(runtime::RetryRules {
        statuses: &[503],
        header: "Retry-After",
        base_seconds: 2,
        cap_seconds: 10,
        jitter_seconds: 0,
        attempts: 2,
    }),
};

/// A client of the Shared Drafts API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::wire::Failure>);

impl From<Caller<ErrorKind, super::wire::Failure>> for Client {
    fn from(caller: Caller<ErrorKind, super::wire::Failure>) -> Self {
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
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    /// - [`ErrorKind::KeyReused`] (422): `Idempotency-Key` was sent with another body before.
    pub async fn create_draft(
        &self,
        headers: &super::wire::CreateHeaders,
        body: &super::draft::DraftContent,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0
            .send_for_headers(
                Call::new(&operations::CREATE_DRAFT, &[])
                    .headers(headers)
                    .keyed_by("Idempotency-Key")
                    .body(body),
            )
            .await
    }

    /// Shows a draft.
    ///
    /// `GET /v1/drafts/{draftId}`
    ///
    /// `draft_id`: The draft.
    ///
    /// If the caller has the current version, the result is an `Error::ErrorResponse` with the
    /// status code 304.
    ///
    /// Returns the Draft as it is stored (`operations.readDraft.reads`).
    ///
    /// `ETag` is the version of the Draft, and changes with it (`operations.readDraft.version`).
    ///
    /// A request whose `If-None-Match` is the version of the Draft results in 304, without a body
    /// (`operations.readDraft.condition`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    /// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
    pub async fn read_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::ReadHeaders,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0
            .send_for_headers(
                Call::new(&operations::READ_DRAFT, &[draft_id]).headers(headers),
            )
            .await
    }

    /// Updates a draft.
    ///
    /// `PATCH /v1/drafts/{draftId}`
    ///
    /// `draft_id`: The draft.
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
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    /// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
    /// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
    ///   Draft.
    pub async fn update_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::ChangeHeaders,
        body: &super::draft::DraftChange,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0
            .send_for_headers(
                Call::new(&operations::UPDATE_DRAFT, &[draft_id])
                    .headers(headers)
                    .body(body),
            )
            .await
    }

    /// Replaces a draft.
    ///
    /// `PUT /v1/drafts/{draftId}`
    ///
    /// `draft_id`: The draft.
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
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    /// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
    /// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
    ///   Draft.
    /// - [`ErrorKind::VersionMissing`] (428): The request does not say which version it replaces.
    pub async fn replace_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::PinnedHeaders,
        body: &super::draft::DraftContent,
    ) -> Result<super::draft::Draft, Error> {
        self.0
            .send(
                Call::new(&operations::REPLACE_DRAFT, &[draft_id])
                    .headers(headers)
                    .body(body),
            )
            .await
    }

    /// Removes a draft.
    ///
    /// `DELETE /v1/drafts/{draftId}`
    ///
    /// `draft_id`: The draft.
    ///
    /// Removes the Draft, and no other (`operations.deleteDraft.deletes`).
    ///
    /// A request whose `If-Match` is not the version of the Draft results in version-differs, and
    /// changes nothing (`operations.deleteDraft.precondition`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    /// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
    /// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
    ///   Draft.
    /// - [`ErrorKind::VersionMissing`] (428): The request does not say which version it replaces.
    pub async fn delete_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::PinnedHeaders,
    ) -> Result<(), Error> {
        self.0
            .send(Call::new(&operations::DELETE_DRAFT, &[draft_id]).headers(headers))
            .await
    }

    /// Lists the drafts of a team.
    ///
    /// `GET /v1/drafts`
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
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NoPermission`] (403): The key may not do this.
    #[deprecated(note = "Keep the identities of drafts.")]
    pub async fn list_drafts(&self) -> Result<super::draft::Drafts, Error> {
        self.0.call(&operations::LIST_DRAFTS, &[], None::<&()>).await
    }
}
