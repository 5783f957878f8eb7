//! A key: sent, and never shown. Nothing else of the client holds the text.

use std::fmt;

use reqwest::header::HeaderValue;

use super::ConfigError;

/// Keys shorter than this are not looked for in answers: they might be part of any word.
const SHORTEST_SECRET: usize = 8;

/// What stands where a server repeated the key.
const BLANKED: &[u8] = b"[key]";

#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    /// The key, if it can stand in a header.
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

    /// The value of the header that carries it, behind the word of the scheme.
    pub(super) fn header(&self, scheme: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(format!("{scheme} {}", self.0).trim_start()).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The bytes without the key, should a server repeat it in what it answers.
    pub(super) fn blank(&self, bytes: Vec<u8>) -> Vec<u8> {
        let key = self.0.as_bytes();
        let found = |rest: &[u8]| rest.windows(key.len()).position(|window| window == key);
        if key.len() < SHORTEST_SECRET || found(&bytes).is_none() {
            return bytes;
        }
        let (mut blanked, mut rest) = (Vec::with_capacity(bytes.len()), bytes.as_slice());
        while let Some(at) = found(rest) {
            blanked.extend_from_slice(&rest[..at]);
            blanked.extend_from_slice(BLANKED);
            rest = &rest[at + key.len()..];
        }
        blanked.extend_from_slice(rest);
        blanked
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}
