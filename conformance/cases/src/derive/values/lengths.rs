//! Makes strings of a length, as far as their pattern or format has any. Judges nothing.

use regex::Regex;
use webdata_spec::model::{Keyword, Schema};

use super::format_samples;
use super::pattern_samples::{self, has_no_length, longest};

/// How far from a limit a string is looked for: a pattern may have none of a length, and one of the
/// next.
const NEAR: usize = 64;

/// Returns a string of so many characters that keeps its pattern and its format.
#[must_use]
pub fn of_length(schema: &Schema, length: usize) -> Option<String> {
    let text = match (schema.format(), schema.pattern()) {
        (Some(format), _) => format_samples::of_length(format, length)?,
        (None, Some(pattern)) => pattern_samples::of_length(pattern, length)?,
        (None, None) => "a".repeat(length),
    };
    let matches = |pattern| Regex::new(pattern).is_ok_and(|own| own.is_match(&text));
    schema.pattern().is_none_or(matches).then_some(text)
}

/// Returns the string that breaks a limit of length by the least, if there is one.
#[must_use]
pub fn beyond(schema: &Schema, keyword: Keyword) -> Option<String> {
    let limit = limit(schema, keyword)?;
    match keyword {
        Keyword::MinLength => shorter(schema, limit),
        _ => longer(schema, limit),
    }
}

/// Returns the string that is the next shorter one than a length.
pub(in crate::derive) fn shorter(schema: &Schema, length: usize) -> Option<String> {
    let lengths = length.saturating_sub(NEAR)..length;
    lengths.rev().find_map(|length| of_length(schema, length))
}

/// Returns the string that is the next longer one than a length.
pub(in crate::derive) fn longer(schema: &Schema, length: usize) -> Option<String> {
    (length + 1..=length + NEAR).find_map(|length| of_length(schema, length))
}

/// Returns whether it is certain that no string that matches the pattern breaks a limit of length.
pub(crate) fn is_kept_by_pattern(schema: &Schema, keyword: Keyword) -> bool {
    let (Some(pattern), Some(limit)) = (schema.pattern(), limit(schema, keyword)) else {
        return false;
    };
    match keyword {
        Keyword::MinLength => (0..limit).all(|length| has_no_length(pattern, length)),
        _ => longest(pattern).is_some_and(|longest| longest <= limit),
    }
}

fn limit(schema: &Schema, keyword: Keyword) -> Option<usize> {
    schema.count(keyword).and_then(|limit| usize::try_from(limit).ok())
}
