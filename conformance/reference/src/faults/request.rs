//! Faults of handling a request before its body is parsed.
//!
//! This module does not interpret JSON. It only turns bytes that are nearly JSON into JSON.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use crate::contract::json;

/// A mistake of handling a request.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestMistake {
    /// Requests that match get an error row.
    RespondsWith(RequestMatcher, String),
    /// A body that is nearly JSON is read as JSON.
    Accepts(Leniency),
}

/// Matches requests by one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestMatcher {
    /// A body that is not JSON.
    NotJson,
    /// A body that starts with a byte order mark.
    ByteOrderMark,
    /// A body that is not UTF-8.
    NotUtf8,
    /// A body in UTF-16 with a byte order mark.
    Utf16,
    /// A body that contains this string.
    Text(String),
    /// A body that does not start with this string.
    OtherStart(String),
    /// A body whose arrays and objects are nested deeper than this.
    Depth(usize),
    /// A body of more bytes than this.
    Size(usize),
    /// A header of this name.
    Header(String),
    /// A media type other than this, by exact comparison.
    MediaTypeOtherThan(String),
    /// A path parameter that contains this string.
    InPath(String),
    /// A path parameter of more bytes than this.
    LongPath(usize),
    /// A path parameter with non-ASCII characters.
    PathBeyondAscii,
    /// Another method on the path of the operation.
    OtherMethod,
}

/// A body that is not JSON, or that not every parser accepts, and that a lenient parser reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leniency {
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

pub(crate) struct ReceivedRequest<'r> {
    /// The values of the operation's path parameters, by name.
    pub(crate) parameters: &'r [(&'r str, String)],
    /// The headers, with names in lower case.
    pub(crate) headers: &'r [(String, String)],
    pub(crate) body: &'r [u8],
}

impl RequestMistake {
    /// Returns the error row that the fault responds to a request with.
    pub(super) fn row(&self, request: &ReceivedRequest<'_>) -> Option<&str> {
        let Self::RespondsWith(matcher, row) = self else { return None };
        matcher.matches(request).then_some(row)
    }

    /// Returns the error row that the fault responds to another method with.
    pub(super) fn row_of_method(&self) -> Option<&str> {
        match self {
            Self::RespondsWith(RequestMatcher::OtherMethod, row) => Some(row),
            _ => None,
        }
    }

    /// Returns the bytes that are parsed in place of `body`.
    pub(super) fn read<'b>(&self, body: &'b [u8]) -> Cow<'b, [u8]> {
        let read = match self {
            Self::RespondsWith(..) => None,
            Self::Accepts(leniency) => leniency.read(body),
        };
        read.map_or(Cow::Borrowed(body), |read| Cow::Owned(read.into_bytes()))
    }
}

impl RequestMatcher {
    fn matches(&self, request: &ReceivedRequest<'_>) -> bool {
        let text = String::from_utf8_lossy(request.body);
        let has = |matcher: &dyn Fn(&str) -> bool| {
            request.parameters.iter().any(|(_, value)| matcher(value))
        };
        match self {
            Self::NotJson => {
                !text.is_empty() && serde_json::from_str::<serde::de::IgnoredAny>(&text).is_err()
            }
            Self::ByteOrderMark => text.starts_with('\u{feff}'),
            Self::NotUtf8 => std::str::from_utf8(request.body).is_err(),
            Self::Utf16 => request.body.starts_with(b"\xff\xfe"),
            Self::Text(part) => text.contains(part.as_str()),
            Self::OtherStart(start) => !text.is_empty() && !text.starts_with(start.as_str()),
            Self::Depth(limit) => json::depth(text.as_bytes()) > *limit,
            Self::Size(limit) => request.body.len() > *limit,
            Self::Header(name) => request.headers.iter().any(|(header, _)| header == name),
            Self::MediaTypeOtherThan(media_type) => {
                let mut content_types =
                    request.headers.iter().filter(|(header, _)| header == "content-type");
                content_types.any(|(_, value)| value != media_type)
            }
            Self::InPath(part) => has(&|value| value.contains(part.as_str())),
            Self::LongPath(limit) => has(&|value| value.len() > *limit),
            Self::PathBeyondAscii => has(&|value| !value.is_ascii()),
            Self::OtherMethod => false,
        }
    }
}

impl Leniency {
    /// Returns the JSON that a lenient parser reads in a body that is not JSON. Returns `None` for JSON, and for a body
    /// that even this parser rejects.
    #[must_use]
    pub fn read(self, body: &[u8]) -> Option<String> {
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
    match regex::Regex::new(pattern) {
        Ok(pattern) => pattern.replace_all(text, with).into_owned(),
        Err(_) => text.to_owned(),
    }
}

/// Applies a change to the text outside of JSON strings.
fn outside_strings(text: &str, change: impl Fn(&str) -> String) -> String {
    // Strings are taken out and put back afterwards, since patterns match across them.
    let (mut bare, mut texts, mut rest) = (String::new(), Vec::new(), text);
    while let Some(start) = rest.find('"') {
        let inside = &rest[start + 1..];
        let mut is_escaped = false;
        let end = inside.find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { break };
        bare.push_str(&rest[..start]);
        bare.push('\u{1}');
        texts.push(&rest[start..start + end + 2]);
        rest = &inside[end + 1..];
    }
    bare.push_str(rest);
    let mut texts = texts.into_iter();
    let parts = change(&bare);
    parts.split('\u{1}').enumerate().fold(String::new(), |whole, (at, part)| match at {
        0 => part.to_owned(),
        _ => whole + texts.next().unwrap_or_default() + part,
    })
}
