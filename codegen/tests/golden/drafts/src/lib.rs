//! Everything about the Shared Drafts API, version v1, that its contract says.
//!
//! Drafts that several people edit.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - with the feature `client`, a client with a method for each operation;
//! - with the feature `axum`, an extractor for bodies that have been judged;
//! - with the feature `server`, a trait to implement, and a router made of it.
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust; each finds every violation, and counts those beyond the first thousand. Plain
//! `serde` reads leniently: what a newer service sends is kept, but for more members of an
//! object that may have no others, and null at a member that may be left out, which is read as
//! if it were. Every type has the contract's own JSON Schema through [`schemars`]. In the docs,
//! `Type.property.word` is the clause that says so.
//!
//! A type with properties that may be left out has a `builder`, with a setter for each of them;
//! `build` judges the whole. What is required is an argument of `builder` and of `new`, as long
//! as no two arguments could be swapped unseen; where they could, each has a setter of the
//! builder, and `build` reports what was not set. A setter has the name of its field, or
//! `with_` before it where the builder has a method of that name, such as `new`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod draft;
#[rustfmt::skip]
pub mod errors;
#[cfg(feature = "axum")]
#[rustfmt::skip]
pub mod extract;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod operations;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;
#[rustfmt::skip]
pub mod validators;
#[rustfmt::skip]
pub mod wire;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
