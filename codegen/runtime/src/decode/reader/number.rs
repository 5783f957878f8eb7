//! Numbers, read as `serde_json` does: 64-bit integers as such, all others as the nearest float.

use serde::de::Visitor;

use super::{NotJson, Reader};

/// A number.
#[derive(Debug)]
pub(super) enum Number {
    Unsigned(u64),
    Negative(i64),
    Float(f64),
}

impl Number {
    #[inline]
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        match self {
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Negative(value) => visitor.visit_i64(value),
            Self::Float(value) => visitor.visit_f64(value),
        }
    }
}

impl Reader<'_> {
    /// Reads a number. The reader is at the first byte.
    pub(super) fn number(&mut self) -> Result<Number, NotJson> {
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
        value.filter(|value: &f64| value.is_finite()).map(Number::Float).ok_or(NotJson)
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
