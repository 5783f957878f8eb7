//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::call::Call>("Call"),
    Validator::new::<super::failure::Failure>("Failure"),
    Validator::new::<super::loaf::Loaf>("Loaf"),
    Validator::new::<super::call::LoafCall>("LoafCall"),
    Validator::new::<super::loaf::LoafChange>("LoafChange"),
    Validator::new::<super::loaf::LoafStarted>("LoafStarted"),
    Validator::new::<super::loaf::Recipe>("Recipe"),
];
