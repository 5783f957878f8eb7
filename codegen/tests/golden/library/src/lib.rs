//! A client, a server trait, and validated types for the Town Library API, version v1.
//!
//! Books and loans of a town library.
//!
//! ```toml
//! [dependencies]
//! library = { version = "0.1", features = ["client"] }
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//! ```
//!
//! Until the crate is published, use `path` in place of `version`.
//!
//! Rust 1.88 or newer.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | none | Validated types, the error catalogue, operations and limits. |
//! | `axum` | An `axum` extractor that validates bodies. |
//! | `blocking` | A client for programs without async. |
//! | `client` | A client with a method for each operation. |
//! | `jiff` | `parse_<field>` for date-times, as `jiff::Timestamp`. |
//! | `server` | The service as a trait, and an `axum` router for an implementation. |
//! | `tracing` | A span for each call of a client, with the operation, the status code and the number of attempts. |
//! | `url` | `parse_<field>` for URLs, as `url::Url`. |
//! | `uuid` | `parse_<field>` for UUIDs, as `uuid::Uuid`. |
//!
//! # Call the service
//!
//! With the feature `client`. `error.error_response()` returns the error response, if the
//! service sent one: its status code, its body, and the wait that it asks for. `error.kind()`
//! returns the error of the catalogue, if the response is one:
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use library::client::Client;
//! use library::error_catalogue::ErrorKind;
//! use library::book::Book;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = Book::parse(br#"{"title":"text","author":"text","media":[{"form":"paper"}]}"#)?;
//! match client.add_book(&body).await {
//!     Ok(response) => println!("{response:?}"),
//!     Err(error) => match (error.kind(), error.error_response()) {
//!         (Some(ErrorKind::BrokenBody), Some(sent)) => println!("{:?}", sent.details()),
//!         (_, Some(sent)) => println!("{error}; wait: {:?}", sent.retry_after),
//!         (_, None) => println!("{error}"),
//!     },
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Build a compatible server
//!
//! With the feature `server`. The router validates bodies before it calls a method, and turns
//! an error into the response that the catalogue says:
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! # mod example {
//! use library::error_catalogue::{ApiError, ErrorKind};
//! use library::book::Book;
//! use library::server::Service;
//!
//! struct Vendor;
//!
//! impl Service for Vendor {
//!     type Caller = String;
//!
//!     async fn authenticate(&self, key: &str) -> Result<String, ApiError> {
//!         // Whose key is it?
//!         Err(ErrorKind::UnknownCard.into())
//!     }
//!
//!     async fn add_book(
//!         &self,
//!         caller: String,
//!         body: Book,
//!     ) -> Result<Book, ApiError> {
//!         // Find the resource of the caller, change it, and return it.
//!         Err(ErrorKind::NoSuchThing.into())
//!     }
//! }
//!
//! # fn served() -> impl Sized {
//! // An `axum::Router`. `axum::serve(listener, router).await` serves it, with the features
//! // `http1` and `tokio` of `axum`.
//! let router = library::server::router(Vendor);
//! # router
//! # }
//! # }
//! ```
//!
//! With the feature `axum` alone, `Valid<T>` is an extractor for your own handlers.
//!
//! # Validate bodies in tests
//!
//! `T::parse` reads and validates bytes, `T::check` a JSON value, and `value.validate()` a
//! value that was built in Rust. Each returns the violations: the first 1,000, and the number
//! of the others.
//!
//! ```
//! use library::book::Book;
//! use library::serde_json::json;
//!
//! let body = br#"{"title":"text","author":"text","media":[{"form":"paper"}]}"#;
//! let read = Book::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in Book::check(&json!([])).unwrap_err() {
//!     println!("{} {}", violation.pointer, violation.clause);
//! }
//! ```
//!
//! # Modules
//!
//! - structs, enums and unions, each with its validation: [`book`], [`card`], [`error_body`], [`loan`], [`order`]
//! - [`error_catalogue`]: each error of the contract, as `ErrorKind`
//! - [`operations`]: the method, path, request and response of each operation
//! - [`limits`]: the limits as constants
//! - [`events`]: the events that the service sends
//! - [`credits`]: the cost of requests, as far as the contract states it
//!
//! Plain `serde` reads leniently: it keeps values and properties that a newer service adds,
//! with two exceptions. An object to which the contract allows no other properties drops them,
//! and null at an optional property that must not be null is read as absent. Every type is
//! `#[non_exhaustive]`, so that a new optional property or value is a minor version. Every type
//! has the contract's own JSON Schema through [`schemars`]. The types hold values of
//! [`serde_json`], which the crate re-exports. In the docs, a name such as
//! `Type.property.maxLength` is a clause of the contract.
//!
//! # Build values
//!
//! - A type with optional properties has a `builder`, with a setter for each of them. `build` validates the whole value.
//! - Required properties are arguments of `builder` and of `new`. `new` does not validate the value.
//! - A type with two required properties of one kind (boolean, number, list, map, or other) has no `new`, so that arguments cannot be swapped. Its `builder` has a setter for each required property, and `build` reports each one that is not set.
//! - A setter takes what converts into the field's type, such as `&str`. It has the name of its field, or `with_<field>` if the builder has another method of that name.
//! - An optional and nullable property is a [`Patch`] in types that requests carry, and a [`Nullable`] in types that only responses carry. The method `clear_<field>` of the builder sets it to null.
//! - Properties that the contract does not list are read into the map `additional_properties`, and sent with the others. To send other properties, put them there.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

#![cfg_attr(docsrs, feature(doc_cfg))]
#[cfg(feature = "blocking")]
#[rustfmt::skip]
pub mod blocking;
#[rustfmt::skip]
pub mod book;
#[rustfmt::skip]
pub mod card;
#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod credits;
#[rustfmt::skip]
pub mod error_body;
#[rustfmt::skip]
pub mod error_catalogue;
#[rustfmt::skip]
pub mod events;
#[cfg(feature = "axum")]
#[rustfmt::skip]
pub mod extract;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod loan;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod order;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;

pub use webdata_runtime::{ClauseId, Message, Violation, Violations};
pub use webdata_runtime::{Nullable, ParseError, Patch, schemars, serde_json};

#[cfg(feature = "jiff")]
pub use webdata_runtime::jiff;
#[cfg(feature = "url")]
pub use webdata_runtime::url;
#[cfg(feature = "uuid")]
pub use webdata_runtime::uuid;
