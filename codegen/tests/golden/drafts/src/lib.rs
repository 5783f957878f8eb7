//! For programs that call the Shared Drafts API, version v1, and for compatible servers and
//! their tests: the types, limits and errors of the contract.
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
//! | none | Types with validation, the error catalogue, operations and limits. |
//! | `axum` | An `axum` extractor that validates bodies. |
//! | `blocking` | A client for programs without async. |
//! | `client` | A client with a method for each operation. |
//! | `jiff` | `parse_<field>` for date-times, as `jiff::Timestamp`. |
//! | `server` | The service as a trait, and an `axum` router for an implementation. |
//! | `tracing` | A span for each call of a client, with the operation, the status code and the number of attempts. |
//! | `url` | `parse_<field>` for URLs, as `url::Url`. |
//! | `uuid` | `parse_<field>` for UUIDs, as `uuid::Uuid`. |
//!
//! # Modules
//!
//! - [`draft`], [`wire`]: structs, enums and unions, each with its validation
//! - [`error_catalogue`]: each error of the contract, as `ErrorKind`
//! - [`operations`]: the method, path, request and response of each operation
//! - [`limits`]: the limits as constants
//!
//! Plain `serde` reads leniently: it keeps values and properties that a newer service adds,
//! with two exceptions. An object to which the contract allows no other properties drops them,
//! and null at an optional property that must not be null is read as absent. Every type has the
//! contract's own JSON Schema through [`schemars`]. The types hold values of [`serde_json`],
//! which the crate re-exports. In the docs, a name such as `Type.property.maxLength` is a
//! clause of the contract.
//!
//! # Build values
//!
//! A type with optional properties has a `builder`, with a setter for each of them; `build`
//! validates the whole value. Required properties are arguments of `builder`, and of `new`,
//! which returns the value without validation. Required properties of one type are setters
//! instead, so that they cannot be swapped, and `build` reports each missing one. Setters take
//! what converts into the field's type, such as `&str`. A setter has the name of its field; if
//! the builder already has a method of that name, it is `with_<field>`, such as `with_new`. A
//! nullable property also has `clear_<field>`. Properties that the contract does not list are
//! read into the map `additional_properties`, and sent with the others. An optional and
//! nullable property is a [`Patch`] in types that requests carry, and a [`Nullable`] in types
//! that only responses carry.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

#![cfg_attr(docsrs, feature(doc_cfg))]
#[cfg(feature = "blocking")]
#[rustfmt::skip]
pub mod blocking;
#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod draft;
#[rustfmt::skip]
pub mod error_catalogue;
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
pub mod wire;

pub use webdata_runtime::{
    Nullable, ParseError, Patch, Violation, Violations, schemars, serde_json,
};

#[cfg(feature = "jiff")]
pub use webdata_runtime::jiff;
#[cfg(feature = "url")]
pub use webdata_runtime::url;
#[cfg(feature = "uuid")]
pub use webdata_runtime::uuid;
