//! Makes strings of a certain length that match a pattern or a format, as far as there are any.

use regex::Regex;
use webdata_spec::model::{Keyword, Schema};

use super::format_samples;
use super::pattern_samples::{self, has_no_length, longest};

/// How far from a limit to search: a pattern may match no string of one length, but one of the next length.
const MAX_DISTANCE: usize = 64;

/// Returns a string with `length` characters that matches the pattern and the format of a schema.
#[must_use]
pub fn string_of_length(schema: &Schema, length: usize) -> Option<String> {
    let text = match (schema.format(), schema.pattern()) {
        (Some(format), _) => format_samples::string_of_length(format, length)?,
        (None, Some(pattern)) => pattern_samples::string_of_length(pattern, length)?,
        (None, None) => "a".repeat(length),
    };
    let matches = |pattern| Regex::new(pattern).is_ok_and(|regex| regex.is_match(&text));
    schema.pattern().is_none_or(matches).then_some(text)
}

/// Returns the string that exceeds a length limit by as little as possible, if there is one.
#[must_use]
pub fn beyond_limit(schema: &Schema, keyword: Keyword) -> Option<String> {
    let limit = limit(schema, keyword)?;
    match keyword {
        Keyword::MinLength => shorter(schema, limit),
        _ => longer(schema, limit),
    }
}

/// Returns a string that is shorter than `length` by as little as possible.
pub(in crate::derive) fn shorter(schema: &Schema, length: usize) -> Option<String> {
    let lengths = length.saturating_sub(MAX_DISTANCE)..length;
    lengths.rev().find_map(|length| string_of_length(schema, length))
}

/// Returns a string that is longer than `length` by as little as possible.
pub(in crate::derive) fn longer(schema: &Schema, length: usize) -> Option<String> {
    (length + 1..=length + MAX_DISTANCE).find_map(|length| string_of_length(schema, length))
}

/// Returns whether certainly every string that matches the pattern keeps a length limit.
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
