//! A client of the Parcel Lockers API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! A list with pages has two more methods: `…_pages` returns a [`Stream`] of its pages, and
//! `…_stream` one of its items. A stream fetches each page when it is asked for.
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
pub type Error = runtime::Error<ErrorKind, super::locker::Failure>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::locker::Failure>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::locker::Failure>;

/// A stream of the pages of a list.
pub type Pages<'c, R> = runtime::Pages<'c, ErrorKind, super::locker::Failure, R>;

/// A stream of the items of a list.
pub type Items<'c, R, T> = runtime::Items<'c, ErrorKind, super::locker::Failure, R, T>;

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

/// A client of the Parcel Lockers API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::locker::Failure>);

impl From<Caller<ErrorKind, super::locker::Failure>> for Client {
    fn from(caller: Caller<ErrorKind, super::locker::Failure>) -> Self {
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
    /// Takes a parcel in.
    ///
    /// `POST /v1/parcels`
    ///
    /// Each success creates a Parcel with an identity of its own
    /// (`operations.createParcel.creates`).
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.createParcel.effects.stores-given`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    pub async fn create_parcel(
        &self,
        headers: &super::wire::CreateHeaders,
        body: &super::parcel::ParcelDraft,
    ) -> Result<WithHeaders<super::parcel::Parcel, super::wire::CreatedHeaders>, Error> {
        self.0
            .send_for_headers(
                Call::new(&operations::CREATE_PARCEL, &[]).headers(headers).body(body),
            )
            .await
    }

    /// Shows a parcel.
    ///
    /// `GET /v1/parcels/{parcelId}`
    ///
    /// `parcel_id`: The parcel.
    ///
    /// Returns the Parcel as it is stored (`operations.readParcel.reads`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotYours`] (403): The Parcel belongs to another team.
    /// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
    pub async fn read_parcel(
        &self,
        parcel_id: &str,
    ) -> Result<super::parcel::ParcelAnswer, Error> {
        self.0.call(&operations::READ_PARCEL, &[parcel_id], None::<&()>).await
    }

