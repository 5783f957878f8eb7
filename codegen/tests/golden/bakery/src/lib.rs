//! Everything about the Bakery API, version v1, that its contract says.
//!
//! Bread that is baked to order.
//!
//! - a module for each page of types: structs, enums and unions, each with its check;
//! - [`errors`]: the error catalogue, and which error an answer is;
//! - [`operations`]: how each operation is called, and what it takes and answers;
//! - [`limits`]: the limits as constants;
//! - [`events`]: what the service tells of on its own;
//! - [`webhooks`]: reads the requests by which it tells;
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
//! use bakery::loaf::Recipe;
//!
//! let body = br#"{"flour":"text"}"#;
//! let read = Recipe::parse(body).expect("the contract allows it");
//! assert!(read.validate().is_ok());
//!
//! for violation in Recipe::check(&serde_json::json!([])).unwrap_err() {
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
//! use bakery::client::Client;
//! use bakery::loaf::Recipe;
//!
//! let client = Client::new("https://api.example.com", &std::env::var("API_KEY")?)?;
//! let body = Recipe::parse(br#"{"flour":"text"}"#)?;
//! match client.bake(&body).await {
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
//! use bakery::errors::{ErrorKind, Refusal};
//! use bakery::loaf::{LoafStarted, Recipe};
//! use bakery::server::Service;
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
//!     async fn bake(
//!         &self,
//!         caller: String,
//!         body: Recipe,
//!     ) -> Result<LoafStarted, Refusal> {
//!         // Find what the caller owns, change it, and answer with it.
//!         Err(ErrorKind::NotHere.into())
//!     }
//! }
//!
//! # fn served() -> impl Sized {
//! bakery::server::router(Vendor)
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
//! use bakery::events::DoorCallsEvent;
//!
//! let payload = serde_json::json!({"kind":"text","grams":1});
//! match DoorCallsEvent::read("loaf.baked", &payload) {
//!     Ok(DoorCallsEvent::LoafBaked(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("told of {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = DoorCallsEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! Whoever is told by requests has a receiver read them, which knows what was subscribed to:
//!
//! ```
//! use bakery::webhooks::DoorCallsReceiver;
//! use bakery::call::Call;
//!
//! /// The status to answer with.
//! fn told(receiver: &DoorCallsReceiver, headers: &[(&str, &str)], body: &[u8]) -> u16 {
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
//! let subscription = Call::parse(br#"{"address":"https://example.com/"}"#).expect("the contract allows it");
//! let receiver = DoorCallsReceiver::from(&subscription).expect_header("X-Secret", "sesame");
//! assert_eq!(told(&receiver, &[], b"{}"), 401);
//!
//! let anybody = DoorCallsReceiver::new();
//! assert_eq!(told(&anybody, &[], br#"{"event":"loaf.baked"}"#), 204);
//! assert_eq!(told(&anybody, &[], b"{"), 400);
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

#[cfg(feature = "blocking")]
#[rustfmt::skip]
pub mod blocking;
#[rustfmt::skip]
pub mod call;
#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod events;
#[cfg(feature = "axum")]
#[rustfmt::skip]
pub mod extract;
#[rustfmt::skip]
pub mod failure;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod loaf;
#[rustfmt::skip]
pub mod operations;
#[cfg(feature = "server")]
#[rustfmt::skip]
pub mod server;
#[rustfmt::skip]
pub mod validators;
#[rustfmt::skip]
pub mod webhooks;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
