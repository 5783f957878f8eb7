//! The canonical form of a text: control characters are dropped, and escapes of JSON, HTML, URLs and JSON Pointers
//! are decoded until none is left. Each byte has its place in the original text. Secrets are searched for in their
//! canonical form, so the number of times that a text was escaped does not matter.

/// The first bytes of all escapes.
const INTRODUCERS: [u8; 4] = [b'\\', b'%', b'&', b'~'];

/// The largest number of times that escapes are decoded: four times for those of the text, and four times for
/// those that are part of the secret itself.
const TIMES: usize = 8;

/// A text whose bytes have their places in the original text.
#[derive(Default)]
pub(super) struct Canonical {
    pub(super) bytes: Vec<u8>,
    /// For each byte, the start and end of its origin in the original text.
    pub(super) places: Vec<(usize, usize)>,
}

/// The meaning of an escape.
enum Meaning {
    Byte(u8),
    Character(char),
    /// The characters of a named HTML entity, in UTF-8.
    Named(&'static [u8]),
}

/// Returns whether a text with this byte may differ from its canonical form.
pub(super) fn may_change(byte: u8) -> bool {
    INTRODUCERS.contains(&byte) || byte.is_ascii_control()
}

impl Canonical {
    /// Returns the canonical form of the part of a text that begins at `offset`.
    pub(super) fn new(part: &[u8], offset: usize) -> Self {
        let mut canonical = Self::default();
        for (place, byte) in (offset..).zip(part) {
            canonical.push(*byte, (place, place + 1));
        }
        for _ in 0..TIMES {
            let unescaped = canonical.unescaped();
            // The lengths may be equal although they differ: some entities are as short as their characters.
            if unescaped.bytes == canonical.bytes {
                break;
            }
            canonical = unescaped;
        }
        canonical
    }

    /// Adds a byte, unless it is a control character.
    fn push(&mut self, byte: u8, place: (usize, usize)) {
        if !byte.is_ascii_control() {
            self.bytes.push(byte);
            self.places.push(place);
        }
    }

    /// Decodes each escape once, whatever language it belongs to.
    fn unescaped(&self) -> Self {
        let (mut view, mut at) = (Self::default(), 0);
        while let Some(byte) = self.bytes.get(at) {
            let escape = INTRODUCERS.contains(byte).then(|| escape(&self.bytes[at..])).flatten();
            let Some((length, meaning)) = escape else {
                view.push(*byte, self.places[at]);
                at += 1;
                continue;
            };
            let place = (self.places[at].0, self.places[at + length - 1].1);
            let mut buffer = [0; 4];
            let bytes = match meaning {
                Meaning::Byte(byte) => &[byte][..],
                Meaning::Character(character) => character.encode_utf8(&mut buffer).as_bytes(),
                Meaning::Named(bytes) => bytes,
            };
            bytes.iter().for_each(|byte| view.push(*byte, place));
            at += length;
        }
        view
    }
}

/// Returns the length and the meaning of the escape at the beginning of a text.
fn escape(text: &[u8]) -> Option<(usize, Meaning)> {
    let byte = |length: usize, digits: &[u8]| {
        Some((length, Meaning::Byte(u8::try_from(number(digits, 16)?).ok()?)))
    };
    let character =
        |length: usize, code: u32| Some((length, Meaning::Character(char::from_u32(code)?)));
    match text {
        [b'\\', escaped @ (b'\\' | b'"' | b'\'' | b'/'), ..] => Some((2, Meaning::Byte(*escaped))),
        // Each of these letters stands for a control character, which is dropped. A server may have changed its case.
        [b'\\', letter, ..] if b"nrtbf".contains(&letter.to_ascii_lowercase()) => {
            Some((2, Meaning::Byte(b'\n')))
        }
        [b'\\', b'x' | b'X', digits @ ..] => byte(4, digits.get(..2)?),
        [b'\\', b'u' | b'U', b'{', digits @ ..] => {
            let end = digits.iter().take(7).position(|byte| *byte == b'}')?;
            character(end + 4, number(&digits[..end], 16)?)
        }
        [b'\\', b'u' | b'U', digits @ ..] => {
            let unit = |digits: &[u8]| u16::try_from(number(digits, 16)?).ok();
            let first = unit(digits.get(..4)?)?;
            let second = digits.get(4..10).filter(|next| next[..2].eq_ignore_ascii_case(b"\\u"));
            let second = second.and_then(|next| unit(&next[2..]));
            let units = [Some(first), second].into_iter().flatten();
            let decoded = char::decode_utf16(units).next()?.ok()?;
            Some((6 * decoded.len_utf16(), Meaning::Character(decoded)))
        }
        [b'%', digits @ ..] => byte(3, digits.get(..2)?),
        [b'~', b'0', ..] => Some((2, Meaning::Byte(b'~'))),
        [b'~', b'1', ..] => Some((2, Meaning::Byte(b'/'))),
        [b'&', ..] => {
            let end =
                text.iter().take(htmlize::ENTITY_MAX_LENGTH).position(|byte| *byte == b';')?;
            match &text[1..end] {
                [b'#', b'x' | b'X', digits @ ..] => character(end + 1, number(digits, 16)?),
                [b'#', digits @ ..] => character(end + 1, number(digits, 10)?),
                _ => {
                    let name = &text[..=end];
                    let named = |name: &[u8]| htmlize::ENTITIES.get(name).copied();
                    let bytes = named(name).or_else(|| named(&name.to_ascii_lowercase()))?;
                    Some((end + 1, Meaning::Named(bytes)))
                }
            }
        }
        _ => None,
    }
}

/// Reads the number of a code point.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let are_digits = digits.iter().all(|digit| char::from(*digit).is_digit(radix));
    let digits = std::str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u32::from_str_radix(digits, radix).ok()
}
