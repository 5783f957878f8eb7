//! A router made of an implementation of a service: what emitted `server` modules are made of.
//!
//! ```text
//! Builder ──bind──► Routes ──build──► axum::Router ──Call──► Route::handle ──► Success | Refusal
//! ```
//!
//! Must not know a contract: paths, parameters, schemes and errors arrive as data.

mod bind;
mod build;
mod call;
mod guard;
mod route;

use std::future::{Future, ready};

use crate::catalogue::Catalogue;
pub use crate::parameters::Form;
use crate::refusal::Refusal;

/// The version of `axum` that the router is of, to serve it with.
pub use ::axum;
pub use ::axum::Router;
pub use bind::BindError;
pub use build::Builder;
pub use call::{Call, Scheme};
pub use route::{Handling, Route, Success, success, success_with_headers};

/// What an operation answers that is not offered: the error for a path that does not exist.
pub fn not_offered<K: Catalogue, A, T: Send>(
    _arguments: A,
) -> impl Future<Output = Result<T, Refusal<K>>> + Send {
    ready(Err(K::ANSWERS.unknown_path.into()))
}
