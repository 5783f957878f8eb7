//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "AudioMedium",
        check: webdata_runtime::decode::violations::<super::book::AudioMedium>,
        after_update: &[],
    },
    Validator {
        type_name: "Book",
        check: webdata_runtime::decode::violations::<super::book::Book>,
        after_update: &[],
    },
    Validator {
        type_name: "Card",
        check: webdata_runtime::decode::violations::<super::card::Card>,
        after_update: &[],
    },
    Validator {
        type_name: "Chapter",
        check: webdata_runtime::decode::violations::<super::order::Chapter>,
        after_update: &[],
    },
    Validator {
        type_name: "ErrorBody",
        check: webdata_runtime::decode::violations::<super::error::ErrorBody>,
        after_update: &[],
    },
    Validator {
        type_name: "Gift",
        check: webdata_runtime::decode::violations::<super::order::Gift>,
        after_update: &[],
    },
    Validator {
        type_name: "Isbn",
        check: webdata_runtime::decode::violations::<super::book::Isbn>,
        after_update: &[],
    },
    Validator {
        type_name: "Loan",
        check: webdata_runtime::decode::violations::<super::loan::Loan>,
        after_update: &[],
    },
    Validator {
        type_name: "LoanAnswer",
        check: webdata_runtime::decode::violations::<super::loan::LoanAnswer>,
        after_update: &[],
    },
    Validator {
        type_name: "LoanChange",
        check: webdata_runtime::decode::violations::<super::loan::LoanChange>,
        after_update: &[UpdateCheck::new(&super::operations::CHANGE_LOAN)],
    },
    Validator {
        type_name: "Medium",
        check: webdata_runtime::decode::violations::<super::book::Medium>,
        after_update: &[],
    },
    Validator {
        type_name: "Order",
        check: webdata_runtime::decode::violations::<super::order::Order>,
        after_update: &[],
    },
    Validator {
        type_name: "OrderAnswer",
        check: webdata_runtime::decode::violations::<super::order::OrderAnswer>,
        after_update: &[],
    },
    Validator {
        type_name: "OrderFailure",
        check: webdata_runtime::decode::violations::<super::order::OrderFailure>,
        after_update: &[],
    },
    Validator {
        type_name: "Pages",
        check: webdata_runtime::decode::violations::<super::order::Pages>,
        after_update: &[],
    },
    Validator {
        type_name: "Part",
        check: webdata_runtime::decode::violations::<super::order::Part>,
        after_update: &[],
    },
    Validator {
        type_name: "PartObject",
        check: webdata_runtime::decode::violations::<super::order::PartObject>,
        after_update: &[],
    },
    Validator {
        type_name: "PlainPart",
        check: webdata_runtime::decode::violations::<super::order::PlainPart>,
        after_update: &[],
    },
    Validator {
        type_name: "PrintedMedium",
        check: webdata_runtime::decode::violations::<super::book::PrintedMedium>,
        after_update: &[],
    },
    Validator {
        type_name: "Term",
        check: webdata_runtime::decode::violations::<super::loan::Term>,
        after_update: &[],
    },
    Validator {
        type_name: "Wrapping",
        check: webdata_runtime::decode::violations::<super::order::Wrapping>,
        after_update: &[],
    },
];
