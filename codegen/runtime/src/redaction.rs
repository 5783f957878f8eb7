//! Texts without secrets: each secret is replaced by its label, however a server has written it.
//!
//! A secret is found as it is, within JSON, HTML, URLs and JSON Pointers, in hexadecimal and in
//! base64, also in the middle of a longer text. A part of a secret, or its letters in another case,
//! is not found. Must not print a secret.

mod escape;
mod forms;
#[cfg(test)]
mod tests;

use std::fmt;

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;

use forms::{Form, forms};

/// Replaces secrets by labels.
#[derive(Clone)]
pub struct Redactor {
    /// The texts to look for, by their first bytes.
    forms: Vec<Vec<Form>>,
    /// Finds whether any of the texts is there without an escape; none where there are too many.
    unescaped: Option<AhoCorasick>,
    /// For each byte whether an escape that stands for it may be part of a secret.
    escapable: [bool; 256],
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
    /// be part of any word, are for the caller to leave out.
    pub fn new<S: AsRef<str>, L: Into<String>>(secrets: impl IntoIterator<Item = (S, L)>) -> Self {
        let mut found = Vec::new();
        let mut escapable = [false; 256];
        for (secret, label) in secrets {
            secret.as_ref().bytes().for_each(|byte| escapable[usize::from(byte)] = true);
            found.extend(forms(secret.as_ref(), &label.into()));
        }
        // Of the kinds of match, this is one with a fast search.
        let kind = MatchKind::LeftmostFirst;
        let unescaped = AhoCorasick::builder().match_kind(kind).build(found.iter().map(Form::text));
        let mut forms = vec![Vec::new(); 256];
        for form in found {
            forms[usize::from(form.text()[0])].push(form);
        }
        Self { forms, unescaped: unescaped.ok(), escapable }
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
        if !self.may_hold_secrets(bytes) {
            return None;
        }
        let mut replaced = Vec::new();
        let (mut at, mut kept) = (0, 0);
        while at < bytes.len() {
            if let Some((label, length)) = self.longest(&bytes[at..]) {
                replaced.extend_from_slice(&bytes[kept..at]);
                replaced.extend_from_slice(label.as_bytes());
                at += length;
                kept = at;
            } else {
                at += 1;
            }
        }
        if kept == 0 {
            return None;
        }
        replaced.extend_from_slice(&bytes[kept..]);
        Some(replaced)
    }

    /// Says quickly of most texts without secrets that they hold none.
    fn may_hold_secrets(&self, bytes: &[u8]) -> bool {
        self.unescaped.as_ref().is_none_or(|unescaped| unescaped.is_match(bytes))
            || bytes.iter().enumerate().any(|(at, byte)| {
                escape::begins(*byte)
                    && escape::meant(&bytes[at..], escape::ALL)
                        .is_some_and(|(meant, _)| self.escapable[usize::from(meant)])
            })
    }

    /// Returns the label of the longest secret at the beginning of a text, and its length there.
    fn longest(&self, text: &[u8]) -> Option<(&str, usize)> {
        let written = *text.first()?;
        let meant = escape::meant(text, escape::ALL).map(|(byte, _)| byte);
        let mut longest: Option<(&str, usize)> = None;
        for first in [Some(written), meant.filter(|byte| *byte != written)].into_iter().flatten() {
            for form in &self.forms[usize::from(first)] {
                let Some(length) = form.length_in(text) else { continue };
                if longest.is_none_or(|(_, other)| length > other) {
                    longest = Some((form.label(), length));
                }
            }
        }
        longest
    }
}
