//! Authentication: identifies the sender of a request by the key, and checks the key's permissions.
//!
//! This module knows no scheme, header or error; the contract states them.

use axum::http::HeaderMap;

use crate::contract::guard::Guard;
use crate::contract::operation::Operation;
use crate::contract::request_error::RequestError;
use crate::service::backend::Backend;
use crate::world::teams::{KeyPermissions, Team};

/// Returns the team and the permissions of the sender. Without authentication, every sender may use
/// everything.
///
/// # Errors
/// The error of a key that is missing, malformed, unknown or revoked.
pub(super) fn authenticate(
    guard: Option<&Guard>,
    backend: &Backend,
    headers: &HeaderMap,
) -> Result<KeyPermissions, RequestError> {
    let Some(guard) = guard else { return Ok(KeyPermissions::full(Team::HOME)) };
    let standing = guard.key(headers).and_then(|key| backend.world.teams.permissions(key));
    standing.ok_or_else(|| guard.rejected().into())
}

/// Rejects an operation that the sender's key may not use.
///
/// # Errors
/// The error of the contract for a forbidden operation.
pub(super) fn permit(
    backend: &Backend,
    operation: &Operation,
    sender: &KeyPermissions,
) -> Result<(), RequestError> {
    let may_use = sender.may_use(&operation.id) || backend.faults.permits(&operation.id);
    match &operation.guard {
        Some(guard) if !may_use => Err(guard.forbidden().into()),
        _ => Ok(()),
    }
}
