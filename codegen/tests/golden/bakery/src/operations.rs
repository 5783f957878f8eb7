//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::decode;
use super::errors::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// Puts a loaf into the oven.
///
/// `POST /v1/loaves`
pub static BAKE: Operation = Operation {
    id: "bake",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/loaves",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(202),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::loaf::Recipe>),
    check_response: Some(decode::violations::<super::loaf::LoafStarted>),
    check_error: decode::violations::<super::failure::Failure>,
    check_after_update: None,
};

/// Tells how a loaf stands.
///
/// `GET /v1/loaves/{loaf}`
pub static READ_LOAF: Operation = Operation {
    id: "readLoaf",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/loaves/{loaf}",
    }),
    parameters: &["loaf"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey, ErrorKind::NotHere],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::loaf::Loaf>),
    check_error: decode::violations::<super::failure::Failure>,
    check_after_update: None,
};

/// Changes what is given of a loaf.
///
/// `PATCH /v1/loaves/{loaf}`
pub static CHANGE_LOAF: Operation = Operation {
    id: "changeLoaf",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/loaves/{loaf}",
    }),
    parameters: &["loaf"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BadRequest,
        ErrorKind::BadKey,
        ErrorKind::NotHere,
    ],
    refusals: &[],
    check_request: Some(decode::violations::<super::loaf::LoafChange>),
    check_response: Some(decode::violations::<super::loaf::Loaf>),
    check_error: decode::violations::<super::failure::Failure>,
    check_after_update: None,
};

/// Has the bakery tell an address of its loaves.
///
/// `PUT /v1/calls`
pub static CALL_AT_DOOR: Operation = Operation {
    id: "callAtDoor",
    endpoint: Some(Endpoint {
        method: "PUT",
        path: "/v1/calls",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(204),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::call::Call>),
    check_response: None,
    check_error: decode::violations::<super::failure::Failure>,
    check_after_update: None,
};

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&BAKE, &READ_LOAF, &CHANGE_LOAF, &CALL_AT_DOOR];
