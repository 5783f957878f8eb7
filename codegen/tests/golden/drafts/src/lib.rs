//! For those who call the Shared Drafts API, version v1, build a compatible server, or test
//! one: its types, its limits and its errors, as its contract says them.
//!
//! Drafts that several people edit.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - with the feature `client`, a client with a method for each operation; with `blocking`, one without async; with `tracing`, a span for each call;
//! - with the feature `axum`, an extractor for bodies that have been judged;
//! - with the feature `server`, a trait to implement, and a router made of it.
//!
//! Rust 1.88 or newer.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | none | Types with their checks, the error catalogue, operations and limits. |
//! | `axum` | The extractor that judges bodies in axum. |
//! | `client` | A client with a method for each operation. |
//! | `server` | The service as a trait, and a router made of an implementation. |
//!
//! # Modules
//!
//! - a module for each page of types: structs, enums and unions, each with its check
//! - [`errors`]: the error catalogue, and which error a response is
//! - [`operations`]: how each operation is called, and what it takes and returns
//! - [`limits`]: the limits as constants
//!
//! Plain `serde` reads leniently: what a newer service sends is kept, but for more members of
//! an object that may have no others, and null at a member that may be left out, which is read
//! as if it were. Every type has the contract's own JSON Schema through [`schemars`]. In the
//! docs, `Type.property.word` is the clause that says so.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

#[cfg(feature = "blocking")]
#[rustfmt::skip]
pub mod blocking;
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
