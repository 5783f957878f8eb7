//! Redaction: bodies and strings that people may see, without what looks like a secret.
//!
//! A body that is not JSON is replaced by its size, since its secrets cannot be found.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::world::request_log::{Body, truncated};

/// The replacement for a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Parts of the names of properties whose values are secrets, in lower case and without hyphens.
const SECRET_NAMES: [&str; 8] =
    ["authorization", "cookie", "token", "secret", "password", "apikey", "credential", "signature"];

/// The property whose values are headers, each of which may be a secret.
const HEADERS: &str = "headers";

/// The property with a webhook URL. Everything after its host is a secret, since any client that knows the
/// URL may post to it.
const WEBHOOK: &str = "webhook";

/// The pattern of the user and the password in a URL.
static USER_INFORMATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("://[^/?#@\\s]*@").ok());
/// The pattern of a parameter in the query of a URL.
static PARAMETER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("([?&][^=&#\\s]*=)[^&#\\s]+").ok());
/// The pattern of everything after the host of a URL.
static AFTER_HOST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("(://[^/?#\\s]*)[/?#].+").ok());

/// The enclosing property of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Enclosing {
    /// A property whose name marks a secret.
    Secret,
    Webhook,
    Other,
}

/// The size limit in bytes of a body that is parsed to find secrets.
const MAX_PARSED_BYTES: usize = 1 << 20;

/// Returns a body without secrets and without `keys`. A body that cannot be parsed is described by its size.
/// Returns `None` for an empty body.
pub(super) fn redact_body(body: &[u8], keys: &[String]) -> Option<Body> {
    if body.is_empty() {
        return None;
    }
    let size = body.len();
    if size > MAX_PARSED_BYTES {
        return Some(Body::Described(format!("({size} bytes)")));
    }
    let Ok(mut value) = serde_json::from_slice(body) else {
        return Some(Body::Described(format!("({size} bytes that are not JSON)")));
    };
    redact_value(&mut value, keys);
    Some(Body::from_json(value.to_string()))
}

/// Redacts the secrets of a JSON value, and all occurrences of `keys`.
pub(crate) fn redact_value(value: &mut Value, keys: &[String]) {
    redact(value, Enclosing::Other, keys);
}

/// Returns the value of a query parameter or a header without secrets.
pub(crate) fn redact_string(name: &str, text: &str, keys: &[String]) -> String {
    if is_secret_name(name) {
        return REDACTED.to_owned();
    }
    let mut value = Value::String(truncated(text));
    redact(&mut value, Enclosing::Other, keys);
    match value {
        Value::String(text) => text,
        _ => REDACTED.to_owned(),
    }
}

/// Redacts the secrets of a value within an enclosing property.
fn redact(value: &mut Value, enclosing: Enclosing, keys: &[String]) {
    match value {
        Value::Object(properties) => {
            let named = std::mem::take(properties).into_iter().map(|(name, mut property)| {
                let enclosing = match enclosing {
                    Enclosing::Secret => Enclosing::Secret,
                    _ if name == HEADERS || is_secret_name(&name) => Enclosing::Secret,
                    _ if name == WEBHOOK => Enclosing::Webhook,
                    _ => enclosing,
                };
                redact(&mut property, enclosing, keys);
                (redact_keys(keys, name), property)
            });
            *properties = named.collect();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, enclosing, keys)),
        Value::Null | Value::Bool(_) => {}
        _ if enclosing == Enclosing::Secret => *value = REDACTED.into(),
        Value::String(text) => {
            let mut shown = redact_keys(keys, std::mem::take(text));
            if shown.contains("://") {
                shown = replace_matches(&USER_INFORMATION, &shown, &format!("://{REDACTED}@"));
                shown = match enclosing {
                    Enclosing::Webhook => {
                        replace_matches(&AFTER_HOST, &shown, &format!("$1/{REDACTED}"))
                    }
                    _ => replace_matches(&PARAMETER, &shown, &format!("${{1}}{REDACTED}")),
                };
            }
            *text = shown;
        }
        Value::Number(_) => {}
    }
}

/// Returns a string in which the keys of this server are redacted.
fn redact_keys(keys: &[String], text: String) -> String {
    keys.iter().fold(text, |text, key| text.replace(key, REDACTED))
}

fn replace_matches(pattern: &LazyLock<Option<Regex>>, text: &str, by: &str) -> String {
    // The patterns are constants, which compile.
    let compiled = pattern.as_ref();
    compiled.map_or_else(|| REDACTED.to_owned(), |regex| regex.replace_all(text, by).into_owned())
}

/// Returns whether a name marks its value as a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let name = name.to_lowercase();
    SECRET_NAMES.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let keys = ["a-key-and-more", "a-key", "a\"b"].map(str::to_owned);
        let table = [
            ("", None),
            (r#"{"name":"a","n":1}"#, Some(r#"{"name":"a","n":1}"#)),
            (
                r#"{"webhook":{"headers":{"X-A":"b"},"url":"http://u:p@host/x@y"}}"#,
                Some(
                    r#"{"webhook":{"headers":{"X-A":"[redacted]"},"url":"http://[redacted]@host/[redacted]"}}"#,
                ),
            ),
            (
                r#"[{"API-Key":["a",1,null]},{"accessToken":{"a":"b"}}]"#,
                Some(
                    r#"[{"API-Key":["[redacted]","[redacted]",null]},{"accessToken":{"a":"[redacted]"}}]"#,
                ),
            ),
            ("secret=a", Some("(8 bytes that are not JSON)")),
            (
                r#"{"name":"my a-key! a-key-and-more"}"#,
                Some(r#"{"name":"my [redacted]! [redacted]"}"#),
            ),
            (r#"{"a\"b":["is a\"b"]}"#, Some(r#"{"[redacted]":["is [redacted]"]}"#)),
            (
                r#"{"webhook":{"url":"https://hooks.example/T0/B0?a=b"},"url":"https://a.example/b?c=d&e=f#g"}"#,
                Some(
                    r#"{"webhook":{"url":"https://hooks.example/[redacted]"},"url":"https://a.example/b?c=[redacted]&e=[redacted]#g"}"#,
                ),
            ),
            (
                r#"{"webhook":{"url":"http://127.0.0.1:9000"}}"#,
                Some(r#"{"webhook":{"url":"http://127.0.0.1:9000"}}"#),
            ),
        ];
        for (body, expected) in table {
            let shown = redact_body(body.as_bytes(), &keys);
            assert_eq!(shown.as_ref().map(Body::text), expected, "{body}");
        }
        for size in [20_000, MAX_PARSED_BYTES] {
            let long = format!("\"{}\"", "ä".repeat(size));
            let shown = redact_body(long.as_bytes(), &keys);
            let count = shown.as_ref().map(|shown| shown.text().chars().count());
            assert!(count.is_some_and(|count| count <= 2000), "{count:?}");
        }
    }

    #[test]
    fn secrets_are_not_shown_in_headers_and_queries() {
        let keys = ["a-key".to_owned()];
        let table = [
            ("content-type", "application/json", "application/json"),
            ("Authorization", "Bearer x", REDACTED),
            ("x-api-key", "x", REDACTED),
            ("access_token", "x", REDACTED),
            ("cookie", "x=y", REDACTED),
            ("referer", "https://u:p@a.example/?b=c", "https://[redacted]@a.example/?b=[redacted]"),
            ("limit", "5", "5"),
            ("note", "it is a-key", "it is [redacted]"),
        ];
        for (name, text, expected) in table {
            assert_eq!(redact_string(name, text, &keys), expected, "{name}: {text}");
        }
    }
}
