//! Strings: borrowed if they have no escapes, otherwise unescaped into a buffer.

use super::{NotJson, Reader};

/// A string that was read.
#[derive(Debug)]
pub(super) enum Piece<'de> {
    Borrowed(&'de str),
    /// The string is in the reader's buffer.
    Unescaped,
}

impl<'de> Reader<'de> {
    /// Reads a string. The reader is at the opening quotation mark.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Piece<'de>, NotJson> {
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
                // A high surrogate must be followed by a low one.
                let second = match first {
                    0xd800..0xdc00 if (self.take()?, self.take()?) == (b'\\', b'u') => {
                        Some(self.unit()?)
                    }
                    _ => None,
                };
                let mut chars = char::decode_utf16([first].into_iter().chain(second));
                let (Some(Ok(char)), None) = (chars.next(), chars.next()) else {
                    return Err(NotJson);
                };
                char
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
