//! A client, a server trait, and validated types for the Web Data Service API, version v2.
//!
//! Programmatic access to web data over HTTP.
//!
//! ```toml
//! [dependencies]
//! webdata = { version = "0.1", features = ["client"] }
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
//! service sent one: its status code, its headers, its body, and the wait that it asks for.
//! `error.kind()` returns the error of the catalogue, if the response is one:
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use webdata::client::Client;
//! use webdata::error_catalogue::ErrorKind;
//! use webdata::monitor::MonitorUpdate;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = MonitorUpdate::builder().name("Price watch").build()?;
//! match client.update_monitor("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", &body).await {
//!     Ok(response) => println!("{response:?}"),
//!     Err(error) => match (error.kind(), error.error_response()) {
//!         (Some(ErrorKind::ValidationFailure), Some(sent)) => println!("{:?}", sent.details()),
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
//! use webdata::error_catalogue::{ApiError, ErrorKind};
//! use webdata::monitor::{MonitorResponse, MonitorUpdate};
//! use webdata::server::Service;
//!
//! struct Vendor;
//!
//! impl Service for Vendor {
//!     type Caller = String;
//!
//!     async fn authenticate(&self, key: &str) -> Result<String, ApiError> {
//!         // Whose key is it?
//!         Err(ErrorKind::InvalidToken.into())
//!     }
//!
//!     async fn update_monitor(
//!         &self,
//!         caller: String,
//!         monitor_id: String,
//!         body: MonitorUpdate,
//!     ) -> Result<MonitorResponse, ApiError> {
//!         // Find the resource of the caller, change it, and return it.
//!         Err(ErrorKind::NotFound.into())
//!     }
//! }
//!
//! # fn served() -> impl Sized {
//! // An `axum::Router`. `axum::serve(listener, router).await` serves it, with the features
//! // `http1` and `tokio` of `axum`.
//! let router = webdata::server::router(Vendor);
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
//! use webdata::monitor::MonitorUpdate;
//! use webdata::serde_json::json;
//!
//! let body = br#"{"name":"Price watch"}"#;
//! let read = MonitorUpdate::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in MonitorUpdate::check(&json!([])).unwrap_err() {
//!     println!("{} {}", violation.pointer, violation.clause);
//! }
//! ```
//!
//! # Modules
//!
//! - structs, enums and unions, each with its validation: [`action`], [`agent`], [`error_body`], [`monitor`], [`notification`], [`parser`], [`redaction`], [`schedule`], [`scrape`], [`scrape_format`], [`scraped`], [`target`], [`threat_protection`], [`webhook`]
//! - [`error_catalogue`]: each error of the contract, as `ErrorKind`
//! - [`operations`]: the method, path, request and response of each operation
//! - [`limits`]: the limits as constants
//! - [`events`]: the events that the service sends
//! - [`webhooks`]: receivers that turn webhook requests into events
//! - [`credits`]: the cost of requests, as far as the contract states it
//!
//! Plain `serde` reads leniently: it keeps values and properties that a newer service adds,
//! with two exceptions. An object to which the contract allows no other properties drops them,
//! and null at an optional property that must not be null is read as absent. Every type of a
//! body is `#[non_exhaustive]`, so that a new optional property or value is a minor version,
//! and has the contract's own JSON Schema through [`schemars`]. The types hold values of
//! [`serde_json`], which the crate re-exports. In the docs, a name such as
//! `Type.property.maxLength` is a clause of the contract.
//!
//! # Build values
//!
//! - A type with optional properties has a `builder`, with a setter for each of them. `build` validates the whole value.
//! - Required properties are arguments of `builder` and of `new`. `new` does not validate the value.
//! - A type with two required properties of one kind (boolean, number, list, map, or other) has no `new`, so that arguments cannot be swapped. Its `builder` has a setter for each required property, and `build` reports each one that is not set.
//! - A setter takes what converts into the field's type, such as `&str`, or an `Option` of that, where `None` leaves the property out. It has the name of its field, or `with_<field>` if the builder has another method of that name.
//! - An optional and nullable property is a [`Patch`] in types that requests carry, and a [`Nullable`] in types that only responses carry. The method `clear_<field>` of the builder sets it to null.
//! - Properties that the contract does not list are read into the map `additional_properties`, and sent with the others, without validation. To send other properties, put them there, or use the builder's method `additional_property`.
//! - An `Option` does not convert into a [`Patch`], because null clears the stored value: use [`Patch::or_absent`] or [`Patch::or_null`].
//! - An enum of strings is compared with a string by `==`. `parse` rejects strings that the contract does not list, and `from` keeps them.
//! - `Debug` does not show values that the contract calls secret. `serde` writes them.
//!
//! # Typed values
//!
//! Strings keep the text that was received. With the features `uuid`, `url` and `jiff`, a
//! property that is a UUID, a URI or a date-time also has the method `parse_<field>`, which
//! returns a `uuid::Uuid`, `url::Url` or `jiff::Timestamp`; for an optional property, the
//! `Result` has an `Option`. Some valid strings have no such value: URIs whose host or port the
//! URL Standard does not allow, such as `http:///path` and `http://example.com:99999`, and
//! times after 9999-12-30T22:00:00Z. In a `Timestamp`, digits below a nanosecond are dropped,
//! and a leap second is the second before it. Constructors and setters take a `Uuid` or a
//! `Url`. For a `Timestamp`, pass `timestamp.to_string()`:
//!
//! ```
//! # #[cfg(feature = "url")]
//! # {
//! use webdata::scrape::ScrapeRequest;
//!
//! let body = br#"{"url":"https://example.com/pricing"}"#;
//! let read = ScrapeRequest::parse(body).expect("the contract allows it");
//! if let Ok(url) = read.parse_url() {
//!     assert!(ScrapeRequest::new(url).validate().is_ok());
//! }
//! # }
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#![cfg_attr(docsrs, feature(doc_cfg))]
pub mod action;
pub mod agent;
#[cfg(feature = "blocking")]
pub mod blocking;
#[cfg(feature = "client")]
pub mod client;
pub mod credits;
pub mod error_body;
pub mod error_catalogue;
pub mod events;
#[cfg(feature = "axum")]
pub mod extract;
pub mod limits;
pub mod monitor;
pub mod notification;
pub mod operations;
pub mod parser;
pub mod redaction;
pub mod schedule;
pub mod scrape;
pub mod scrape_format;
pub mod scraped;
#[cfg(feature = "server")]
pub mod server;
pub mod target;
pub mod threat_protection;
pub mod webhook;
pub mod webhooks;

pub use webdata_runtime::decode::{Model, Unlisted};
pub use webdata_runtime::{ClauseName, Message, Violation, Violations};
pub use webdata_runtime::{Nullable, ParseError, Patch, schemars, serde_json};

#[cfg(feature = "jiff")]
pub use webdata_runtime::jiff;
#[cfg(feature = "url")]
pub use webdata_runtime::url;
#[cfg(feature = "uuid")]
pub use webdata_runtime::uuid;

use webdata_runtime::json_schema::Schemas;

/// The JSON Schema of each type, for the derive macro.
static SCHEMAS: Schemas = Schemas::new(include_str!("../schemas.json"));
