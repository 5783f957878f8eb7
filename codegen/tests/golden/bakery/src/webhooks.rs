//! Receivers of webhooks. A receiver turns a request of the service, from its headers and its
//! body, into an event.
//!
//! The contract shows no signature. To authenticate the sender, add a header with a secret to
//! the subscription, if it can have headers. A receiver that is made from the subscription
//! expects the header.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{Violations, webhook};
pub use webdata_runtime::webhook::DeliveryError;

/// A receiver of the channel `events.door-calls`, which turns requests into events.
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
    /// Expects what the subscription asks for: its headers (`signs`), only its own events
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
