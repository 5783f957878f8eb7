//! Credits: whether a team has those that something costs.
//!
//! It must not know a price.

use super::backend::Backend;
use crate::contract::refusal::Refusal;
use crate::world::teams::Team;

/// The identity of the error for a team without the credits that a request costs.
const INSUFFICIENT_CREDITS: &str = "insufficient-credits";

/// Refuses what a team does not have the credits for.
///
/// # Errors
/// The refusal, where the catalogue has one.
pub(super) fn afford(backend: &Backend, team: &Team, credits: u64) -> Result<(), Refusal> {
    match backend.contract.catalogue.find(INSUFFICIENT_CREDITS) {
        Some(row) if !backend.world.teams.has_credits(team, credits) => Err(row.into()),
        _ => Ok(()),
    }
}
