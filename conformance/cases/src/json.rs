//! Parses a body as JSON: whatever RFC 8259 allows, up to a depth and a size. Notes where JSON readers differ: an
//! object with two properties of the same name and different values.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value};
use webdata_spec::pointer;

/// The maximum memory of one body as JSON, in bytes. Responses of a correct server take far less.
pub const MAX_JSON_BYTES: usize = 24 << 20;

/// Parses a text; returns `None` if it is not JSON, is nested too deeply or takes too much memory.
#[must_use]
pub fn value(text: &[u8]) -> Option<Value> {
    Json::read(text).map(|json| json.value)
}

/// The byte order mark, which some programs write before JSON. RFC 8259, section 8.1, lets readers ignore it.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The maximum number of nested lists and objects. A recursion over this many levels does not overflow the stack.
const MAX_DEPTH: usize = 512;

/// The maximum size in bytes of the long numbers of one body that are kept as strings, with their places. Further
/// long numbers are compared as floats.
const MAX_LONG_NUMBER_BYTES: usize = 64 << 10;

/// Each integer below this one has a 64-bit float of its own.
const MAX_EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// A parsed body.
pub struct Json {
    /// The value. Of two properties with the same name, the last one counts.
    pub value: Value,
    /// The first place, as a JSON Pointer, of a property that its object has twice with different values.
    pub ambiguous: Option<String>,
    /// The numbers that `Number` cannot hold, as they are written, by their place.
    pub long_numbers: BTreeMap<String, String>,
}

impl Json {
    /// Parses a body; returns `None` if it is not JSON, is nested too deeply or takes too much memory.
    ///
    /// Everything that RFC 8259 allows is read: an unpaired surrogate as the replacement character, and a number
    /// beyond all floats as the largest float.
    #[must_use]
    pub fn read(body: &[u8]) -> Option<Self> {
        Self::read_with(body, None)
    }

    /// Parses a body as [`Json::read`] does, and calls `visit` for each string that is a value, with its place as a
    /// JSON Pointer and its bytes in the body, including the quotation marks.
    #[must_use]
    pub fn read_with<'b>(body: &'b [u8], visit: Option<StringVisitor<'b>>) -> Option<Self> {
        // Checked before anything is kept, since a byte of JSON may take a thousand bytes of memory.
        cost(body, MAX_JSON_BYTES).ok()?;
        let text = std::str::from_utf8(without_byte_order_mark(body)).ok()?;
        let start = body.len() - text.len();
        let mut reader = Reader { text, start, visit, ..Reader::default() };
        let value = reader.value()?;
        let Reader { ambiguous, long_numbers, .. } = reader;
        Some(Self { value, ambiguous, long_numbers })
    }
}

/// A function that gets the place of a string and its bytes in the body.
pub type StringVisitor<'v> = &'v mut dyn FnMut(&str, Range<usize>);

fn without_byte_order_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body)
}

/// Reads text whose syntax and depth `cost` has checked.
#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    /// The index of the text in the body.
    start: usize,
    visit: Option<StringVisitor<'t>>,
    /// The index of the next byte.
    next: usize,
    /// The place of the value, as a JSON Pointer.
    place: String,
    ambiguous: Option<String>,
    long_numbers: BTreeMap<String, String>,
    long_number_bytes: usize,
}

