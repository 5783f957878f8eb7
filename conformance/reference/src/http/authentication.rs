//! Authentication: who sends a request, and whether the key allows it.
//!
//! It must not know a scheme, a header or an error; it reads them from the contract.

use axum::http::HeaderMap;

use crate::contract::guard::Guard;
use crate::contract::operation::Operation;
use crate::contract::refusal::Refusal;
use crate::service::backend::Backend;
use crate::world::teams::{KeyPermissions, Team};

/// Who sends a request, and what the key allows; without authentication, everybody may do all.
///
/// # Errors
/// The refusal of a key that is missing, malformed, unknown or revoked.
pub(super) fn authenticate(
    guard: Option<&Guard>,
    backend: &Backend,
    headers: &HeaderMap,
) -> Result<KeyPermissions, Refusal> {
    let Some(guard) = guard else { return Ok(KeyPermissions::full(Team::HOME)) };
    let standing = guard.key(headers).and_then(|key| backend.world.teams.permissions(key));
    standing.ok_or_else(|| guard.rejected().into())
}

/// Refuses an operation that the sender's key may not use.
///
/// # Errors
/// The refusal.
pub(super) fn permit(
    backend: &Backend,
    operation: &Operation,
    sender: &KeyPermissions,
) -> Result<(), Refusal> {
    let may_use = sender.may_use(&operation.id) || backend.faults.permits(&operation.id);
    match &operation.guard {
        Some(guard) if !may_use => Err(guard.forbidden().into()),
        _ => Ok(()),
    }
}
