//! Bodies as they may be shown to people: without what looks like a secret.
//!
//! It must not show a body that it cannot read, since it cannot tell what is in that.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::request_log::beginning;
use super::teams::Teams;

/// What stands in place of a secret.
const REDACTED: &str = "[redacted]";

/// Parts of names of members whose values are secrets, in lower case and without hyphens.
const SECRET_NAMES: [&str; 8] =
    ["authorization", "cookie", "token", "secret", "password", "apikey", "credential", "signature"];

/// The member whose values are headers, each of which may be a secret.
const HEADERS: &str = "headers";

/// The user and the password in a URL.
static USER_INFORMATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("://[^/?#@\\s]*@").ok());

/// The beginning of a body: JSON without secrets, and of anything else its size. `None` where there
/// is no body.
pub(super) fn redacted(body: &[u8], teams: &Teams) -> Option<String> {
    if body.is_empty() {
        return None;
    }
    let Ok(mut value) = serde_json::from_slice(body) else {
        return Some(format!("({} bytes that are not JSON)", body.len()));
    };
    redact(&mut value, false);
    let mut text = value.to_string();
    for key in teams.keys().into_keys().filter(|key| !key.is_empty()) {
        text = text.replace(&key, REDACTED);
    }
    Some(beginning(&text))
}

/// Takes the secrets out of a value, which is one as a whole where it stands behind a telling name.
fn redact(value: &mut Value, is_secret: bool) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                redact(member, is_secret || name == HEADERS || is_telling(name));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, is_secret)),
        Value::Null | Value::Bool(_) => {}
        _ if is_secret => *value = REDACTED.into(),
        Value::String(text) => {
            if let Some(found) = USER_INFORMATION.as_ref().filter(|found| found.is_match(text)) {
                *text = found.replace_all(text, format!("://{REDACTED}@")).into_owned();
            }
        }
        Value::Number(_) => {}
    }
}

fn is_telling(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let name = name.to_lowercase();
    SECRET_NAMES.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::teams::Keys;

    #[test]
    fn secrets_are_not_shown() {
        let teams = Teams::of(&Keys::default());
        let key = Keys::default().valid;
        let table = [
            ("", None),
            (r#"{"name":"a","n":1}"#, Some(r#"{"name":"a","n":1}"#)),
            (
                r#"{"webhook":{"headers":{"X-A":"b"},"url":"http://u:p@host/x@y"}}"#,
                Some(
                    r#"{"webhook":{"headers":{"X-A":"[redacted]"},"url":"http://[redacted]@host/x@y"}}"#,
                ),
            ),
            (
                r#"[{"API-Key":["a",1,null]},{"accessToken":{"a":"b"}}]"#,
                Some(
                    r#"[{"API-Key":["[redacted]","[redacted]",null]},{"accessToken":{"a":"[redacted]"}}]"#,
                ),
            ),
            ("secret=a", Some("(8 bytes that are not JSON)")),
        ];
        for (body, expected) in table {
            assert_eq!(redacted(body.as_bytes(), &teams).as_deref(), expected, "{body}");
        }
        let echoed = format!(r#"{{"name":"my {key}!"}}"#);
        let shown = redacted(echoed.as_bytes(), &teams);
        assert_eq!(shown.as_deref(), Some(r#"{"name":"my [redacted]!"}"#));
        let long = format!("\"{}\"", "ä".repeat(5000));
        let shown = redacted(long.as_bytes(), &teams).unwrap_or_default();
        assert!(shown.chars().count() <= 2000, "{}", shown.len());
    }
}
