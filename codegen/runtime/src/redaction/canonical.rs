//! The canonical form of a text: invisible characters are dropped, and escapes of JSON, HTML, URLs and JSON
//! Pointers are decoded until none is left. Each byte has its place in the original text. Secrets are searched
//! for in their canonical form, so the number of times that a text was escaped does not matter.
//!
//! Base64, base32 and hexadecimal are decoded apart, since any text may look like them.

/// The bytes that escapes begin with.
pub(crate) const INTRODUCERS: [u8; 4] = [b'\\', b'%', b'&', b'~'];

/// The largest number of times that escapes are decoded: four times for those of the text, and four times for
/// those that are part of the secret itself.
const TIMES: usize = 8;

/// A text whose bytes have their places in the original text.
#[derive(Default)]
pub(crate) struct Canonical {
    /// The decoded text, in its original letter case.
    pub(crate) bytes: Vec<u8>,
    /// For each byte, the start and end of its origin in the original text.
    pub(crate) places: Vec<(usize, usize)>,
    line: Line,
}

/// The position within a line where a text ends. An indent of two or more spaces is dropped, since it comes
/// from breaking a text into lines.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// After a character.
    #[default]
    Inside,
    /// After a line break.
    Start,
    /// After a line break and one space.
    Space,
    /// After a line break and several spaces.
    Indent,
}

/// The meaning of an escape.
#[derive(Clone, Copy)]
enum Meaning {
    Byte(u8),
    /// A code point, or one surrogate of a pair.
    Character(u32),
    /// The characters of a named HTML entity, in UTF-8.
    Named(&'static [u8]),
}

/// Returns whether a text with this byte may differ from its canonical form.
pub(crate) fn may_change(byte: u8) -> bool {
    INTRODUCERS.contains(&byte) || !(b' '..0x7f).contains(&byte)
}

/// Returns bytes in the form for comparisons: in lower case, and with a space for each `+`, as HTML forms
/// encode spaces.
pub(crate) fn folded(bytes: &[u8]) -> Vec<u8> {
    let fold = |byte: &u8| if *byte == b'+' { b' ' } else { byte.to_ascii_lowercase() };
    bytes.iter().map(fold).collect()
}

impl Canonical {
    /// Returns the canonical form of a whole text.
    pub(crate) fn new(text: &[u8]) -> Self {
        let mut seen = Self::default();
        for (at, byte) in text.iter().enumerate() {
            seen.push(*byte, (at, at + 1));
        }
        seen.unescaped()
    }

