//! Provoked errors: the sender of a request chooses the response. This is not part of the contract.
//!
//! Provocation accepts no key that authentication rejects.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::contract::Contract;
use crate::contract::request_error::RequestError;
use crate::world::teams::KeyPermissions;

/// The header with the identity of a catalogue row to respond with. The header works with every key that may
/// use the operation, and is not part of the contract.
pub const PROVOKE_HEADER: &str = "x-reference-provoke";

/// Responds with the row that the header names, or that was set up for the key.
///
/// # Errors
/// The error of the row.
pub(super) fn provoked_response(
    contract: &Contract,
    sender: &KeyPermissions,
    headers: &HeaderMap,
) -> Result<Option<Response>, RequestError> {
    let named = headers.get(PROVOKE_HEADER).map(|id| id.to_str().unwrap_or_default());
    let Some(id) = sender.provokes.as_deref().or(named) else { return Ok(None) };
    match contract.catalogue.find(id) {
        Some(row) => Err(row.into()),
        None => {
            let known: Vec<&str> = contract.catalogue.ids().collect();
            let text = format!(
                "{PROVOKE_HEADER}: the catalogue has no such error; it has {}\n",
                known.join(", ")
            );
            Ok(Some((StatusCode::BAD_REQUEST, text).into_response()))
        }
    }
}
