//! Searches for the forms of secrets, verbatim and canonical, in a text, in its canonical form, and in decoded
//! parts of both.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

use crate::redaction::canonical::{self, CODES, Canonical, INTRODUCERS, folded, may_change};

/// The largest number of nested encodings. Escapes between them do not count.
const LEVELS: usize = 4;

/// The largest number of decoded bytes for each byte of a text.
const MOST: usize = 4;

/// The number of bytes that may be decoded besides, whatever the length of the text.
const FREE: usize = 1 << 20;

/// The length, in bytes, of the parts in which a long text is searched.
const PART: usize = 1 << 18;

/// The number of bytes that successive parts share. It must exceed the length of every escaped secret.
const OVERLAP: usize = 1 << 15;

/// The place of a secret in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the match has the letter case of the secret.
    pub(crate) is_exact: bool,
    /// The index of the secret.
    pub(crate) secret: usize,
}

/// The error for a text whose search would decode too many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuchWork;

/// The search of one text.
pub(crate) struct Search<'p> {
    patterns: &'p Patterns,
    matches: Vec<Match>,
    /// The number of bytes that may still be decoded.
    left: usize,
}

/// Bytes with their places in the original text.
#[derive(Clone, Copy)]
enum View<'v> {
    /// The original text.
    Whole(&'v [u8]),
    /// A decoded part of the text, with the place of each byte.
    Decoded(&'v [u8], &'v [(usize, usize)]),
}

impl<'v> View<'v> {
    fn bytes(self) -> &'v [u8] {
        match self {
            Self::Whole(bytes) | Self::Decoded(bytes, _) => bytes,
        }
    }

    /// Returns the place of a range of this view in the original text.
    fn place(self, (start, end): (usize, usize)) -> (usize, usize) {
        match self {
            Self::Whole(_) => (start, end),
            Self::Decoded(_, places) => (places[start].0, places[end - 1].1),
        }
    }
}

/// A view, or its canonical form.
#[derive(Clone, Copy)]
struct Letters<'l> {
    view: View<'l>,
    canonical: Option<&'l Canonical>,
}

impl<'l> Letters<'l> {
    fn bytes(self) -> &'l [u8] {
        self.canonical.map_or(self.view.bytes(), |view| &view.bytes)
    }

    /// Returns the place of a range in the view.
    fn in_view(self, (start, end): (usize, usize)) -> (usize, usize) {
        self.canonical.map_or((start, end), |view| (view.places[start].0, view.places[end - 1].1))
    }

    /// Returns the place of a range in the original text.
    fn place(self, place: (usize, usize)) -> (usize, usize) {
        self.view.place(self.in_view(place))
    }

    /// Returns whether a range differs from its origin in the view. Equal ranges are searched as part of the
    /// view.
    fn is_new(self, (start, end): (usize, usize)) -> bool {
        let in_view = self.in_view((start, end));
        self.canonical.is_none() || in_view.1 - in_view.0 != end - start
    }
}

/// Returns the places of the secrets in a text, in any order.
pub(crate) fn search(patterns: &Patterns, text: &[u8]) -> Result<Vec<Match>, TooMuchWork> {
    let left = text.len().saturating_mul(MOST).saturating_add(FREE);
    let mut search = Search { patterns, matches: Vec::new(), left };
    search.view(View::Whole(text), LEVELS)?;
    Ok(search.matches)
}

/// Returns the number of bytes that the search of a text decodes.
#[cfg(test)]
pub(crate) fn work(patterns: &Patterns, text: &[u8]) -> usize {
    let mut search = Search { patterns, matches: Vec::new(), left: text.len() * MOST + FREE };
    let allowed = search.left;
    match search.view(View::Whole(text), LEVELS) {
        Ok(()) => allowed - search.left,
        Err(TooMuchWork) => allowed,
    }
}

