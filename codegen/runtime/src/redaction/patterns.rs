//! The forms in which a search knows the secrets: as they are, and canonical.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

use super::canonical::{Canonical, INTRODUCERS, folded, may_change};

/// A secret that is shorter is looked for only as it is, perhaps with escapes: in another case, or with
/// unseen characters in it, it might be part of any text.
const SHORTEST_LOOSE: usize = 8;

/// A secret that is shorter is not looked for in base64, base32 and hexadecimal: it would be found in
/// texts that have nothing to do with it.
const SHORTEST_CODED: usize = 6;

/// Gets a place of a secret, whether it has the secret's own letters, and the secret's number.
pub(super) type Sink<'s> = &'s mut dyn FnMut(usize, usize, bool, usize);

/// The forms of all secrets.
#[derive(Clone)]
pub(super) struct Patterns {
    /// Secrets as they are, letters of either case.
    loose: Set,
    /// Short secrets as they are.
    strict: Set,
    canonical_loose: Set,
    canonical_strict: Set,
    shortest_coded: Option<usize>,
    is_ascii: bool,
    /// Whether a `+` may stand for a space of a secret, or the other way round.
    has_space: bool,
}

/// Secrets that are found by one automaton.
#[derive(Clone)]
struct Set {
    /// None where there are no secrets.
    automaton: Option<AhoCorasick>,
    /// For each pattern the secrets that it may stand for, each with its own letters.
    owners: Vec<Vec<(Vec<u8>, usize)>>,
}

impl Set {
    /// Returns what finds patterns; each comes with its secret's own letters and the secret's number.
    fn build(
        patterns: impl IntoIterator<Item = (Vec<u8>, Vec<u8>, usize)>,
        any_case: bool,
    ) -> Result<Self, BuildError> {
        let mut owners: BTreeMap<Vec<u8>, Vec<(Vec<u8>, usize)>> = BTreeMap::new();
        for (pattern, own, secret) in patterns {
            owners.entry(pattern).or_default().push((own, secret));
        }
        let mut owners: Vec<_> =
            owners.into_iter().filter(|(pattern, _)| !pattern.is_empty()).collect();
        // The longest of those that begin at one place is found.
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
        Ok(Self { automaton, owners: owners.into_iter().map(|(_, own)| own).collect() })
    }

    /// Finds patterns in `text`; `own` are its original letters.
    fn find(&self, text: &[u8], own: &[u8], found: Sink<'_>) {
        let Some(automaton) = &self.automaton else { return };
        for one in automaton.find_iter(text) {
            let letters = &own[one.range()];
            let owners = &self.owners[one.pattern().as_usize()];
            let exact = owners.iter().find(|(own, _)| own == letters);
            let Some((_, secret)) = exact.or(owners.first()) else { continue };
            found(one.start(), one.end(), exact.is_some(), *secret);
        }
    }
}

impl Patterns {
    pub(super) fn build(secrets: &[impl AsRef<str>]) -> Result<Self, BuildError> {
        let all = || secrets.iter().map(|own| own.as_ref().as_bytes()).enumerate();
        let is_loose = |secret: &[u8]| secret.len() >= SHORTEST_LOOSE;
        let plain = |loose: bool| {
            let own = all().filter(move |(_, secret)| is_loose(secret) == loose);
            own.map(move |(index, secret)| {
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
        let coded = all().map(|(_, secret)| secret.len()).filter(|own| *own >= SHORTEST_CODED);
        Ok(Self {
            loose: Set::build(plain(true), true)?,
            strict: Set::build(plain(false), false)?,
            canonical_loose: Set::build(loose, false)?,
            canonical_strict: Set::build(strict, false)?,
            shortest_coded: coded.min(),
            is_ascii: all().all(|(_, secret)| secret.is_ascii()),
            has_space: all().any(|(_, secret)| secret.iter().any(|own| matches!(own, b' ' | b'+'))),
        })
    }

    /// Returns how long the shortest secret is that is looked for in codes.
    pub(super) fn shortest_coded(&self) -> Option<usize> {
        self.shortest_coded
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Returns whether secrets may be found in the canonical form of a text with this byte that are not
    /// found in the text.
    pub(super) fn may_differ(&self, byte: u8) -> bool {
        may_change(byte) || (byte == b'+' && self.has_space)
    }

    /// Finds secrets as they are.
    pub(super) fn plain(&self, text: &[u8], found: Sink<'_>) {
        self.loose.find(text, text, found);
        self.strict.find(text, text, found);
    }

    /// Finds canonical forms of secrets.
    pub(super) fn canonical(&self, text: &Canonical, found: Sink<'_>) {
        self.canonical_loose.find(&folded(&text.bytes), &text.bytes, found);
        self.canonical_strict.find(
            &text.bytes,
            &text.bytes,
            &mut |start, end, is_exact, secret| {
                let places = &text.places[start..end];
                // Between the letters of a short secret stands nothing else.
                if places.windows(2).all(|pair| pair[0].1 == pair[1].0 || pair[0] == pair[1]) {
                    found(start, end, is_exact, secret);
                }
            },
        );
    }
}

/// Returns the canonical forms of a secret: by itself, behind what makes an escape of its beginning, and
/// before what makes an escape of its end.
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
