//! Types and checks of the Odd Names API, version v0.
//!
//! Keywords, digits and dashes, where names should be.
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust; each finds every violation. Plain `serde` reads leniently.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod r#impl;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod shape;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