impl Search<'_> {
    /// Searches a view.
    fn view(&mut self, view: View<'_>, levels: usize) -> Result<(), TooMuchWork> {
        let bytes = view.bytes();
        let patterns = self.patterns;
        patterns.plain(bytes, &mut |start, end, is_exact, secret| {
            let (start, end) = view.place((start, end));
            self.matches.push(Match { start, end, is_exact, secret });
        });
        self.codes(Letters { view, canonical: None }, levels)?;
        if !bytes.iter().any(|byte| patterns.may_differ(*byte)) {
            return Ok(());
        }
        let mut seen = Canonical::default();
        for (at, byte) in bytes.iter().enumerate() {
            seen.push(*byte, (at, at + 1));
            if seen.bytes.len() == PART {
                self.canonical(view, &seen.unescaped(), levels)?;
                seen.keep_last(OVERLAP);
            }
        }
        self.canonical(view, &seen.unescaped(), levels)
    }

    /// Searches the canonical form of a view.
    fn canonical(
        &mut self,
        view: View<'_>,
        canonical: &Canonical,
        levels: usize,
    ) -> Result<(), TooMuchWork> {
        let text = Letters { view, canonical: Some(canonical) };
        self.patterns.canonical(canonical, &mut |start, end, is_exact, secret| {
            let (start, end) = text.place((start, end));
            self.matches.push(Match { start, end, is_exact, secret });
        });
        self.codes(text, levels)
    }

    /// Decodes the encoded runs of a text and searches the results.
    fn codes(&mut self, text: Letters<'_>, levels: usize) -> Result<(), TooMuchWork> {
        let Some(levels) = levels.checked_sub(1) else { return Ok(()) };
        let Some(fewest) = self.patterns.shortest_coded() else { return Ok(()) };
        let mut decoded = Vec::new();
        let mut result = Ok(());
        for code in &CODES {
            code.runs(text.bytes(), fewest, (PART, OVERLAP), &mut |run| {
                if result.is_err() || !text.is_new(run.place()) {
                    return;
                }
                for phase in 0..code.phases() {
                    code.decode(run, phase, &mut decoded);
                    let place = |index| text.place(code.place(run, phase, index));
                    result = result.and_then(|()| self.stretches(&decoded, &place, levels));
                }
            });
        }
        result
    }

    /// Searches those parts of decoded bytes that may be text; most decoded bytes are not. `place` returns
    /// the origin of a decoded byte.
    fn stretches(
        &mut self,
        decoded: &[u8],
        place: &dyn Fn(usize) -> (usize, usize),
        levels: usize,
    ) -> Result<(), TooMuchWork> {
        let Some(fewest) = self.patterns.shortest_coded() else { return Ok(()) };
        let mut at = 0;
        while at < decoded.len() {
            let (length, seen) = self.stretch(&decoded[at..]);
            if seen >= fewest {
                self.left = self.left.checked_sub(length).ok_or(TooMuchWork)?;
                let places: Vec<_> = (at..at + length).map(place).collect();
                self.view(View::Decoded(&decoded[at..at + length], &places), levels)?;
            }
            at += length + 1;
        }
        Ok(())
    }

    /// Returns the length of the possible text at the beginning of `bytes`, and the number of its visible
    /// bytes.
    fn stretch(&self, bytes: &[u8]) -> (usize, usize) {
        let (mut at, mut seen) = (0, 0);
        while let Some(byte) = bytes.get(at) {
            at += match byte {
                b' '..0x7f => {
                    seen += 1;
                    1
                }
                0..b' ' | 0x7f => 1,
                0x80.. => match canonical::character(&bytes[at..]) {
                    Some(c) if canonical::is_unseen(c) => c.len_utf8(),
                    Some(c) if !self.patterns.is_ascii() => {
                        seen += c.len_utf8();
                        c.len_utf8()
                    }
                    Some(_) | None => break,
                },
            };
        }
        (at, seen)
    }
}

/// The shortest secret, in bytes, that is found in another letter case or with invisible characters. A
/// shorter one found that way might be part of any text.
const SHORTEST_LOOSE: usize = 8;

/// The shortest secret, in bytes, that is found in base64, base32 and hexadecimal. A shorter one would be
/// found in unrelated texts.
const SHORTEST_CODED: usize = 6;

/// Receives a match: its start, its end, whether it has the secret's letter case, and the index of the
/// secret.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(usize, usize, bool, usize);

/// The forms of all secrets.
#[derive(Clone)]
pub(crate) struct Patterns {
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
    pub(crate) fn build(secrets: &[impl AsRef<str>]) -> Result<Self, BuildError> {
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
    fn shortest_coded(&self) -> Option<usize> {
        self.shortest_coded
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Returns whether the canonical form of a text with this byte may contain secrets that the text itself
    /// does not.
    fn may_differ(&self, byte: u8) -> bool {
        may_change(byte) || (byte == b'+' && self.has_space)
    }

    /// Finds verbatim secrets.
    pub(crate) fn plain(&self, text: &[u8], report: Sink<'_>) {
        self.loose.find(text, text, report);
        self.strict.find(text, text, report);
    }

    /// Finds canonical forms of secrets.
    pub(crate) fn canonical(&self, text: &Canonical, report: Sink<'_>) {
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
    let after = INTRODUCERS.iter().map(|byte| Canonical::new(&[&[*byte], secret].concat()).bytes);
    let mut forms: Vec<Vec<u8>> = after.filter(|form| !form.ends_with(&alone)).collect();
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
