//! Removes secrets from texts: each secret is replaced by its label, in each spelling in which servers repeat one.
//!
//! A secret is found verbatim, in hexadecimal and in base64, each in any nesting of the escapes of JSON, HTML, URLs
//! and JSON Pointers, also in the middle of a longer text and in another letter case. A part of a secret is not found.
//! This module prints no secret.

mod canonical;
#[cfg(test)]
mod tests;

use std::fmt;

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;

use crate::decode::read_received;
use crate::redaction::canonical::{Canonical, may_change};

/// Replaces a text if there are too many secrets to search for.
const WITHHELD: &str = "[withheld: too many secrets to search for]";

/// The shortest spelling, in bytes, that is found in another letter case or with control characters. A shorter one
/// found that way might be part of any text.
const SHORTEST_LOOSE: usize = 8;

/// The shortest secret, in bytes, that is found in base64 and hexadecimal. A shorter one would be found in
/// unrelated texts.
const SHORTEST_CODED: usize = 6;

/// The length, in bytes, of the parts in which a long text is searched.
const PART: usize = 1 << 18;

/// The number of bytes that successive parts share. It must exceed the length of every escaped secret.
const OVERLAP: usize = 1 << 15;

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
    /// Finds the spellings; `None` if there are too many, so that every text is withheld.
    automaton: Option<AhoCorasick>,
    spellings: Vec<Spelling>,
    /// The label of each secret.
    labels: Vec<String>,
}

/// A form in which a secret is found.
#[derive(Clone)]
struct Spelling {
    text: Vec<u8>,
    /// The index of the secret.
    secret: usize,
    /// Whether the letter case may differ.
    is_loose: bool,
    /// The numbers of letters before and after the text that also encode a part of the secret.
    margins: (usize, usize),
}

/// The place of a secret in a text.
#[derive(Clone, Copy)]
struct Match {
    start: usize,
    end: usize,
    /// Whether the match has the letter case of the spelling.
    is_exact: bool,
    /// The index of the secret.
    secret: usize,
}

/// Shows nothing, since the spellings are secrets.
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
    /// of any word. A secret of less than 8 bytes is found only in its own letter case and without control
    /// characters, and one of less than 6 bytes in no encoding.
    pub fn new<S: AsRef<str>, L: Into<String>>(secrets: impl IntoIterator<Item = (S, L)>) -> Self {
        let (secrets, labels): (Vec<S>, Vec<String>) =
            secrets.into_iter().map(|(secret, label)| (secret, label.into())).unzip();
        let each = secrets.iter().enumerate();
        let spellings: Vec<Spelling> =
            each.flat_map(|(index, secret)| spellings(index, secret.as_ref().as_bytes())).collect();
        let texts = spellings.iter().map(|spelling| folded(&spelling.text));
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(texts).ok();
        Self { automaton, spellings, labels }
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
        let Ok(mut json) = read_received(&bytes) else {
            return (redacted.unwrap_or(bytes), None);
        };
        let replaced = self.redact_value(&mut json);
        // Of properties with the same name, the value has the last one, and the bytes have all.
        let bytes =
            if replaced || redacted.is_some() { json.to_string().into_bytes() } else { bytes };
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
        if self.spellings.is_empty() {
            return None;
        }
        let Some(automaton) = &self.automaton else { return Some(WITHHELD.as_bytes().to_vec()) };
        let mut matches = Vec::new();
        for start in (0..bytes.len()).step_by(PART) {
            let part = &bytes[start..bytes.len().min(start + PART + OVERLAP)];
            let mut found = Vec::new();
            self.find(automaton, part, &|at| (start + at, start + at + 1), &mut found);
            if part.iter().any(|byte| may_change(*byte)) {
                let Canonical { bytes, places } = Canonical::new(part, start);
                self.find(automaton, &bytes, &|at| places[at], &mut found);
            }
            matches.extend(without_overlaps(found));
        }
        let (mut replaced, mut kept) = (Vec::new(), 0);
        for Match { start, end, secret, .. } in without_overlaps(matches) {
            replaced.extend_from_slice(&bytes[kept..start]);
            replaced.extend_from_slice(self.labels[secret].as_bytes());
            kept = end;
        }
        replaced.extend_from_slice(&bytes[kept..]);
        (kept > 0).then_some(replaced)
    }

    /// Finds all spellings in a text. `place` returns the origin of a byte.
    fn find(
        &self,
        automaton: &AhoCorasick,
        text: &[u8],
        place: &dyn Fn(usize) -> (usize, usize),
        matches: &mut Vec<Match>,
    ) {
        for one in automaton.find_overlapping_iter(&folded(text)) {
            let Spelling { text: spelled, secret, is_loose, margins } =
                &self.spellings[one.pattern().as_usize()];
            let is_exact = text[one.range()] == **spelled;
            // Bytes that come from one escape share its place.
            let is_joined = || {
                one.range()
                    .map(place)
                    .is_sorted_by(|left, right| left.1 == right.0 || left == right)
            };
            if *is_loose || is_exact && is_joined() {
                let (first, last) = (one.start().saturating_sub(margins.0), one.end() + margins.1);
                let (start, _) = place(first);
                let (_, end) = place(last.min(text.len()) - 1);
                matches.push(Match { start, end, is_exact, secret: *secret });
            }
        }
    }
}

