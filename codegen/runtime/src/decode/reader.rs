//! A reader of JSON text, used instead of `serde_json`'s. It borrows strings without escapes, and can return
//! the JSON text of a whole value, which unions keep until they know the variant.
//!
//! Unless it is lossy, the reader accepts nothing that `serde_json` rejects, apart from deeper nesting, and reads the
//! same values. It does not describe syntax errors: `serde_json` then reads the text again for the message.

#[cfg(test)]
mod tests;

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::decode::json_visitor::{Skip, enter};

/// The name of the newtype struct that requests the JSON text of a value.
pub(crate) const TEXT: &str = "$webdata_runtime::decode::reader::Text";

/// The text is not JSON.
#[derive(Debug)]
pub(crate) struct NotJson;

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("is not JSON")
    }
}

impl std::error::Error for NotJson {}

impl Error for NotJson {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// JSON text and the position of the reader.
#[derive(Debug)]
pub(crate) struct Reader<'de> {
    text: &'de str,
    /// The index of the next byte.
    next: usize,
    /// The number of lists and objects that contain the position.
    depth: usize,
    /// The buffer for strings with escapes.
    unescaped: String,
    /// Whether to replace what JSON allows and no Rust value can hold.
    is_lossy: bool,
}

impl<'de> Reader<'de> {
    /// Makes a reader of a value that is nested `depth` levels deep.
    pub(crate) const fn new(text: &'de str, depth: usize) -> Self {
        Self { text, next: 0, depth, unescaped: String::new(), is_lossy: false }
    }

    /// Makes a reader that replaces an unpaired surrogate by U+FFFD, and a number beyond all floats by the largest
    /// float.
    pub(crate) const fn lossy(text: &'de str, depth: usize) -> Self {
        Self { text, next: 0, depth, unescaped: String::new(), is_lossy: true }
    }

