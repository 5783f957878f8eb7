//! The events that the service tells of, by channel.
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` judges both; `read_leniently` keeps what a newer
//! service may send:
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
//! // The contract shows no signature. A header with a secret, which the subscription names,
//! // authenticates the sender: a request without the header is rejected with 401.
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

/// Tells an address about loaves.
///
/// Told by requests to an address of the subscriber's (`events.door-calls`).
///
/// Set up by [`Call`](super::call::Call).
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
    /// It carries [`LoafCall`](super::call::LoafCall) (`events.door-calls.loaf.baked`).
    #[event("loaf.baked")]
    LoafBaked(super::call::LoafCall),
    /// `loaf.burnt`: A loaf is burnt.
    ///
    /// The contract does not show the shape of what it carries (`events.door-calls.loaf.burnt`).
    #[event("loaf.burnt")]
    LoafBurnt(serde_json::Value),
    /// An event that the contract does not list, or one that carries something else than it says;
    /// only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

/// Tells a baker about ovens.
///
/// Told by e-mail (`events.oven-mail`).
///
/// Set up by [`Call`](super::call::Call).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.oven-mail")]
#[non_exhaustive]
pub enum OvenMailEvent {
    /// `oven.cold`: An oven is cold.
    ///
    /// The contract does not show the shape of what it carries (`events.oven-mail.oven.cold`).
    #[event("oven.cold")]
    OvenCold(serde_json::Value),
    /// An event that the contract does not list; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}
