//! Errors that a sender asks for, which is no part of the contract.
//!
//! It must not let anybody in.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::contract::Contract;
use crate::contract::refusal::Refusal;
use crate::world::teams::KeyPermissions;

/// The header that asks for a row of the catalogue by its identity. It works with a key that may use
/// the operation, and is no part of the contract.
pub const PROVOKE: &str = "x-reference-provoke";

/// Answers with the row that the sender asked for, or that was set up for the key.
///
/// # Errors
/// The row, where one is to answer.
pub(super) fn provoked(
    contract: &Contract,
    sender: &KeyPermissions,
    headers: &HeaderMap,
) -> Result<Option<Response>, Refusal> {
    let named = headers.get(PROVOKE).map(|id| id.to_str().unwrap_or_default());
    let Some(id) = sender.provokes.as_deref().or(named) else { return Ok(None) };
    match contract.catalogue.find(id) {
        Some(row) => Err(row.into()),
        None => {
            let known: Vec<&str> = contract.catalogue.ids().collect();
            let text = format!("{PROVOKE}: no such error; there are {}\n", known.join(", "));
            Ok(Some((StatusCode::BAD_REQUEST, text).into_response()))
        }
    }
}
