//! The operations: the method, path, request, responses and errors of each.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{decode, Violations, rule};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, Rule, Sets, equals, given, non_empty};
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation of the service, as data.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

const CARD_AUTHENTICATION: Authentication = Authentication {
    id: "card",
    header: "Authorization",
    scheme: "Card",
};

/// Adds a book.
///
/// `POST /v1/books`
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
pub static ADD_BOOK: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/books")),
    authentication: Some(CARD_AUTHENTICATION),
    status: Some(201),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BrokenBody,
        ErrorKind::UnknownCard,
        ErrorKind::NoSuchThing,
    ],
    check_request: Some(decode::violations::<super::book::Book>),
    check_response: Some(decode::violations::<super::book::Book>),
    ..Operation::new("addBook", decode::violations::<super::error_body::ErrorBody>)
};

/// Changes what is given of a loan.
///
/// `PATCH /v1/loans/{loanId}`
///
/// Each property in the request is stored and returned.
/// (`operations.changeLoan.effects.stores-given`)
///
/// Each property that the request leaves out keeps its stored value.
/// (`operations.changeLoan.effects.keeps-omitted`)
///
/// A rejected request changes nothing. (`operations.changeLoan.effects.refusal-keeps-all`)
///
/// Renewing a loan switches reminders off.
/// (`operations.changeLoan.effects.renewal-clears-reminder`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::TooManyBooks`] (400): The card has no room for another loan.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::NoSuchThing`] (404): The Loan does not exist.
pub static CHANGE_LOAN: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/loans/{loanId}")),
    parameters: &["loanId"],
    authentication: Some(CARD_AUTHENTICATION),
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
    check_after_update: Some(|request, stored| rule::check_update(
        CHANGE_LOAN_RULES,
        CHANGE_LOAN_SETS,
        request,
        stored,
    )),
    ..Operation::new("changeLoan", decode::violations::<super::error_body::ErrorBody>)
};

static CHANGE_LOAN_RULES: &[Rule] = &[
    Rule::new(
        "LoanChange.rules",
        "reminder-needs-contact",
        "breaks a rule: A loan with reminders has a contact.",
        equals(path!("reminded"), Literal::Boolean(true)),
        non_empty(path!("contact")),
    ),
];

static CHANGE_LOAN_SETS: &[Sets] = &[
    Sets::new(given(path!("renewals"), true), "reminded", Literal::Boolean(false))
        .unless(given(path!("reminded"), true)),
];

impl super::loan::LoanChange {
    /// Returns the violations that the stored resource would have after `changeLoan` with this
    /// body. `stored` is the resource before the update. The rules:
    ///
    /// - A loan with reminders has a contact. (`LoanChange.rules.reminder-needs-contact`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::loan::Loan) -> Violations {
        rule::check_update(CHANGE_LOAN_RULES, CHANGE_LOAN_SETS, self, stored)
    }
}

/// Copies parts of a book.
///
/// The contract does not show the method and path. Pass both to `Builder::bind` of a client or
/// a server.
///
/// Error [`ErrorKind::GiftForbidden`]: The team is silent.
/// (`operations.orderCopies.refusals.silent-team`)
///
/// Copies are bound. (`operations.orderCopies.behaviour.bound`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::CardFull`] (400): The card is full.
/// - [`ErrorKind::NoCopyLeft`] (404): There is nothing to copy from.
/// - [`ErrorKind::GiftForbidden`] (403): The team is silent. Or: The team has nothing wrapped.
pub static ORDER_COPIES: Operation = Operation {
    authentication: Some(CARD_AUTHENTICATION),
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
    ..Operation::new("orderCopies", decode::violations::<super::order::OrderFailure>)
};

/// Closes the copying shop.
///
/// `DELETE /v1/shop`
pub static CLOSE_SHOP: Operation = Operation {
    endpoint: Some(Endpoint::new("DELETE", "/v1/shop")),
    errors: &[ErrorKind::Closed],
    ..Operation::new("closeShop", decode::violations::<super::error_body::ErrorBody>)
};

/// Shows a book by its place.
///
/// `GET /v1/shelves/{shelf}/books/{number}`
///
/// Deprecated: Call `lookUpCopy`.
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
/// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
pub static READ_BOOK: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/shelves/{shelf}/books/{number}")),
    parameters: &["shelf", "number"],
    errors: &[ErrorKind::Closed, ErrorKind::BrokenBody, ErrorKind::NoSuchThing],
    check_response: Some(decode::violations::<super::book::Book>),
    ..Operation::new("readBook", decode::violations::<super::error_body::ErrorBody>)
};

/// Says where a copy is.
///
/// `GET /v1/copies/{shelf}/{copyId}`
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::TooFast`] (429): More than the desk can take.
/// - [`ErrorKind::Banned`] (429): Too fast for too long.
pub static LOOK_UP_COPY: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/copies/{shelf}/{copyId}")),
    parameters: &["shelf", "copyId"],
    authentication: Some(CARD_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::TooFast, ErrorKind::Banned],
    check_response: Some(decode::violations::<super::book::Book>),
    ..Operation::new("lookUpCopy", decode::violations::<super::error_body::ErrorBody>)
};

/// Reserves a copy.
///
/// `POST /v1/copies`
///
/// Error [`ErrorKind::ShelfLocked`]: Somebody holds the shelf.
/// (`operations.reserve.refusals.shelf-locked`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
/// - [`ErrorKind::ShelfLocked`] (500): Somebody holds the shelf.
pub static RESERVE: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/copies")),
    authentication: Some(CARD_AUTHENTICATION),
    errors: &[ErrorKind::Closed, ErrorKind::ShelfLocked],
    refusals: &[ErrorKind::ShelfLocked],
    ..Operation::new("reserve", decode::violations::<super::error_body::ErrorBody>)
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
