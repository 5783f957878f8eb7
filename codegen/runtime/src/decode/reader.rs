//! A reader of JSON text, in place of `serde_json`'s: it borrows what needs no unescaping, and it can
//! hand over the text of a whole value, which unions keep until they know what it belongs to.
//!
//! Must accept nothing that `serde_json` refuses, and read the same values. It does not say what is
//! wrong with a text: `serde_json` does, which then reads it from the start.

mod number;
mod string;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::nesting::enter;
use super::passthrough::Skip;
use string::Piece;

/// The name of the newtype struct that stands for the text of a value.
pub(super) const TEXT: &str = "$webdata_runtime::decode::reader::Text";

/// The text is no JSON.
#[derive(Debug)]
pub(super) struct NotJson;

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("is no JSON")
    }
}

impl std::error::Error for NotJson {}

impl Error for NotJson {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// JSON text, and how much of it has been read.
#[derive(Debug)]
pub(super) struct Reader<'de> {
    text: &'de str,
    /// The index of the next byte.
    next: usize,
    /// How many lists and objects are around.
    depth: usize,
    /// Where strings are unescaped.
    unescaped: String,
}

impl<'de> Reader<'de> {
    /// Reads a value that is nested `depth` levels deep.
    pub(super) const fn new(text: &'de str, depth: usize) -> Self {
        Self { text, next: 0, depth, unescaped: String::new() }
    }

    /// Whether a whole value has been read that nothing is around, and nothing follows but white space.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.depth == 0 && self.peek().is_err()
    }

    /// The next byte that is not white space.
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

    /// Reads a byte, which white space may stand before.
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
                visitor.visit_map(Parts { reader: self, state: State::First })
            }
            b'[' => {
                self.begin()?;
                visitor.visit_seq(Parts { reader: self, state: State::First })
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
    state: State,
}

enum State {
    First,
    Others,
    Done,
}

impl Parts<'_, '_> {
    /// Goes on to the next one, and gives its first byte; none behind the last, where `end` stands.
    #[inline]
    fn advance(&mut self, end: u8) -> Result<Option<u8>, NotJson> {
        if matches!(self.state, State::Done) {
            return Ok(None);
        }
        let byte = self.reader.peek()?;
        if byte == end {
            self.state = State::Done;
            self.reader.depth -= 1;
            self.reader.next += 1;
            return Ok(None);
        }
        if matches!(self.state, State::First) {
            self.state = State::Others;
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