/// Returns the matches to replace, in order. The longest match at a place wins; of equally long ones, the exact
/// one. Overlapping matches of one secret become one.
fn without_overlaps(mut matches: Vec<Match>) -> Vec<Match> {
    matches.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end), !one.is_exact, one.secret));
    let mut chosen: Vec<Match> = Vec::new();
    for one in matches {
        match chosen.last_mut().filter(|last| one.start < last.end) {
            Some(last) if last.secret == one.secret => last.end = last.end.max(one.end),
            Some(_) => {}
            None => chosen.push(one),
        }
    }
    chosen
}

/// Returns bytes in the form for comparisons: in lower case, and with a space for each `+`, as HTML forms encode
/// spaces.
fn folded(bytes: &[u8]) -> Vec<u8> {
    let fold = |byte: &u8| if *byte == b'+' { b' ' } else { byte.to_ascii_lowercase() };
    bytes.iter().map(fold).collect()
}

/// Returns the spellings of a secret: verbatim, canonical and encoded.
fn spellings(secret: usize, text: &[u8]) -> Vec<Spelling> {
    let canonical = Canonical::new(text, 0).bytes;
    // An end that may begin an escape with the text after it is left out.
    let end = canonical.iter().rposition(|byte| !may_change(*byte)).map_or(0, |last| last + 1);
    let plain = [text, &canonical, &canonical[..end]];
    let mut texts: Vec<_> = plain.map(|text| (text.to_vec(), (0, 0))).into();
    if text.len() >= SHORTEST_CODED {
        let digits: Vec<String> = text.iter().map(|byte| format!("{byte:02x}")).collect();
        texts.extend(["", ":"].map(|between| (digits.join(between).into_bytes(), (0, 0))));
        for (text, margins) in (0..3).map(|before| base64(text, before)) {
            texts.extend([(for_urls(&text), margins), (text, margins)]);
        }
    }
    texts.sort_unstable();
    texts.dedup();
    let texts = texts.into_iter().filter(|(text, _)| !text.is_empty());
    let spellings = texts.map(|(text, margins)| {
        let is_loose = text.len() >= SHORTEST_LOOSE;
        Spelling { text, secret, is_loose, margins }
    });
    spellings.collect()
}

/// Returns the letters of base64 that encode a text after `before` other bytes, without the letters that it shares
/// with neighbouring bytes, and the numbers of these letters before and after it.
fn base64(text: &[u8], before: usize) -> (Vec<u8>, (usize, usize)) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (start, end) = (8 * before, 8 * (before + text.len()));
    let bit = |at: usize| text[(at - start) / 8] >> (7 - at % 8) & 1;
    let letter = |index: usize| {
        let value = (6 * index..6 * index + 6).fold(0, |value, at| value << 1 | bit(at));
        LETTERS[usize::from(value)]
    };
    let letters = (start.div_ceil(6)..end / 6).map(letter).collect();
    (letters, (usize::from(start % 6 > 0), usize::from(end % 6 > 0)))
}

/// Returns base64 in the alphabet for URLs.
fn for_urls(base64: &[u8]) -> Vec<u8> {
    let replaced = base64.iter().map(|letter| match letter {
        b'+' => b'-',
        b'/' => b'_',
        other => *other,
    });
    replaced.collect()
}
