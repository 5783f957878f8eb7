//! The operations: the method, path, request, responses and errors of each.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::decode;
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

const KEY_AUTHENTICATION: Authentication = Authentication {
    id: "key",
    header: "Authorization",
    scheme: "Key",
};

/// Changes what is given of a card.
///
/// `PATCH /v1/card/{cardId}`
///
/// Each property that is given is stored. (`operations.updateCard.effects.given-is-stored`)
///
/// Each property that is left out keeps its value.
/// (`operations.updateCard.effects.left-out-is-kept`)
///
/// Its errors:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint of its schema.
/// - [`ErrorKind::InvalidCardId`] (400): The card's identity is no UUID.
/// - [`ErrorKind::UnknownKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotAllowed`] (403): The key is one for reading only.
/// - [`ErrorKind::NoSuchThing`] (404): The Monitor does not exist.
pub static UPDATE_CARD: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/card/{cardId}")),
    parameters: &["cardId"],
    authentication: Some(KEY_AUTHENTICATION),
    errors: &[
        ErrorKind::BrokenBody,
        ErrorKind::UnknownKey,
        ErrorKind::NotAllowed,
        ErrorKind::NoSuchThing,
    ],
    check_request: Some(decode::violations::<super::card::CardUpdate>),
    check_response: Some(decode::violations::<super::card::CardResponse>),
    ..Operation::new("updateCard", decode::violations::<super::error_body::ErrorBody>)
};

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&UPDATE_CARD];
