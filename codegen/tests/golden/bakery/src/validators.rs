//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "Call",
        check: webdata_runtime::decode::violations::<super::call::Call>,
        after_update: &[],
    },
    Validator {
        type_name: "Failure",
        check: webdata_runtime::decode::violations::<super::failure::Failure>,
        after_update: &[],
    },
    Validator {
        type_name: "Loaf",
        check: webdata_runtime::decode::violations::<super::loaf::Loaf>,
        after_update: &[],
    },
    Validator {
        type_name: "LoafCall",
        check: webdata_runtime::decode::violations::<super::call::LoafCall>,
        after_update: &[],
    },
    Validator {
        type_name: "LoafChange",
        check: webdata_runtime::decode::violations::<super::loaf::LoafChange>,
        after_update: &[],
    },
    Validator {
        type_name: "LoafStarted",
        check: webdata_runtime::decode::violations::<super::loaf::LoafStarted>,
        after_update: &[],
    },
    Validator {
        type_name: "Recipe",
        check: webdata_runtime::decode::violations::<super::loaf::Recipe>,
        after_update: &[],
    },
];
