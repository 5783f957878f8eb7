//! Near misses of JSON that some readers take.
//!
//! It must not know what the text says.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::Value;

/// What a reader takes that is not JSON, or reads otherwise than JSON says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Leniency {
    TrailingCommas,
    /// A comma behind the last item adds a null.
    TrailingCommaAsNull,
    /// Two commas in a row, or one at the start.
    MissingItems,
    Comments,
    /// `NaN` and `Infinity`, as the number 1.
    Nan,
    SingleQuotes,
    UnquotedNames,
    /// Texts without quotes in place of values.
    UnquotedTexts,
    /// `=>` or `=` for a colon, and a semicolon for a comma.
    ArrowsAndSemicolons,
    /// A quote that opens nothing, or that is missing before a name.
    StrayQuotes,
    /// Nothing in place of a value, as null.
    MissingValues,
    /// What stands behind the first value is not looked at.
    TrailingText,
    /// A byte order mark.
    Bom,
    LeadingZeros,
    LeadingPlus,
    /// Numbers that no double holds, as null.
    HugeNumbers,
    /// Numbers that begin or end with a point.
    BarePoints,
    /// Numbers in base 16.
    Hexadecimal,
    /// `True`, `False`, `None` and the like.
    WordsInAnyCase,
    ControlCharacters,
    /// Escapes that JSON does not have, such as `\x41` and `\'`, as the character behind.
    UnknownEscapes,
    /// Bytes that are no UTF-8, as U+FFFD.
    BadUtf8,
    /// Surrogates alone, as U+FFFD.
    LoneSurrogates,
    /// UTF-16 with a byte order mark, or Latin-1.
    OtherEncodings,
    /// A form.
    Form,
    /// A text with the JSON of an object in it.
    TextWithJson,
    /// A list with one object in it.
    ListOfOne,
    /// Closing brackets that are missing at the end.
    MissingEnd,
    /// Several objects, each on a line; the first counts.
    Lines,
    /// No bytes at all, or blanks, as an empty object.
    Nothing,
}

static TRAILING_COMMA: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r",(\s*[}\]])").ok());
static MISSING_ITEM: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"([,\[{]\s*),").ok());
static COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?s)//[^\n]*|/\*.*?\*/|(?m:^\s*#[^\n]*)").ok());
static NAN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[-+]?(NaN|Infinity)").ok());
static SINGLE_QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("'([^']*)'").ok());
static NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)").ok());
static WORD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"([:\[,]\s*)([A-Za-z_][\w]*)").ok());
static ARROW: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"=>|=").ok());
static MISSING_VALUE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r":(\s*[,}])").ok());
static ZEROS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(^|[:\[,]\s*)(-?)0+(\d)").ok());
static PLUS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(^|[:\[,]\s*)\+(\d)").ok());
static POINT_AHEAD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(^|[:\[,]\s*-?)\.(\d)").ok());
static POINT_BEHIND: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(\d)\.(\s*(?:[,}\]]|$))").ok());
static HUGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"-?\d+(?:\.\d+)?[eE]\+?[3-9]\d\d").ok());
static HEXADECIMAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"0[xX]([0-9a-fA-F]+)").ok());
static ESCAPE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\\(?:x([0-9a-fA-F]{2})|([^"\\/bfnrtu]))"#).ok());
static SURROGATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}").ok()
});

/// Returns the value that a lenient reader finds in a text that is not JSON, or nothing.
pub(super) fn read(leniency: Leniency, bytes: &[u8]) -> Option<Value> {
    let strict = serde_json::from_slice::<Value>(bytes);
    match (leniency, &strict) {
        (Leniency::TextWithJson, Ok(Value::String(text))) => {
            return serde_json::from_str(text).ok().filter(Value::is_object);
        }
        (Leniency::ListOfOne, Ok(Value::Array(items))) => {
            return items.first().filter(|own| own.is_object() && items.len() == 1).cloned();
        }
        (_, Ok(_)) => return None,
        _ => {}
    }
    let text = match leniency {
        Leniency::BadUtf8 => String::from_utf8_lossy(bytes).into_owned(),
        Leniency::OtherEncodings => decoded(bytes)?,
        Leniency::Bom => String::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf")?.to_vec()).ok()?,
        _ => String::from_utf8(bytes.to_vec()).ok()?,
    };
    match leniency {
        Leniency::TrailingText | Leniency::Lines => {
            let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
            return values.next()?.ok();
        }
        Leniency::Form => return form(&text),
        Leniency::Nothing => return text.trim().is_empty().then(|| serde_json::json!({})),
        Leniency::MissingEnd => {
            let ends = ["}", "]}", "\"}", "]}]}", "}}", "}]}", "\"]}", "\"}}"];
            return ends.iter().find_map(|end| serde_json::from_str(&format!("{text}{end}")).ok());
        }
        _ => {}
    }
    serde_json::from_str(&corrected(leniency, &text)).ok()
}

/// Returns whether a text has the escape of half a surrogate pair.
pub(super) fn has_lone_surrogate(text: &str) -> bool {
    let Some(pattern) = SURROGATES.as_ref() else { return false };
    pattern.find_iter(text).any(|found| found.len() == 6)
}