impl<'t> Reader<'t> {
    /// Returns the next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.next..)?;
        self.next += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.next).copied()
    }

    /// Consumes the next byte that is not white space if it is this one.
    fn consume(&mut self, byte: u8) -> Option<bool> {
        let is_next = self.peek()? == byte;
        self.next += usize::from(is_next);
        Some(is_next)
    }

    /// Consumes a token of `length` bytes.
    fn token(&mut self, length: usize) -> Option<&'t str> {
        let token = self.text.get(self.next..self.next + length);
        self.next += length;
        token
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.peek()? {
            b'{' => self.object()?,
            b'[' => self.list()?,
            b'"' => {
                let start = self.start + self.next;
                let text = self.string()?;
                if let Some(visit) = &mut self.visit {
                    visit(&self.place, start..self.start + self.next);
                }
                text.into()
            }
            b't' => self.token(4).map(|_| true.into())?,
            b'f' => self.token(5).map(|_| false.into())?,
            b'n' => self.token(4).map(|_| Value::Null)?,
            _ => self.number().map(Value::Number)?,
        })
    }

    /// Reads the value of a property or an item.
    fn part(&mut self, name: &str) -> Option<Value> {
        let length = self.place.len();
        // Copying the whole place for each part would take too long.
        self.place.push_str(&pointer::child("", name));
        let value = self.value();
        self.place.truncate(length);
        value
    }

    fn list(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        self.consume(b'[')?;
        while !self.consume(b']')? {
            items.push(self.part(&items.len().to_string())?);
            self.consume(b',')?;
        }
        Some(items.into())
    }

    fn object(&mut self) -> Option<Value> {
        let mut members = Map::new();
        self.consume(b'{')?;
        while !self.consume(b'}')? {
            let name = self.string()?;
            self.consume(b':')?;
            let value = self.part(&name)?;
            self.consume(b',')?;
            let is_ambiguous = members.get(&name).is_some_and(|earlier| *earlier != value);
            if is_ambiguous && self.ambiguous.is_none() {
                self.ambiguous = Some(pointer::child(&self.place, &name));
            }
            members.insert(name, value);
        }
        Some(members.into())
    }

    fn string(&mut self) -> Option<String> {
        self.peek()?;
        let mut is_escaped = true;
        let is_inside = |byte: &u8| {
            let is_end = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            !is_end
        };
        let rest = self.text.as_bytes().get(self.next..)?;
        // The first quotation mark opens the string, and the last one ends it.
        let length = rest.iter().copied().take_while(is_inside).count() + 1;
        let token = self.token(length)?;
        let read = serde_json::from_str(token).ok();
        read.or_else(|| serde_json::from_slice(&replace_lone_surrogates(token.as_bytes())).ok())
    }

    fn number(&mut self) -> Option<Number> {
        let rest = self.text.as_bytes().get(self.next..)?;
        let is_inside = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let token = self.token(rest.iter().take_while(is_inside).count())?;
        if let Ok(number) = token.parse::<u64>() {
            return Some(number.into());
        }
        if let Ok(number) = token.parse::<i64>() {
            return Some(number.into());
        }
        let float: f64 = token.parse().ok()?;
        let digits = Digits::new(token);
        let is_whole = digits.as_ref().is_none_or(|digits| digits.exponent >= 0);
        let is_exact = float.abs() < MAX_EXACT as f64;
        let integer = digits.as_ref().and_then(Digits::integer).filter(|_| !is_exact);
        if let Some(number) = integer.and_then(Number::from_i128) {
            return Some(number);
        }
        if is_whole && !is_exact {
            self.long_number_bytes += self.place.len() + token.len();
            if self.long_number_bytes <= MAX_LONG_NUMBER_BYTES {
                self.long_numbers.insert(self.place.clone(), token.to_owned());
            }
        }
        let is_zero = digits.is_some_and(|digits| digits.significant.is_empty());
        let float = match float {
            0.0 if !is_zero => f64::from_bits(1).copysign(float),
            float => float.clamp(f64::MIN, f64::MAX),
        };
        Number::from_f64(float)
    }
}

/// Returns whether two numbers are the same, however they are written.
#[must_use]
pub fn has_same_digits(left: &str, right: &str) -> bool {
    left == right || Digits::new(left).is_some_and(|digits| Some(digits) == Digits::new(right))
}

/// The digits of a number: its value is `significant` times ten to the power of `exponent`.
#[derive(PartialEq, Eq)]
struct Digits {
    is_negative: bool,
    /// Without zeros at either end.
    significant: String,
    exponent: i64,
}

impl Digits {
    /// Parses a number, or returns `None` if its exponent has more than 64 bits.
    fn new(written: &str) -> Option<Self> {
        let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
        let unsigned = mantissa.trim_start_matches('-');
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_end_matches('0');
        let zeros = i64::try_from(all.len() - significant.len()).ok()?;
        let significant = significant.trim_start_matches('0').to_owned();
        if significant.is_empty() {
            return Some(Self { is_negative: false, significant, exponent: 0 });
        }
        let places = i64::try_from(fraction.len()).ok()?;
        let exponent = exponent.parse::<i64>().ok()?.checked_sub(places)?.checked_add(zeros)?;
        Some(Self { is_negative: mantissa.len() > unsigned.len(), significant, exponent })
    }

