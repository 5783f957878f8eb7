//! What is sent and is never shown: the key, and what a caller's own headers hold. Taken out of
//! what a server answers, also where the server wrote it in another way.

use serde_json::Value;

use super::Bytes;

/// Shorter texts are not looked for: they might be part of any word.
const SHORTEST: usize = 8;

/// The characters that HTML has names for.
const NAMED: [(&[u8], u8); 5] =
    [(b"&amp;", b'&'), (b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"'), (b"&apos;", b'\'')];

/// All that is looked for, the longest first.
pub(super) struct Secrets(Vec<Secret>);

struct Secret {
    text: Vec<u8>,
    /// What stands in its place.
    label: &'static str,
}

impl Secrets {
    /// The key, and the values of headers.
    pub(super) fn new<'v>(key: Option<&str>, headers: impl Iterator<Item = &'v str>) -> Self {
        let mut secrets = Vec::new();
        let mut add = |text: &str, label| {
            if text.len() >= SHORTEST {
                secrets.push(Secret { text: text.as_bytes().to_vec(), label });
            }
        };
        if let Some(key) = key {
            add(key, "[key]");
        }
        for value in headers {
            add(value, "[header]");
            // Behind the word of a scheme stands what a server repeats.
            if let Some((_, alone)) = value.split_once(' ') {
                add(alone, "[header]");
            }
        }
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.text.len()));
        Self(secrets)
    }

    /// A body without them, and its JSON, where it is JSON. It stays as it came where there is
    /// nothing to take out.
    pub(super) fn body(&self, bytes: Vec<u8>) -> (Bytes, Option<Value>) {
        let found = self.blanked(&bytes);
        let Ok(mut json) = serde_json::from_slice(&bytes) else {
            return (Bytes(found.unwrap_or(bytes)), None);
        };
        let replaced = self.value(&mut json);
        // Of members of one name, the value holds the last, and the bytes hold all.
        let bytes = match replaced || found.is_some() {
            true => json.to_string().into_bytes(),
            false => bytes,
        };
        (Bytes(bytes), Some(json))
    }

    /// A text without them.
    pub(super) fn text(&self, text: String) -> String {
        match self.blanked(text.as_bytes()) {
            Some(blanked) => String::from_utf8_lossy(&blanked).into_owned(),
            None => text,
        }
    }

    /// Takes them out of texts, numbers and names of members; says whether there were any.
    fn value(&self, value: &mut Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => false,
            Value::Number(number) => {
                let Some(blanked) = self.blanked(number.to_string().as_bytes()) else {
                    return false;
                };
                *value = String::from_utf8_lossy(&blanked).into();
                true
            }
            Value::String(text) => {
                let blanked = self.blanked(text.as_bytes());
                if let Some(blanked) = &blanked {
                    *text = String::from_utf8_lossy(blanked).into_owned();
                }
                blanked.is_some()
            }
            Value::Array(items) => {
                items.iter_mut().fold(false, |found, item| self.value(item) | found)
            }
            Value::Object(members) => {
                let mut found = false;
                let mut blanked = serde_json::Map::new();
                for (name, mut value) in std::mem::take(members) {
                    found |= self.value(&mut value) | self.blanked(name.as_bytes()).is_some();
                    blanked.insert(self.text(name), value);
                }
                *members = blanked;
                found
            }
        }
    }

    /// The bytes without them, where there is one.
    fn blanked(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut blanked = Vec::new();
        let (mut at, mut kept) = (0, 0);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let found = self.0.iter().find_map(|secret| Some((secret.label, secret.begins(rest)?)));
            if let Some((label, length)) = found {
                blanked.extend_from_slice(&bytes[kept..at]);
                blanked.extend_from_slice(label.as_bytes());
                at += length;
                kept = at;
            } else {
                at += 1;
            }
        }
        if kept == 0 {
            return None;
        }
        blanked.extend_from_slice(&bytes[kept..]);
        Some(blanked)
    }
}

