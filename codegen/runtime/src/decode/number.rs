//! Integers and other numbers, with their limits.

mod limits;
mod multiple;

use serde::de::Deserializer;

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, ViolationSink};
use limits::{Limits, limited_by};
pub use multiple::is_multiple;

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
        let is_multiple = |of: i64| multiple::is_multiple(value, of as f64);
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
    type Value = i64;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<i64>, D::Error> {
        visit(self, deserializer, at, sink)
    }

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
        let is_multiple = |of| multiple::is_multiple(value, of);
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
    type Value = f64;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<f64>, D::Error> {
        visit(self, deserializer, at, sink)
    }

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
