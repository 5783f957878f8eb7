//! Integers and other numbers, with the limits that they share. Numbers are divided by their decimal digits, so
//! that 0.3 is a multiple of 0.1.

use crate::Message;
use crate::decode::json_visitor::JsonVisitor;
use crate::decode::{Check, JsonPath, ViolationSink};
use crate::violation::Figure;

/// The limits of a number.
#[derive(Debug)]
pub(crate) struct Limits<N> {
    pub(crate) constant: Option<N>,
    pub(crate) minimum: Option<N>,
    pub(crate) maximum: Option<N>,
    exclusive_minimum: Option<N>,
    exclusive_maximum: Option<N>,
    multiple_of: Option<N>,
}

impl<N> Limits<N> {
    const NONE: Self = Self {
        constant: None,
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
    };
}

impl<N: Copy + PartialOrd + Into<Figure>> Limits<N> {
    /// Notes each limit that a value breaks.
    pub(crate) fn check_limits(
        &self,
        value: N,
        is_multiple: impl Fn(N) -> bool,
        clause: &'static str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        let mut note = |word, before, limit, after| {
            at.note(sink, clause, word, Message::limit(before, limit, after));
        };
        if let Some(limit) = self.constant.filter(|constant| value != *constant) {
            note("const", "is not", limit, "");
        }
        if let Some(limit) = self.minimum.filter(|limit| value < *limit) {
            note("minimum", "is below", limit, ", the minimum");
        }
        if let Some(limit) = self.maximum.filter(|limit| value > *limit) {
            note("maximum", "is above", limit, ", the maximum");
        }
        if let Some(limit) = self.exclusive_minimum.filter(|limit| value <= *limit) {
            note("exclusiveMinimum", "is not more than", limit, "");
        }
        if let Some(limit) = self.exclusive_maximum.filter(|limit| value >= *limit) {
            note("exclusiveMaximum", "is not less than", limit, "");
        }
        if let Some(of) = self.multiple_of.filter(|of| !is_multiple(*of)) {
            note("multipleOf", "is not a multiple of", of, "");
        }
    }
}

impl Limits<i64> {
    /// Notes each limit that an integer beyond `nearest`, the nearest `i64`, breaks.
    fn check_beyond(
        &self,
        nearest: i64,
        is_multiple: impl Fn(i64) -> bool,
        clause: &'static str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        let moved = |limit: Option<i64>| limit.map(|limit| limit.clamp(i64::MIN + 1, i64::MAX - 1));
        let within = Self {
            constant: moved(self.constant),
            minimum: moved(self.minimum),
            maximum: moved(self.maximum),
            exclusive_minimum: moved(self.exclusive_minimum),
            exclusive_maximum: moved(self.exclusive_maximum),
            multiple_of: self.multiple_of,
        };
        within.check_limits(nearest, is_multiple, clause, at, sink);
    }
}

/// The methods that add a limit to a check.
macro_rules! limited_by {
    ($number:ty) => {
        limited_by! { $number,
            /// Accepts only one number.
            constant
            /// Requires at least this number.
            minimum
            /// Allows at most this number.
            maximum
            /// Requires more than this number.
            exclusive_minimum
            /// Requires less than this number.
            exclusive_maximum
            /// Requires a multiple of a divisor, which is positive.
            multiple_of
        }
    };
    ($number:ty, $(#[$about:meta] $limit:ident)*) => {$(
        #[$about]
        #[must_use]
        pub const fn $limit(mut self, $limit: $number) -> Self {
            self.limits.$limit = Some($limit);
            self
        }
    )*};
}

/// The check of an integer. A number with a zero fraction, such as `1.0`, is an integer, as in JSON Schema.
#[derive(Debug)]
pub struct Integer {
    clause: &'static str,
    limits: Limits<i64>,
}

impl Integer {
    /// Makes a check that accepts every `i64`.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, limits: Limits::NONE }
    }

    limited_by!(i64);

    fn check_limits(&self, value: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if !sink.is_lenient() {
            let is_multiple = |of| value % of == 0;
            self.limits.check_limits(value, is_multiple, self.clause, at, sink);
        }
    }

    /// Notes the violation of an integer beyond 64 bits: of the limit on its side or, without one, of the
    /// type.
    fn beyond(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        let before = sink.noted();
        let nearest = if value > 0.0 { i64::MAX } else { i64::MIN };
        let is_multiple = |of: i64| is_multiple(value, of as f64);
        // The nearest `i64` may equal a limit or the constant, although the value does not.
        self.limits.check_beyond(nearest, is_multiple, self.clause, at, sink);
        if sink.noted() == before {
            at.note(sink, self.clause, "type", "is beyond the whole numbers of 64 bits");
        }
    }
}

