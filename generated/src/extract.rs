//! An extractor for `axum` handlers that validates bodies.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::error_catalogue::ApiError;
use webdata_runtime::axum::{FromRequest, Request};
use webdata_runtime::decode::Model;

/// A validated body: `Valid(body): Valid<T>` among the arguments of a handler.
///
/// The extractor reads the body within the limit of `axum`'s `DefaultBodyLimit` (2 MiB by default)
/// and parses it with `T::parse`. It ignores the media type of the request. A body that breaks the
/// contract gets the error that the contract names, with the violations as `details`. A body that is
/// not JSON gets the position of the mistake, and a body that is too large gets the error for that.
/// The handler runs only for a valid body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Valid<T>(pub T);

impl<S: Send + Sync, T: Model> FromRequest<S> for Valid<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        webdata_runtime::axum::read(request).await.map(Self)
    }
}
