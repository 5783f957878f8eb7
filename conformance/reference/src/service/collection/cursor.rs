//! Cursors: the resource behind which a page begins, as text that means nothing to clients.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The resource behind which a page begins. It may be gone by then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Cursor {
    /// The value by which the list is sorted.
    pub(super) value: Option<Value>,
    /// Its place among all resources, by age.
    pub(super) place: u64,
    /// The place of the newest resource when the cursor was given out.
    pub(super) newest: u64,
}

impl Cursor {
    /// Reads a cursor; none where the text is not one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (value, place, newest) = serde_json::from_slice(&bytes).ok()?;
        Some(Self { value, place, newest })
    }

    pub(super) fn write(&self) -> String {
        let Self { value, place, newest } = self;
        let bytes = serde_json::to_vec(&(value, place, newest)).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(bytes)
    }
}
