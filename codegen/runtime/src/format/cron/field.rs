//! The grammar of one field of a cron expression: `*`, values, ranges, steps and lists of these.
//!
//! Must not know what the fields mean together.

use crate::format::FormatError;

/// A field: its name in messages, its values and their names.
pub(super) struct Field {
    name: &'static str,
    lowest: u8,
    highest: u8,
    /// The names of the values from `lowest` on.
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
/// Sunday is 0 and 7, so that a week can be written from either end.
pub(super) const DAY_OF_WEEK: Field = Field {
    name: "day of week",
    lowest: 0,
    highest: 7,
    names: &["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"],
};

impl Field {
    /// The set of values that `text` stands for, bit `n` for value `n`; never empty.
    pub(super) fn parse(&self, text: &str) -> Result<u64, FormatError> {
        text.split(',').try_fold(0, |set, item| Ok(set | self.parse_item(item)?))
    }

    fn parse_item(&self, item: &str) -> Result<u64, FormatError> {
        let (range, step) = match item.split_once('/') {
            Some((range, step)) => (range, Some(self.step(step)?)),
            None => (item, None),
        };
        let (first, last) = match range.split_once('-') {
            _ if range == "*" => (self.lowest, self.highest),
            Some((first, last)) => (self.first_value(first)?, self.last_value(last)?),
            None => {
                let value = self.first_value(range)?;
                (value, if step.is_some() { self.highest } else { value })
            }
        };
        if first > last {
            return Err(FormatError::worded(format!(
                "has a range in its {} field that ends before it starts",
                self.name
            )));
        }
        let values = (first..=last).step_by(step.unwrap_or(1));
        Ok(values.fold(0, |set, value| set | 1 << value))
    }

    /// A value that stands alone or starts a range.
    fn first_value(&self, text: &str) -> Result<u8, FormatError> {
        let named = |name: &&str| name.eq_ignore_ascii_case(text);
        self.value(text, self.names.iter().position(named))
    }

    /// A value that ends a range: here `SUN` is 7, as in `FRI-SUN`.
    fn last_value(&self, text: &str) -> Result<u8, FormatError> {
        let named = |name: &&str| name.eq_ignore_ascii_case(text);
        self.value(text, self.names.iter().rposition(named))
    }

    fn value(&self, text: &str, place_of_name: Option<usize>) -> Result<u8, FormatError> {
        let value = match place_of_name {
            Some(place) => u8::try_from(place).ok().map(|place| self.lowest + place),
            None => number(text),
        };
        value.filter(|value| (self.lowest..=self.highest).contains(value)).ok_or_else(|| {
            let names = match self.names {
                [] => String::new(),
                [first, ..] => format!(" or names such as {first}"),
            };
            FormatError::worded(format!(
                "has something in its {} field other than *, numbers from {} to {}{names}, and \
                 ranges, steps and lists of them",
                self.name, self.lowest, self.highest
            ))
        })
    }

    fn step(&self, text: &str) -> Result<usize, FormatError> {
        number(text).filter(|&step: &usize| step > 0).ok_or_else(|| {
            FormatError::worded(format!(
                "has a step in its {} field that is not a whole number of at least 1",
                self.name
            ))
        })
    }
}

/// A number of digits alone: the parser of the standard library would let a `+` through.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
