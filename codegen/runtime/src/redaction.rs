//! Texts without secrets: each secret is replaced by its label, however a server has written it.
//!
//! A secret is found as it is and, however often these are applied to one another: with the escapes of
//! JSON, HTML, URLs and JSON Pointers, in base64, base32 and hexadecimal, also in the middle of a longer
//! text, with letters of the other case, and with unseen characters between its letters. No spelling is
//! listed: the text is decoded, and the place is redacted that a secret came from. A part of a secret is
//! not found. Must not print a secret.

mod canonical;
mod codes;
mod patterns;
mod search;
#[cfg(test)]
mod tests;
mod unseen;

use std::fmt;

use serde_json::Value;

use patterns::Patterns;
use search::search;

/// Stands for a text that would take too long to search.
const WITHHELD: &str = "[withheld: codes within codes, in which no secret could be ruled out]";

/// Replaces secrets by labels.
#[derive(Clone)]
pub struct Redactor {
    /// None where there are more secrets than can be looked for, so that every text is withheld.
    patterns: Option<Patterns>,
    /// The label of each secret.
    labels: Vec<String>,
}

/// Tells nothing: the forms are secrets.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Looks for secrets, each with the label that takes its place.
    ///
    /// Where one secret is part of another, the longer one is found; of two that are the same, the
    /// first one's label stands. Every text but an empty one is looked for: short ones, which might
    /// be part of any word, are for the caller to leave out. A secret of less than 8 bytes is found
    /// only in its own case and without unseen characters, one of less than 6 in no code.
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

    /// Returns a body with the label in place of each secret, and its JSON, where it is JSON: that
    /// stays JSON, though numbers that are secrets become strings. A body without secrets stays as
    /// it is to the byte.
    #[must_use]
    pub fn redact_body(&self, bytes: Vec<u8>) -> (Vec<u8>, Option<Value>) {
        let found = self.replaced(&bytes);
        let Ok(mut json) = serde_json::from_slice(&bytes) else {
            return (found.unwrap_or(bytes), None);
        };
        let replaced = self.redact_value(&mut json);
        // Of members of one name, the value holds the last, and the bytes hold all.
        let bytes = match replaced || found.is_some() {
            true => json.to_string().into_bytes(),
            false => bytes,
        };
        (bytes, Some(json))
    }

    /// Replaces secrets in strings, numbers and names of members; says whether there were any.
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
                items.iter_mut().fold(false, |found, item| self.redact_value(item) | found)
            }
            Value::Object(members) => {
                let mut found = false;
                let mut redacted = serde_json::Map::new();
                for (name, mut value) in std::mem::take(members) {
                    found |= self.redact_value(&mut value);
                    found |= self.replaced(name.as_bytes()).is_some();
                    redacted.insert(self.redact(name), value);
                }
                *members = redacted;
                found
            }
        }
    }

    /// Returns the bytes with labels in them, where there is a secret.
    fn replaced(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let found = self.patterns.as_ref().map(|patterns| search(patterns, bytes));
        let Some(Ok(mut found)) = found else { return Some(WITHHELD.as_bytes().to_vec()) };
        // The longest of those that begin at one place; of those, the one with the secret's own letters.
        found.sort_by_key(|own| (own.start, std::cmp::Reverse(own.end), !own.is_exact, own.secret));
        let mut replaced = Vec::new();
        let mut kept = 0;
        let mut last = None;
        for own in &found {
            if own.start >= kept {
                replaced.extend_from_slice(&bytes[kept..own.start]);
                replaced.extend_from_slice(self.labels[own.secret].as_bytes());
                kept = own.end;
                last = Some(own.secret);
            } else if last == Some(own.secret) {
                kept = kept.max(own.end);
            }
        }
        last?;
        replaced.extend_from_slice(&bytes[kept..]);
        Some(replaced)
    }
}
