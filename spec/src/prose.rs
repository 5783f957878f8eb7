//! Writes values as plain strings, and counts and phrases for people.

use std::fmt::Display;

use serde_json::Value;

/// Returns a string as it is, and any other value as JSON.
#[must_use]
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns a count with its noun, such as `1 case` or `2 cases`.
#[must_use]
pub fn pluralize<N: Copy + Display + From<u8> + PartialEq>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Returns a phrase with its first letter in upper case.
#[must_use]
pub fn capitalized(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns at most `max` characters of a string, with an ellipsis in place of the rest.
#[must_use]
pub fn truncated(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