impl JsonVisitor for Integer {
    type Value = i64;
    const EXPECTED: &'static str = "an integer";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn integer(&self, value: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<i64> {
        self.check_limits(value, at, sink);
        Some(value)
    }

    fn float(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<i64> {
        if value.fract() != 0.0 {
            return self.wrong("a number with a fraction", at, sink);
        }
        if let Some(value) = whole(value) {
            return self.integer(value, at, sink);
        }
        self.beyond(value, at, sink);
        None
    }
}

impl Check for Integer {
    decode_by_visitor!(i64);

    fn validate(&self, value: &i64, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check_limits(*value, at, sink);
    }
}

/// The check of a number.
#[derive(Debug)]
pub struct Number {
    clause: &'static str,
    limits: Limits<f64>,
}

impl Number {
    /// Makes a check that accepts every number.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, limits: Limits::NONE }
    }

    limited_by!(f64);

    fn check_limits(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if sink.is_lenient() {
            return;
        }
        if !value.is_finite() {
            at.note(sink, self.clause, "type", "is not a number that JSON can represent");
        }
        let is_multiple = |of| is_multiple(value, of);
        self.limits.check_limits(value, is_multiple, self.clause, at, sink);
    }
}

impl JsonVisitor for Number {
    type Value = f64;
    const EXPECTED: &'static str = "a number";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn integer(&self, value: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<f64> {
        // The nearest float, as most JSON parsers read numbers.
        self.float(value as f64, at, sink)
    }

    fn float(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<f64> {
        self.check_limits(value, at, sink);
        Some(value)
    }
}

impl Check for Number {
    decode_by_visitor!(f64);

    fn validate(&self, value: &f64, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check_limits(*value, at, sink);
    }
}

/// Returns a float as an `i64` if it is one.
#[must_use]
pub fn whole(value: f64) -> Option<i64> {
    // The first float above every `i64`. Its negative is the smallest `i64`.
    const END: f64 = 9_223_372_036_854_775_808.0;
    (value.fract() == 0.0 && (-END..END).contains(&value)).then_some(value as i64)
}

/// Returns whether `value` is a multiple of `of`, which is positive, by their decimal digits.
#[must_use]
pub fn is_multiple(value: f64, of: f64) -> bool {
    /// Every integer below this one is a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_exact = |number: f64| number.fract() == 0.0 && number.abs() <= EXACT;
    if is_exact(value) && is_exact(of) {
        return value % of == 0.0;
    }
    if !value.is_finite() {
        return false;
    }
    divides(&value.abs().to_string(), &of.to_string())
}

/// Returns whether the decimal `of` divides the decimal `value`. Both have no exponent and no trailing zeros
/// in the fraction.
fn divides(value: &str, of: &str) -> bool {
    let parts = |number: &str| {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        (format!("{whole}{fraction}"), fraction.len())
    };
    let ((value, places), (of, of_places)) = (parts(value), parts(of));
    let Some(shift) = of_places.checked_sub(places) else {
        // The last digit of `value` is not zero, and no multiple of `of` has as many digits in its fraction.
        return false;
    };
    let of_digits = of.trim_end_matches('0');
    let zeros = of.len() - of_digits.len();
    let Ok(divisor) = of_digits.parse::<u128>() else { return false };
    let digits = value.bytes().chain(std::iter::repeat_n(b'0', shift));
    let all: Vec<u8> = digits.collect();
    // `of` is a float, so it has at most 17 digits besides its zeros.
    let ends_in_zeros = all.iter().rev().take(zeros).all(|digit| *digit == b'0');
    let is_zero = all.iter().all(|digit| *digit == b'0');
    let kept = all.len().saturating_sub(zeros);
    let remainder = all.iter().take(kept).try_fold(0_u128, |rest, digit| {
        rest.checked_mul(10)?.checked_add(u128::from(digit - b'0'))?.checked_rem(divisor)
    });
    is_zero || ends_in_zeros && kept > 0 && remainder == Some(0)
}

#[cfg(test)]
mod tests {
    use super::is_multiple;

    #[test]
    fn division_is_that_of_decimals() {
        for (value, of, is) in [
            (0.3, 0.1, true),
            (0.35, 0.1, false),
            (0.35, 0.05, true),
            (4.5, 1.5, true),
            (4.5, 1.0, false),
            (10.0, 2.5, true),
            (-7.5, 2.5, true),
            (0.0, 0.1, true),
            (1e30, 3.0, false),
            (3e30, 3.0, true),
            (1e300, 1e299, true),
            (1e299, 1e300, false),
            (0.0075, 0.0001, true),
            (0.00751, 0.0001, false),
            (1e308, 0.123_456_789, false),
            (1e-300, 1e-301, true),
            (15.0, 4.0, false),
        ] {
            assert_eq!(is_multiple(value, of), is, "{value} of {of}");
        }
    }
}
