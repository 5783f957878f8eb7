//! For those who call the Shared Drafts API, version v1, build a compatible server, or test
//! one: its types, its limits and its errors, as its contract says them.
//!
//! Drafts that several people edit.
//!
//! ```toml
//! [dependencies]
//! drafts = { version = "0.1", features = ["client"] }
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//! ```
//!
//! Rust 1.88 or newer.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | none | Types with their checks, the error catalogue, operations and limits. |
//! | `axum` | The extractor that judges bodies in axum. |
//! | `blocking` | The client for programs without async. |
//! | `client` | A client with a method for each operation. |
//! | `server` | The service as a trait, and a router made of an implementation. |
//! | `tracing` | A span for each call of a client, with the operation, the status and the number of attempts. |
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
//! # Build values
//!
//! A type with optional properties has a `builder`, with a setter for each of them; `build`
//! judges the whole value. Required properties are arguments of `builder` and of `new`, unless
//! two of them could be swapped unseen. Those have setters of the builder, and `build` reports
//! each that was not called. A setter has the name of its field, or `with_` before it where the
//! builder has a method of that name, such as `new`.
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
