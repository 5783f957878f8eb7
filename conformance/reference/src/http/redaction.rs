//! Bodies as they may be shown to people: without what looks like a secret.
//!
//! It must not show a body that it cannot read, since it cannot tell what is in that.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::world::request_log::{Body, beginning};

/// What stands in place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Parts of names of members whose values are secrets, in lower case and without hyphens.
const SECRET_NAMES: [&str; 8] =
    ["authorization", "cookie", "token", "secret", "password", "apikey", "credential", "signature"];

/// The member whose values are headers, each of which may be a secret.
const HEADERS: &str = "headers";

/// The member whose URL is a secret as a whole, but for where it leads: whoever knows it may post
/// there.
const WEBHOOK: &str = "webhook";

/// The user and the password in a URL.
static USER_INFORMATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("://[^/?#@\\s]*@").ok());
/// A parameter in the query of a URL.
static PARAMETER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("([?&][^=&#\\s]*=)[^&#\\s]+").ok());
/// What stands in a URL behind the host.
static BEHIND_HOST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("(://[^/?#\\s]*)[/?#].+").ok());

/// What a value is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Something with a telling name.
    Secret,
    Webhook,
    Other,
}

/// The most bytes of a body that is read for secrets.
const LONGEST_READ: usize = 1 << 20;

/// A body as it may be kept: JSON without secrets, those keys among them, and of anything else its
/// size. `None` where there is no body.
pub(super) fn redacted(body: &[u8], keys: &[String]) -> Option<Body> {
    if body.is_empty() {
        return None;
    }
    let size = body.len();
    if size > LONGEST_READ {
        return Some(Body::Described(format!("({size} bytes)")));
    }
    let Ok(mut value) = serde_json::from_slice(body) else {
        return Some(Body::Described(format!("({size} bytes that are not JSON)")));
    };
    redact_value(&mut value, keys);
    Some(Body::from_json(value.to_string()))
}

/// Takes the secrets out of JSON, those keys among them.
pub(crate) fn redact_value(value: &mut Value, keys: &[String]) {
    redact(value, Within::Other, keys);
}

/// A parameter of a query or a header as it may be kept.
pub(crate) fn redacted_text(name: &str, text: &str, keys: &[String]) -> String {
    if is_telling(name) {
        return REDACTED.to_owned();
    }
    let mut value = Value::String(beginning(text));
    redact(&mut value, Within::Other, keys);
    match value {
        Value::String(text) => text,
        _ => REDACTED.to_owned(),
    }
}

/// Takes the secrets out of a value.
fn redact(value: &mut Value, within: Within, keys: &[String]) {
    match value {
        Value::Object(members) => {
            let named = std::mem::take(members).into_iter().map(|(name, mut member)| {
                let within = match within {
                    Within::Secret => Within::Secret,
                    _ if name == HEADERS || is_telling(&name) => Within::Secret,
                    _ if name == WEBHOOK => Within::Webhook,
                    _ => within,
                };
                redact(&mut member, within, keys);
                (without(keys, name), member)
            });
            *members = named.collect();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, within, keys)),
        Value::Null | Value::Bool(_) => {}
        _ if within == Within::Secret => *value = REDACTED.into(),
        Value::String(text) => {
            let mut shown = without(keys, std::mem::take(text));
            if shown.contains("://") {
                shown = replaced(&USER_INFORMATION, &shown, &format!("://{REDACTED}@"));
                shown = match within {
                    Within::Webhook => replaced(&BEHIND_HOST, &shown, &format!("$1/{REDACTED}")),
                    _ => replaced(&PARAMETER, &shown, &format!("${{1}}{REDACTED}")),
                };
            }
            *text = shown;
        }
        Value::Number(_) => {}
    }
}

/// A text without keys of this server.
fn without(keys: &[String], text: String) -> String {
    keys.iter().fold(text, |text, key| text.replace(key, REDACTED))
}

fn replaced(pattern: &LazyLock<Option<Regex>>, text: &str, by: &str) -> String {
    // The patterns are plain ones, which compile.
    let found = pattern.as_ref();
    found.map_or_else(|| REDACTED.to_owned(), |found| found.replace_all(text, by).into_owned())
}

/// Whether a name says that its value is a secret.
pub(super) fn is_telling(name: &str) -> bool {
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
            let shown = redacted(body.as_bytes(), &keys);
            assert_eq!(shown.as_ref().map(Body::text), expected, "{body}");
        }
        for size in [20_000, LONGEST_READ] {
            let long = format!("\"{}\"", "ä".repeat(size));
            let shown = redacted(long.as_bytes(), &keys);
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
            assert_eq!(redacted_text(name, text, &keys), expected, "{name}: {text}");
        }
    }
}
