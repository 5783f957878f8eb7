//! Secrets in every composition of up to three encoders, and texts that are made to take long.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::{
    BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD,
};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;

use super::super::Redactor;
use super::super::patterns::Patterns;
use super::super::search::work;

/// The bytes that a URL path must percent-encode.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'&')
    .add(b'+')
    .add(b'=')
    .add(b'\\');

/// The name of an encoding, and its function.
type Encoder = (&'static str, fn(&str) -> String);

/// The encodings that servers, frameworks and logs use.
pub(super) const ENCODERS: &[Encoder] = &[
    ("JSON", |text| in_json(text)),
    ("JSON with slashes escaped", |text| in_json(text).replace('/', "\\/")),
    ("JSON with every letter escaped", |text| each_unit(text, |unit| format!("\\u{unit:04x}"))),
    ("JSON with upper-case escapes for signs", |text| {
        each(text, |c| match c {
            '0'..='9' | 'a'..='z' | 'A'..='Z' => c.to_string(),
            _ => each_unit(&c.to_string(), |unit| format!("\\u{unit:04X}")),
        })
    }),
    ("HTML by names", |text| each(text, |c| named(c).map_or(c.to_string(), str::to_owned))),
    ("HTML, decimal", |text| each(text, |c| format!("&#{};", u32::from(c)))),
    ("HTML, hexadecimal", |text| each(text, |c| format!("&#x{:02X};", u32::from(c)))),
    ("percent", |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()),
    ("percent without slashes", |text| utf8_percent_encode(text, PATH).to_string()),
    ("percent, every letter", |text| bytes(text, |byte| format!("%{byte:02x}"))),
    ("a form", |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string().replace("%20", "+")),
    ("base64", |text| BASE64_STANDARD.encode(text)),
    ("base64 without padding", |text| BASE64_STANDARD_NO_PAD.encode(text)),
    ("base64 for URLs", |text| BASE64_URL_SAFE.encode(text)),
    ("base64 for URLs without padding", |text| BASE64_URL_SAFE_NO_PAD.encode(text)),
    ("base64 with line breaks", |text| in_lines(&BASE64_STANDARD.encode(text), 19, "\r\n")),
    ("base64 of a user and the text", |text| BASE64_STANDARD.encode(format!("user:{text}:x"))),
    ("base32", |text| base32(text)),
    ("base32 in lower case", |text| base32(text).to_lowercase()),
    ("hexadecimal", |text| bytes(text, |byte| format!("{byte:02x}"))),
    ("hexadecimal in upper case", |text| bytes(text, |byte| format!("{byte:02X}"))),
    ("hexadecimal with colons", |text| bytes(text, |byte| format!("{byte:02x}:"))),
    ("hexadecimal with spaces", |text| bytes(text, |byte| format!("{byte:02X} "))),
    ("carriage returns", |text| each(text, |c| format!("{c}\r"))),
    ("zero-width spaces", |text| each(text, |c| format!("{c}\u{200b}"))),
    ("a soft hyphen and a mark of direction", |text| in_lines(text, 5, "\u{ad}\u{202e}")),
    ("words around it", |text| format!("the key <{text}> is wrong")),
    ("a URL around it", |text| format!("https://example.com/a/{text}?b=c")),
];

fn each(text: &str, change: impl Fn(char) -> String) -> String {
    text.chars().map(change).collect()
}

fn each_unit(text: &str, change: impl Fn(u16) -> String) -> String {
    text.encode_utf16().map(change).collect()
}

fn bytes(text: &str, change: impl Fn(u8) -> String) -> String {
    text.bytes().map(change).collect()
}

fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn in_lines(text: &str, width: usize, end: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(width).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join(end)
}

fn base32(text: &str) -> String {
    let mut coded = String::new();
    for group in text.as_bytes().chunks(5) {
        let bits = group.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let bits = bits << (8 * (5 - group.len()));
        for index in 0..(group.len() * 8).div_ceil(5) {
            let value = (bits >> (35 - 5 * index) & 31) as usize;
            coded.push(char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[value]));
        }
    }
    let padding = coded.len().next_multiple_of(8) - coded.len();
    coded + &"=".repeat(padding)
}

fn named(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&apos;",
        '+' => "&plus;",
        '/' => "&sol;",
        '=' => "&equals;",
        '_' => "&lowbar;",
        '%' => "&percnt;",
        '\\' => "&bsol;",
        'é' => "&eacute;",
        _ => return None,
    })
}

