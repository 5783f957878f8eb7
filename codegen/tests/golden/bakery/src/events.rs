//! The events that the service sends: an enum for each channel.
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` validates both; `read_leniently` also returns
//! events of a newer service:
//!
//! ```
//! use bakery::events::DoorCallsEvent;
//! use bakery::serde_json::json;
//!
//! let payload = json!({"kind":"text","grams":1});
//! match DoorCallsEvent::read("loaf.baked", &payload) {
//!     Ok(DoorCallsEvent::LoafBaked(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("received {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = DoorCallsEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! A subscriber of webhooks passes each request to a receiver, which knows the subscription:
//!
//! ```
//! use bakery::webhooks::DoorCallsReceiver;
//! use bakery::call::Call;
//!
//! /// Returns the status code to respond with.
//! fn handle(receiver: &DoorCallsReceiver, headers: &[(&str, &str)], body: &[u8]) -> u16 {
//!     match receiver.receive(headers.iter().copied(), body) {
//!         Ok(event) => {
//!             println!("received {}", event.name());
//!             204
//!         }
//!         Err(error) => error.status(),
//!     }
//! }
//!
//! // The contract shows no signature. Subscribe with a header that has a secret. The receiver then
//! // rejects a request without the header, with the status code 401.
//! let subscription = Call::parse(br#"{"address":"https://example.com/","signs":{"X-Secret":"sesame"}}"#).expect("the contract allows it");
//! let receiver = DoorCallsReceiver::from(&subscription);
//! assert_eq!(handle(&receiver, &[], b"{}"), 401);
//!
//! let unauthenticated = DoorCallsReceiver::new();
//! assert_eq!(handle(&unauthenticated, &[], br#"{"event":"loaf.baked"}"#), 204);
//! assert_eq!(handle(&unauthenticated, &[], b"{"), 400);
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// Tells an address about loaves.
///
/// The service sends these events as requests to an address of the subscriber
/// (`events.door-calls`).
///
/// Subscribe with [`Call`](super::call::Call).
///
/// Events are chosen by `about`. (`events.door-calls.behaviour.subscribed`)
///
/// Calls have the `signs` as headers. (`events.door-calls.behaviour.delivered`)
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.door-calls")]
#[non_exhaustive]
pub enum DoorCallsEvent {
    /// `loaf.baked`: A loaf is baked.
    ///
    /// The payload is [`LoafCall`](super::call::LoafCall) (`events.door-calls.loaf.baked`).
    #[event("loaf.baked")]
    LoafBaked(super::call::LoafCall),
    /// `loaf.burnt`: A loaf is burnt.
    ///
    /// The contract does not show the payload (`events.door-calls.loaf.burnt`).
    #[event("loaf.burnt")]
    LoafBurnt(serde_json::Value),
    /// An event that the contract does not list, or whose payload breaks the contract. Only
    /// [`read_leniently`](Self::read_leniently) returns it.
    Other {
        /// The name.
        name: String,
        /// The payload.
        payload: serde_json::Value,
    },
}

/// Tells a baker about ovens.
///
/// The service sends these events as e-mail (`events.oven-mail`).
///
/// Subscribe with [`Call`](super::call::Call).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.oven-mail")]
#[non_exhaustive]
pub enum OvenMailEvent {
    /// `oven.cold`: An oven is cold.
    ///
    /// The contract does not show the payload (`events.oven-mail.oven.cold`).
    #[event("oven.cold")]
    OvenCold(serde_json::Value),
    /// An event that the contract does not list. Only [`read_leniently`](Self::read_leniently)
    /// returns it.
    Other {
        /// The name.
        name: String,
        /// The payload.
        payload: serde_json::Value,
    },
}
