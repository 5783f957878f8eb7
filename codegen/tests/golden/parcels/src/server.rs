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
    /// `ErrorKind::BadKey` for a key that is unknown or no longer valid; `ErrorKind::BadKey` for a
    /// key without permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

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
    /// Any rejection.
    fn create_parcel(
        &self,
        caller: Self::Caller,
        headers: super::wire::CreateHeaders,
        body: super::parcel::ParcelDraft,
    ) -> impl Future<
        Output = Result<
            WithHeaders<super::parcel::Parcel, super::wire::CreatedHeaders>,
            ApiError,
        >,
    > + Send {
        server::not_offered((caller, headers, body))
    }

    /// Shows a parcel.
    ///
    /// `GET /v1/parcels/{parcelId}`
    ///
    /// Returns the Parcel as it is stored (`operations.readParcel.reads`).
    ///
    /// `parcel_id`: The parcel. A UUID (`operations.readParcel.parameters.parcelId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Parcel`, and any other rejection.
    fn read_parcel(
        &self,
        caller: Self::Caller,
        parcel_id: String,
    ) -> impl Future<Output = Result<super::parcel::ParcelAnswer, ApiError>> + Send {
        server::not_offered((caller, parcel_id))
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
    /// Any rejection.
    fn list_parcels(
        &self,
        caller: Self::Caller,
        query: super::wire::ParcelQuery,
        headers: super::wire::ListHeaders,
    ) -> impl Future<Output = Result<super::wire::ParcelPage, ApiError>> + Send {
        server::not_offered((caller, query, headers))
    }

    /// Replaces a parcel.
    ///
    /// `PUT /v1/parcels/{parcelId}`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceParcel.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceParcel.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceParcel.effects.refusal-keeps-all`)
    ///
    /// `parcel_id`: The parcel. A UUID (`operations.replaceParcel.parameters.parcelId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Parcel`, and any other rejection.
    fn replace_parcel(
        &self,
        caller: Self::Caller,
        parcel_id: String,
        body: super::parcel::ParcelDraft,
    ) -> impl Future<Output = Result<super::parcel::Parcel, ApiError>> + Send {
        server::not_offered((caller, parcel_id, body))
    }

    /// Updates a parcel.
    ///
    /// `PATCH /v1/parcels/{parcelId}`
    ///
    /// Each property that is given is stored and returned.
    /// (`operations.updateParcel.effects.stores-given`)
    ///
    /// A parcel that loses its value loses its insurance.
    /// (`operations.updateParcel.effects.worthless-is-not-insured`)
    ///
    /// `parcel_id`: The parcel. A UUID (`operations.updateParcel.parameters.parcelId.format`).
    ///
    /// The router cannot check the rules about what would be stored: before an implementation
    /// stores anything, it calls `body.violations_after_update(&stored).or(())?`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Parcel`, and any other rejection.
    fn update_parcel(
        &self,
        caller: Self::Caller,
        parcel_id: String,
        body: super::parcel::ParcelChange,
    ) -> impl Future<Output = Result<super::parcel::ParcelAnswer, ApiError>> + Send {
        server::not_offered((caller, parcel_id, body))
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
    /// The router cannot check the rules about what would be stored: before an implementation
    /// stores anything, it calls `body.violations_after_update(&stored).or(())?`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Parcel`, and any other rejection.
    fn update_parcels(
        &self,
        caller: Self::Caller,
        body: super::parcel::ParcelChanges,
    ) -> impl Future<Output = Result<super::parcel::Parcels, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Hands a parcel out.
    ///
    /// `DELETE /v1/parcels/{parcelId}`
    ///
    /// Removes the Parcel, and no other (`operations.deleteParcel.deletes`).
    ///
    /// `parcel_id`: The parcel. A UUID (`operations.deleteParcel.parameters.parcelId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Parcel`, and any other rejection.
    fn delete_parcel(
        &self,
        caller: Self::Caller,
        parcel_id: String,
    ) -> impl Future<
        Output = Result<WithHeaders<(), super::wire::GoneHeaders>, ApiError>,
    > + Send {
        server::not_offered((caller, parcel_id))
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
    /// `ErrorKind::NotHere` if there is no such `Locker`, and any other rejection.
    fn replace_lockers(
        &self,
        body: super::locker::Lockers,
    ) -> impl Future<Output = Result<super::locker::Lockers, ApiError>> + Send {
        server::not_offered((body,))
    }

    /// Replaces a locker.
    ///
    /// `PUT /v1/lockers/{name}`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.replaceLocker.effects.stores-given`)
    ///
    /// Each property that the request leaves out is reset to its default, or removed if it has
    /// none. (`operations.replaceLocker.effects.resets-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.replaceLocker.effects.refusal-keeps-all`)
    ///
    /// `name`: The locker.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Locker`, and any other rejection.
    fn replace_locker(
        &self,
        name: String,
        body: super::locker::Locker,
    ) -> impl Future<Output = Result<super::locker::Locker, ApiError>> + Send {
        server::not_offered((name, body))
    }

    /// Updates a locker.
    ///
    /// `PATCH /v1/lockers/{name}`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.changeLocker.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.changeLocker.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.changeLocker.effects.refusal-keeps-all`)
    ///
    /// `name`: The locker.
    ///
    /// The body is optional.
    ///
    /// The router cannot check the rules about what would be stored: before an implementation
    /// stores anything, it calls `body.violations_after_update(&stored).or(())?`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotHere` if there is no such `Locker`, and any other rejection.
    fn change_locker(
        &self,
        name: String,
        body: Option<super::locker::Locker>,
    ) -> impl Future<Output = Result<super::locker::Locker, ApiError>> + Send {
        server::not_offered((name, body))
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
    /// Any rejection.
    fn list_lockers(
        &self,
        query: super::locker::LockerQuery,
    ) -> impl Future<Output = Result<super::locker::Lockers, ApiError>> + Send {
        server::not_offered((query,))
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
    /// Any rejection.
    fn search_lockers(
        &self,
        query: super::locker::LockerSearch,
    ) -> impl Future<Output = Result<super::locker::Lockers, ApiError>> + Send {
        server::not_offered((query,))
    }

    /// Empties a locker.
    ///
    /// `POST /v1/lockers/{name}/empty`
    ///
    /// `name`: The locker.
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn empty_locker(
        &self,
        name: String,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        server::not_offered((name,))
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
static READ_PARCEL_PARCEL_ID: decode::Text = decode::Text::new(
        "operations.readParcel.parameters.parcelId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static REPLACE_PARCEL_PARCEL_ID: decode::Text = decode::Text::new(
        "operations.replaceParcel.parameters.parcelId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static UPDATE_PARCEL_PARCEL_ID: decode::Text = decode::Text::new(
        "operations.updateParcel.parameters.parcelId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static DELETE_PARCEL_PARCEL_ID: decode::Text = decode::Text::new(
        "operations.deleteParcel.parameters.parcelId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static REPLACE_LOCKER_NAME: decode::Text = decode::Text::new(
    "operations.replaceLocker.parameters.name",
);
static CHANGE_LOCKER_NAME: decode::Text = decode::Text::new(
    "operations.changeLocker.parameters.name",
);
static EMPTY_LOCKER_NAME: decode::Text = decode::Text::new(
    "operations.emptyLocker.parameters.name",
);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::CREATE_PARCEL,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let headers = call.headers()?;
                let body: super::parcel::ParcelDraft = call.body().await?;
                body.violations_after_create_parcel().or(())?;
                server::success_with_headers(
                    201,
                    &service.create_parcel(caller, headers, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::READ_PARCEL,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let parcel_id = call
                    .parameter("parcelId", server::Form::Text, &READ_PARCEL_PARCEL_ID)?;
                server::success(200, &service.read_parcel(caller, parcel_id).await?)
            }),
        },
        server::Route {
            operation: &operations::LIST_PARCELS,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let query = call.query()?;
                let headers = call.headers()?;
                server::success(
                    200,
                    &service.list_parcels(caller, query, headers).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::REPLACE_PARCEL,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let parcel_id = call
                    .parameter(
                        "parcelId",
                        server::Form::Text,
                        &REPLACE_PARCEL_PARCEL_ID,
                    )?;
                let body: super::parcel::ParcelDraft = call.body().await?;
                body.violations_after_replace_parcel().or(())?;
                server::success(
                    200,
                    &service.replace_parcel(caller, parcel_id, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::UPDATE_PARCEL,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let parcel_id = call
                    .parameter(
                        "parcelId",
                        server::Form::Text,
                        &UPDATE_PARCEL_PARCEL_ID,
                    )?;
                let body = call.body().await?;
                server::success(
                    200,
                    &service.update_parcel(caller, parcel_id, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::UPDATE_PARCELS,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let body = call.body().await?;
                server::success(200, &service.update_parcels(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::DELETE_PARCEL,
            scheme: Some(&KEY),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&KEY)?).await?;
                let parcel_id = call
                    .parameter(
                        "parcelId",
                        server::Form::Text,
                        &DELETE_PARCEL_PARCEL_ID,
                    )?;
                server::success_with_headers(
                    204,
                    &service.delete_parcel(caller, parcel_id).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::REPLACE_LOCKERS,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let body: super::locker::Lockers = call.body().await?;
                body.violations_after_replace_lockers().or(())?;
                server::success(200, &service.replace_lockers(body).await?)
            }),
        },
        server::Route {
            operation: &operations::REPLACE_LOCKER,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let name = call
                    .parameter("name", server::Form::Text, &REPLACE_LOCKER_NAME)?;
                let body: super::locker::Locker = call.body().await?;
                body.violations_after_replace_locker().or(())?;
                server::success(200, &service.replace_locker(name, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CHANGE_LOCKER,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let name = call
                    .parameter("name", server::Form::Text, &CHANGE_LOCKER_NAME)?;
                let body = call.body_if_given().await?;
                server::success(200, &service.change_locker(name, body).await?)
            }),
        },
        server::Route {
            operation: &operations::LIST_LOCKERS,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let query = call.query()?;
                server::success(200, &service.list_lockers(query).await?)
            }),
        },
        server::Route {
            operation: &operations::SEARCH_LOCKERS,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let query = call.query()?;
                server::success(200, &service.search_lockers(query).await?)
            }),
        },
        server::Route {
            operation: &operations::EMPTY_LOCKER,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let name = call
                    .parameter("name", server::Form::Text, &EMPTY_LOCKER_NAME)?;
                server::success(204, &service.empty_locker(name).await?)
            }),
        },
    ])
}
