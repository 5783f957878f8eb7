//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::Violations;
use webdata_runtime::decode;
use super::errors::ErrorKind;

/// How an operation is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its prefix, and with `{parameters}`.
    pub path: &'static str,
}

/// An operation.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The identity.
    pub id: &'static str,
    /// How it is called, where the contract shows it.
    pub endpoint: Option<Endpoint>,
    /// The status when all is well; none where any success will do.
    pub status: Option<u16>,
    /// The errors that it may answer with.
    pub errors: &'static [ErrorKind],
    /// Judges a request body, where there is one.
    pub check_request: Option<fn(&serde_json::Value) -> Violations>,
    /// Judges the body of the answer when all is well, where the contract shows it.
    pub check_response: Option<fn(&serde_json::Value) -> Violations>,
    /// Judges the body of any other answer.
    pub check_error: fn(&serde_json::Value) -> Violations,
    /// Judges what would be stored after a request: the request's rules that look at
    /// stored members too.
    pub check_after_update: Option<
        fn(request: &serde_json::Value, stored: &serde_json::Value) -> Violations,
    >,
}

/// Matches.
///
/// `POST /match`
pub static MATCH: Operation = Operation {
    id: "match",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/match",
    }),
    status: Some(200),
    errors: &[ErrorKind::V400, ErrorKind::V404],
    check_request: Some(decode::violations::<super::r#impl::Type>),
    check_response: Some(decode::violations::<super::r#impl::Tree>),
    check_error: decode::violations::<super::r#impl::Failure>,
    check_after_update: None,
};

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&MATCH];
