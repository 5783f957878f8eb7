//! Tests of operations and errors: the validators of an operation, and the error that a response identifies.

use serde_json::{Value, json};

use super::book;
use crate::library::error_catalogue::{ErrorKind, ErrorText, Retry};
use crate::library::loan::{Loan, LoanChange};
use crate::library::{limits, operations};

#[test]
fn rules_are_checked_after_the_update() {
    let loan = |reminded: Value, contact: Value| {
        json!({
            "id": "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "term": { "days": 1 },
            "reminded": reminded, "contact": contact,
        })
    };
    let (off, on) = (loan(json!(false), json!(null)), loan(json!(true), json!("ada@example.com")));
    let cases = [
        (json!({ "reminded": true }), &off, false),
        (json!({ "reminded": true, "contact": "ada@example.com" }), &off, true),
        (json!({ "contact": null }), &on, false),
        (json!({ "contact": "" }), &on, false),
        (json!({ "contact": null, "reminded": false }), &on, true),
        // The effect of the operation switches the reminder off.
        (json!({ "contact": null, "renewals": 1 }), &on, true),
        (json!({ "contact": null, "renewals": 1, "reminded": true }), &on, false),
        (json!({ "term": { "days": 2 } }), &on, true),
    ];
    let operation = &operations::CHANGE_LOAN;
    for (change, stored, met) in cases {
        let check = operation
            .check_after_update
            .expect("the operation has a rule about what would be stored");
        let by_value = check(&change, stored);
        assert_eq!(by_value.is_empty(), met, "{change} on {stored}");
        if let Ok(change) = serde_json::from_value::<LoanChange>(change) {
            let stored: Loan = serde_json::from_value(stored.clone()).expect("a loan");
            assert_eq!(change.violations_after_update(&stored), by_value);
        }
        for violation in &by_value {
            assert_eq!(violation.clause, "LoanChange.rules.reminder-needs-contact");
            assert_eq!(violation.pointer, "");
        }
    }
}

#[test]
fn operations_have_their_endpoint_validators_and_errors() {
    let operation = operations::ALL[0];
    let endpoint = operation.endpoint.expect("the contract shows the type");
    assert_eq!((operation.id, endpoint.method, endpoint.path), ("addBook", "POST", "/v1/books"));
    assert_eq!(operation.status, Some(201));
    assert!(operation.check_after_update.is_none());
    let check = operation.check_request.expect("the operation has a body");
    assert_eq!((check(&book()).len(), check(&json!({})).len()), (0, 3));
    let check = operation.check_response.expect("the contract shows the type");
    assert_eq!(check(&json!([])).len(), 1);
    assert_eq!((operation.check_error)(&json!({ "ok": false, "error": "x" })).len(), 0);
    assert_eq!((operation.check_error)(&json!({ "ok": true, "error": "x" })).len(), 1);
    assert_eq!(limits::LIMITS_OPEN_LOANS, 5);
    assert_eq!(limits::BOOK_NOTES_ADDITIONAL_PROPERTIES_MAX_LENGTH, 10);
    assert_eq!(limits::TERM_ROUNDS_MINIMUM_INTERVAL.as_secs(), 86_400);
    assert_eq!(limits::ORDER_PICKUP_INTEGER_MINIMUM, 8);
    assert_eq!(limits::ORDER_PAPER_NUMBER_MINIMUM.to_bits(), 60.5_f64.to_bits());
}

#[test]
fn operations_without_an_endpoint_have_validators() {
    let operation = &operations::ORDER_COPIES;
    assert_eq!((operation.endpoint, operation.status), (None, None));
    let check = operation.check_response.expect("the contract shows the type");
    assert_eq!(check(&json!({ "state": "taken" })).len(), 0);
    assert_eq!(check(&json!({ "state": "lost" })).len(), 1);
    // The errors of this operation have a body type of their own.
    assert_eq!((operation.check_error)(&json!({ "error": "x" })).len(), 0);
    assert_eq!((operations::ADD_BOOK.check_error)(&json!({ "error": "x" })).len(), 1);
    let operation = &operations::CLOSE_SHOP;
    assert!(operation.check_request.is_none() && operation.check_response.is_none());
    assert_eq!(operation.errors, [ErrorKind::Closed]);
}

#[test]
fn responses_identify_their_error() {
    let cases = [
        // The text must be equal, and the code, if the row has one.
        (503, json!({ "error": "Closed" }), Some(ErrorKind::Closed)),
        (503, json!({ "error": "Closed", "code": "X" }), Some(ErrorKind::Closed)),
        (500, json!({ "error": "Closed" }), None),
        (404, json!({ "error": "No Such Thing" }), Some(ErrorKind::NoSuchThing)),
        (404, json!({ "error": "the title is empty" }), None),
        (
            400,
            json!({ "error": "Too Many Books", "code": "TOO_MANY" }),
            Some(ErrorKind::TooManyBooks),
        ),
        (400, json!({ "error": "Too Many Books" }), Some(ErrorKind::BrokenBody)),
        (400, json!({ "error": "full", "code": "TOO_MANY" }), Some(ErrorKind::BrokenBody)),
        // The text may differ.
        (400, json!({ "error": "Broken Body" }), Some(ErrorKind::BrokenBody)),
        (400, json!({ "error": "the title is empty" }), Some(ErrorKind::BrokenBody)),
        (400, json!({ "error": 7 }), None),
        // The row says what the text means, not how it is worded, so the text identifies no error.
        (400, json!({ "error": "the card has no room for a line" }), Some(ErrorKind::BrokenBody)),
        // The contract does not show the text, so only the code identifies the error.
        (404, json!({ "error": "gone", "code": "NO_COPY" }), Some(ErrorKind::NoCopyLeft)),
        (404, json!({ "error": "No Such Thing", "code": "NO_COPY" }), Some(ErrorKind::NoCopyLeft)),
        (404, json!({ "code": "NO_COPY" }), Some(ErrorKind::NoCopyLeft)),
        (403, json!({ "error": "no gifts" }), None),
        (403, json!(null), None),
    ];
    for (status, body, kind) in cases {
        assert_eq!(ErrorKind::identify(status, &body), kind, "{status} {body}");
    }
}

#[test]
fn rows_have_the_text_that_the_contract_shows() {
    let rows = [
        (ErrorKind::Closed, ErrorText::Exact("Closed"), Some("Closed"), "503 Closed"),
        (
            ErrorKind::BrokenBody,
            ErrorText::Free("Broken Body"),
            Some("Broken Body"),
            "400 Broken Body",
        ),
        (
            ErrorKind::CardFull,
            ErrorText::Described("the card has no room for a line"),
            None,
            "400 card-full",
        ),
        (ErrorKind::GiftForbidden, ErrorText::NotShown, None, "403 gift-forbidden"),
    ];
    for (kind, text, shown, display) in rows {
        assert_eq!((kind.row().text, kind.text()), (text, shown));
        assert_eq!(kind.to_string(), display);
    }
    assert_eq!(ErrorKind::ALL.len(), 11);
    assert_eq!(ErrorKind::NoCopyLeft.code(), Some("NO_COPY"));
    assert_eq!(ErrorKind::NoCopyLeft.retry(), Retry::Sometimes);
}
