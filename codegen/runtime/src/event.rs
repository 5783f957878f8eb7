//! What emitted enums of events share: reading what an event carries, strictly and leniently.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{ClauseId, Message, Violation, Violations};

/// The violation of an event whose name the channel does not list; the clause is the channel's.
#[must_use]
pub fn unlisted(clause: &'static str, names: &'static [&'static str]) -> Violations {
    let message = format!("has a name that {}", Message::none_of(names));
    let (clause, message) = (ClauseId::from(clause), message.into());
    let violation = Violation { pointer: String::new(), clause, message };
    [violation].into_iter().collect()
}

/// What an event carries, as far as it fits the type; `None` where it does not.
#[must_use]
pub fn lenient<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    // The payload is kept by the caller where it does not fit, so the reason is of no use.
    T::deserialize(payload).ok()
}
