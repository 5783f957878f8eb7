//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::card::Address>("Address"),
    Validator::new::<super::card::CardResponse>("CardResponse"),
    Validator::new::<super::card::CardUpdate>("CardUpdate"),
    Validator::new::<super::error_body::ErrorBody>("ErrorBody"),
    Validator::new::<super::card::Form>("Form"),
    Validator::new::<super::card::Height>("Height"),
    Validator::new::<super::card::Monitor>("Monitor"),
    Validator::new::<super::card::Place>("Place"),
    Validator::new::<super::card::StoredAddress>("StoredAddress"),
    Validator::new::<super::card::StoredForm>("StoredForm"),
    Validator::new::<super::card::StoredHeight>("StoredHeight"),
    Validator::new::<super::card::StoredPlace>("StoredPlace"),
    Validator::new::<super::card::StoredVisit>("StoredVisit"),
    Validator::new::<super::card::Visit>("Visit"),
];
