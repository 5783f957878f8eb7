//! Removes secrets from texts: each secret is replaced by its label, however a server has written it.
//!
//! A secret is found verbatim and in any nesting of these encodings: the escapes of JSON, HTML, URLs and JSON
//! Pointers, base64, base32 and hexadecimal, also in the middle of a longer text, in another letter case, and
//! with invisible characters between its letters. Spellings are not listed: the text is decoded, and the
//! place that a secret came from is redacted. A part of a secret is not found. This module prints no secret.

mod canonical;
mod search;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;

use crate::redaction::search::{Patterns, search};

/// Replaces a text that would take too long to search.
const WITHHELD: &str = "[withheld: too many nested encodings to search for secrets]";

/// Replaces secrets by labels.
///
/// ```
/// use webdata_runtime::redaction::Redactor;
///
/// let redactor = Redactor::new([("s3cret-key", "[key]")]);
/// let log = redactor.redact("Authorization: Token s3cret%2Dkey".to_owned());
/// assert_eq!(log, "Authorization: Token [key]");
/// ```
#[derive(Clone)]
pub struct Redactor {
    /// `None` if there are too many secrets to search for, so that every text is withheld.
    patterns: Option<Patterns>,
    /// The label of each secret.
    labels: Vec<String>,
}

/// Shows nothing, since the forms are secrets.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Searches for secrets, each with the label that replaces it.
    ///
    /// If one secret is part of another, the longer one is found; of two equal ones, the first label is used.
    /// Every secret but an empty one is searched for: the caller leaves out short ones, which might be part
    /// of any word. A secret of less than 8 bytes is found only in its own letter case and without invisible
    /// characters, and one of less than 6 bytes in no encoding.
    pub fn new<S: AsRef<str>, L: Into<String>>(secrets: impl IntoIterator<Item = (S, L)>) -> Self {
        let (secrets, labels): (Vec<S>, Vec<String>) =
            secrets.into_iter().map(|(secret, label)| (secret, label.into())).unzip();
        Self { patterns: Patterns::build(&secrets).ok(), labels }
    }

    /// Returns a text with the label in place of each secret.
    #[must_use]
    pub fn redact(&self, text: String) -> String {
        match self.replaced(text.as_bytes()) {
            Some(replaced) => String::from_utf8_lossy(&replaced).into_owned(),
            None => text,
        }
    }

    /// Returns a body with the label in place of each secret, and its JSON, if it is JSON. Redacted JSON
    /// stays JSON, although numbers that are secrets become strings. A body without secrets stays unchanged,
    /// byte for byte.
    #[must_use]
    pub fn redact_body(&self, bytes: Vec<u8>) -> (Vec<u8>, Option<Value>) {
        let redacted = self.replaced(&bytes);
        let Ok(mut json) = serde_json::from_slice(&bytes) else {
            return (redacted.unwrap_or(bytes), None);
        };
        let replaced = self.redact_value(&mut json);
        // Of properties with the same name, the value has the last one, and the bytes have all.
        let bytes = match replaced || redacted.is_some() {
            true => json.to_string().into_bytes(),
            false => bytes,
        };
        (bytes, Some(json))
    }

    /// Replaces secrets in strings, numbers and property names, and returns whether there were any.
    fn redact_value(&self, value: &mut Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => false,
            Value::Number(number) => {
                let Some(replaced) = self.replaced(number.to_string().as_bytes()) else {
                    return false;
                };
                *value = String::from_utf8_lossy(&replaced).into();
                true
            }
            Value::String(text) => {
                let replaced = self.replaced(text.as_bytes());
                if let Some(replaced) = &replaced {
                    *text = String::from_utf8_lossy(replaced).into_owned();
                }
                replaced.is_some()
            }
            Value::Array(items) => {
                items.iter_mut().fold(false, |changed, item| self.redact_value(item) | changed)
            }
            Value::Object(members) => {
                let mut changed = false;
                let mut redacted = serde_json::Map::new();
                for (name, mut value) in std::mem::take(members) {
                    changed |= self.redact_value(&mut value);
                    changed |= self.replaced(name.as_bytes()).is_some();
                    redacted.insert(self.redact(name), value);
                }
                *members = redacted;
                changed
            }
        }
    }

    /// Returns the bytes with labels, if there is a secret.
    fn replaced(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let matches = self.patterns.as_ref().map(|patterns| search(patterns, bytes));
        let Some(Ok(mut matches)) = matches else { return Some(WITHHELD.as_bytes().to_vec()) };
        // The longest match at a place wins; of equally long ones, the exact one.
        matches.sort_by_key(|occurrence| {
            (
                occurrence.start,
                std::cmp::Reverse(occurrence.end),
                !occurrence.is_exact,
                occurrence.secret,
            )
        });
        let mut replaced = Vec::new();
        let mut kept = 0;
        let mut last = None;
        for occurrence in &matches {
            if occurrence.start >= kept {
                replaced.extend_from_slice(&bytes[kept..occurrence.start]);
                replaced.extend_from_slice(self.labels[occurrence.secret].as_bytes());
                kept = occurrence.end;
                last = Some(occurrence.secret);
            } else if last == Some(occurrence.secret) {
                kept = kept.max(occurrence.end);
            }
        }
        last?;
        replaced.extend_from_slice(&bytes[kept..]);
        Some(replaced)
    }
}
