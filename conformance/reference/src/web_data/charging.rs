//! Credits: checks that a team can pay for a request.
//!
//! This module does not know any price.

use crate::contract::request_error::RequestError;
use crate::web_data::service::WebData;
use crate::world::teams::Team;

/// The identity of the error for a team without enough credits.
const INSUFFICIENT_CREDITS: &str = "insufficient-credits";

/// Rejects a request that a team does not have the credits for.
///
/// # Errors
/// The error, if the catalogue has one.
pub(super) fn require_credits(
    service: &WebData,
    team: &Team,
    credits: u64,
) -> Result<(), RequestError> {
    match service.contract.catalogue.find(INSUFFICIENT_CREDITS) {
        Some(row) if !service.world.teams.has_credits(team, credits) => Err(row.into()),
        _ => Ok(()),
    }
}
