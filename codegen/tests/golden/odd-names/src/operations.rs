//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::decode;
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use super::errors::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// Matches.
///
/// `POST /match`
pub static MATCH: Operation = Operation {
    id: "match",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/match",
    }),
    parameters: &[],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::V400, ErrorKind::V404],
    refusals: &[],
    check_request: Some(decode::violations::<super::r#impl::Type>),
    check_response: Some(decode::violations::<super::r#impl::Tree>),
    check_error: decode::violations::<super::r#impl::Failure>,
    check_after_update: None,
};

/// Is called as a client's own function is.
///
/// `POST /new/{self}/{body}/{type}`
pub static NEW: Operation = Operation {
    id: "new",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/new/{self}/{body}/{type}",
    }),
    parameters: &["self", "body", "type"],
    authentication: None,
    status: None,
    errors: &[ErrorKind::V400, ErrorKind::V404],
    refusals: &[],
    check_request: Some(decode::violations::<super::r#impl::Type>),
    check_response: None,
    check_error: decode::violations::<super::r#impl::Failure>,
    check_after_update: None,
};

/// Has parameters that are named as what a route has.
///
/// `GET /called/{call}/{service}/{server}`
pub static CALLED: Operation = Operation {
    id: "called",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/called/{call}/{service}/{server}",
    }),
    parameters: &["call", "service", "server"],
    authentication: None,
    status: None,
    errors: &[ErrorKind::V400, ErrorKind::V404],
    refusals: &[],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::r#impl::Failure>,
    check_after_update: None,
};

/// Has path parameters that are named as other arguments, and a query and headers with hard
/// names.
///
/// `GET /odd/{query}/{headers}`
pub static ODD: Operation = Operation {
    id: "odd",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/odd/{query}/{headers}",
    }),
    parameters: &["query", "headers"],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::V400, ErrorKind::V404],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::r#impl::Words>),
    check_error: decode::violations::<super::r#impl::Failure>,
    check_after_update: None,
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
