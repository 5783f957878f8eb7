//! Searches for secrets in a text, in its canonical form, and in decoded parts of both.
//!
//! The work is bounded: encodings are decoded [`LEVELS`] levels deep, for at most [`MOST`] bytes for each
//! byte of the text. The memory is bounded, too, since long texts are searched in overlapping parts.

use super::Patterns;
use super::canonical::Canonical;
use super::codes::CODES;
use super::unseen;

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
pub(super) struct Match {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the match has the letter case of the secret.
    pub(super) is_exact: bool,
    /// The index of the secret.
    pub(super) secret: usize,
}

/// The error for a text whose search would decode too many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMuchWork;

/// The search of one text.
pub(super) struct Search<'p> {
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
pub(super) fn search(patterns: &Patterns, text: &[u8]) -> Result<Vec<Match>, TooMuchWork> {
    let left = text.len().saturating_mul(MOST).saturating_add(FREE);
    let mut search = Search { patterns, matches: Vec::new(), left };
    search.view(View::Whole(text), LEVELS)?;
    Ok(search.matches)
}

/// Returns the number of bytes that the search of a text decodes.
#[cfg(test)]
pub(super) fn work(patterns: &Patterns, text: &[u8]) -> usize {
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
                0x80.. => match unseen::character(&bytes[at..]) {
                    Some(c) if unseen::is_unseen(c) => c.len_utf8(),
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
