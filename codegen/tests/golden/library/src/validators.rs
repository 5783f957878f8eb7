//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::book::AudioMedium>("AudioMedium"),
    Validator::new::<super::book::Book>("Book"),
    Validator::new::<super::card::Card>("Card"),
    Validator::new::<super::order::Chapter>("Chapter"),
    Validator::new::<super::error_body::ErrorBody>("ErrorBody"),
    Validator::new::<super::order::Gift>("Gift"),
    Validator::new::<super::book::Isbn>("Isbn"),
    Validator::new::<super::loan::Loan>("Loan"),
    Validator::new::<super::loan::LoanAnswer>("LoanAnswer"),
    Validator {
        after_update: &[UpdateCheck::new(&super::operations::CHANGE_LOAN)],
        ..Validator::new::<super::loan::LoanChange>("LoanChange")
    },
    Validator::new::<super::book::Medium>("Medium"),
    Validator::new::<super::order::Order>("Order"),
    Validator::new::<super::order::OrderAnswer>("OrderAnswer"),
    Validator::new::<super::order::OrderFailure>("OrderFailure"),
    Validator::new::<super::order::Pages>("Pages"),
    Validator::new::<super::order::Part>("Part"),
    Validator::new::<super::order::PartObject>("PartObject"),
    Validator::new::<super::order::PlainPart>("PlainPart"),
    Validator::new::<super::book::PrintedMedium>("PrintedMedium"),
    Validator::new::<super::loan::Term>("Term"),
    Validator::new::<super::order::Wrapping>("Wrapping"),
];
