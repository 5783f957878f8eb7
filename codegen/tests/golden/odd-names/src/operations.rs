//! The operations: the method, path, request, responses and errors of each.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::decode;
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// The errors of every operation.
const SHARED_ERRORS: &[ErrorKind] = &[ErrorKind::V400, ErrorKind::V404];

/// Matches.
///
/// `POST /match`
pub static MATCH: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/match")),
    status: Some(200),
    errors: SHARED_ERRORS,
    check_request: Some(decode::violations::<super::r#impl::Type>),
    check_response: Some(decode::violations::<super::r#impl::Tree>),
    ..Operation::new("match", decode::violations::<super::r#impl::Failure>)
};

/// Is called as a client's own function is.
///
/// `POST /new/{self}/{body}/{type}`
pub static NEW: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/new/{self}/{body}/{type}")),
    parameters: &["self", "body", "type"],
    errors: SHARED_ERRORS,
    check_request: Some(decode::violations::<super::r#impl::Type>),
    ..Operation::new("new", decode::violations::<super::r#impl::Failure>)
};

/// Has parameters that are named as what a route has.
///
/// `GET /called/{call}/{service}/{server}`
pub static CALLED: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/called/{call}/{service}/{server}")),
    parameters: &["call", "service", "server"],
    errors: SHARED_ERRORS,
    ..Operation::new("called", decode::violations::<super::r#impl::Failure>)
};

/// Has path parameters that are named as other arguments, and a query and headers with hard
/// names.
///
/// `GET /odd/{query}/{headers}`
pub static ODD: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/odd/{query}/{headers}")),
    parameters: &["query", "headers"],
    status: Some(200),
    errors: SHARED_ERRORS,
    check_response: Some(decode::violations::<super::r#impl::Words>),
    ..Operation::new("odd", decode::violations::<super::r#impl::Failure>)
};

impl Parameters for super::r#impl::OddQuery {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "a[]&b=",
            form: Form::Text,
            is_list: true,
        },
        Parameter {
            name: "type",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "self",
            form: Form::Json,
            is_list: false,
        },
    ];
}

impl Parameters for super::r#impl::OddHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "x-self",
            form: Form::Json,
            is_list: false,
        },
        Parameter {
            name: "type",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "$~!x",
            form: Form::Json,
            is_list: true,
        },
    ];
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&MATCH, &NEW, &CALLED, &ODD];