    /// Lists the parcels of a team.
    ///
    /// `GET /v1/parcels`
    ///
    /// Returns each Parcel of the team, and no other (`operations.listParcels.lists`).
    ///
    /// `state` excludes each Parcel with another value (`operations.listParcels.filters.state`).
    ///
    /// `tags` excludes each Parcel with another value (`operations.listParcels.filters.tags`).
    ///
    /// `insured` excludes each Parcel with another value
    /// (`operations.listParcels.filters.insured`).
    ///
    /// Sorted by `value`, ascending (`operations.listParcels.order.value`).
    ///
    /// Sorted by `value`, descending (`operations.listParcels.order.-value`).
    ///
    /// Sorted by `label`, ascending (`operations.listParcels.order.label`).
    ///
    /// A walk over the pages by `cursor` returns each resource once
    /// (`operations.listParcels.pagination.walk`).
    ///
    /// A page has at most `limit` resources (`operations.listParcels.pagination.limit`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadCursor`] (400): The service has never returned the cursor.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    pub async fn list_parcels(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Result<super::wire::ParcelPage, Error> {
        self.0
            .send(
                Call::new(&operations::LIST_PARCELS, &[]).query(query).headers(headers),
            )
            .await
    }

    /// Replaces a parcel.
    ///
    /// `PUT /v1/parcels/{parcelId}`
    ///
    /// `parcel_id`: The parcel.
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceParcel.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceParcel.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceParcel.effects.refusal-keeps-all`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
    pub async fn replace_parcel(
        &self,
        parcel_id: &str,
        body: &super::parcel::ParcelDraft,
    ) -> Result<super::parcel::Parcel, Error> {
        self.0.call(&operations::REPLACE_PARCEL, &[parcel_id], Some(body)).await
    }

    /// Updates a parcel.
    ///
    /// `PATCH /v1/parcels/{parcelId}`
    ///
    /// `parcel_id`: The parcel.
    ///
    /// Each property that is given is stored and returned.
    /// (`operations.updateParcel.effects.stores-given`)
    ///
    /// A parcel that loses its value loses its insurance.
    /// (`operations.updateParcel.effects.worthless-is-not-insured`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
    pub async fn update_parcel(
        &self,
        parcel_id: &str,
        body: &super::parcel::ParcelChange,
    ) -> Result<super::parcel::ParcelAnswer, Error> {
        self.0.call(&operations::UPDATE_PARCEL, &[parcel_id], Some(body)).await
    }

    /// Updates several parcels.
    ///
    /// `PATCH /v1/parcels`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.updateParcels.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.updateParcels.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.updateParcels.effects.refusal-keeps-all`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
    pub async fn update_parcels(
        &self,
        body: &super::parcel::ParcelChanges,
    ) -> Result<super::parcel::Parcels, Error> {
        self.0.call(&operations::UPDATE_PARCELS, &[], Some(body)).await
    }

    /// Hands a parcel out.
    ///
    /// `DELETE /v1/parcels/{parcelId}`
    ///
    /// `parcel_id`: The parcel.
    ///
    /// Removes the Parcel, and no other (`operations.deleteParcel.deletes`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
    /// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
    pub async fn delete_parcel(
        &self,
        parcel_id: &str,
    ) -> Result<WithHeaders<(), super::wire::GoneHeaders>, Error> {
        self.0
            .send_for_headers(Call::new(&operations::DELETE_PARCEL, &[parcel_id]))
            .await
    }

    /// Replaces several lockers.
    ///
    /// `PUT /v1/lockers`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceLockers.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceLockers.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceLockers.effects.refusal-keeps-all`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
    pub async fn replace_lockers(
        &self,
        body: &super::locker::Lockers,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.call(&operations::REPLACE_LOCKERS, &[], Some(body)).await
    }

    /// Replaces a locker.
    ///
    /// `PUT /v1/lockers/{name}`
    ///
    /// `name`: The locker.
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceLocker.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceLocker.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceLocker.effects.refusal-keeps-all`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
    pub async fn replace_locker(
        &self,
        name: &str,
        body: &super::locker::Locker,
    ) -> Result<super::locker::Locker, Error> {
        self.0.call(&operations::REPLACE_LOCKER, &[name], Some(body)).await
    }

    /// Updates a locker.
    ///
    /// `PATCH /v1/lockers/{name}`
    ///
    /// `name`: The locker.
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.changeLocker.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.changeLocker.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.changeLocker.effects.refusal-keeps-all`)
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    /// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
    pub async fn change_locker(
        &self,
        name: &str,
        body: Option<&super::locker::Locker>,
    ) -> Result<super::locker::Locker, Error> {
        self.0.call(&operations::CHANGE_LOCKER, &[name], body).await
    }

    /// Lists the lockers, page by page.
    ///
    /// `GET /v1/lockers`
    ///
    /// Returns each Locker of the team, and no other (`operations.listLockers.lists`).
    ///
    /// A walk over the pages by `page` returns each resource once
    /// (`operations.listLockers.pagination.walk`).
    ///
    /// A page has at most `size` resources (`operations.listLockers.pagination.limit`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    pub async fn list_lockers(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.send(Call::new(&operations::LIST_LOCKERS, &[]).query(query)).await
    }

    /// Lists the lockers from one on.
    ///
    /// `GET /v1/lockers/search`
    ///
    /// Returns each Locker of the team, and no other (`operations.searchLockers.lists`).
    ///
    /// A walk over the pages by `offset` returns each resource once
    /// (`operations.searchLockers.pagination.walk`).
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
    pub async fn search_lockers(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.send(Call::new(&operations::SEARCH_LOCKERS, &[]).query(query)).await
    }

    /// Empties a locker.
    ///
    /// `POST /v1/lockers/{name}/empty`
    ///
    /// `name`: The locker.
    ///
    /// # Errors
    ///
    /// If there is no readable response, or the service rejects the request with an [error of every
    /// operation](self).
    pub async fn empty_locker(&self, name: &str) -> Result<(), Error> {
        self.0.call(&operations::EMPTY_LOCKER, &[name], None::<&()>).await
    }

    /// Returns the pages of [`Self::list_parcels`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(page) = pages.try_next().await? { … }`.
    pub fn list_parcels_pages(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Pages<'_, super::wire::ParcelPage> {
        Pages::new(
            &self.0,
            Call::new(&operations::LIST_PARCELS, &[]).query(query).headers(headers),
            runtime::Paging {
                parameter: "cursor",
                by: runtime::PagedBy::Cursor {
                    next: "next",
                },
            },
        )
    }

    /// Returns the items of [`Self::list_parcels`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(item) = items.try_next().await? { … }`.
    pub fn list_parcels_stream(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Items<'_, super::wire::ParcelPage, super::parcel::Parcel> {
        self.list_parcels_pages(query, headers).items(|page| page.parcels)
    }

    /// Returns the pages of [`Self::list_lockers`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(page) = pages.try_next().await? { … }`.
    pub fn list_lockers_pages(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Pages<'_, super::locker::Lockers> {
        Pages::new(
            &self.0,
            Call::new(&operations::LIST_LOCKERS, &[]).query(query),
            runtime::Paging {
                parameter: "page",
                by: runtime::PagedBy::Page {
                    items: "",
                },
            },
        )
    }

    /// Returns the items of [`Self::list_lockers`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(item) = items.try_next().await? { … }`.
    pub fn list_lockers_stream(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Items<'_, super::locker::Lockers, super::locker::Locker> {
        self.list_lockers_pages(query).items(|page| page.0)
    }

    /// Returns the pages of [`Self::search_lockers`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(page) = pages.try_next().await? { … }`.
    pub fn search_lockers_pages(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Pages<'_, super::locker::Lockers> {
        Pages::new(
            &self.0,
            Call::new(&operations::SEARCH_LOCKERS, &[]).query(query),
            runtime::Paging {
                parameter: "offset",
                by: runtime::PagedBy::Offset {
                    items: "",
                },
            },
        )
    }

    /// Returns the items of [`Self::search_lockers`], from the page that `query` names on.
    ///
    /// The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use
    /// `while let Some(item) = items.try_next().await? { … }`.
    pub fn search_lockers_stream(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Items<'_, super::locker::Lockers, super::locker::Locker> {
        self.search_lockers_pages(query).items(|page| page.0)
    }
}
