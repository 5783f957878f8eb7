//! For those who call the Parcel Lockers API, version v1, build a compatible server, or test
//! one: its types, its limits and its errors, as its contract says them.
//!
//! Parcels that wait in lockers.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - with the feature `client`, a client with a method for each operation; with `blocking`, one without async; with `tracing`, a span for each call;
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
//! # Bodies
//!
//! Bytes become a value in one pass, or every violation is told, each with its place and its
//! clause:
//!
//! ```
//! use parcels::parcel::ParcelDraft;
//!
//! let body = br#"{"label":"text"}"#;
//! let read = ParcelDraft::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in ParcelDraft::check(&serde_json::json!([])).unwrap_err() {
//!     println!("{} {}", violation.pointer, violation.clause);
//! }
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
//! | `client` | A client with a method for each operation. |
//! | `server` | The service as a trait, and a router made of an implementation. |
//!
//! # Call the service
//!
//! With the feature `client`. An error tells what the catalogue says of it:
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use parcels::client::Client;
//! use parcels::parcel::ParcelDraft;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = ParcelDraft::parse(br#"{"label":"text"}"#)?;
//! match client.replace_parcel("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", &body).await {
//!     Ok(answer) => println!("{answer:?}"),
//!     Err(error) => println!("{error}, which is {:?}", error.kind()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Build a compatible server
//!
//! With the feature `server`. Bodies are judged before a method sees them, and an error is
//! answered as the catalogue says:
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! # mod example {
//! use parcels::errors::{ErrorKind, Refusal};
//! use parcels::parcel::{Parcel, ParcelDraft};
//! use parcels::server::Service;
//!
//! struct Vendor;
//!
//! impl Service for Vendor {
//!     type Caller = String;
//!
//!     async fn authenticate(&self, key: &str) -> Result<String, Refusal> {
//!         // Whose key is it?
//!         Err(ErrorKind::BadKey.into())
//!     }
//!
//!     async fn replace_parcel(
//!         &self,
//!         caller: String,
//!         parcel_id: String,
//!         body: ParcelDraft,
//!     ) -> Result<Parcel, Refusal> {
//!         // Find what the caller owns, change it, and answer with it.
//!         Err(ErrorKind::NotHere.into())
//!     }
//! }
//!
//! # fn served() -> impl Sized {
//! // An `axum::Router`, ready to be served.
//! let router = parcels::server::router(Vendor);
//! # router
//! # }
//! # }
//! ```
//!
//! With the feature `axum` alone, `Valid<T>` is an extractor for your own handlers.
//!
//! # Judge bodies in tests
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust. Each finds every violation, and counts those beyond the first thousand:
//!
//! ```
//! use parcels::parcel::ParcelDraft;
//!
//! let body = br#"{"label":"text"}"#;
//! let read = ParcelDraft::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in ParcelDraft::check(&serde_json::json!([])).unwrap_err() {
//!     println!("{} {}", violation.pointer, violation.clause);
//! }
//! ```
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
pub mod errors;
#[cfg(feature = "axum")]
#[rustfmt::skip]
pub mod extract;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod locker;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod parcel;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;
#[rustfmt::skip]
pub mod validators;
#[rustfmt::skip]
pub mod wire;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
