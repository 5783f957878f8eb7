//! The router for an implementation of a service, which generated `server` modules use.
//!
//! ```text
//! Builder ──bind──► Routes ──build──► axum::Router ──Call──► Route::handle ──► Success | ApiError
//! ```
//!
//! This module knows no contract: paths, parameters, schemes and errors are data.

mod builder;
mod route;

use std::future::{Future, ready};

use crate::api_error::{ApiError, Catalogue};

pub use crate::parameters::Form;

pub use crate::binding::BindError;
/// The version of `axum` that the router uses.
pub use ::axum;
pub use ::axum::Router;
pub use builder::Builder;
pub use route::{Call, Scheme};
pub use route::{Handling, Route, Success, success, success_with_headers};

/// Returns the response of an operation that is not implemented: the error for unknown paths.
pub fn not_offered<K: Catalogue, A, T: Send>(
    _arguments: A,
) -> impl Future<Output = Result<T, ApiError<K>>> + Send {
    ready(Err(K::RESPONSE_RULES.unknown_path.into()))
}