/// Generates keys as services issue them, keys of arbitrary symbols, and keys that are not ASCII.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[A-Za-z0-9+/]{20,40}={0,2}",
        4 => "[a-z]{2,4}[-_][A-Za-z0-9_-]{16,32}",
        2 => "[0-9a-f]{32}",
        4 => "[!-~]{12,40}",
        1 => "[!-~éü€😀]{16,24}",
    ]
}

fn check(key: &str, encoders: &[usize], other_case: bool) -> Result<(), TestCaseError> {
    let redactor = Redactor::new([(key, "$KEY")]);
    let mut written = key.to_owned();
    if other_case {
        written = each(key, |c| {
            if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
                .to_string()
        });
    }
    let mut names = String::new();
    for index in encoders {
        let (name, encode) = ENCODERS[index % ENCODERS.len()];
        written = encode(&written);
        let _ = write!(names, ", {name}");
    }
    for (before, after) in [("", ""), ("error: ", " is no key"), ("{\"key\":\"", "\"}")] {
        let redacted = redactor.redact(format!("{before}{written}{after}"));
        // The label replaces everything that encodes the key.
        let is_whole = redacted.contains("$KEY") && !redacted.contains(key);
        prop_assert!(is_whole, "{}{}: {:?} became {:?}", key, names, written, redacted);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_composition_of_three_encoders_hides_a_key(
        key in key(),
        encoders in proptest::collection::vec(0..ENCODERS.len(), 0..=3),
        other_case: bool,
    ) {
        check(&key, &encoders, other_case)?;
    }
}

/// A key of each kind is found in every pair of encodings.
#[test]
fn no_pair_of_encoders_hides_a_key() {
    for key in [
        "fc-0123456789abcdef0123456789abcdef",
        "ab/cd+efGHIJ0123456789kl==",
        r#"k"&<'\n%41;~1+x y&amp;z"#,
    ] {
        for first in 0..ENCODERS.len() {
            for second in 0..ENCODERS.len() {
                check(key, &[first, second], false).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

/// The number of decoded bytes is linear in the length of the text, also for hostile texts.
#[test]
fn hostile_texts_are_searched_in_linear_time() {
    const LENGTH: usize = 1 << 18;
    let redactor =
        Redactor::new([("ab/cd+ef==secret-key", "$KEY"), ("aaaaaaaaaaaaaaaaaaaa", "$OTHER")]);
    let nested = |encode: &dyn Fn(&[u8]) -> String| {
        let mut text = "VVUUQEQE".repeat(LENGTH / 32).into_bytes();
        while text.len() < LENGTH {
            text = encode(&text).into_bytes();
        }
        String::from_utf8_lossy(&text).into_owned()
    };
    let texts = [
        ("escapes", r"\u0061".repeat(LENGTH / 6)),
        ("backslashes", "\\".repeat(LENGTH)),
        ("percents", "%".repeat(LENGTH)),
        ("percents of percents", "%25".repeat(LENGTH / 3)),
        ("percents within percents", "%3".repeat(LENGTH / 4) + &"%34".repeat(LENGTH / 6)),
        ("references", "&".repeat(LENGTH / 2) + &";".repeat(LENGTH / 2)),
        ("references in vain", "&CounterClockwiseContourIntegrax;".repeat(LENGTH / 33)),
        ("line breaks", "\n".repeat(LENGTH)),
        ("the letters of base64", "VVUUQEQE".repeat(LENGTH / 8)),
        ("one letter", "U".repeat(LENGTH)),
        ("secrets", "a".repeat(LENGTH)),
        ("base64 of base64", nested(&|text| BASE64_STANDARD.encode(text))),
        (
            "hexadecimal of hexadecimal",
            nested(&|text| text.iter().map(|byte| format!("{byte:02x}")).collect()),
        ),
        ("hexadecimal of letters", "6d".repeat(LENGTH / 2)),
        ("braces", r"\u{".repeat(LENGTH / 8) + &"}".repeat(LENGTH / 2)),
    ];
    for (name, text) in texts {
        let patterns = Patterns::build(&["ab/cd+ef==secret-key", "aaaaaaaaaaaaaaaaaaaa"]);
        let work = work(&patterns.unwrap(), text.as_bytes());
        assert!(work <= text.len() * 4 + (1 << 20), "{name}: {work} bytes were decoded");
        let _ = redactor.redact(text);
    }
}
