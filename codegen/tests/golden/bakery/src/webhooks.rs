//! Receivers of webhooks: each reads a request that the service sends, from its headers and its
//! body, into an event.
//!
//! The contract shows no signature. To authenticate the sender, put a header with a secret into
//! the subscription, where it can name headers. A receiver that is made of the subscription
//! expects the header.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{Violations, webhook};
pub use webdata_runtime::webhook::DeliveryError;

/// Reads the requests of a channel (`events.door-calls`) into events.
///
/// Tells an address about loaves.
pub type DoorCallsReceiver = webhook::Receiver<super::events::DoorCallsEvent>;

impl webhook::DeliveredEvent for super::events::DoorCallsEvent {
    const CLAUSE: &'static str = "events.door-calls";
    const NAMES: &'static [&'static str] = Self::NAMES;

    fn read(name: &str, payload: &serde_json::Value) -> Result<Self, Violations> {
        Self::read(name, payload)
    }

    fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        Self::read_leniently(name, payload)
    }
}

impl From<&super::call::Call> for DoorCallsReceiver {
    /// Expects what a subscription asks for: its headers (`signs`), no events but its own
    /// (`about`).
    fn from(subscription: &super::call::Call) -> Self {
        let mut receiver = Self::new();
        if let Some(given) = &subscription.signs {
            for (name, value) in given {
                receiver = receiver.expect_header(name, value);
            }
        }
        if let Some(given) = &subscription.about {
            receiver = receiver
                .expect_events(given.iter().map(super::call::CallAboutItem::as_str));
        }
        receiver
    }
}