    /// Adds a byte, unless it belongs to an invisible character.
    pub(crate) fn push(&mut self, byte: u8, place: (usize, usize)) {
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
            if let Some(length) = completed(&self.bytes, byte) {
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

    /// Adds a code point in UTF-8. A surrogate is encoded like other code points; the result never leaves
    /// this module.
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

    /// Drops all but the last `count` bytes.
    pub(crate) fn keep_last(&mut self, count: usize) {
        let gone = self.bytes.len().saturating_sub(count);
        self.bytes.drain(..gone);
        self.places.drain(..gone);
    }

    /// Returns the text with all escapes decoded.
    pub(crate) fn unescaped(&self) -> Self {
        let mut unescaped = self.unescaped_once();
        for _ in 1..TIMES {
            let next = unescaped.unescaped_once();
            if next.bytes.len() == unescaped.bytes.len() {
                break;
            }
            unescaped = next;
        }
        unescaped
    }

    /// Decodes each escape once, whatever language it belongs to.
    fn unescaped_once(&self) -> Self {
        let mut view = Self::default();
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
            view.copy(self, kept, at);
            let place = (self.places[at].0, self.places[at + length - 1].1);
            match meaning {
                Meaning::Byte(byte) => view.push(byte, place),
                Meaning::Character(code) => view.push_character(code, place),
                Meaning::Named(bytes) => bytes.iter().for_each(|byte| view.push(*byte, place)),
            }
            at += length;
            kept = at;
        }
        view.copy(self, kept, at);
        view
    }

    /// Adds a part of another text that has no invisible characters. Its first bytes may complete one, or
    /// belong to an indent.
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

/// Returns the length and the meaning of the escape at the beginning of a text.
fn escape(text: &[u8]) -> Option<(usize, Meaning)> {
    let byte = |length: usize, digits: &[u8]| {
        Some((length, Meaning::Byte(u8::try_from(number(digits, 16)?).ok()?)))
    };
    match text {
        [b'\\', escaped @ (b'\\' | b'"' | b'\'' | b'/'), ..] => Some((2, Meaning::Byte(*escaped))),
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

/// Reads the number of a code point.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let are_digits = digits.iter().all(|digit| char::from(*digit).is_digit(radix));
    let digits = std::str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u32::from_str_radix(digits, radix).ok().filter(|code| *code <= u32::from(char::MAX))
}

/// Joins a surrogate pair. `last` is its last byte.
fn surrogates(before: &[u8], last: u8) -> Option<u32> {
    let [.., 0xed, high @ 0xa0..=0xaf, higher, 0xed, low @ 0xb0..=0xbf] = before else {
        return None;
    };
    let bits = |byte: u8, count: u32| u32::from(byte) & ((1 << count) - 1);
    let high = bits(*high, 4) << 6 | bits(*higher, 6);
    let low = bits(*low, 4) << 6 | bits(last, 6);
    Some(0x10000 + (high << 10 | low))
}

/// Returns the lowest `count` bits of a number, at most eight.
fn low_bits(number: u32, count: u32) -> u8 {
    let [byte, ..] = (number & ((1 << count) - 1)).to_le_bytes();
    byte
}

/// The first bytes of invisible characters.
const FIRST: [u8; 8] = [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf3];

/// Returns the number of bytes of `before` that form an invisible character together with `last`.
fn completed(before: &[u8], last: u8) -> Option<usize> {
    let length = before.iter().rev().take(3).position(|byte| FIRST.contains(byte))? + 1;
    let mut character = [0; 4];
    character[..length].copy_from_slice(&before[before.len() - length..]);
    character[length] = last;
    let text = std::str::from_utf8(&character[..=length]).ok()?;
    text.chars().all(is_unseen).then_some(length)
}

/// Returns the first character of `bytes`, or `None` if they do not begin with valid UTF-8.
pub(crate) fn character(bytes: &[u8]) -> Option<char> {
    let bytes = &bytes[..bytes.len().min(4)];
    let sound = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    sound.chars().next()
}

/// Returns whether a character is invisible: a Unicode control, a line or paragraph separator, or a
/// default-ignorable code point.
pub(crate) fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            u32::from(character),
            0xad | 0x34f
                | 0x61c
                | 0x115f..=0x1160
                | 0x17b4..=0x17b5
                | 0x180b..=0x180f
                | 0x200b..=0x200f
                | 0x2028..=0x202e
                | 0x2060..=0x206f
                | 0x3164
                | 0xfe00..=0xfe0f
                | 0xfeff
                | 0xffa0
                | 0xfff0..=0xfffd
                | 0xe0000..=0xe0fff
        )
}

/// An encoding that writes a fixed number of bits as each letter.
pub(crate) struct Code {
    bits: usize,
    /// The largest number of successive separator bytes between letters.
    separators: usize,
    /// The value of each letter, `SEPARATOR` or `OTHER`.
    values: [u8; 256],
}

/// A byte that may come between letters of the alphabet.
const SEPARATOR: u8 = 0xfe;

/// A byte that ends a run.
const OTHER: u8 = 0xff;

/// The supported encodings.
pub(crate) static CODES: [Code; 3] = [
    // Also covers the URL-safe alphabet.
    Code::new(6, &[b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"], b"")
        .or(b'-', 62)
        .or(b'_', 63),
    Code::new(5, &[b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", b"abcdefghijklmnopqrstuvwxyz"], b""),
    Code::new(4, &[b"0123456789ABCDEF", b"0123456789abcdef"], b" +:-,;._|/xX"),
];

/// Successive letters of an encoding, possibly with separators between them.
#[derive(Default)]
pub(crate) struct Run {
    /// The value of each letter.
    values: Vec<u8>,
    /// The place of each letter in the text.
    places: Vec<usize>,
}

impl Run {
    /// Returns the start and end of the run.
    pub(crate) fn place(&self) -> (usize, usize) {
        let first = self.places.first().copied().unwrap_or_default();
        (first, self.places.last().map_or(first, |last| last + 1))
    }
}

impl Code {
    const fn new(bits: usize, alphabets: &[&[u8]], separators: &[u8]) -> Self {
        let mut values = [OTHER; 256];
        let mut at = 0;
        while at < separators.len() {
            values[separators[at] as usize] = SEPARATOR;
            at += 1;
        }
        let mut alphabet = 0;
        while alphabet < alphabets.len() {
            let mut value = 0;
            while value < alphabets[alphabet].len() {
                values[alphabets[alphabet][value] as usize] = value as u8;
                value += 1;
            }
            alphabet += 1;
        }
        Self { bits, separators: if separators.is_empty() { 0 } else { 4 }, values }
    }

    const fn or(mut self, letter: u8, value: u8) -> Self {
        self.values[letter as usize] = value;
        self
    }

    /// Returns the smallest number of letters that encode `bytes` bytes.
    const fn letters(&self, bytes: usize) -> usize {
        (bytes * 8).div_ceil(self.bits)
    }

    /// Calls `report` with each run that encodes at least `fewest` bytes. A run longer than `longest` letters
    /// is split; each part then begins with the last `overlap` letters of the part before.
    pub(crate) fn runs(
        &self,
        text: &[u8],
        fewest: usize,
        (longest, overlap): (usize, usize),
        report: &mut dyn FnMut(&Run),
    ) {
        let shortest = self.letters(fewest);
        let mut run = Run::default();
        // No byte between `at` and `checked` ends a run.
        let (mut at, mut checked) = (0, 0);
        while at < text.len() {
            // A run has no byte that ends runs. So a run that is long enough begins with `shortest` bytes of which
            // none ends runs.
            if at + shortest > text.len() {
                return;
            }
            let unchecked = checked.max(at);
            let ends = |byte: &u8| self.values[usize::from(*byte)] == OTHER;
            if let Some(end) = text[unchecked..at + shortest].iter().rposition(ends) {
                at = unchecked + end + 1;
                continue;
            }
            checked = at + shortest;
            // The run may still be too short, because many successive separators end it.
            let Some(length) = self.length(&text[at..]) else {
                at += 1;
                continue;
            };
            let letters = &text[at..at + length];
            if length < shortest {
                at += length;
                continue;
            }
            for (index, letter) in letters.iter().enumerate() {
                let value = self.values[usize::from(*letter)];
                let is_prefix = *letter == b'0'
                    && self.separators > 0
                    && matches!(letters.get(index + 1), Some(b'x' | b'X'));
                if value == SEPARATOR || is_prefix {
                    continue;
                }
                run.values.push(value);
                run.places.push(at + index);
                if run.values.len() == longest {
                    report(&run);
                    run.values.drain(..longest - overlap);
                    run.places.drain(..longest - overlap);
                }
            }
            if run.values.len() >= shortest {
                report(&run);
            }
            run.values.clear();
            run.places.clear();
            at += length;
        }
    }

    /// Returns the length of the run at the beginning of a text, or `None` if the text begins with no letter
    /// of the alphabet.
    fn length(&self, text: &[u8]) -> Option<usize> {
        let value = |at: usize| text.get(at).map_or(OTHER, |byte| self.values[usize::from(*byte)]);
        if value(0) >= SEPARATOR {
            return None;
        }
        let (mut at, mut end) = (1, 1);
        loop {
            match value(at) {
                OTHER => return Some(end),
                SEPARATOR if at - end >= self.separators => return Some(end),
                SEPARATOR => at += 1,
                _ => {
                    at += 1;
                    end = at;
                }
            }
        }
    }

    /// Returns the number of alignments of letters to bytes.
    pub(crate) const fn phases(&self) -> usize {
        match self.bits {
            4 => 2,
            5 => 8,
            _ => 4,
        }
    }

    /// Decodes a run without its first `phase` letters into `decoded`.
    pub(crate) fn decode(&self, run: &Run, phase: usize, decoded: &mut Vec<u8>) {
        decoded.clear();
        let (mut bits, mut count) = (0_u32, 0);
        for value in run.values.iter().skip(phase) {
            bits = bits << self.bits | u32::from(*value);
            count += self.bits;
            if count >= 8 {
                count -= 8;
                decoded.push((bits >> count & 0xff) as u8);
            }
        }
    }

    /// Returns the start and end of the letters that encode a decoded byte.
    pub(crate) fn place(&self, run: &Run, phase: usize, index: usize) -> (usize, usize) {
        let first = phase + index * 8 / self.bits;
        let last = phase + (index * 8 + 7) / self.bits;
        (run.places[first], run.places[last] + 1)
    }
}
