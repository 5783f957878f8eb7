//! The search for secrets: in a text, in its canonical form, and in what codes within it stand for.
//!
//! The work is bounded: codes are undone [`LEVELS`] times, and all in all for at most [`MOST`] bytes for
//! each byte of the text. The memory is bounded, too: a long text is searched in parts that overlap.

use super::Patterns;
use super::canonical::Canonical;
use super::codes::CODES;
use super::unseen;

/// How many codes may be within each other. Escapes between them do not count.
const LEVELS: usize = 4;

/// How many bytes are decoded at most for each byte of a text.
const MOST: usize = 4;

/// How many bytes are decoded at most beside those.
const FREE: usize = 1 << 20;

/// How long the parts are in which a long text is searched.
const PART: usize = 1 << 18;

/// How much of a part the next one begins with. It has to be longer than any secret with its escapes.
const OVERLAP: usize = 1 << 15;

/// Where a secret is in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it has the case of the secret's own letters.
    pub(super) is_exact: bool,
    /// The number of the secret.
    pub(super) secret: usize,
}

/// A text would take too much work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMuchWork;

/// A search in one text.
pub(super) struct Search<'p> {
    patterns: &'p Patterns,
    found: Vec<Found>,
    /// How many bytes may still be decoded.
    left: usize,
}

/// A text, and for each of its bytes where that stands in the text that is searched.
#[derive(Clone, Copy)]
enum View<'v> {
    /// The text itself.
    Whole(&'v [u8]),
    /// A part of it, decoded.
    Decoded(&'v [u8], &'v [(usize, usize)]),
}

impl<'v> View<'v> {
    fn bytes(self) -> &'v [u8] {
        match self {
            Self::Whole(bytes) | Self::Decoded(bytes, _) => bytes,
        }
    }

    /// Returns where bytes of this view stand in the text that is searched.
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
        self.canonical.map_or(self.view.bytes(), |own| &own.bytes)
    }

    /// Returns where bytes stand in the view.
    fn in_view(self, (start, end): (usize, usize)) -> (usize, usize) {
        self.canonical.map_or((start, end), |own| (own.places[start].0, own.places[end - 1].1))
    }

    /// Returns where bytes stand in the text that is searched.
    fn place(self, place: (usize, usize)) -> (usize, usize) {
        self.view.place(self.in_view(place))
    }

    /// Returns whether bytes are no plain copy of what the view has, which is searched by itself.
    fn is_new(self, (start, end): (usize, usize)) -> bool {
        let own = self.in_view((start, end));
        self.canonical.is_none() || own.1 - own.0 != end - start
    }
}

/// Returns where the secrets are in a text, in no order.
pub(super) fn search(patterns: &Patterns, text: &[u8]) -> Result<Vec<Found>, TooMuchWork> {
    let left = text.len().saturating_mul(MOST).saturating_add(FREE);
    let mut search = Search { patterns, found: Vec::new(), left };
    search.view(View::Whole(text), LEVELS)?;
    Ok(search.found)
}

/// Returns how many bytes the search of a text decodes.
#[cfg(test)]
pub(super) fn work(patterns: &Patterns, text: &[u8]) -> usize {
    let mut search = Search { patterns, found: Vec::new(), left: text.len() * MOST + FREE };
    let most = search.left;
    match search.view(View::Whole(text), LEVELS) {
        Ok(()) => most - search.left,
        Err(TooMuchWork) => most,
    }
}

impl Search<'_> {
    /// Searches a view.
    fn view(&mut self, view: View<'_>, levels: usize) -> Result<(), TooMuchWork> {
        let bytes = view.bytes();
        let patterns = self.patterns;
        patterns.plain(bytes, &mut |start, end, is_exact, secret| {
            let (start, end) = view.place((start, end));
            self.found.push(Found { start, end, is_exact, secret });
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
            self.found.push(Found { start, end, is_exact, secret });
        });
        self.codes(text, levels)
    }

    /// Searches what codes in a text stand for.
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

    /// Searches the parts of decoded bytes that may be a text. Most of what is decoded is no text.
    /// `place` returns where the letters of a byte are.
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

    /// Returns how many bytes may be a text, and how many of those can be seen.
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
                    Some(own) if unseen::is_unseen(own) => own.len_utf8(),
                    Some(own) if !self.patterns.is_ascii() => {
                        seen += own.len_utf8();
                        own.len_utf8()
                    }
                    Some(_) | None => break,
                },
            };
        }
        (at, seen)
    }
}