    /// Returns the number if it is an integer of at most 128 bits.
    fn integer(&self) -> Option<i128> {
        let power = 10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let integer = self.significant.parse::<i128>().ok()?.checked_mul(power)?;
        Some(if self.is_negative { -integer } else { integer })
    }
}

/// Returns the length of a text as JSON, in bytes, without its quotation marks.
#[must_use]
pub fn length_of(text: &str) -> usize {
    let length = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..=0x1f => 6,
        _ => 1,
    };
    text.bytes().map(length).sum()
}

/// Replaces unpaired surrogate escapes in a JSON string by the escape of U+FFFD.
fn replace_lone_surrogates(body: &[u8]) -> Vec<u8> {
    const ESCAPE: usize = 6;
    let unit = |at: usize| {
        let escape = body.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(escape).ok()?, 16).ok()
    };
    let (mut read, mut at) = (Vec::with_capacity(body.len()), 0);
    while let Some(byte) = body.get(at) {
        let length = match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + ESCAPE), Some(0xdc00..=0xdfff)) => {
                2 * ESCAPE
            }
            Some(0xd800..=0xdfff) => {
                read.extend_from_slice(b"\\ufffd");
                at += ESCAPE;
                continue;
            }
            // The byte after a backslash does not begin an escape.
            _ if *byte == b'\\' => 2,
            _ => 1,
        };
        read.extend_from_slice(body.get(at..at + length).unwrap_or_default());
        at += length;
    }
    read
}

/// The size of a value in a list that grows by doubling.
const VALUE_BYTES: usize = 176;

/// The size of an object with its first properties, or of a list with its first items.
const CONTAINER_BYTES: usize = 480;

/// The size of a property besides its name and its value.
const PROPERTY_BYTES: usize = 64;

/// The size of a string besides its bytes.
const STRING_BYTES: usize = 24;

/// The reason why a text has no estimate.
#[derive(Debug)]
pub enum CostError {
    /// The text is not JSON.
    NotJson(serde_json::Error),
    /// The value takes more memory than allowed.
    TooManyValues,
    /// The value nests more than this many lists and objects.
    TooDeep(usize),
}

/// Estimates the memory of a text as parsed JSON, in bytes. Strings may have invalid UTF-8 and lone surrogates.
///
/// # Errors
/// If the text is not JSON, is nested too deeply, or takes more than `limit` bytes.
pub fn cost(text: &[u8], limit: usize) -> Result<usize, CostError> {
    let text = without_byte_order_mark(text);
    // The parser has no limit of depth for ignored values.
    serde_json::from_slice::<IgnoredAny>(text).map_err(CostError::NotJson)?;
    let (mut cost, mut is_quoted, mut is_escaped) = (VALUE_BYTES, false, false);
    let (mut depth, mut is_too_deep) = (0_usize, false);
    for byte in text {
        match byte {
            b'[' | b'{' if !is_quoted => depth += 1,
            b']' | b'}' if !is_quoted => depth -= 1,
            _ => {}
        }
        is_too_deep |= depth > MAX_DEPTH;
        cost += match byte {
            _ if is_escaped => 1,
            b'"' if is_quoted => 0,
            _ if is_quoted => 1,
            b'"' => STRING_BYTES,
            b'[' | b'{' => CONTAINER_BYTES + VALUE_BYTES,
            b',' => VALUE_BYTES,
            b':' => VALUE_BYTES + PROPERTY_BYTES,
            _ => 0,
        };
        is_quoted ^= *byte == b'"' && !is_escaped;
        is_escaped = is_quoted && *byte == b'\\' && !is_escaped;
    }
    match (cost > limit, is_too_deep) {
        (true, _) => Err(CostError::TooManyValues),
        (false, true) => Err(CostError::TooDeep(MAX_DEPTH)),
        (false, false) => Ok(cost),
    }
}
