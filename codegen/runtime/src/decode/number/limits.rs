//! The limits that integers and other numbers share.

use crate::Message;
use crate::decode::{JsonPath, ViolationSink};
use crate::violation::Figure;

/// The limits of a number.
#[derive(Debug)]
pub(super) struct Limits<N> {
    pub(super) constant: Option<N>,
    pub(super) minimum: Option<N>,
    pub(super) maximum: Option<N>,
    pub(super) exclusive_minimum: Option<N>,
    pub(super) exclusive_maximum: Option<N>,
    pub(super) multiple_of: Option<N>,
}

impl<N> Limits<N> {
    pub(super) const NONE: Self = Self {
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
    pub(super) fn check_limits(
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
    pub(super) fn check_beyond(
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
        /// Accepts only `constant`.
        #[must_use]
        pub const fn constant(mut self, constant: $number) -> Self {
            self.limits.constant = Some(constant);
            self
        }

        /// Requires at least `minimum`.
        #[must_use]
        pub const fn minimum(mut self, minimum: $number) -> Self {
            self.limits.minimum = Some(minimum);
            self
        }

        /// Allows at most `maximum`.
        #[must_use]
        pub const fn maximum(mut self, maximum: $number) -> Self {
            self.limits.maximum = Some(maximum);
            self
        }

        /// Requires more than `limit`.
        #[must_use]
        pub const fn exclusive_minimum(mut self, limit: $number) -> Self {
            self.limits.exclusive_minimum = Some(limit);
            self
        }

        /// Requires less than `limit`.
        #[must_use]
        pub const fn exclusive_maximum(mut self, limit: $number) -> Self {
            self.limits.exclusive_maximum = Some(limit);
            self
        }

        /// Requires a multiple of `divisor`, which is positive.
        #[must_use]
        pub const fn multiple_of(mut self, divisor: $number) -> Self {
            self.limits.multiple_of = Some(divisor);
            self
        }
    };
}

pub(super) use limited_by;
