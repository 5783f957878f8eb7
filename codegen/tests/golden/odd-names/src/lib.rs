//! For those who call the Odd Names API, version v0, build a compatible server, or test one:
//! its types, its limits and its errors, as its contract says them.
//!
//! Keywords, digits and dashes, where names should be.
//!
//! ```toml
//! [dependencies]
//! odd-names = { version = "0.1", features = ["client"] }
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
//! | `jiff` | `parse_<field>` for dates with a time, as `jiff::Timestamp`. |
//! | `server` | The service as a trait, and a router made of an implementation. |
//! | `tracing` | A span for each call of a client, with the operation, the status and the number of attempts. |
//! | `url` | `parse_<field>` for URLs, as `url::Url`. |
//! | `uuid` | `parse_<field>` for UUIDs, as `uuid::Uuid`. |
//!
//! # Call the service
//!
//! With the feature `client`. `error.kind()` is the row of the catalogue that the error is, if
//! it is one:
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use odd_names::client::Client;
//! use odd_names::r#impl::Type;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = Type::builder().r#type("git-diff").self_("text").build()?;
//! match client.r#match(&body).await {
//!     Ok(answer) => println!("{answer:?}"),
//!     Err(error) => println!("{error}, which is {:?}", error.kind()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Judge bodies in tests
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust. Each reports up to 1000 violations, and how many more there are:
//!
//! ```
//! use odd_names::r#impl::Type;
//!
//! let body = br#"{"type":"git-diff","self":"text"}"#;
//! let read = Type::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in Type::check(&serde_json::json!([])).unwrap_err() {
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
//! Plain `serde` reads leniently: it keeps values and properties that a newer service adds.
//! There are two exceptions. An object that may have no other properties loses them, and null
//! at an optional property that may not be null is read as absent. Every type has the
//! contract's own JSON Schema through [`schemars`]. In the docs, a name such as
//! `Type.property.maxLength` is a clause of the contract.
//!
//! # Build values
//!
//! A type with optional properties has a `builder`, with a setter for each of them; `build`
//! judges the whole value. Required properties are arguments of `builder` and of `new`, which
//! returns the value itself. Where two of them have the same type and could be swapped, they
//! are setters instead, and `build` reports each that was not called. Setters take what
//! converts into the field's type, such as `&str`. A setter has the name of its field; if the
//! builder already has a method of that name, it is `with_<field>`, such as `with_new`. A
//! property that may be null also has `clear_<field>`. Properties that the contract does not
//! list are put into `additional_properties`. A property that may be left out and may be null
//! is a [`Patch`] in a type that requests carry, and a [`Nullable`] in one that only comes
//! back.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

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
pub mod r#impl;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod operations;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;
#[rustfmt::skip]
pub mod shape;
#[rustfmt::skip]
pub mod validators;

pub use webdata_runtime::{Nullable, ParseError, Patch, Violation, Violations, schemars};

#[cfg(feature = "jiff")]
pub use webdata_runtime::jiff;
#[cfg(feature = "url")]
pub use webdata_runtime::url;
#[cfg(feature = "uuid")]
pub use webdata_runtime::uuid;