impl Secret {
    /// How many bytes at the beginning of a text say this secret, however they are written.
    fn begins(&self, text: &[u8]) -> Option<usize> {
        if text.starts_with(&self.text) {
            return Some(self.text.len());
        }
        let mut at = 0;
        for byte in &self.text {
            let rest = &text[at..];
            at += match escaped(rest) {
                Some((meant, length)) if meant == *byte => length,
                _ => usize::from(rest.first() == Some(byte)),
            };
            if text.len() - at == rest.len() {
                return None;
            }
        }
        Some(at)
    }
}

/// The byte that an escape of JSON, of URLs, of JSON Pointers or of HTML stands for, and the length
/// of the escape.
fn escaped(text: &[u8]) -> Option<(u8, usize)> {
    let number =
        |digits: &[u8], radix| u8::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok();
    match text {
        [b'\\', b'u', b'0', b'0', digits @ ..] => Some((number(digits.get(..2)?, 16)?, 6)),
        [b'\\', byte @ (b'"' | b'\\' | b'/'), ..] => Some((*byte, 2)),
        [b'%', digits @ ..] => Some((number(digits.get(..2)?, 16)?, 3)),
        [b'~', b'0', ..] => Some((b'~', 2)),
        [b'~', b'1', ..] => Some((b'/', 2)),
        [b'&', b'#', rest @ ..] => {
            let end = rest.iter().take(6).position(|byte| *byte == b';')?;
            let byte = match &rest[..end] {
                [b'x' | b'X', digits @ ..] => number(digits, 16),
                digits => number(digits, 10),
            };
            Some((byte?, end + 3))
        }
        [b'&', ..] => {
            let (name, byte) = NAMED.iter().find(|(name, _)| text.starts_with(name))?;
            Some((*byte, name.len()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Secrets;

    #[test]
    fn secrets_are_found_however_they_are_written() {
        let secrets =
            Secrets::new(Some("ab/cd+ef=="), ["Token se<cr&et", "blue", "12345678901"].into_iter());
        let rows = [
            // What is no JSON stays a text.
            ("no: ab/cd+ef==ab/cd+ef==", "no: [key][key]"),
            (r"{ ab\/cd\u002Bef\u003d\u003D", "{ [key]"),
            ("?k=ab%2Fcd%2bef%3D%3D&", "?k=[key]&"),
            ("<p>ab&#x2F;cd&#43;ef==</p>", "<p>[key]</p>"),
            ("<p>Token se&lt;cr&amp;et, se&lt;cr&amp;et</p>", "<p>[header], [header]</p>"),
            // What is JSON stays JSON.
            (r#"{"a":"ab\/cd+ef\u003d\u003d"}"#, r#"{"a":"[key]"}"#),
            (
                r#"{ "\u0061b/cd+ef==": [{"b":"x ab/cd+ef== y"}] }"#,
                r#"{"[key]":[{"b":"x [key] y"}]}"#,
            ),
            (r#"{"a":"ab\/cd+ef==","a":1}"#, r#"{"a":1}"#),
            (r#"{"a":"{\"b\":\"ab\\\/cd+ef==\"}"}"#, r#"{"a":"{\"b\":\"[key]\"}"}"#),
            ("[12345678901, 1]", r#"["[header]",1]"#),
            // Nothing is found, and nothing is changed.
            (r#"{ "a": "ab/cd+ef=", "b": "blue" }"#, r#"{ "a": "ab/cd+ef=", "b": "blue" }"#),
            ("ab/cd", "ab/cd"),
            (r"\", r"\"),
            ("&#9999;%zz%4\\u00", "&#9999;%zz%4\\u00"),
            ("", ""),
        ];
        for (given, expected) in rows {
            let (bytes, json) = secrets.body(given.as_bytes().to_vec());
            assert_eq!(String::from_utf8_lossy(&bytes), expected, "{given}");
            assert_eq!(json, serde_json::from_str(expected).ok(), "{given}");
        }
        assert_eq!(secrets.text("/a/ab~1cd+ef==/é".to_owned()), "/a/[key]/é");
    }
}
