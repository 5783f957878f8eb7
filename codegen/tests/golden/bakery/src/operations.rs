//! The operations: the method, path, request, responses and errors of each.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::BadKey`],
//! [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::decode;
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation of the service, as data.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

const KEY_AUTHENTICATION: Authentication = Authentication {
    id: "key",
    header: "Authorization",
    scheme: "Key",
};

/// Puts a loaf into the oven.
///
/// `POST /v1/loaves`
///
/// Each success starts a job with an identity of its own (`operations.bake.starts`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static BAKE: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/loaves")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(202),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::loaf::Recipe>),
    check_response: Some(decode::violations::<super::loaf::LoafStarted>),
    ..Operation::new("bake", decode::violations::<super::failure::Failure>)
};

/// Tells how a loaf stands.
///
/// `GET /v1/loaves/{loaf}`
///
/// Returns the state of the job (`operations.readLoaf.reads`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): The job does not exist.
pub static READ_LOAF: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/loaves/{loaf}")),
    parameters: &["loaf"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey],
    check_response: Some(decode::violations::<super::loaf::Loaf>),
    ..Operation::new("readLoaf", decode::violations::<super::failure::Failure>)
};

/// Changes what is given of a loaf.
///
/// `PATCH /v1/loaves/{loaf}`
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): There is nothing by that name.
pub static CHANGE_LOAF: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/loaves/{loaf}")),
    parameters: &["loaf"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BadRequest,
        ErrorKind::BadKey,
        ErrorKind::NotHere,
    ],
    check_request: Some(decode::violations::<super::loaf::LoafChange>),
    check_response: Some(decode::violations::<super::loaf::Loaf>),
    ..Operation::new("changeLoaf", decode::violations::<super::failure::Failure>)
};

/// Has the bakery tell an address of its loaves.
///
/// `PUT /v1/calls`
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static CALL_AT_DOOR: Operation = Operation {
    endpoint: Some(Endpoint::new("PUT", "/v1/calls")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(204),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::call::Call>),
    ..Operation::new("callAtDoor", decode::violations::<super::failure::Failure>)
};

#[doc(hidden)]
impl Parameters for super::loaf::LoafView {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "light",
            form: Form::Json,
            is_list: false,
        },
    ];
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&BAKE, &READ_LOAF, &CHANGE_LOAF, &CALL_AT_DOOR];
