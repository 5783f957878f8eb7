//! Receivers of webhooks. `receive(headers, body)` turns a request of the service into an
//! event. The [`status`](DeliveryError::status) of its error is the status code to respond
//! with. The headers are pairs of names and values, such as a `&http::HeaderMap`. The module
//! [`events`](super::events) has an example.
//!
//! The contract does not show where the name of an event is. Set its place as soon as you know
//! it: [`name_in_body`](webhook::Receiver::name_in_body) describes what a receiver without a
//! place does.
//!
//! The contract shows no signature. To authenticate the sender, subscribe with a header that
//! has a secret. A receiver that is made from the subscription expects the header.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{Violations, webhook};
pub use webdata_runtime::webhook::DeliveryError;

/// A receiver of the channel `events.door-calls`. [`receive`](webhook::Receiver::receive) turns
/// a request into an event; the other methods of [`webhook::Receiver`] say what to expect.
///
/// Tells an address about loaves.
pub type DoorCallsReceiver = webhook::Receiver<super::events::DoorCallsEvent>;

#[doc(hidden)]
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
    /// Expects deliveries with the headers (`signs`), only the events (`about`) of the
    /// subscription.
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