/// The text as JSON has it.
fn corrected(leniency: Leniency, text: &str) -> String {
    let outside = |pattern: &LazyLock<Option<Regex>>, with: &str| {
        outside_texts(text, |own| replaced(pattern, own, |_| None, with))
    };
    match leniency {
        Leniency::TrailingCommas => outside(&TRAILING_COMMA, "$1"),
        Leniency::TrailingCommaAsNull => outside(&TRAILING_COMMA, ",null$1"),
        Leniency::MissingItems => outside(&MISSING_ITEM, "$1"),
        Leniency::Comments => replaced(&COMMENT, text, |_| None, ""),
        Leniency::Nan => outside(&NAN, "1"),
        Leniency::SingleQuotes => outside(&SINGLE_QUOTED, "\"$1\""),
        Leniency::UnquotedNames => outside(&NAME, "$1\"$2\"$3"),
        Leniency::UnquotedTexts => outside_texts(text, |own| {
            let quoted = |found: &Captures<'_>| {
                let word = &found[2];
                let is_word = !["true", "false", "null"].contains(&word);
                is_word.then(|| format!("{}\"{word}\"", &found[1]))
            };
            replaced(&WORD, own, quoted, "$0")
        }),
        Leniency::ArrowsAndSemicolons => {
            outside_texts(text, |own| replaced(&ARROW, own, |_| None, ":").replace(';', ","))
        }
        Leniency::StrayQuotes => text.replace(",x\"", ",\"x\"").replace("\"\"\"", "\""),
        Leniency::MissingValues => outside(&MISSING_VALUE, ":null$1"),
        Leniency::LeadingZeros => outside(&ZEROS, "$1$2$3"),
        Leniency::LeadingPlus => outside(&PLUS, "$1$2"),
        Leniency::HugeNumbers => outside(&HUGE, "null"),
        Leniency::BarePoints => outside_texts(text, |own| {
            let ahead = replaced(&POINT_AHEAD, own, |_| None, "${1}0.$2");
            replaced(&POINT_BEHIND, &ahead, |_| None, "$1$2")
        }),
        Leniency::Hexadecimal => outside_texts(text, |own| {
            let decimal = |found: &Captures<'_>| {
                u64::from_str_radix(&found[1], 16).ok().map(|number| number.to_string())
            };
            replaced(&HEXADECIMAL, own, decimal, "$0")
        }),
        Leniency::WordsInAnyCase => outside_texts(text, |own| {
            let words =
                [("True", "true"), ("TRUE", "true"), ("False", "false"), ("FALSE", "false")];
            let nulls =
                [("None", "null"), ("NULL", "null"), ("Null", "null"), ("undefined", "null")];
            let all = words.iter().chain(&nulls);
            all.fold(own.to_owned(), |text, (from, to)| text.replace(from, to))
        }),
        Leniency::ControlCharacters => escaped_controls(text),
        Leniency::UnknownEscapes => {
            let character = |found: &Captures<'_>| {
                let code = found.get(1).and_then(|own| u8::from_str_radix(own.as_str(), 16).ok());
                let plain = found.get(2).map(|own| own.as_str().to_owned());
                code.map(|code| char::from(code).to_string()).or(plain)
            };
            replaced(&ESCAPE, text, character, "$0")
        }
        Leniency::LoneSurrogates => {
            let lone = |found: &Captures<'_>| (found[0].len() == 6).then(|| "\u{fffd}".to_owned());
            replaced(&SURROGATES, text, lone, "$0")
        }
        _ => text.to_owned(),
    }
}

/// Replaces what a pattern finds by what `by` makes of it, or else by `with`.
fn replaced(
    pattern: &LazyLock<Option<Regex>>,
    text: &str,
    by: impl Fn(&Captures<'_>) -> Option<String>,
    with: &str,
) -> String {
    let Some(pattern) = pattern.as_ref() else { return text.to_owned() };
    let each = |found: &Captures<'_>| {
        by(found).unwrap_or_else(|| {
            let mut whole = String::new();
            found.expand(with, &mut whole);
            whole
        })
    };
    pattern.replace_all(text, each).into_owned()
}

