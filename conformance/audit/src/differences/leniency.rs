//! Bodies that are nearly JSON, and that a lenient parser reads as JSON.
//!
//! This module does not know what the body is for.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

/// A mistake in JSON that a lenient parser accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Leniency {
    /// A comma after the last property or item.
    TrailingCommas,
    /// Comments.
    Comments,
    /// Strings in single quotes.
    SingleQuotes,
    /// `NaN`, as null.
    NotANumber,
    /// Numbers with leading zeros.
    LeadingZeros,
    /// Further text after the value.
    TrailingText,
    /// Unescaped line feeds and tabs in strings.
    ControlsInStrings,
    /// Property names without quotes.
    UnquotedNames,
    /// Strings without quotes in place of values.
    UnquotedTexts,
    /// An object without its closing brace.
    OpenEnd,
    /// `=>` or `=` in place of a colon, and a semicolon in place of a comma.
    ArrowsAndSemicolons,
    /// A superfluous quote after a value, or a missing quote before a name.
    StrayQuotes,
    /// A missing value, as null.
    MissingValues,
    /// Numbers beyond the range of a double, as null.
    HugeNumbers,
    /// Bytes that are not UTF-8, as the replacement character (U+FFFD).
    InvalidUtf8,
}

impl Leniency {
    /// Returns the JSON that a lenient parser reads in a body that is not JSON. Returns `None` for JSON, and for a body
    /// that even this parser rejects.
    pub(super) fn read(self, body: &[u8]) -> Option<String> {
        if is_json(body) {
            return None;
        }
        let text = match self {
            Self::InvalidUtf8 => String::from_utf8_lossy(body),
            _ => std::str::from_utf8(body).ok()?.into(),
        };
        Some(self.as_json(&text)).filter(|read| is_json(read.as_bytes()))
    }

    /// Rewrites a string as JSON, as far as this leniency goes.
    fn as_json(self, text: &str) -> String {
        let outside =
            |pattern: &str, with: &str| outside_strings(text, |text| replaced(text, pattern, with));
        match self {
            Self::TrailingCommas => outside(r",(\s*[}\]])", "$1"),
            // The first group keeps strings, which may contain comment signs.
            Self::Comments => {
                replaced(text, r#"("(?:[^"\\]|\\.)*")|(?s:/\*.*?\*/)|//[^\n]*"#, "$1")
            }
            Self::SingleQuotes => text.replace('\'', "\""),
            Self::NotANumber => outside(r"NaN|-?Infinity", "null"),
            Self::LeadingZeros => outside(r":\s*0+(\d)", ":$1"),
            Self::TrailingText => {
                let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
                match values.next() {
                    Some(Ok(first)) => first.to_string(),
                    _ => text.to_owned(),
                }
            }
            Self::ControlsInStrings => text.replace('\n', "\\n").replace('\t', "\\t"),
            Self::UnquotedNames => outside(r"([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)", "$1\"$2\"$3"),
            Self::UnquotedTexts => outside_strings(text, |text| {
                let quoted = replaced(text, r"([:\[,]\s*)([A-Za-z_]\w*)", "$1\"$2\"");
                replaced(&quoted, r#""(true|false|null)""#, "$1")
            }),
            Self::OpenEnd => format!("{text}}}"),
            Self::ArrowsAndSemicolons => {
                outside_strings(text, |text| replaced(text, "=>|=", ":").replace(';', ","))
            }
            Self::StrayQuotes => replaced(text, r#"(\d)"?,([A-Za-z_]\w*)":"#, "$1,\"$2\":"),
            Self::MissingValues => outside(r":(\s*[,}])", ":null$1"),
            Self::HugeNumbers => outside(r"-?\d+(?:\.\d+)?[eE]\+?[3-9]\d\d", "null"),
            Self::InvalidUtf8 => text.to_owned(),
        }
    }
}

fn is_json(text: &[u8]) -> bool {
    // `IgnoredAny` does not check UTF-8, so the text is parsed as a value.
    serde_json::from_slice::<Value>(text).is_ok()
}

fn replaced(text: &str, pattern: &str, with: &str) -> String {
    match Regex::new(pattern) {
        Ok(pattern) => pattern.replace_all(text, with).into_owned(),
        Err(_) => text.to_owned(),
    }
}

/// Matches a JSON string.
static STRINGS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?s)"(?:[^"\\]|\\.)*""#).ok());

/// Applies a change to the text outside of JSON strings.
fn outside_strings(text: &str, change: impl Fn(&str) -> String) -> String {
    let Some(strings) = STRINGS.as_ref() else { return change(text) };
    // A placeholder stands for each string during the change, because patterns match across strings.
    let mut texts = strings.find_iter(text).map(|string| string.as_str());
    let bare = strings.replace_all(text, "\u{1}");
    let parts = change(&bare);
    parts.split('\u{1}').enumerate().fold(String::new(), |whole, (at, part)| match at {
        0 => part.to_owned(),
        _ => whole + texts.next().unwrap_or_default() + part,
    })
}

/// Matches the escapes of pairs of surrogates, and of lone ones.
static SURROGATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (high, low) = (r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}");
    Regex::new(&format!("{high}{low}|{high}|{low}")).ok()
});

/// Returns whether a text contains the escape of a lone surrogate.
pub(super) fn has_lone_surrogate(text: &str) -> bool {
    let Some(pattern) = SURROGATES.as_ref() else { return false };
    pattern.find_iter(text).any(|escape| escape.len() == r"\ud800".len())
}
