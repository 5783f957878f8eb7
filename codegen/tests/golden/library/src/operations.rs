//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
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

/// Adds a book.
///
/// `POST /v1/books`
pub static ADD_BOOK: Operation = Operation {
    id: "addBook",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/books",
    }),
    status: Some(201),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    check_request: Some(decode::violations::<super::book::Book>),
    check_response: Some(decode::violations::<super::book::Book>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Changes what is given of a loan.
///
/// `PATCH /v1/loans/{loanId}`
///
/// Renewing a loan switches reminders off.
/// (`operations.changeLoan.effects.renewal-clears-reminder`)
pub static CHANGE_LOAN: Operation = Operation {
    id: "changeLoan",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/loans/{loanId}",
    }),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::TooManyBooks,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    check_request: Some(decode::violations::<super::loan::LoanChange>),
    check_response: Some(decode::violations::<super::loan::LoanAnswer>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: Some(|request, stored| runtime::rule::judge_update(
        CHANGE_LOAN_RULES,
        CHANGE_LOAN_SETS,
        request,
        stored,
    )),
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

/// Copies parts of a book.
///
/// The contract does not show how it is called.
///
/// The team is silent. Refused with the error `gift-forbidden`
/// (`operations.orderCopies.refusals.silent-team`).
///
/// Copies are bound. (`operations.orderCopies.behaviour.bound`)
pub static ORDER_COPIES: Operation = Operation {
    id: "orderCopies",
    endpoint: None,
    status: None,
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::CardFull,
        ErrorKind::NoCopyLeft,
        ErrorKind::GiftForbidden,
    ],
    check_request: Some(decode::violations::<super::order::Order>),
    check_response: Some(decode::violations::<super::order::OrderAnswer>),
    check_error: decode::violations::<super::order::OrderFailure>,
    check_after_update: None,
};

/// Closes the copying shop.
///
/// `DELETE /v1/shop`
pub static CLOSE_SHOP: Operation = Operation {
    id: "closeShop",
    endpoint: Some(Endpoint {
        method: "DELETE",
        path: "/v1/shop",
    }),
    status: None,
    errors: &[ErrorKind::Closed],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Shows a book by its place.
///
/// `GET /v1/shelves/{shelf}/books/{number}`
pub static READ_BOOK: Operation = Operation {
    id: "readBook",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/shelves/{shelf}/books/{number}",
    }),
    status: None,
    errors: &[ErrorKind::Closed, ErrorKind::BrokenBody, ErrorKind::NoSuchThing],
    check_request: None,
    check_response: Some(decode::violations::<super::book::Book>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[
    &ADD_BOOK,
    &CHANGE_LOAN,
    &ORDER_COPIES,
    &CLOSE_SHOP,
    &READ_BOOK,
];
