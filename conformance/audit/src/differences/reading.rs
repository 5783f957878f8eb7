//! Requests that are read in another way: paths, keys, and text that is almost JSON.
//!
//! This module does not know what an operation does, or what a key allows.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, Uri};
use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::Value;
use webdata_reference::Keys;
use webdata_spec::Spec;

use crate::proxy::ProxyRequest;

/// A difference in the path that a router ignores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Routing {
    /// Several slashes count as one.
    MergedSlashes,
    /// A `.json` at the end of the path is ignored.
    Extension,
}

/// Changes the path of a request to the one that the router reads.
pub(super) fn route(routing: Routing, request: &mut ProxyRequest) {
    let path = request.uri.path();
    let routed = match routing {
        Routing::MergedSlashes => {
            let steps = path.split('/').filter(|segment| !segment.is_empty());
            steps.fold(String::new(), |all, segment| all + "/" + segment)
        }
        Routing::Extension => path.trim_end_matches(".json").to_owned(),
    };
    if routed != path {
        let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(uri) = format!("{routed}{query}").parse::<Uri>() {
            request.uri = uri;
        }
    }
}

/// A mistake in the comparison of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KeyMistake {
    /// A revoked key is accepted.
    RevokedAccepted,
    /// A revoked key is accepted in place of the valid one.
    RevokedForValid,
    /// Letter case is ignored.
    AnyCase,
    /// A key without its scheme is accepted.
    WithoutScheme,
    /// A key with any scheme is accepted.
    AnyScheme,
}

/// Replaces the key of a request by the valid key, if the mistake accepts the key that was sent.
pub(super) fn mistake_key(
    mistake: KeyMistake,
    spec: &Spec,
    keys: &Keys,
    request: &mut ProxyRequest,
) {
    let Some(scheme) = spec.service.authentication.values().next() else { return };
    let header = request.headers.get(scheme.header.as_str()).and_then(|value| value.to_str().ok());
    let header = header.unwrap_or_default().to_owned();
    let key = match header.split_once(' ') {
        Some((sent, key)) if sent.eq_ignore_ascii_case(&scheme.scheme) => key,
        _ => "",
    };
    let valid = keys.valid.as_str();
    let taken_for = match mistake {
        KeyMistake::RevokedForValid if key == valid => Some(keys.revoked.as_str()),
        KeyMistake::RevokedAccepted | KeyMistake::RevokedForValid => {
            (key == keys.revoked).then_some(valid)
        }
        KeyMistake::AnyCase => key.eq_ignore_ascii_case(valid).then_some(valid),
        KeyMistake::WithoutScheme => (header == valid).then_some(valid),
        KeyMistake::AnyScheme => header.ends_with(&format!(" {valid}")).then_some(valid),
    };
    let correct = taken_for.map(|key| format!("{} {key}", scheme.scheme));
    let value = correct.and_then(|correct| HeaderValue::from_str(&correct).ok());
    if let (Some(value), Ok(name)) = (value, HeaderName::try_from(scheme.header.as_str()))
        && taken_for != Some(key)
    {
        request.headers.insert(name, value);
    }
}

/// A syntax that is not JSON, or that not every reader accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JsonLeniency {
    TrailingCommas,
    UnquotedNames,
    /// Strings without quotes in place of values.
    UnquotedTexts,
    /// `=>` or `=` in place of a colon, and a semicolon in place of a comma.
    ArrowsAndSemicolons,
    /// A superfluous quote after a value, or a missing quote before a name.
    StrayQuotes,
    /// A missing value, read as null.
    MissingValues,
    /// Numbers beyond the range of a double, read as null.
    HugeNumbers,
}

/// A pattern that is compiled when it is first needed.
type Pattern = LazyLock<Option<Regex>>;

