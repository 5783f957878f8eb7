//! The grammar of one field of a cron expression: `*`, values, ranges, steps and lists of these.

use crate::string_format::error::FormatError;

/// The grammar of a field: its name in messages, its values and their names.
pub(super) struct Field {
    name: &'static str,
    lowest: u8,
    highest: u8,
    /// The names of the values, beginning with `lowest`.
    names: &'static [&'static str],
}

pub(super) const MINUTE: Field = Field { name: "minute", lowest: 0, highest: 59, names: &[] };
pub(super) const HOUR: Field = Field { name: "hour", lowest: 0, highest: 23, names: &[] };
pub(super) const DAY_OF_MONTH: Field =
    Field { name: "day of month", lowest: 1, highest: 31, names: &[] };
pub(super) const MONTH: Field = Field {
    name: "month",
    lowest: 1,
    highest: 12,
    names: &["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
/// Sunday is both 0 and 7, so that a range can begin or end with it.
pub(super) const DAY_OF_WEEK: Field = Field {
    name: "day of week",
    lowest: 0,
    highest: 7,
    names: &["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"],
};

impl Field {
    /// Parses a field into the set of its values: bit `n` for value `n`, at least one bit.
    #[inline]
    pub(super) fn parse(&self, text: &[u8]) -> Result<u64, FormatError> {
        match *text {
            [b'*'] => Ok(span(self.lowest, self.highest)),
            [one @ b'0'..=b'9'] if self.contains(one - b'0') => Ok(1 << (one - b'0')),
            [ten @ b'0'..=b'9', one @ b'0'..=b'9']
                if self.contains(10 * (ten - b'0') + (one - b'0')) =>
            {
                Ok(1 << (10 * (ten - b'0') + (one - b'0')))
            }
            [first @ b'0'..=b'9', b'-', last @ b'0'..=b'9']
                if first <= last && self.contains(first - b'0') && self.contains(last - b'0') =>
            {
                Ok(span(first - b'0', last - b'0'))
            }
            _ => self.parse_list(text),
        }
    }

    fn contains(&self, value: u8) -> bool {
        (self.lowest..=self.highest).contains(&value)
    }

    /// Parses a field that is not one of the common forms.
    fn parse_list(&self, text: &[u8]) -> Result<u64, FormatError> {
        text.split(|byte| *byte == b',').try_fold(0, |set, item| Ok(set | self.parse_item(item)?))
    }

    fn parse_item(&self, item: &[u8]) -> Result<u64, FormatError> {
        let (range, step) = match split_once(item, b'/') {
            Some((range, step)) => (range, Some(self.step(step)?)),
            None => (item, None),
        };
        let (first, last) = match split_once(range, b'-') {
            _ if range == b"*" => (self.lowest, self.highest),
            Some((first, last)) => (self.first_value(first)?, self.last_value(last)?),
            None => {
                let value = self.first_value(range)?;
                (value, if step.is_some() { self.highest } else { value })
            }
        };
        if first > last {
            return Err(FormatError::with_message(format!(
                "has a range in its {} field that ends before it starts",
                self.name
            )));
        }
        let Some(step) = step else { return Ok(span(first, last)) };
        let values = (first..=last).step_by(step);
        Ok(values.fold(0, |set, value| set | 1 << value))
    }

    /// Parses a single value, or the first of a range.
    fn first_value(&self, text: &[u8]) -> Result<u8, FormatError> {
        let named = |name: &&str| name.as_bytes().eq_ignore_ascii_case(text);
        self.value(text, || self.names.iter().position(named))
    }

    /// Parses the last value of a range, where `SUN` is 7, as in `FRI-SUN`.
    fn last_value(&self, text: &[u8]) -> Result<u8, FormatError> {
        let named = |name: &&str| name.as_bytes().eq_ignore_ascii_case(text);
        self.value(text, || self.names.iter().rposition(named))
    }

    fn value(
        &self,
        text: &[u8],
        place_of_name: impl FnOnce() -> Option<usize>,
    ) -> Result<u8, FormatError> {
        let value = match number(text) {
            Some(number) => u8::try_from(number).ok(),
            None => place_of_name()
                .and_then(|place| u8::try_from(place).ok())
                .map(|at| self.lowest + at),
        };
        value.filter(|value| (self.lowest..=self.highest).contains(value)).ok_or_else(|| {
            let names = match self.names {
                [] => String::new(),
                [first, ..] => format!(" or names such as {first}"),
            };
            FormatError::with_message(format!(
                "has an invalid {} field; allowed are *, numbers from {} to {}{names}, and ranges, \
                 steps and lists of them",
                self.name, self.lowest, self.highest
            ))
        })
    }

    fn step(&self, text: &[u8]) -> Result<usize, FormatError> {
        number(text).filter(|&step| step > 0).ok_or_else(|| {
            FormatError::with_message(format!(
                "has a step in its {} field that is not a whole number of at least 1",
                self.name
            ))
        })
    }
}

/// Returns the set of the values from `first` to `last`, at most 59.
const fn span(first: u8, last: u8) -> u64 {
    (2 << last) - (1 << first)
}

/// Splits a string at the first occurrence of a byte.
fn split_once(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|other| *other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Parses a number of digits only.
fn number(text: &[u8]) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_usize, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| usize::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}
