//! A route: how one operation is called, and what is done then.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ::axum::http::StatusCode;
use serde::Serialize;

use super::{Call, Scheme};
use crate::axum::of_status;
use crate::catalogue::{Catalogue, ErrorMembers};
use crate::operation::Operation;
use crate::refusal::Refusal;

/// How one operation of a service `S` is called, and what is done then.
#[derive(Debug)]
pub struct Route<S, K: 'static> {
    /// The operation.
    pub operation: &'static Operation<K>,
    /// The scheme that its callers show who they are by.
    pub scheme: Option<&'static Scheme<K>>,
    /// The body of its errors.
    pub error_body: ErrorMembers,
    /// What is done.
    pub handle: fn(Arc<S>, Call) -> Handling<K>,
}

/// An operation under way.
pub type Handling<K> = Pin<Box<dyn Future<Output = Result<Success, Refusal<K>>> + Send>>;

/// The answer when all is well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The HTTP status.
    pub(super) status: StatusCode,
    /// The JSON text of the body.
    pub(super) body: Vec<u8>,
}

/// The answer when all is well.
///
/// # Errors
/// The error of a server that failed, when the value cannot be written as JSON.
pub fn success<T: Serialize, K: Catalogue>(status: u16, value: &T) -> Result<Success, Refusal<K>> {
    let status = StatusCode::from_u16(status);
    match (status, serde_json::to_vec(value)) {
        (Ok(status), Ok(body)) => Ok(Success { status, body }),
        _ => Err(of_status(StatusCode::INTERNAL_SERVER_ERROR)),
    }
}
