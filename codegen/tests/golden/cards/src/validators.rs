//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "Address",
        check: webdata_runtime::decode::violations::<super::card::Address>,
        after_update: &[],
    },
    Validator {
        type_name: "CardResponse",
        check: webdata_runtime::decode::violations::<super::card::CardResponse>,
        after_update: &[],
    },
    Validator {
        type_name: "CardUpdate",
        check: webdata_runtime::decode::violations::<super::card::CardUpdate>,
        after_update: &[],
    },
    Validator {
        type_name: "ErrorBody",
        check: webdata_runtime::decode::violations::<super::error::ErrorBody>,
        after_update: &[],
    },
    Validator {
        type_name: "Form",
        check: webdata_runtime::decode::violations::<super::card::Form>,
        after_update: &[],
    },
    Validator {
        type_name: "Height",
        check: webdata_runtime::decode::violations::<super::card::Height>,
        after_update: &[],
    },
    Validator {
        type_name: "Monitor",
        check: webdata_runtime::decode::violations::<super::card::Monitor>,
        after_update: &[],
    },
    Validator {
        type_name: "Place",
        check: webdata_runtime::decode::violations::<super::card::Place>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredAddress",
        check: webdata_runtime::decode::violations::<super::card::StoredAddress>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredForm",
        check: webdata_runtime::decode::violations::<super::card::StoredForm>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredHeight",
        check: webdata_runtime::decode::violations::<super::card::StoredHeight>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredPlace",
        check: webdata_runtime::decode::violations::<super::card::StoredPlace>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredVisit",
        check: webdata_runtime::decode::violations::<super::card::StoredVisit>,
        after_update: &[],
    },
    Validator {
        type_name: "Visit",
        check: webdata_runtime::decode::violations::<super::card::Visit>,
        after_update: &[],
    },
];
