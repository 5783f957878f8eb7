//! The forms of secrets that a search looks for: verbatim and canonical.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

use super::canonical::{Canonical, INTRODUCERS, folded, may_change};

/// The shortest secret, in bytes, that is found in another letter case or with invisible characters. A
/// shorter one found that way might be part of any text.
const SHORTEST_LOOSE: usize = 8;

/// The shortest secret, in bytes, that is found in base64, base32 and hexadecimal. A shorter one would be
/// found in unrelated texts.
const SHORTEST_CODED: usize = 6;

/// Receives a match: its start, its end, whether it has the secret's letter case, and the index of the
/// secret.
pub(super) type Sink<'s> = &'s mut dyn FnMut(usize, usize, bool, usize);

/// The forms of all secrets.
#[derive(Clone)]
pub(super) struct Patterns {
    /// Long secrets verbatim, in any letter case.
    loose: Set,
    /// Short secrets verbatim.
    strict: Set,
    canonical_loose: Set,
    canonical_strict: Set,
    shortest_coded: Option<usize>,
    is_ascii: bool,
    /// Whether a secret has a space or a `+`, which may be encoded as each other.
    has_space: bool,
}

/// Secrets that one automaton finds.
#[derive(Clone)]
struct Set {
    /// `None` if there are no secrets.
    automaton: Option<AhoCorasick>,
    /// For each pattern, the spelling and the index of each secret that has the pattern.
    owners: Vec<Vec<(Vec<u8>, usize)>>,
}

impl Set {
    /// Builds an automaton of patterns, each with the spelling and the index of its secret.
    fn build(
        patterns: impl IntoIterator<Item = (Vec<u8>, Vec<u8>, usize)>,
        any_case: bool,
    ) -> Result<Self, BuildError> {
        let mut owners: BTreeMap<Vec<u8>, Vec<(Vec<u8>, usize)>> = BTreeMap::new();
        for (pattern, exact, secret) in patterns {
            owners.entry(pattern).or_default().push((exact, secret));
        }
        let mut owners: Vec<_> =
            owners.into_iter().filter(|(pattern, _)| !pattern.is_empty()).collect();
        // Of several patterns that match at one place, the automaton finds the first one in this order: the
        // longest.
        owners.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len()));
        let automaton = match owners.is_empty() {
            true => None,
            false => Some(
                AhoCorasick::builder()
                    .match_kind(MatchKind::LeftmostFirst)
                    .ascii_case_insensitive(any_case)
                    .build(owners.iter().map(|(pattern, _)| pattern))?,
            ),
        };
        Ok(Self {
            automaton,
            owners: owners.into_iter().map(|(_, secrets_of_pattern)| secrets_of_pattern).collect(),
        })
    }

    /// Finds patterns in `text`. `own` is the text in its original letter case.
    fn find(&self, text: &[u8], original: &[u8], report: Sink<'_>) {
        let Some(automaton) = &self.automaton else { return };
        for one in automaton.find_iter(text) {
            let letters = &original[one.range()];
            let owners = &self.owners[one.pattern().as_usize()];
            let exact = owners.iter().find(|(exact_letters, _)| exact_letters == letters);
            let Some((_, secret)) = exact.or(owners.first()) else { continue };
            report(one.start(), one.end(), exact.is_some(), *secret);
        }
    }
}

impl Patterns {
    pub(super) fn build(secrets: &[impl AsRef<str>]) -> Result<Self, BuildError> {
        let all = || secrets.iter().map(|secret| secret.as_ref().as_bytes()).enumerate();
        let is_loose = |secret: &[u8]| secret.len() >= SHORTEST_LOOSE;
        let plain = |loose: bool| {
            let of_kind = all().filter(move |(_, secret)| is_loose(secret) == loose);
            of_kind.map(move |(index, secret)| {
                let pattern = if loose { secret.to_ascii_lowercase() } else { secret.to_vec() };
                (pattern, secret.to_vec(), index)
            })
        };
        let (mut loose, mut strict) = (Vec::new(), Vec::new());
        for (index, secret) in all() {
            for form in canonical_forms(secret) {
                if is_loose(secret) && is_loose(&form) {
                    loose.push((folded(&form), form, index));
                } else {
                    strict.push((form.clone(), form, index));
                }
            }
        }
        let coded =
            all().map(|(_, secret)| secret.len()).filter(|length| *length >= SHORTEST_CODED);
        Ok(Self {
            loose: Set::build(plain(true), true)?,
            strict: Set::build(plain(false), false)?,
            canonical_loose: Set::build(loose, false)?,
            canonical_strict: Set::build(strict, false)?,
            shortest_coded: coded.min(),
            is_ascii: all().all(|(_, secret)| secret.is_ascii()),
            has_space: all()
                .any(|(_, secret)| secret.iter().any(|byte| matches!(byte, b' ' | b'+'))),
        })
    }

    /// Returns the length of the shortest secret that is searched for in encodings.
    pub(super) fn shortest_coded(&self) -> Option<usize> {
        self.shortest_coded
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Returns whether the canonical form of a text with this byte may contain secrets that the text itself
    /// does not.
    pub(super) fn may_differ(&self, byte: u8) -> bool {
        may_change(byte) || (byte == b'+' && self.has_space)
    }

    /// Finds verbatim secrets.
    pub(super) fn plain(&self, text: &[u8], report: Sink<'_>) {
        self.loose.find(text, text, report);
        self.strict.find(text, text, report);
    }

    /// Finds canonical forms of secrets.
    pub(super) fn canonical(&self, text: &Canonical, report: Sink<'_>) {
        self.canonical_loose.find(&folded(&text.bytes), &text.bytes, report);
        self.canonical_strict.find(
            &text.bytes,
            &text.bytes,
            &mut |start, end, is_exact, secret| {
                let places = &text.places[start..end];
                // A short secret matches only without invisible characters between its letters.
                if places.windows(2).all(|pair| pair[0].1 == pair[1].0 || pair[0] == pair[1]) {
                    report(start, end, is_exact, secret);
                }
            },
        );
    }
}

/// Returns the canonical forms of a secret: of the secret alone, after a byte that makes its beginning an
/// escape, and without an end that may become part of an escape.
fn canonical_forms(secret: &[u8]) -> Vec<Vec<u8>> {
    let alone = Canonical::new(secret).bytes;
    let behind = INTRODUCERS.iter().map(|byte| Canonical::new(&[&[*byte], secret].concat()).bytes);
    let mut forms: Vec<Vec<u8>> = behind.filter(|form| !form.ends_with(&alone)).collect();
    forms.push(alone);
    for index in 0..forms.len() {
        let form = &forms[index];
        let end = form.iter().rposition(|byte| !INTRODUCERS.contains(byte)).map_or(0, |at| at + 1);
        if end < form.len() {
            forms.push(form[..end].to_vec());
        }
    }
    forms
}
