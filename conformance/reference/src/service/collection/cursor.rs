//! Cursors: opaque strings that name the last resource of a page.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The resource after which a page begins. The resource may have been deleted since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Cursor {
    /// The value by which the list is sorted.
    pub(super) value: Option<Value>,
    /// The position of the resource among all resources, by age.
    pub(super) place: u64,
    /// The position of the newest resource when the cursor was issued.
    pub(super) newest: u64,
}

impl Cursor {
    /// Decodes a cursor; `None` if the string is not a cursor.
    pub(super) fn decode(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (value, place, newest) = serde_json::from_slice(&bytes).ok()?;
        Some(Self { value, place, newest })
    }

    pub(super) fn encode(&self) -> String {
        let Self { value, place, newest } = self;
        let bytes = serde_json::to_vec(&(value, place, newest)).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(bytes)
    }
}
