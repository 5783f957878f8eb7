//! The parts of an error catalogue that a server needs: the row of each error, and what all responses of a
//! service have in common.

use std::fmt;

use crate::{ErrorRow, Violations};

/// The errors of a service, as an enum.
pub trait Catalogue: Copy + fmt::Debug + Eq + Send + Sync + 'static {
    /// The rules that all responses of the service follow.
    const RESPONSE_RULES: &'static ResponseRules<Self>;

    /// Returns the row of the catalogue.
    fn row(self) -> &'static ErrorRow;
}

/// The rules for all responses of a service: media type, headers and errors.
#[derive(Debug)]
pub struct ResponseRules<K: 'static> {
    /// The media type of every body.
    pub media_type: &'static str,
    /// The form of error bodies, unless an operation has its own.
    pub error_body: ErrorMembers,
    /// The header with the number of seconds to wait before a retry.
    pub retry_after: &'static str,
    /// The error for violations of clauses that name no error.
    pub validation_failure: K,
    /// The error for unknown paths.
    pub unknown_path: K,
    /// The errors of every operation, in the contract's order.
    pub shared: &'static [K],
    /// The errors that clauses name: the path of a clause without its last step, and the error.
    pub by_clause: &'static [(&'static str, K)],
}

/// The properties of an error body besides the text `error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorMembers {
    /// Properties with a constant value.
    pub constants: &'static [(&'static str, bool)],
    /// Whether the body may have a `code`.
    pub code: bool,
    /// Whether the body may have `details`.
    pub details: bool,
}

/// Returns the error for violations: the one that all broken clauses name, otherwise the validation failure.
///
/// If several broken clauses name different errors, each of these errors would hide the others from a client
/// that reads only the error, while the validation failure is true of all of them. It also makes the response
/// independent of the order of properties.
pub fn error_of<K: Catalogue>(violations: &Violations) -> K {
    let rules = K::RESPONSE_RULES;
    let named = |clause: &str| {
        let (owner, _word) = clause.rsplit_once('.')?;
        rules.by_clause.iter().find(|(path, _)| *path == owner).map(|(_, kind)| *kind)
    };
    let mut earned = violations.iter().map(|violation| named(&violation.clause));
    let Some(Some(first)) = earned.next() else { return rules.validation_failure };
    if earned.all(|other| other == Some(first)) { first } else { rules.validation_failure }
}
