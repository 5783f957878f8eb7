//! A key, which is sent but never shown. Besides the redactor, only this module holds the text.

use std::fmt;

use reqwest::header::HeaderValue;

use super::ConfigError;

#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    /// Wraps a key, if it can be sent in a header.
    pub(super) fn new(key: &str) -> Result<Self, ConfigError> {
        let reason = if key.is_empty() {
            "it is empty; give the one that the service handed out"
        } else if key.bytes().any(|byte| matches!(byte, b'\r' | b'\n')) {
            "it holds a line break; take it out, as `trim` does when the key was read from a file"
        } else if key.bytes().any(|byte| byte.is_ascii_whitespace()) {
            "it holds a blank; give the key alone, without the word before it"
        } else if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            "it holds characters that no header can carry; copy it again"
        } else {
            return Ok(Self(key.to_owned()));
        };
        Err(ConfigError::Key { reason })
    }

    /// Returns the value of the header with the key, after the name of the scheme.
    pub(super) fn header(&self, scheme: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(format!("{scheme} {}", self.0).trim_start()).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Returns the text, for the redactor.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}