/// Changes what stands outside of texts in double quotes.
fn outside_texts(text: &str, change: impl Fn(&str) -> String) -> String {
    // Texts are taken out, since patterns reach over them, and put back afterwards.
    let (mut bare, mut texts, mut rest) = (String::new(), Vec::new(), text);
    while let Some(start) = rest.find('"') {
        let inside = &rest[start + 1..];
        let mut is_escaped = false;
        let end = inside.find(|own| {
            let ends = own == '"' && !is_escaped;
            is_escaped = own == '\\' && !is_escaped;
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

/// A text with control characters inside of texts escaped.
fn escaped_controls(text: &str) -> String {
    let escape = |own: char| match own < ' ' {
        true => format!("\\u{:04x}", u32::from(own)),
        false => own.to_string(),
    };
    text.chars().map(escape).collect()
}

fn decoded(bytes: &[u8]) -> Option<String> {
    let unit = |pair: &[u8], is_little: bool| match (pair, is_little) {
        ([low, high], true) => u16::from_le_bytes([*low, *high]),
        ([high, low], _) => u16::from_be_bytes([*high, *low]),
        _ => 0,
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] | [0xfe, 0xff, rest @ ..] => {
            let is_little = bytes[0] == 0xff;
            let units: Vec<u16> = rest.chunks(2).map(|pair| unit(pair, is_little)).collect();
            String::from_utf16(&units).ok()
        }
        _ => Some(bytes.iter().copied().map(char::from).collect()),
    }
}

fn form(text: &str) -> Option<Value> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let read = super::reading::number(value).unwrap_or_else(|| value.replace('+', " ").into());
        Some((name.to_owned(), read))
    };
    let pairs: Option<serde_json::Map<String, Value>> = text.split('&').map(pair).collect();
    pairs.map(Value::Object)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Leniency, read};

    #[test]
    fn near_misses_are_read() {
        let table: [(Leniency, &[u8], serde_json::Value); 31] = [
            (Leniency::TrailingCommas, br#"{"a": [1,], }"#, json!({"a": [1]})),
            (Leniency::TrailingCommaAsNull, br#"{"a": [1,]}"#, json!({"a": [1, null]})),
            (Leniency::MissingItems, br#"{"a": [1,,2]}"#, json!({"a": [1, 2]})),
            (Leniency::Comments, b"{\"a\": 1 // x\n /* y */}", json!({"a": 1})),
            (Leniency::Nan, br#"{"a": NaN, "b": -Infinity}"#, json!({"a": 1, "b": 1})),
            (Leniency::SingleQuotes, br#"{'a': "it's"}"#, json!({"a": "it's"})),
            (Leniency::UnquotedNames, br#"{a: "b: c", d: 1}"#, json!({"a": "b: c", "d": 1})),
            (Leniency::UnquotedTexts, br#"{"a": b, "c": true}"#, json!({"a": "b", "c": true})),
            (Leniency::ArrowsAndSemicolons, br#"{"a" => 1; "b" = 2}"#, json!({"a": 1, "b": 2})),
            (Leniency::StrayQuotes, br#"{"a":1,x":30}"#, json!({"a": 1, "x": 30})),
            (
                Leniency::MissingValues,
                br#"{"a": 1, "b": ,"c":2}"#,
                json!({"a": 1, "b": null, "c": 2}),
            ),
            (Leniency::TrailingText, br#"{"a": 1} x"#, json!({"a": 1})),
            (Leniency::Lines, b"{\"a\": 1}\n{\"a\": 2}", json!({"a": 1})),
            (Leniency::Bom, b"\xef\xbb\xbf{\"a\": 1}", json!({"a": 1})),
            (Leniency::LeadingZeros, br#"{"a": 007}"#, json!({"a": 7})),
            (Leniency::LeadingPlus, br#"{"a": +7}"#, json!({"a": 7})),
            (Leniency::HugeNumbers, br#"{"a": 1e400}"#, json!({"a": null})),
            (Leniency::BarePoints, br#"{"a": .5, "b": 7.}"#, json!({"a": 0.5, "b": 7})),
            (Leniency::Hexadecimal, br#"{"a": 0x1f}"#, json!({"a": 31})),
            (Leniency::WordsInAnyCase, br#"{"a": True, "b": None}"#, json!({"a": true, "b": null})),
            (Leniency::ControlCharacters, b"{\"a\": \"b\tc\"}", json!({"a": "b\tc"})),
            (Leniency::UnknownEscapes, br#"{"a": "\x41\'"}"#, json!({"a": "A'"})),
            (Leniency::BadUtf8, b"{\"a\": \"\xff\"}", json!({"a": "\u{fffd}"})),
            (Leniency::LoneSurrogates, br#"{"a": "\ud83d"}"#, json!({"a": "\u{fffd}"})),
            (Leniency::OtherEncodings, b"{\"a\": \"\xe9\"}", json!({"a": "\u{e9}"})),
            (Leniency::Form, b"a=1&b=x+y", json!({"a": 1, "b": "x y"})),
            (Leniency::TextWithJson, br#""{\"a\": 1}""#, json!({"a": 1})),
            (Leniency::ListOfOne, br#"[{"a": 1}]"#, json!({"a": 1})),
            (Leniency::MissingEnd, br#"{"a": [1"#, json!({"a": [1]})),
            (Leniency::Nothing, b" ", json!({})),
            (
                Leniency::LoneSurrogates,
                br#"{"a": "\ud83d\ude00\ude00"}"#,
                json!({"a": "\u{1f600}\u{fffd}"}),
            ),
        ];
        for (leniency, text, expected) in table {
            let shown = String::from_utf8_lossy(text);
            assert_eq!(read(leniency, text), Some(expected), "{leniency:?}: {shown}");
            assert_eq!(read(leniency, br#"{"a": 1}"#), None, "{leniency:?} of JSON");
        }
    }
}
