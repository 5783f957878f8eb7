//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::wire::ChangeHeaders>("ChangeHeaders"),
    Validator::new::<super::wire::CreateHeaders>("CreateHeaders"),
    Validator::new::<super::draft::Draft>("Draft"),
    Validator::new::<super::draft::DraftChange>("DraftChange"),
    Validator::new::<super::draft::DraftContent>("DraftContent"),
    Validator::new::<super::draft::Drafts>("Drafts"),
    Validator::new::<super::wire::Failure>("Failure"),
    Validator::new::<super::wire::PinnedHeaders>("PinnedHeaders"),
    Validator::new::<super::wire::ReadHeaders>("ReadHeaders"),
    Validator::new::<super::wire::VersionHeaders>("VersionHeaders"),
];