static TRAILING_COMMA: Pattern = LazyLock::new(|| Regex::new(r",(\s*[}\]])").ok());
static NAME: Pattern = LazyLock::new(|| Regex::new(r"([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)").ok());
static WORD: Pattern = LazyLock::new(|| Regex::new(r"([:\[,]\s*)([A-Za-z_]\w*)").ok());
static ARROW: Pattern = LazyLock::new(|| Regex::new("=>|=").ok());
static STRAY: Pattern = LazyLock::new(|| Regex::new(r#"(\d)"?,([A-Za-z_]\w*)":"#).ok());
static MISSING_VALUE: Pattern = LazyLock::new(|| Regex::new(r":(\s*[,}])").ok());
static HUGE: Pattern = LazyLock::new(|| Regex::new(r"-?\d+(?:\.\d+)?[eE]\+?[3-9]\d\d").ok());
static SURROGATES: Pattern = LazyLock::new(|| {
    let (high, low) = (r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}");
    Regex::new(&format!("{high}{low}|{high}|{low}")).ok()
});

/// Returns the value that a lenient reader finds in text that is not JSON. Returns `None` for JSON, and for
/// text that even this reader rejects.
pub(super) fn read_leniently(leniency: JsonLeniency, bytes: &[u8]) -> Option<Value> {
    if serde_json::from_slice::<Value>(bytes).is_ok() {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let is_word = |word: &str| !["true", "false", "null"].contains(&word);
    let corrected = match leniency {
        JsonLeniency::TrailingCommas => {
            outside_strings(text, |text| replaced(&TRAILING_COMMA, text, "$1"))
        }
        JsonLeniency::UnquotedNames => {
            outside_strings(text, |text| replaced(&NAME, text, "$1\"$2\"$3"))
        }
        JsonLeniency::UnquotedTexts => outside_strings(text, |text| {
            let Some(pattern) = WORD.as_ref() else { return text.to_owned() };
            let quoted = |captures: &Captures<'_>| match is_word(&captures[2]) {
                true => format!("{}\"{}\"", &captures[1], &captures[2]),
                false => captures[0].to_owned(),
            };
            pattern.replace_all(text, quoted).into_owned()
        }),
        JsonLeniency::ArrowsAndSemicolons => {
            outside_strings(text, |text| replaced(&ARROW, text, ":").replace(';', ","))
        }
        JsonLeniency::StrayQuotes => replaced(&STRAY, text, "$1,\"$2\":"),
        JsonLeniency::MissingValues => {
            outside_strings(text, |text| replaced(&MISSING_VALUE, text, ":null$1"))
        }
        JsonLeniency::HugeNumbers => outside_strings(text, |text| replaced(&HUGE, text, "null")),
    };
    serde_json::from_str(&corrected).ok()
}

/// Returns whether a text contains the escape of a lone surrogate.
pub(super) fn has_lone_surrogate(text: &str) -> bool {
    let Some(pattern) = SURROGATES.as_ref() else { return false };
    pattern.find_iter(text).any(|escape| escape.len() == r"\ud800".len())
}

fn replaced(pattern: &Pattern, text: &str, with: &str) -> String {
    let Some(pattern) = pattern.as_ref() else { return text.to_owned() };
    pattern.replace_all(text, with).into_owned()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn near_misses_are_read() {
        let table = [
            (JsonLeniency::TrailingCommas, r#"{"a": [1,], }"#, json!({"a": [1]})),
            (JsonLeniency::UnquotedNames, r#"{a: "b: c", d: 1}"#, json!({"a": "b: c", "d": 1})),
            (JsonLeniency::UnquotedTexts, r#"{"a": b, "c": true}"#, json!({"a": "b", "c": true})),
            (JsonLeniency::ArrowsAndSemicolons, r#"{"a" => 1; "b" = 2}"#, json!({"a": 1, "b": 2})),
            (JsonLeniency::StrayQuotes, r#"{"a":1",x":30}"#, json!({"a": 1, "x": 30})),
            (
                JsonLeniency::MissingValues,
                r#"{"a": "\",:", "b": ,"c":2}"#,
                json!({"a": "\",:", "b": null, "c": 2}),
            ),
            (JsonLeniency::HugeNumbers, r#"{"a": 1e400}"#, json!({"a": null})),
        ];
        for (leniency, text, expected) in table {
            assert_eq!(
                read_leniently(leniency, text.as_bytes()),
                Some(expected),
                "{leniency:?}: {text}"
            );
            assert_eq!(read_leniently(leniency, br#"{"a": 1}"#), None, "{leniency:?} of JSON");
        }
    }

    #[test]
    fn half_a_pair_of_surrogates_is_found() {
        assert!(has_lone_surrogate(r"a\ud83d"));
        assert!(has_lone_surrogate(r"\udc00b"));
        assert!(!has_lone_surrogate(r"\ud83d\ude00 \u0041"));
    }
}
