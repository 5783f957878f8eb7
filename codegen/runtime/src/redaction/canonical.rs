//! The canonical form of a text: invisible characters are dropped, and escapes of JSON, HTML, URLs
//! and JSON Pointers are undone until none is left. Each byte knows the place that it came from.
//!
//! A secret has a canonical form, too, so that it does not matter how often a text was escaped.

use super::unseen;

/// The bytes that an escape begins with.
pub(super) const INTRODUCERS: [u8; 4] = [b'\\', b'%', b'&', b'~'];

/// How often escapes are undone at most: four times for a text, and as often for those that are a secret's
/// own letters.
const TIMES: usize = 8;

/// A text, the bytes of which know where they came from.
#[derive(Default)]
pub(super) struct Canonical {
    /// What the text means. Letters have the case that they came with.
    pub(super) bytes: Vec<u8>,
    /// For each byte the beginning and the end of what it came from.
    pub(super) places: Vec<(usize, usize)>,
    line: Line,
}

/// Where in a line a text ends, since two spaces or more at the beginning of a line are no part of what
/// was broken into lines.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Behind a character.
    #[default]
    Inside,
    /// Behind a line break.
    Start,
    /// Behind a line break and one space.
    Space,
    /// Behind a line break and more spaces.
    Indent,
}

/// The meaning of an escape.
#[derive(Clone, Copy)]
enum Meaning {
    Byte(u8),
    /// A code point, or a half of a pair of surrogates.
    Character(u32),
    /// A character that HTML has a name for.
    Named(&'static [u8]),
}

/// Returns whether a text that has this byte may differ from its canonical form.
pub(super) fn may_change(byte: u8) -> bool {
    INTRODUCERS.contains(&byte) || !(b' '..0x7f).contains(&byte)
}

/// Returns bytes as secrets are compared: in lower case, with a space for each `+`, as forms write it.
pub(super) fn folded(bytes: &[u8]) -> Vec<u8> {
    let fold = |byte: &u8| if *byte == b'+' { b' ' } else { byte.to_ascii_lowercase() };
    bytes.iter().map(fold).collect()
}

impl Canonical {
    /// Returns the canonical form of a whole text.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut seen = Self::default();
        for (at, byte) in text.iter().enumerate() {
            seen.push(*byte, (at, at + 1));
        }
        seen.unescaped()
    }

    /// Adds a byte, unless it belongs to an invisible character.
    pub(super) fn push(&mut self, byte: u8, place: (usize, usize)) {
        if byte < b' ' || byte == 0x7f {
            if matches!(byte, b'\n' | b'\r') {
                self.line = Line::Start;
            }
            return;
        }
        self.line = match self.line {
            Line::Start if byte == b' ' => Line::Space,
            Line::Space if byte == b' ' => {
                self.truncate(self.bytes.len() - 1);
                self.line = Line::Indent;
                return;
            }
            Line::Indent if byte == b' ' => return,
            Line::Inside | Line::Start | Line::Space | Line::Indent => Line::Inside,
        };
        if let 0x80..=0xbf = byte {
            if let Some(length) = unseen::completed(&self.bytes, byte) {
                return self.truncate(self.bytes.len() - length);
            }
            if let Some(code) = surrogates(&self.bytes, byte) {
                let kept = self.bytes.len() - 5;
                let start = self.places[kept].0;
                self.truncate(kept);
                return self.push_character(code, (start, place.1));
            }
        }
        self.bytes.push(byte);
        self.places.push(place);
    }

    /// Adds a code point in UTF-8. Surrogates are written like other characters; the result never
    /// leaves this module.
    fn push_character(&mut self, code: u32, place: (usize, usize)) {
        let low = |shift: u32| 0x80 | low_bits(code >> shift, 6);
        let bytes = match code {
            0..0x80 => &[low_bits(code, 7)][..],
            0x80..0x800 => &[0xc0 | low_bits(code >> 6, 5), low(0)],
            0x800..0x10000 => &[0xe0 | low_bits(code >> 12, 4), low(6), low(0)],
            _ => &[0xf0 | low_bits(code >> 18, 3), low(12), low(6), low(0)],
        };
        bytes.iter().for_each(|byte| self.push(*byte, place));
    }

    fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        self.places.truncate(length);
    }

    /// Forgets all but the last bytes.
    pub(super) fn keep_last(&mut self, count: usize) {
        let gone = self.bytes.len().saturating_sub(count);
        self.bytes.drain(..gone);
        self.places.drain(..gone);
    }

    /// Returns this text without escapes.
    pub(super) fn unescaped(&self) -> Self {
        let mut own = self.unescaped_once();
        for _ in 1..TIMES {
            let next = own.unescaped_once();
            if next.bytes.len() == own.bytes.len() {
                break;
            }
            own = next;
        }
        own
    }

    /// Undoes each escape once, of whatever language it is.
    fn unescaped_once(&self) -> Self {
        let mut own = Self::default();
        let (mut at, mut kept) = (0, 0);
        while at < self.bytes.len() {
            let escape = match INTRODUCERS.contains(&self.bytes[at]) {
                true => escape(&self.bytes[at..]),
                false => None,
            };
            let Some((length, meaning)) = escape else {
                at += 1;
                continue;
            };
            own.copy(self, kept, at);
            let place = (self.places[at].0, self.places[at + length - 1].1);
            match meaning {
                Meaning::Byte(byte) => own.push(byte, place),
                Meaning::Character(code) => own.push_character(code, place),
                Meaning::Named(bytes) => bytes.iter().for_each(|byte| own.push(*byte, place)),
            }
            at += length;
            kept = at;
        }
        own.copy(self, kept, at);
        own
    }

    /// Adds a part of another text that has no unseen characters. Its first bytes may complete one, or be
    /// an indent.
    fn copy(&mut self, other: &Self, start: usize, end: usize) {
        let mut head = start;
        while head < end && (self.line != Line::Inside || !other.bytes[head].is_ascii()) {
            self.push(other.bytes[head], other.places[head]);
            head += 1;
        }
        self.bytes.extend_from_slice(&other.bytes[head..end]);
        self.places.extend_from_slice(&other.places[head..end]);
    }
}

/// Returns the meaning of the escape at the beginning of a text, and the escape's length.
fn escape(text: &[u8]) -> Option<(usize, Meaning)> {
    let byte = |length: usize, digits: &[u8]| {
        Some((length, Meaning::Byte(u8::try_from(number(digits, 16)?).ok()?)))
    };
    match text {
        [b'\\', own @ (b'\\' | b'"' | b'\'' | b'/'), ..] => Some((2, Meaning::Byte(*own))),
        [b'\\', b'n' | b'N', ..] => Some((2, Meaning::Byte(b'\n'))),
        [b'\\', b'r' | b'R', ..] => Some((2, Meaning::Byte(b'\r'))),
        [b'\\', b't' | b'b' | b'f' | b'T' | b'B' | b'F', ..] => Some((2, Meaning::Byte(b'\t'))),
        [b'\\', b'x' | b'X', digits @ ..] => byte(4, digits.get(..2)?),
        [b'\\', b'u' | b'U', b'{', digits @ ..] => {
            let end = digits.iter().take(7).position(|byte| *byte == b'}')?;
            Some((end + 4, Meaning::Character(number(&digits[..end], 16)?)))
        }
        [b'\\' | b'%', b'u' | b'U', digits @ ..] => {
            Some((6, Meaning::Character(number(digits.get(..4)?, 16)?)))
        }
        [b'%', digits @ ..] => byte(3, digits.get(..2)?),
        [b'~', b'0', ..] => Some((2, Meaning::Byte(b'~'))),
        [b'~', b'1', ..] => Some((2, Meaning::Byte(b'/'))),
        [b'&', ..] => {
            let end =
                text.iter().take(htmlize::ENTITY_MAX_LENGTH).position(|byte| *byte == b';')?;
            let meaning = match &text[1..end] {
                [b'#', b'x' | b'X', digits @ ..] => Meaning::Character(number(digits, 16)?),
                [b'#', digits @ ..] => Meaning::Character(number(digits, 10)?),
                _ => {
                    let name = &text[..=end];
                    let named = |name: &[u8]| htmlize::ENTITIES.get(name).copied();
                    Meaning::Named(named(name).or_else(|| named(&name.to_ascii_lowercase()))?)
                }
            };
            Some((end + 1, meaning))
        }
        _ => None,
    }
}

/// Reads a code point.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let are_digits = digits.iter().all(|digit| char::from(*digit).is_digit(radix));
    let digits = std::str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u32::from_str_radix(digits, radix).ok().filter(|code| *code <= u32::from(char::MAX))
}

/// Joins a pair of surrogates, of which `last` is the last byte.
fn surrogates(before: &[u8], last: u8) -> Option<u32> {
    let [.., 0xed, high @ 0xa0..=0xaf, higher, 0xed, low @ 0xb0..=0xbf] = before else {
        return None;
    };
    let bits = |byte: u8, count: u32| u32::from(byte) & ((1 << count) - 1);
    let high = bits(*high, 4) << 6 | bits(*higher, 6);
    let low = bits(*low, 4) << 6 | bits(last, 6);
    Some(0x10000 + (high << 10 | low))
}

/// Returns the lowest bits of a number, at most eight.
fn low_bits(number: u32, count: u32) -> u8 {
    let [own, ..] = (number & ((1 << count) - 1)).to_le_bytes();
    own
}
