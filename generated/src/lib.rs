//! For those who call the Web Data Service API, version v2, build a compatible server, or test
//! one: its types, its limits and its errors, as its contract says them.
//!
//! Programmatic access to web data over HTTP.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - [`events`]: what the service tells of on its own;
//! - [`webhooks`]: reads the requests by which it tells;
//! - [`credits`]: what requests cost, as far as it is stated;
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
//! # Build a compatible server
//!
//! With the feature `server`. Bodies are judged before a method sees them, and an error is
//! answered as the catalogue says:
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
//! // An `axum::Router`, ready to be served.
//! let router = webdata::server::router(Vendor);
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
//! Whoever is told by requests has a receiver read them, which knows what was subscribed to:
//!
//! ```
//! use webdata::webhooks::MonitorWebhookReceiver;
//! use webdata::webhook::MonitorWebhook;
//!
//! /// The status to answer with.
//! fn told(receiver: &MonitorWebhookReceiver, headers: &[(&str, &str)], body: &[u8]) -> u16 {
//!     match receiver.receive(headers.iter().copied(), body) {
//!         Ok(event) => {
//!             println!("told of {}", event.name());
//!             204
//!         }
//!         Err(error) => error.status(),
//!     }
//! }
//!
//! // A secret header of one's own is the only proof of the sender, since the contract shows no
//! // signature: a subscription that names one is refused to whoever does not send it.
//! let subscription = MonitorWebhook::parse(br#"{"url":"https://example.com/hooks/monitor"}"#).expect("the contract allows it");
//! let receiver = MonitorWebhookReceiver::from(&subscription).expect_header("X-Secret", "sesame");
//! assert_eq!(told(&receiver, &[], b"{}"), 401);
//!
//! let anybody = MonitorWebhookReceiver::new();
//! assert_eq!(told(&anybody, &[], br#"{"event":"monitor.page"}"#), 204);
//! assert_eq!(told(&anybody, &[], b"{"), 400);
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
#[cfg(feature = "blocking")]
#[rustfmt::skip]
pub mod blocking;
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
#[rustfmt::skip]
pub mod webhooks;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
