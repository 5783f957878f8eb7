//! Every form in which a secret is found, texts that stay unchanged, secrets in a code and every composition of up to
//! three escapes, and texts that are made to take long.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::{
    BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD,
};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;

use crate::redaction::Redactor;

/// Secrets, each with its encodings. A spelling that two encodings share is listed once.
const WRITTEN: &[(&str, &[(&str, &str)])] = &[
    (
        r#"valid/key+"with" <all> & 'more' %41\n%25"#,
        &[
            ("as it is", r#"valid/key+"with" <all> & 'more' %41\n%25"#),
            ("in JSON", r#"valid/key+\"with\" <all> & 'more' %41\\n%25"#),
            ("in JSON with slashes escaped", r#"valid\/key+\"with\" <all> & 'more' %41\\n%25"#),
            ("in JSON within JSON", r#"valid/key+\\\"with\\\" <all> & 'more' %41\\\\n%25"#),
            ("in HTML", r#"valid/key+"with" &lt;all&gt; &amp; 'more' %41\n%25"#),
            (
                "in an attribute",
                r"valid/key+&quot;with&quot; &lt;all&gt; &amp; &#39;more&#39; %41\n%25",
            ),
            (
                "in an attribute, by numbers",
                r"valid/key+&#34;with&#34; &lt;all&gt; &amp; &#x27;more&#x27; %41\n%25",
            ),
            (
                "in a URL",
                r"valid%2Fkey%2B%22with%22%20%3Call%3E%20%26%20%27more%27%20%2541%5Cn%2525",
            ),
            (
                "in a URL, lower case",
                r"valid%2fkey%2b%22with%22%20%3call%3e%20%26%20%27more%27%20%2541%5cn%2525",
            ),
            ("in a form", r"valid%2Fkey%2B%22with%22+%3Call%3E+%26+%27more%27+%2541%5Cn%2525"),
            (
                "in a form, lower case",
                r"valid%2fkey%2b%22with%22+%3call%3e+%26+%27more%27+%2541%5cn%2525",
            ),
            (
                "in hexadecimal",
                r"76616c69642f6b65792b227769746822203c616c6c3e202620276d6f726527202534315c6e253235",
            ),
            (
                "in upper-case hexadecimal",
                r"76616C69642F6B65792B227769746822203C616C6C3E202620276D6F726527202534315C6E253235",
            ),
            (
                "in HTML within JSON",
                r"valid/key+&quot;with&quot; &lt;all&gt; &amp; &#x27;more&#x27; %41\\n%25",
            ),
        ],
    ),
    (
        r"revoked-key-of-plain-letters",
        &[
            ("as it is", r"revoked-key-of-plain-letters"),
            ("in hexadecimal", r"7265766f6b65642d6b65792d6f662d706c61696e2d6c657474657273"),
            (
                "in upper-case hexadecimal",
                r"7265766F6B65642D6B65792D6F662D706C61696E2D6C657474657273",
            ),
        ],
    ),
    (
        r"limited:key?with=other&signs#too",
        &[
            ("as it is", r"limited:key?with=other&signs#too"),
            ("in HTML", r"limited:key?with=other&amp;signs#too"),
            ("in a URL", r"limited%3Akey%3Fwith%3Dother%26signs%23too"),
            ("in a URL, lower case", r"limited%3akey%3fwith%3dother%26signs%23too"),
            ("in hexadecimal", r"6c696d697465643a6b65793f776974683d6f74686572267369676e7323746f6f"),
            (
                "in upper-case hexadecimal",
                r"6C696D697465643A6B65793F776974683D6F74686572267369676E7323746F6F",
            ),
        ],
    ),
    (
        r"other.team~key_that-is-unreserved",
        &[
            ("as it is", r"other.team~key_that-is-unreserved"),
            ("in a form", r"other.team%7Ekey_that-is-unreserved"),
            ("in a form, lower case", r"other.team%7ekey_that-is-unreserved"),
            (
                "in hexadecimal",
                r"6f746865722e7465616d7e6b65795f746861742d69732d756e7265736572766564",
            ),
            (
                "in upper-case hexadecimal",
                r"6F746865722E7465616D7E6B65795F746861742D69732D756E7265736572766564",
            ),
        ],
    ),
    (
        r"job==key//behind a circumstance",
        &[
            ("as it is", r"job==key//behind a circumstance"),
            ("in JSON with slashes escaped", r"job==key\/\/behind a circumstance"),
            ("in a URL", r"job%3D%3Dkey%2F%2Fbehind%20a%20circumstance"),
            ("in a URL, lower case", r"job%3d%3dkey%2f%2fbehind%20a%20circumstance"),
            ("in a form", r"job%3D%3Dkey%2F%2Fbehind+a+circumstance"),
            ("in a form, lower case", r"job%3d%3dkey%2f%2fbehind+a+circumstance"),
            ("in hexadecimal", r"6a6f623d3d6b65792f2f626568696e6420612063697263756d7374616e6365"),
            (
                "in upper-case hexadecimal",
                r"6A6F623D3D6B65792F2F626568696E6420612063697263756D7374616E6365",
            ),
        ],
    ),
];

#[test]
fn each_form_of_a_secret_is_found() {
    for (secret, forms) in WRITTEN {
        let redactor = Redactor::new([(*secret, "$SECRET")]);
        for (form, text) in *forms {
            for (before, after) in [("", ""), ("key: <", "> !"), ("\\", "&"), ("é=", "%zz")] {
                let redacted = redactor.redact(format!("{before}{text}{after}"));
                assert_eq!(redacted, format!("{before}$SECRET{after}"), "{secret}, {form}: {text}");
            }
        }
    }
}

/// Secrets in base64 and hexadecimal. Letters that also encode neighbouring bytes are replaced, too.
#[test]
fn secrets_are_found_in_codes() {
    let redactor = Redactor::new([("ab/cd+ef==secret", "$SECRET")]);
    let base64 = |text: &str| BASE64_STANDARD.encode(text);
    let in_lines = |text: &str| {
        text.as_bytes().chunks(7).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\r\n")
    };
    let once = base64("ab/cd+ef==secret");
    for (given, expected) in [
        (once.clone(), "$SECRET=="),
        (format!("https://example.com/x/{once}?a=b"), "https://example.com/x/$SECRET==?a=b"),
        (
            format!("Authorization: Basic {}", base64("user:ab/cd+ef==secret:more")),
            "Authorization: Basic dXNlcj$SECRETOm1vcmU=",
        ),
        (BASE64_URL_SAFE_NO_PAD.encode("?>ab/cd+ef==secret"), "Pz$SECRET"),
        (in_lines(&base64("longer: ab/cd+ef==secret")), "bG9uZ2V\r\nyOi$SECRET"),
        ("61:62:2F:63:64:2b:65:66:3d:3d:73:65:63:72:65:74".to_owned(), "$SECRET"),
        (r"\x61b/c\u{64}%2bef&equals;&equals;&#x73;&#101;cret".to_owned(), "$SECRET"),
        ("A\u{7f}B/\rC\u{1b}D+\nEF==SEC\\u0000RET".to_owned(), "$SECRET"),
        ("ab/cd ef%253D%25253Dsecret".to_owned(), "$SECRET"),
    ] {
        assert_eq!(redactor.redact(given.clone()), expected, "{given}");
    }
}

/// Texts that only resemble a secret stay unchanged, byte for byte.
#[test]
fn similar_texts_stay_unchanged() {
    let redactor = Redactor::new([("ab/cd+ef==secret", "$A"), ("é/cret", "$B"), ("abc", "$C")]);
    for text in [
        "ab/cd+ef==secre",
        "b/cd+ef==secret",
        "ab/cd-ef==secret",
        "ab /cd+ef==secret",
        "YWIvY2QrZWY9PXNlY3Jl",
        "6162 2f63642b65663d3d73656372",
        "ABC a\nbc a\u{7f}bc YWJj 616263",
        "É/cret",
        "&;%\\u00zz&#;&#xffffffff;&#99999999;\\u{110000}\\ud800\\",
    ] {
        assert_eq!(redactor.redact(text.to_owned()), text);
    }
    assert_eq!(
        redactor.redact(r"&eacute;/cret \u00e9/cret \u{e9}/cret a%62c".to_owned()),
        "$B $B $B $C"
    );
}

#[test]
fn each_secret_has_its_own_label_and_the_longest_is_found() {
    let secrets = [("abc", "$A"), ("abcdef", "$B"), ("cdefgh", "$C"), ("abcdef", "$D"), ("", "$E")];
    let redactor = Redactor::new(secrets);
    for (given, expected) in [
        ("abc abcdef abcdefgh", "$A $B $Bgh"),
        ("ababc%64efgh", "ab$Bgh"),
        ("ab cdefg cdefgh", "ab cdefg $C"),
        // Too short for base64 and hexadecimal.
        ("YWJj 616263", "YWJj 616263"),
        ("61626364656620 616263646566", "$B20 $B"),
        ("", ""),
    ] {
        assert_eq!(redactor.redact(given.to_owned()), expected, "{given}");
    }
    assert_eq!(format!("{redactor:?}"), "Redactor { .. }");
    let none = Redactor::new(std::iter::empty::<(&str, &str)>());
    assert_eq!(none.redact("abc".to_owned()), "abc");
}

#[test]
fn bodies_that_are_json_stay_json() {
    let redactor = Redactor::new([
        ("ab/cd+ef==", "[key]"),
        ("Token se<cr&et", "[header]"),
        ("se<cr&et", "[header]"),
        ("12345678901", "[header]"),
    ]);
    let rows = [
        // A body that is not JSON is redacted as text.
        ("no: ab/cd+ef==ab/cd+ef==", "no: [key][key]"),
        (r"{ ab\/cd\u002Bef\u003d\u003D", "{ [key]"),
        ("?k=ab%2Fcd%2bef%3D%3D&", "?k=[key]&"),
        ("<p>ab&#x2F;cd&#43;ef==</p>", "<p>[key]</p>"),
        ("<p>Token se&lt;cr&amp;et, se&lt;cr&amp;et</p>", "<p>[header], [header]</p>"),
        // This entity is longer decoded, by as much as the slash is shorter.
        (r"&nGt; ab\/cd+ef==", "&nGt; [key]"),
        // A JSON body stays JSON.
        (r#"{"a":"ab\/cd+ef\u003d\u003d"}"#, r#"{"a":"[key]"}"#),
        (r#"{ "\u0061b/cd+ef==": [{"b":"x ab/cd+ef== y"}] }"#, r#"{"[key]":[{"b":"x [key] y"}]}"#),
        (r#"{"a":"ab\/cd+ef==","a":1}"#, r#"{"a":1}"#),
        (r#"{"a":"{\"b\":\"ab\\\/cd+ef==\"}"}"#, r#"{"a":"{\"b\":\"[key]\"}"}"#),
        ("[12345678901, 1]", r#"["[header]",1]"#),
        // A body without secrets stays unchanged.
        (r#"{ "a": "ab/cd+ef=", "b": "blue" }"#, r#"{ "a": "ab/cd+ef=", "b": "blue" }"#),
        ("ab/cd", "ab/cd"),
        (r"\", r"\"),
        ("&#9999;%zz%4\\u00", "&#9999;%zz%4\\u00"),
        ("", ""),
    ];
    for (given, expected) in rows {
        let (bytes, json) = redactor.redact_body(given.as_bytes().to_vec());
        assert_eq!(String::from_utf8_lossy(&bytes), expected, "{given}");
        assert_eq!(json, serde_json::from_str(expected).ok(), "{given}");
    }
    assert_eq!(redactor.redact("/a/ab~1cd+ef==/é".to_owned()), "/a/[key]/é");
}

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

/// The escapes that servers, frameworks and logs use.
const ESCAPES: &[Encoder] = &[
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
    ("carriage returns", |text| each(text, |c| format!("{c}\r"))),
    ("words around it", |text| format!("the key <{text}> is wrong")),
    ("a URL around it", |text| format!("https://example.com/a/{text}?b=c")),
];

/// The codes in which a secret is found, and no code.
const CODES: &[Encoder] = &[
    ("no code", |text| text.to_owned()),
    ("base64", |text| BASE64_STANDARD.encode(text)),
    ("base64 without padding", |text| BASE64_STANDARD_NO_PAD.encode(text)),
    ("base64 for URLs", |text| BASE64_URL_SAFE.encode(text)),
    ("base64 with line breaks", |text| in_lines(&BASE64_STANDARD.encode(text), 19, "\r\n")),
    ("base64 of a user and the text", |text| BASE64_STANDARD.encode(format!("user:{text}:x"))),
    ("hexadecimal", |text| bytes(text, |byte| format!("{byte:02x}"))),
    ("hexadecimal in upper case", |text| bytes(text, |byte| format!("{byte:02X}"))),
    ("hexadecimal with colons", |text| bytes(text, |byte| format!("{byte:02x}:"))),
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

fn check(key: &str, code: usize, escapes: &[usize], other_case: bool) -> Result<(), TestCaseError> {
    let redactor = Redactor::new([(key, "$KEY")]);
    let mut written = key.to_owned();
    if other_case {
        written = each(key, |c| {
            if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
                .to_string()
        });
    }
    let code = CODES[if other_case { 0 } else { code % CODES.len() }];
    let mut names = String::new();
    for (name, encode) in
        std::iter::once(code).chain(escapes.iter().map(|index| ESCAPES[index % ESCAPES.len()]))
    {
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
    fn no_code_and_three_escapes_hide_a_key(
        key in key(),
        code in 0..CODES.len(),
        escapes in proptest::collection::vec(0..ESCAPES.len(), 0..=3),
        other_case: bool,
    ) {
        check(&key, code, &escapes, other_case)?;
    }
}

/// A key of each kind is found in every code, in every pair of escapes.
#[test]
fn no_pair_of_escapes_hides_a_key() {
    for key in [
        "fc-0123456789abcdef0123456789abcdef",
        "ab/cd+efGHIJ0123456789kl==",
        r#"k"&<'\n%41;~1+x y&amp;z"#,
    ] {
        for first in 0..ESCAPES.len() {
            for second in 0..ESCAPES.len() {
                check(key, first + second, &[first, second], false)
                    .unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

/// Long texts are searched part by part, and a secret on the border of two parts is found once.
#[test]
fn long_texts_are_searched_in_parts() {
    let redactor = Redactor::new([("ab/cd+ef==secret-key", "$KEY"), (&"a".repeat(20), "$OTHER")]);
    for length in [(1 << 18) - 30, (1 << 18) - 5, (1 << 18) + (1 << 15) - 7] {
        let text = format!("{}ab%2Fcd%2Bef==secret-key{}", "\n".repeat(length), "%".repeat(99));
        let expected = format!("{}$KEY{}", "\n".repeat(length), "%".repeat(99));
        assert!(redactor.redact(text) == expected, "{length}");
    }
    for (text, expected) in [
        ("a".repeat(1 << 20), Some("$OTHER")),
        (r"\u0061".repeat(1 << 16), Some("$OTHER")),
        ("%25".repeat(1 << 17), None),
        ("&CounterClockwiseContourIntegrax;".repeat(1 << 13), None),
        (r"\u{".repeat(1 << 17), None),
    ] {
        let expected = expected.map_or(text.clone(), str::to_owned);
        assert!(redactor.redact(text) == expected, "{}", &expected[..expected.len().min(20)]);
    }
}
