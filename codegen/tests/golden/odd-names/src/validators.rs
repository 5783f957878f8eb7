//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::r#impl::Branch>("Branch"),
    Validator::new::<super::shape::Either>("Either"),
    Validator::new::<super::r#impl::Failure>("Failure"),
    Validator::new::<super::shape::Large>("Large"),
    Validator::new::<super::shape::Mixed>("Mixed"),
    Validator::new::<super::r#impl::Names>("Names"),
    Validator::new::<super::shape::Nested>("Nested"),
    Validator::new::<super::r#impl::OddHeaders>("OddHeaders"),
    Validator::new::<super::r#impl::OddNumber>("OddNumber"),
    Validator::new::<super::r#impl::OddQuery>("OddQuery"),
    Validator::new::<super::shape::Other>("Other"),
    Validator::new::<super::shape::Shape>("Shape"),
    Validator::new::<super::shape::Small>("Small"),
    Validator::new::<super::shape::Text>("Text"),
    Validator::new::<super::r#impl::Tree>("Tree"),
    Validator::new::<super::r#impl::TreeLeft>("TreeLeft"),
    Validator::new::<super::r#impl::Type>("Type"),
    Validator::new::<super::r#impl::Words>("Words"),
];
