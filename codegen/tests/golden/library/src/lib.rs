//! Types and checks of the Town Library API, version v1.
//!
//! Books and loans of a town library.
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust; each finds every violation. Plain `serde` reads leniently.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod book;
#[rustfmt::skip]
pub mod error;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod loan;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod order;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
