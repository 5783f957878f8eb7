//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "ChangeHeaders",
        check: webdata_runtime::decode::violations::<super::wire::ChangeHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "CreateHeaders",
        check: webdata_runtime::decode::violations::<super::wire::CreateHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "Draft",
        check: webdata_runtime::decode::violations::<super::draft::Draft>,
        after_update: &[],
    },
    Validator {
        type_name: "DraftChange",
        check: webdata_runtime::decode::violations::<super::draft::DraftChange>,
        after_update: &[],
    },
    Validator {
        type_name: "DraftContent",
        check: webdata_runtime::decode::violations::<super::draft::DraftContent>,
        after_update: &[],
    },
    Validator {
        type_name: "Drafts",
        check: webdata_runtime::decode::violations::<super::draft::Drafts>,
        after_update: &[],
    },
    Validator {
        type_name: "Failure",
        check: webdata_runtime::decode::violations::<super::wire::Failure>,
        after_update: &[],
    },
    Validator {
        type_name: "PinnedHeaders",
        check: webdata_runtime::decode::violations::<super::wire::PinnedHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "ReadHeaders",
        check: webdata_runtime::decode::violations::<super::wire::ReadHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "VersionHeaders",
        check: webdata_runtime::decode::violations::<super::wire::VersionHeaders>,
        after_update: &[],
    },
];
