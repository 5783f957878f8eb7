//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "Branch",
        check: webdata_runtime::decode::violations::<super::r#impl::Branch>,
        after_update: &[],
    },
    Validator {
        type_name: "Either",
        check: webdata_runtime::decode::violations::<super::shape::Either>,
        after_update: &[],
    },
    Validator {
        type_name: "Failure",
        check: webdata_runtime::decode::violations::<super::r#impl::Failure>,
        after_update: &[],
    },
    Validator {
        type_name: "Large",
        check: webdata_runtime::decode::violations::<super::shape::Large>,
        after_update: &[],
    },
    Validator {
        type_name: "Mixed",
        check: webdata_runtime::decode::violations::<super::shape::Mixed>,
        after_update: &[],
    },
    Validator {
        type_name: "Names",
        check: webdata_runtime::decode::violations::<super::r#impl::Names>,
        after_update: &[],
    },
    Validator {
        type_name: "Nested",
        check: webdata_runtime::decode::violations::<super::shape::Nested>,
        after_update: &[],
    },
    Validator {
        type_name: "OddHeaders",
        check: webdata_runtime::decode::violations::<super::r#impl::OddHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "OddNumber",
        check: webdata_runtime::decode::violations::<super::r#impl::OddNumber>,
        after_update: &[],
    },
    Validator {
        type_name: "OddQuery",
        check: webdata_runtime::decode::violations::<super::r#impl::OddQuery>,
        after_update: &[],
    },
    Validator {
        type_name: "Other",
        check: webdata_runtime::decode::violations::<super::shape::Other>,
        after_update: &[],
    },
    Validator {
        type_name: "Shape",
        check: webdata_runtime::decode::violations::<super::shape::Shape>,
        after_update: &[],
    },
    Validator {
        type_name: "Small",
        check: webdata_runtime::decode::violations::<super::shape::Small>,
        after_update: &[],
    },
    Validator {
        type_name: "Text",
        check: webdata_runtime::decode::violations::<super::shape::Text>,
        after_update: &[],
    },
    Validator {
        type_name: "Tree",
        check: webdata_runtime::decode::violations::<super::r#impl::Tree>,
        after_update: &[],
    },
    Validator {
        type_name: "TreeLeft",
        check: webdata_runtime::decode::violations::<super::r#impl::TreeLeft>,
        after_update: &[],
    },
    Validator {
        type_name: "Type",
        check: webdata_runtime::decode::violations::<super::r#impl::Type>,
        after_update: &[],
    },
    Validator {
        type_name: "Words",
        check: webdata_runtime::decode::violations::<super::r#impl::Words>,
        after_update: &[],
    },
];