    /// Returns whether a whole top-level value has been read, and only white space follows.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.depth == 0 && self.peek().is_err()
    }

    /// Returns the next byte that is not white space, without consuming it.
    #[inline]
    fn peek(&mut self) -> Result<u8, NotJson> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.next) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.next += 1,
                Some(byte) => return Ok(*byte),
                None => return Err(NotJson),
            }
        }
    }

    /// Reads `byte`, after any white space.
    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.peek()? != byte {
            return Err(NotJson);
        }
        self.next += 1;
        Ok(())
    }

    fn literal(&mut self, literal: &str) -> Result<(), NotJson> {
        let rest = self.text.as_bytes().get(self.next..).unwrap_or_default();
        if !rest.starts_with(literal.as_bytes()) {
            return Err(NotJson);
        }
        self.next += literal.len();
        Ok(())
    }

    /// Enters a list or an object.
    #[inline]
    fn begin(&mut self) -> Result<(), NotJson> {
        enter(self.depth)?;
        self.depth += 1;
        self.next += 1;
        Ok(())
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = NotJson;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        match self.peek()? {
            b'"' => match self.string()? {
                Piece::Borrowed(text) => visitor.visit_borrowed_str(text),
                Piece::Unescaped => visitor.visit_str(&self.unescaped),
            },
            b'{' => {
                self.begin()?;
                visitor.visit_map(Parts { reader: self, state: PartsState::First })
            }
            b'[' => {
                self.begin()?;
                visitor.visit_seq(Parts { reader: self, state: PartsState::First })
            }
            b'-' | b'0'..=b'9' => self.number()?.visit(visitor),
            b't' => {
                self.literal("true")?;
                visitor.visit_bool(true)
            }
            b'f' => {
                self.literal("false")?;
                visitor.visit_bool(false)
            }
            b'n' => {
                self.literal("null")?;
                visitor.visit_unit()
            }
            _ => Err(NotJson),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        if self.peek()? != b'n' {
            return visitor.visit_some(self);
        }
        self.literal("null")?;
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NotJson> {
        if name != TEXT {
            return visitor.visit_newtype_struct(self);
        }
        self.peek()?;
        let start = self.next;
        Skip(self.depth).deserialize(&mut *self)?;
        let text = self.text.get(start..self.next).ok_or(NotJson)?;
        visitor.visit_borrowed_str(text)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The items of a list, or the properties of an object. The receiver reads all of them, including the closing
/// bracket.
struct Parts<'r, 'de> {
    reader: &'r mut Reader<'de>,
    state: PartsState,
}

enum PartsState {
    First,
    Others,
    Done,
}

impl Parts<'_, '_> {
    /// Moves to the next item or property and returns its first byte, or returns `None` at `end`.
    #[inline]
    fn advance(&mut self, end: u8) -> Result<Option<u8>, NotJson> {
        if matches!(self.state, PartsState::Done) {
            return Ok(None);
        }
        let byte = self.reader.peek()?;
        if byte == end {
            self.state = PartsState::Done;
            self.reader.depth -= 1;
            self.reader.next += 1;
            return Ok(None);
        }
        if matches!(self.state, PartsState::First) {
            self.state = PartsState::Others;
            return Ok(Some(byte));
        }
        if byte != b',' {
            return Err(NotJson);
        }
        self.reader.next += 1;
        self.reader.peek().map(Some)
    }
}

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = NotJson;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, NotJson> {
        match self.advance(b']')? {
            Some(_) => seed.deserialize(&mut *self.reader).map(Some),
            None => Ok(None),
        }
    }
}

impl<'de> MapAccess<'de> for Parts<'_, 'de> {
    type Error = NotJson;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, NotJson> {
        match self.advance(b'}')? {
            None => return Ok(None),
            Some(b'"') => {}
            Some(_) => return Err(NotJson),
        }
        let key = match self.reader.string()? {
            Piece::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)),
            Piece::Unescaped => seed.deserialize(StrDeserializer::new(&self.reader.unescaped)),
        };
        key.map(Some)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, NotJson> {
        self.reader.expect(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// A number.
enum Number {
    Unsigned(u64),
    Negative(i64),
    Float(f64),
}

impl Number {
    #[inline]
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        match self {
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Negative(value) => visitor.visit_i64(value),
            Self::Float(value) => visitor.visit_f64(value),
        }
    }
}

impl Reader<'_> {
    /// Reads a number. The reader is at the first byte.
    fn number(&mut self) -> Result<Number, NotJson> {
        let start = self.next;
        let is_negative = self.byte() == Some(b'-');
        self.next += usize::from(is_negative);
        let first = self.next;
        // `None` if the number exceeds 64 bits.
        let mut whole = Some(0_u64);
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            let digit = u64::from(digit - b'0');
            whole = whole.and_then(|value| value.checked_mul(10)?.checked_add(digit));
            self.next += 1;
        }
        match self.next - first {
            0 => return Err(NotJson),
            1 => {}
            _ if self.text.as_bytes().get(first) == Some(&b'0') => return Err(NotJson),
            _ => {}
        }
        if !matches!(self.byte(), Some(b'.' | b'e' | b'E')) {
            match whole {
                Some(value) if !is_negative => return Ok(Number::Unsigned(value)),
                // Only a float can be `-0`.
                Some(value @ 1..) => {
                    if let Some(value) = 0_i64.checked_sub_unsigned(value) {
                        return Ok(Number::Negative(value));
                    }
                }
                _ => {}
            }
        }
        self.float(start)
    }

    /// Reads the rest of a number after its integer part.
    fn float(&mut self, start: usize) -> Result<Number, NotJson> {
        if self.byte() == Some(b'.') {
            self.next += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.next += 1;
            self.next += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        let value = self.text.get(start..self.next).and_then(|text| text.parse().ok());
        let value = value
            .map(|value: f64| if self.is_lossy { value.clamp(f64::MIN, f64::MAX) } else { value });
        value.filter(|value| value.is_finite()).map(Number::Float).ok_or(NotJson)
    }

    /// Reads one or more digits.
    fn digits(&mut self) -> Result<(), NotJson> {
        let first = self.next;
        while let Some(b'0'..=b'9') = self.byte() {
            self.next += 1;
        }
        if self.next > first { Ok(()) } else { Err(NotJson) }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.next).copied()
    }
}

/// A string that was read.
enum Piece<'de> {
    Borrowed(&'de str),
    /// The string is in the reader's buffer.
    Unescaped,
}

impl<'de> Reader<'de> {
    /// Reads a string. The reader is at the opening quotation mark.
    #[inline]
    fn string(&mut self) -> Result<Piece<'de>, NotJson> {
        let start = self.next + 1;
        let end = self.plain(start);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return self.unescape(start, end);
        }
        self.next = end + 1;
        self.text.get(start..end).map(Piece::Borrowed).ok_or(NotJson)
    }

    /// Returns the index of the first quotation mark, backslash or control character, or the end of the text.
    #[inline]
    fn plain(&self, start: usize) -> usize {
        let mut rest = self.text.as_bytes().get(start..).unwrap_or_default();
        while let Some((eight, others)) = rest.split_first_chunk() {
            let special = special(u64::from_le_bytes(*eight));
            if special != 0 {
                return self.text.len() - rest.len() + special.trailing_zeros() as usize / 8;
            }
            rest = others;
        }
        let plain = |byte: &&u8| !matches!(**byte, b'"' | b'\\' | ..b' ');
        self.text.len() - rest.len() + rest.iter().take_while(plain).count()
    }

    #[cold]
    fn unescape(&mut self, start: usize, end: usize) -> Result<Piece<'de>, NotJson> {
        self.unescaped.clear();
        let (mut start, mut end) = (start, end);
        loop {
            self.unescaped.push_str(self.text.get(start..end).ok_or(NotJson)?);
            self.next = end;
            match self.take()? {
                b'"' => return Ok(Piece::Unescaped),
                b'\\' => {
                    let escaped = self.escaped()?;
                    self.unescaped.push(escaped);
                }
                // Control characters must be escaped.
                _ => return Err(NotJson),
            }
            start = self.next;
            end = self.plain(start);
        }
    }

    /// Reads the escape after a backslash.
    fn escaped(&mut self) -> Result<char, NotJson> {
        Ok(match self.take()? {
            plain @ (b'"' | b'\\' | b'/') => char::from(plain),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                let after = self.next;
                let follows = self.text.as_bytes().get(after..after + 2) == Some(b"\\u");
                // A high surrogate must be followed by a low one.
                let second = match first {
                    0xd800..0xdc00 if follows => {
                        self.next += 2;
                        Some(self.unit()?)
                    }
                    _ => None,
                };
                let mut chars = char::decode_utf16([first].into_iter().chain(second));
                match (chars.next(), chars.next()) {
                    (Some(Ok(char)), None) => char,
                    _ if self.is_lossy => {
                        // Whatever follows is not a part of this escape.
                        self.next = after;
                        char::REPLACEMENT_CHARACTER
                    }
                    _ => return Err(NotJson),
                }
            }
            _ => return Err(NotJson),
        })
    }

    /// Reads four hexadecimal digits, a UTF-16 code unit.
    fn unit(&mut self) -> Result<u16, NotJson> {
        (0..4).try_fold(0, |unit, _| {
            let digit = char::from(self.take()?).to_digit(16).ok_or(NotJson)?;
            u16::try_from(digit).map(|digit| unit << 4 | digit).map_err(|_| NotJson)
        })
    }

    fn take(&mut self) -> Result<u8, NotJson> {
        let byte = self.text.as_bytes().get(self.next).ok_or(NotJson)?;
        self.next += 1;
        Ok(*byte)
    }
}

/// Returns a mask with bit 7 of each byte that is a quotation mark, a backslash or a control character. Only
/// the lowest set bit is reliable.
const fn special(eight: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    const fn zero(bytes: u64) -> u64 {
        bytes.wrapping_sub(ONES) & !bytes
    }
    let quotation_mark = zero(eight ^ (ONES * b'"' as u64));
    let backslash = zero(eight ^ (ONES * b'\\' as u64));
    let control = eight.wrapping_sub(ONES * b' ' as u64) & !eight;
    (quotation_mark | backslash | control) & (ONES << 7)
}
