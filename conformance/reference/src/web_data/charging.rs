//! Credits: checks that a team can pay for a request.
//!
//! This module does not know any price.

use crate::contract::request_error::RequestError;
use crate::service::backend::Backend;
use crate::world::teams::Team;

/// The identity of the error for a team without enough credits.
const INSUFFICIENT_CREDITS: &str = "insufficient-credits";

/// Rejects a request that a team does not have the credits for.
///
/// # Errors
/// The error, if the catalogue has one.
pub(super) fn require_credits(
    backend: &Backend,
    team: &Team,
    credits: u64,
) -> Result<(), RequestError> {
    match backend.contract.catalogue.find(INSUFFICIENT_CREDITS) {
        Some(row) if !backend.world.teams.has_credits(team, credits) => Err(row.into()),
        _ => Ok(()),
    }
}
