//! Bodies in the handlers of `axum`, judged before they get there.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::axum::{FromRequest, Request};
use webdata_runtime::decode::Model;
use super::errors::Refusal;

/// A body that was judged: `Valid(body): Valid<T>` among the arguments of a handler.
///
/// It is read within the limit of `axum`'s `DefaultBodyLimit` (2 MiB unless the router says
/// otherwise) and parsed by `T::parse`; the media type that the request names is not
/// looked at. A body that breaks the contract is answered with the error that it earns and
/// every violation as `details`, one that is no JSON with the place of the mistake, one
/// that is too large with the error for that. The handler runs only when all is well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Valid<T>(pub T);

impl<S: Send + Sync, T: Model> FromRequest<S> for Valid<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        webdata_runtime::axum::read(request).await.map(Self)
    }
}
