//! What emitted enums of events share: reading what an event carries, strictly and leniently.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Violations;
use crate::decode::{At, Found, none_of};

/// The violation of an event whose name the channel does not list.
#[must_use]
pub fn unlisted(clause: &'static str, names: &[&str]) -> Violations {
    let mut found = Found::strict();
    At::ROOT.note(&mut found, clause, "name", format!("has a name that {}", none_of(names)));
    found.into_violations()
}

/// What an event carries, as far as it fits the type; `None` where it does not.
#[must_use]
pub fn lenient<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    // The payload is kept by the caller where it does not fit, so the reason is of no use.
    T::deserialize(payload).ok()
}
