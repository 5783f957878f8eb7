//! Writes values, counts and phrases for people.

use serde_json::Value;

/// Returns a string as it is, and any other value as JSON.
#[must_use]
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
