//! Makes strings of a certain length that match a pattern or a format, as far as there are any.
//!
//! The number of attempts is limited, so that a pattern without such a string takes little time.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};
use webdata_spec::model::{Keyword, Schema, Side};

use super::format_samples;

/// How far from a limit to search: a pattern may match no string of one length, but one of the next length.
const MAX_DISTANCE: usize = 64;

/// Returns a string with `length` characters that matches the pattern and the format of a schema.
#[must_use]
pub fn string_of_length(schema: &Schema, length: usize) -> Option<String> {
    let text = match (schema.format(), schema.pattern()) {
        (Some(format), _) => format_samples::string_of_length(format, length)?,
        (None, Some(pattern)) => string_of_pattern(pattern, length)?,
        (None, None) => "a".repeat(length),
    };
    let matches = |pattern| Regex::new(pattern).is_ok_and(|regex| regex.is_match(&text));
    schema.pattern().is_none_or(matches).then_some(text)
}

/// Returns the string that exceeds a length limit by as little as possible, if there is one.
#[must_use]
pub fn beyond_limit(schema: &Schema, keyword: Keyword) -> Option<String> {
    let limit = limit(schema, keyword)?;
    match keyword.side()? {
        Side::Minimum => shorter(schema, limit),
        Side::Maximum => longer(schema, limit),
    }
}

/// Returns a string that is shorter than `length` by as little as possible.
pub(crate) fn shorter(schema: &Schema, length: usize) -> Option<String> {
    let lengths = length.saturating_sub(MAX_DISTANCE)..length;
    lengths.rev().find_map(|length| string_of_length(schema, length))
}

/// Returns a string that is longer than `length` by as little as possible.
pub(crate) fn longer(schema: &Schema, length: usize) -> Option<String> {
    (length + 1..=length + MAX_DISTANCE).find_map(|length| string_of_length(schema, length))
}

/// Returns whether a string keeps the length limits of a schema, in UTF-16 code units and in characters. Returns
/// `false` for a schema with other constraints.
pub(crate) fn fits_in_any_unit(schema: &Schema, text: &str) -> bool {
    // A string has at least as many UTF-16 code units as characters.
    let (longest, shortest) = (text.encode_utf16().count() as u64, text.chars().count() as u64);
    schema.constraints.iter().all(|constraint| match constraint.keyword {
        Keyword::MaxLength => schema.count(Keyword::MaxLength) >= Some(longest),
        Keyword::MinLength => schema.count(Keyword::MinLength) <= Some(shortest),
        _ => false,
    })
}

/// Returns whether it is certain that every string that matches the pattern keeps a length limit.
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

/// The maximum number of pattern parts that one search tries.
const BUDGET: u32 = 100_000;

/// Returns a string with `length` characters that matches a pattern, if one is found.
#[must_use]
pub fn string_of_pattern(pattern: &str, length: usize) -> Option<String> {
    let hir = anchored(pattern)?;
    StringBuilder { budget: BUDGET }.build(&hir, length)
}

/// Returns whether it is certain that no string with `length` characters matches a pattern.
#[must_use]
pub fn has_no_length(pattern: &str, length: usize) -> bool {
    let Some(hir) = anchored(pattern) else { return false };
    let mut speller = StringBuilder { budget: BUDGET };
    speller.build(&hir, length).is_none() && speller.budget > 0
}

/// Returns the length in bytes of the longest string that matches a pattern, if there is one. No matching string has more
/// characters.
pub(crate) fn longest(pattern: &str) -> Option<usize> {
    anchored(pattern)?.properties().maximum_len()
}

/// Parses a pattern so that it matches whole strings: an end without an anchor gets any characters.
fn anchored(pattern: &str) -> Option<Hir> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let any = || regex_syntax::parse("(?s:.)*").ok();
    let properties = hir.properties();
    let before = (!properties.look_set_prefix().contains(Look::Start)).then(any);
    let after = (!properties.look_set_suffix().contains(Look::End)).then(any);
    let parts = [before.flatten(), Some(hir), after.flatten()];
    Some(Hir::concat(parts.into_iter().flatten().collect()))
}

/// Builds strings that a pattern matches.
struct StringBuilder {
    /// The number of pattern parts that may still be tried.
    budget: u32,
}

impl StringBuilder {
    fn build(&mut self, hir: &Hir, length: usize) -> Option<String> {
        self.budget = self.budget.checked_sub(1)?;
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => (length == 0).then(String::new),
            HirKind::Literal(literal) => {
                let text = String::from_utf8(literal.0.to_vec()).ok()?;
                (text.chars().count() == length).then_some(text)
            }
            HirKind::Class(Class::Unicode(class)) => {
                let has =
                    |c: &char| class.iter().any(|range| (range.start()..=range.end()).contains(c));
                let usual = ['a', 'A', '0', '-'].into_iter().find(has);
                let first = usual.or_else(|| Some(class.iter().next()?.start()))?;
                (length == 1).then(|| first.to_string())
            }
            HirKind::Class(Class::Bytes(_)) => None,
            HirKind::Capture(capture) => self.build(&capture.sub, length),
            HirKind::Alternation(ways) => ways.iter().find_map(|way| self.build(way, length)),
            HirKind::Concat(parts) => self.concat(parts, length),
            HirKind::Repetition(repetition) => self.repeat(repetition, 0, length),
        }
    }

    fn concat(&mut self, parts: &[Hir], length: usize) -> Option<String> {
        let Some((first, rest)) = parts.split_first() else {
            return (length == 0).then(String::new);
        };
        let properties = first.properties();
        // These lengths are in bytes, and a character has at most four.
        let maximum = properties.maximum_len().unwrap_or(length).min(length);
        let minimum = properties.minimum_len().unwrap_or(0).div_ceil(4);
        (minimum..=maximum).find_map(|taken| {
            let first = self.build(first, taken)?;
            Some(first + &self.concat(rest, length - taken)?)
        })
    }

    fn repeat(&mut self, repetition: &Repetition, times: u32, length: usize) -> Option<String> {
        if times >= repetition.min && length == 0 {
            return Some(String::new());
        }
        if repetition.max.is_some_and(|maximum| times >= maximum) {
            return None;
        }
        let min_first = usize::from(times >= repetition.min);
        (min_first..=length).find_map(|first| {
            let text = self.build(&repetition.sub, first)?;
            Some(text + &self.repeat(repetition, times + 1, length - first)?)
        })
    }
}
