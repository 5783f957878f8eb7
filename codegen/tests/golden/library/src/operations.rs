//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
use webdata_runtime::Violations;
use webdata_runtime::decode;
use super::errors::ErrorKind;

/// An operation.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The identity.
    pub id: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its prefix, and with `{parameters}`.
    pub path: &'static str,
    /// The status when all is well.
    pub status: u16,
    /// The errors that it may answer with.
    pub errors: &'static [ErrorKind],
    /// Judges a request body, where there is one.
    pub check_request: Option<fn(&serde_json::Value) -> Violations>,
    /// Judges the body of the answer when all is well.
    pub check_response: fn(&serde_json::Value) -> Violations,
    /// Judges the body of any other answer.
    pub check_error: fn(&serde_json::Value) -> Violations,
    /// Judges what would be stored after a request: the request's rules that look at
    /// stored members too.
    pub check_after_update: Option<
        fn(request: &serde_json::Value, stored: &serde_json::Value) -> Violations,
    >,
}

/// Adds a book.
///
/// `POST /v1/books`
pub static ADD_BOOK: Operation = Operation {
    id: "addBook",
    method: "POST",
    path: "/v1/books",
    status: 201,
    errors: &[
        ErrorKind::BrokenBody,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
        ErrorKind::Closed,
    ],
    check_request: Some(decode::violations::<super::book::Book>),
    check_response: decode::violations::<super::book::Book>,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Changes what is given of a loan.
///
/// `PATCH /v1/loans/{loanId}`
pub static CHANGE_LOAN: Operation = Operation {
    id: "changeLoan",
    method: "PATCH",
    path: "/v1/loans/{loanId}",
    status: 200,
    errors: &[
        ErrorKind::BrokenBody,
        ErrorKind::TooManyBooks,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    check_request: Some(decode::violations::<super::loan::LoanChange>),
    check_response: decode::violations::<super::loan::LoanAnswer>,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: Some(|request, stored| {
        runtime::rule::judge_update(CHANGE_LOAN_RULES, CHANGE_LOAN_SETS, request, stored)
    }),
};

static CHANGE_LOAN_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "LoanChange.rules",
        id: "reminder-needs-contact",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("reminded")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("contact")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: Whoever is reminded has a contact.",
    },
];

static CHANGE_LOAN_SETS: &[runtime::rule::Sets] = &[
    runtime::rule::Sets {
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("renewals")],
            test: runtime::rule::Test::Given(true),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("reminded")],
            test: runtime::rule::Test::Given(true),
        }),
        property: "reminded",
        value: runtime::rule::Literal::Boolean(false),
    },
];

impl super::loan::LoanChange {
    /// The rules that `stored` would break once `changeLoan` had taken this:
    ///
    /// Whoever is reminded has a contact. (`LoanChange.rules.reminder-needs-contact`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::loan::Loan) -> Violations {
        runtime::rule::judge_update(CHANGE_LOAN_RULES, CHANGE_LOAN_SETS, self, stored)
    }
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&ADD_BOOK, &CHANGE_LOAN];
