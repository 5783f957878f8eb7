//! The texts that are looked for in place of one secret, and how one is compared with a text.

use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE};
use serde_json::Value;

use super::escape;

/// The shortest form in hexadecimal or base64 that is looked for: shorter ones would be found in
/// texts that have nothing to do with the secret.
const SHORTEST_CODED: usize = 12;

/// A text that stands for a secret. It is never empty.
#[derive(Clone)]
pub(super) struct Form {
    text: Vec<u8>,
    label: String,
    /// The sets of languages whose escapes count, which are tried one after another.
    escapes: RangeInclusive<u8>,
}

impl Form {
    fn plain(secret: &str, label: &str) -> Self {
        let ambiguous = secret.bytes().any(|byte| escape::language(byte) != 0);
        // What would be an escape of one language may be the secret's own bytes in another, so each
        // set is tried. Otherwise no set finds more than all languages together.
        let fewest = if ambiguous { 0 } else { escape::ALL };
        Self { text: secret.into(), label: label.to_owned(), escapes: fewest..=escape::ALL }
    }

    /// Hexadecimal and base64 are looked for without escapes.
    fn coded(text: String, label: &str) -> Self {
        Self { text: text.into_bytes(), label: label.to_owned(), escapes: 0..=0 }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Returns how many bytes at the beginning of a text are this form, where they are.
    pub(super) fn length_in(&self, text: &[u8]) -> Option<usize> {
        self.escapes.clone().filter_map(|languages| length(&self.text, text, languages)).max()
    }
}

fn length(form: &[u8], text: &[u8], languages: u8) -> Option<usize> {
    let mut at = 0;
    for byte in form {
        let rest = text.get(at..)?;
        at += match escape::meant(rest, languages) {
            Some((meant, length)) if meant == *byte => length,
            _ if rest.first() == Some(byte) => 1,
            _ => return None,
        };
    }
    Some(at)
}

/// Returns a secret as it is, within JSON, in hexadecimal, and in base64 wherever in a longer text it
/// begins.
pub(super) fn forms(secret: &str, label: &str) -> Vec<Form> {
    let hexadecimal: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let coded = [hexadecimal.to_uppercase(), hexadecimal].into_iter();
    let coded = coded.chain((0..3).flat_map(|before| base64(secret, before)));
    let mut coded: Vec<String> = coded.filter(|text| text.len() >= SHORTEST_CODED).collect();
    coded.sort_unstable();
    coded.dedup();
    let plain = (!secret.is_empty()).then(|| Form::plain(secret, label));
    // Only one level of escapes is undone, and JSON may stand in a string of JSON.
    let quoted = Value::from(secret).to_string();
    let quoted = quoted.get(1..quoted.len() - 1).filter(|own| *own != secret);
    let quoted = quoted.map(|text| Form::plain(text, label));
    let coded = coded.into_iter().map(|text| Form::coded(text, label));
    plain.into_iter().chain(quoted).chain(coded).collect()
}

/// Returns what base64 makes of a secret behind so many other bytes, as far as it depends on the
/// secret alone.
fn base64(secret: &str, before: usize) -> [String; 2] {
    let bytes = [vec![0; before], secret.as_bytes().to_vec()].concat();
    let own = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
    let cut = |text: String| text.get(own.clone()).unwrap_or_default().to_owned();
    [cut(BASE64_STANDARD.encode(&bytes)), cut(BASE64_URL_SAFE.encode(&bytes))]
}
