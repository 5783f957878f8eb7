//! Reads the payloads of generated event types, strictly and leniently.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{ClauseId, Message, Violation, Violations};

/// Returns the violation of an event that the channel does not list; the clause is the channel's.
#[must_use]
pub fn unlisted(clause: &'static str, names: &'static [&'static str]) -> Violations {
    let message = format!("has a name that {}", Message::none_of_listed(names));
    let (clause, message) = (ClauseId::from(clause), message.into());
    let violation = Violation { pointer: String::new(), clause, message };
    [violation].into_iter().collect()
}

/// Reads a payload leniently; returns `None` if it does not fit the type.
#[must_use]
pub fn lenient<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    // The caller keeps a payload that does not fit, and does not need the reason.
    T::deserialize(payload).ok()
}
