//! What emitted catalogues of errors tell the side that answers: the row of each error, and what
//! all answers of a service have in common.

use std::fmt;

use crate::{ErrorRow, Violations};

/// The errors of a service, as an enum.
pub trait Catalogue: Copy + fmt::Debug + Eq + Send + Sync + 'static {
    /// What all answers have in common.
    const ANSWERS: &'static Answers<Self>;

    /// The row of the catalogue.
    fn row(self) -> &'static ErrorRow;
}

/// What all answers of a service have in common.
#[derive(Debug)]
pub struct Answers<K: 'static> {
    /// The media type of every body.
    pub media_type: &'static str,
    /// The body of errors, unless an operation has one of its own.
    pub error_body: ErrorMembers,
    /// The header that says how many seconds to wait before the request is sent again.
    pub retry_after: &'static str,
    /// The error of what breaks a clause that names none of its own.
    pub validation_failure: K,
    /// The error of a path that no operation has.
    pub unknown_path: K,
    /// The errors that every operation may answer with, in the contract's order.
    pub shared: &'static [K],
    /// The errors that clauses name: the path of a clause without its last step, and the error.
    pub by_clause: &'static [(&'static str, K)],
}

/// What the body of an error holds beside the text `error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorMembers {
    /// Members that are always the same.
    pub constants: &'static [(&'static str, bool)],
    /// Whether it has room for a further `code`.
    pub code: bool,
    /// Whether it has room for `details`.
    pub details: bool,
}

/// The error that violations earn: the one that the clauses name when all of them name the same,
/// else the validation failure.
///
/// If several broken clauses name different errors, each of these errors would hide the others from a
/// client that reads only the error, while the validation failure is true of all of them. It also makes
/// the response independent of the order of properties.
pub fn error_of<K: Catalogue>(violations: &Violations) -> K {
    let answers = K::ANSWERS;
    let named = |clause: &str| {
        let (owner, _word) = clause.rsplit_once('.')?;
        answers.by_clause.iter().find(|(path, _)| *path == owner).map(|(_, kind)| *kind)
    };
    let mut earned = violations.iter().map(|violation| named(&violation.clause));
    let Some(Some(first)) = earned.next() else { return answers.validation_failure };
    if earned.all(|other| other == Some(first)) { first } else { answers.validation_failure }
}
