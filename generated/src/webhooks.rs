//! Receivers of webhooks. `receive(headers, body)` turns a request of the service into an
//! event. The [`status`](DeliveryError::status) of its error is the status code to respond
//! with. The headers are pairs of names and values, such as a `&http::HeaderMap`. The module
//! [`events`](super::events) has an example.
//!
//! The contract does not show where the name of an event is. A receiver without a place
//! searches the request for a listed name, and may find one in another property. So set the
//! place as soon as you know it, with [`name_in_body`](webhook::Receiver::name_in_body) or
//! [`name_in_header`](webhook::Receiver::name_in_header).
//!
//! The contract shows no signature. To authenticate the sender, subscribe with a header that
//! has a secret. A receiver that is made from the subscription expects the header.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::webhook;
pub use webdata_runtime::webhook::DeliveryError;

/// A receiver of the channel `events.monitor-webhook`. [`receive`](webhook::Receiver::receive)
/// turns a request into an event; the other methods of [`webhook::Receiver`] say what to
/// expect.
///
/// Reports the checks of a monitor to an address of the subscriber.
pub type MonitorWebhookReceiver = webhook::Receiver<super::events::MonitorWebhookEvent>;

impl From<&super::webhook::MonitorWebhook> for MonitorWebhookReceiver {
    /// Makes a receiver that expects these properties of the subscription, if they are given: the
    /// headers (`headers`), the data (`metadata`), only the events (`events`).
    fn from(subscription: &super::webhook::MonitorWebhook) -> Self {
        let mut receiver = Self::new();
        if let Some(given) = &subscription.headers {
            for (name, value) in given {
                receiver = receiver.expect_header(name, value);
            }
        }
        if let Some(given) = &subscription.metadata {
            for (property, value) in given {
                receiver = receiver.expect_metadata(property, value.clone());
            }
        }
        if let Some(given) = &subscription.events {
            receiver = receiver.expect_events(
                    given.iter().map(super::webhook::MonitorWebhookEventsItem::as_str),
                );
        }
        receiver
    }
}
