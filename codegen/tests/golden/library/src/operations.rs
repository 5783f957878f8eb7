//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;
use webdata_runtime::Violations;
use webdata_runtime::decode;
use super::errors::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// Adds a book.
///
/// `POST /v1/books`
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
pub static ADD_BOOK: Operation = Operation {
    id: "addBook",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/books",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "card",
        header: "Authorization",
        scheme: "Card",
    }),
    status: Some(201),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    refusals: &[],
    check_request: Some(decode::violations::<super::book::Book>),
    check_response: Some(decode::violations::<super::book::Book>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Changes what is given of a loan.
///
/// `PATCH /v1/loans/{loanId}`
///
/// Each property that is given is stored and returned.
/// (`operations.changeLoan.effects.stores-given`)
///
/// Each property that is left out keeps its stored value.
/// (`operations.changeLoan.effects.keeps-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.changeLoan.effects.refusal-keeps-all`)
///
/// Renewing a loan switches reminders off.
/// (`operations.changeLoan.effects.renewal-clears-reminder`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::TooManyBooks`] (400): The card has no room for another loan.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::NoSuchThing`] (404): There is no such Loan.
pub static CHANGE_LOAN: Operation = Operation {
    id: "changeLoan",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/loans/{loanId}",
    }),
    parameters: &["loanId"],
    authentication: Some(Authentication {
        id: "card",
        header: "Authorization",
        scheme: "Card",
    }),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::TooManyBooks,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    refusals: &[],
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
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::CardFull`] (400): The card is full.
/// - [`ErrorKind::NoCopyLeft`] (404): There is nothing to copy from.
/// - [`ErrorKind::GiftForbidden`] (403): The team is silent. Or: The team has nothing wrapped.
pub static ORDER_COPIES: Operation = Operation {
    id: "orderCopies",
    endpoint: None,
    parameters: &[],
    authentication: Some(Authentication {
        id: "card",
        header: "Authorization",
        scheme: "Card",
    }),
    status: None,
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::CardFull,
        ErrorKind::NoCopyLeft,
        ErrorKind::GiftForbidden,
    ],
    refusals: &[ErrorKind::GiftForbidden],
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
    parameters: &[],
    authentication: None,
    status: None,
    errors: &[ErrorKind::Closed],
    refusals: &[],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Shows a book by its place.
///
/// `GET /v1/shelves/{shelf}/books/{number}`
///
/// Deprecated: Call `lookUpCopy`.
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
pub static READ_BOOK: Operation = Operation {
    id: "readBook",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/shelves/{shelf}/books/{number}",
    }),
    parameters: &["shelf", "number"],
    authentication: None,
    status: None,
    errors: &[ErrorKind::Closed, ErrorKind::BrokenBody, ErrorKind::NoSuchThing],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::book::Book>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Says where a copy is.
///
/// `GET /v1/copies/{shelf}/{copyId}`
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::TooFast`] (429): More than the desk can take.
/// - [`ErrorKind::Banned`] (429): Too fast for too long.
pub static LOOK_UP_COPY: Operation = Operation {
    id: "lookUpCopy",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/copies/{shelf}/{copyId}",
    }),
    parameters: &["shelf", "copyId"],
    authentication: Some(Authentication {
        id: "card",
        header: "Authorization",
        scheme: "Card",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::TooFast, ErrorKind::Banned],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::book::Book>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Reserves a copy.
///
/// `POST /v1/copies`
///
/// Somebody holds the shelf. Refused with the error `shelf-locked`
/// (`operations.reserve.refusals.shelf-locked`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::ShelfLocked`] (500): Somebody holds the shelf.
pub static RESERVE: Operation = Operation {
    id: "reserve",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/copies",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "card",
        header: "Authorization",
        scheme: "Card",
    }),
    status: None,
    errors: &[ErrorKind::Closed, ErrorKind::ShelfLocked],
    refusals: &[ErrorKind::ShelfLocked],
    check_request: None,
    check_response: None,
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
    &LOOK_UP_COPY,
    &RESERVE,
];
