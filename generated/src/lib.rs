//! Everything about the Web Data Service API, version v2, that its contract says.
//!
//! Programmatic access to web data over HTTP.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - [`events`]: what the service tells of on its own;
//! - [`credits`]: what requests cost, as far as it is stated;
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
//! # Bodies
//!
//! Bytes become a value in one pass, or every violation is told, each with its place and its
//! clause:
//!
//! ```
//! use webdata::monitor::MonitorUpdate;
//!
//! let body = br#"{"name":"Price watch"}"#;
//! let read = MonitorUpdate::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in MonitorUpdate::check(&serde_json::json!([])).unwrap_err() {
//!     println!("{} {}", violation.pointer, violation.clause);
//! }
//! ```
//!
//! # For those who call the service
//!
//! With the feature `client`; its errors tell what the catalogue says of them:
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use webdata::client::Client;
//! use webdata::monitor::MonitorUpdate;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = MonitorUpdate::builder().name("Price watch").build()?;
//! match client.update_monitor("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", &body).await {
//!     Ok(answer) => println!("{answer:?}"),
//!     Err(error) => println!("{error}, which is {:?}", error.kind()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # For those who build a compatible server
//!
//! With the feature `server`; what comes in has been judged, and what is refused is answered as
//! the catalogue says:
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! # mod example {
//! use webdata::errors::{ErrorKind, Refusal};
//! use webdata::monitor::{MonitorResponse, MonitorUpdate};
//! use webdata::server::Service;
//!
//! struct Vendor;
//!
//! impl Service for Vendor {
//!     type Caller = String;
//!
//!     async fn authenticate(&self, key: &str) -> Result<String, Refusal> {
//!         // Whose key is it?
//!         Err(ErrorKind::InvalidToken.into())
//!     }
//!
//!     async fn update_monitor(
//!         &self,
//!         caller: String,
//!         monitor_id: String,
//!         body: MonitorUpdate,
//!     ) -> Result<MonitorResponse, Refusal> {
//!         // Find what the caller owns, change it, and answer with it.
//!         Err(ErrorKind::NotFound.into())
//!     }
//! }
//!
//! # fn served() -> impl Sized {
//! webdata::server::router(Vendor)
//! # }
//! # }
//! ```
//!
//! With the feature `axum` alone, `Valid<T>` is an extractor for handlers of one's own.
//!
//! # For those who are told of events
//!
//! An event has a name, and carries something. `read` judges both; `read_leniently` keeps what
//! a newer service may send:
//!
//! ```
//! use webdata::events::MonitorWebhookEvent;
//!
//! let payload = serde_json::json!({});
//! match MonitorWebhookEvent::read("monitor.page", &payload) {
//!     Ok(MonitorWebhookEvent::MonitorPage(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("told of {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = MonitorWebhookEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! Whoever is told by requests reads them like this:
//!
//! ```
//! use webdata::events::MonitorWebhookEvent;
//!
//! /// The status to answer with.
//! fn receive(name: &str, body: &[u8]) -> u16 {
//!     // The contract does not show where the name stands, what shape the payload has, or a
//!     // signature. A secret header of one's own is the only proof of the sender: set it by
//!     // `MonitorWebhook::headers` of `webhook`, and compare it before anything is read.
//!     let Ok(payload) = serde_json::from_slice(body) else { return 400 };
//!     println!("told of {}", MonitorWebhookEvent::read_leniently(name, payload).name());
//!     204
//! }
//!
//! assert_eq!(receive("monitor.page", b"{}"), 204);
//! assert_eq!(receive("not listed", b"[]"), 204);
//! assert_eq!(receive("monitor.page", b"{"), 400);
//! ```
//!
//! # What a request costs
//!
//! As far as the contract says; what is not known beforehand has no upper bound:
//!
//! ```
//! use webdata::credits::{Counts, estimate};
//! use webdata::scrape::ScrapeOptions;
//!
//! let estimate = estimate(&ScrapeOptions::default(), &Counts::new().pages(3));
//! for line in &estimate.lines {
//!     println!("{}: {:?} credits", line.charge.doc, line.credits());
//! }
//! assert!(estimate.at_most().is_none_or(|most| estimate.at_least() <= most));
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#[rustfmt::skip]
pub mod action;
#[rustfmt::skip]
pub mod agent;
#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod credits;
#[rustfmt::skip]
pub mod error;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod events;
#[cfg(feature = "axum")]
#[rustfmt::skip]
pub mod extract;
#[rustfmt::skip]
pub mod format;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod monitor;
#[rustfmt::skip]
pub mod notification;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod parser;
#[rustfmt::skip]
pub mod redaction;
#[rustfmt::skip]
pub mod schedule;
#[rustfmt::skip]
pub mod scrape;
#[rustfmt::skip]
pub mod scraped;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;
#[rustfmt::skip]
pub mod target;
#[rustfmt::skip]
pub mod threat_protection;
#[rustfmt::skip]
pub mod validators;
#[rustfmt::skip]
pub mod webhook;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
