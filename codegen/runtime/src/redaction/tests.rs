//! Every form in which a secret is found, and texts that stay unchanged.

mod compositions;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

use super::Redactor;

/// Secrets, and how they are written elsewhere; what is the same in two ways stands once.
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

/// A secret in codes: what is left of the letters that it shares with its neighbours is seen.
#[test]
fn secrets_are_found_in_codes_and_within_each_other() {
    let redactor = Redactor::new([("ab/cd+ef==secret", "$SECRET")]);
    let base64 = |text: &str| BASE64_STANDARD.encode(text);
    let in_lines = |text: &str| {
        text.as_bytes().chunks(7).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\r\n  ")
    };
    let once = base64("ab/cd+ef==secret");
    for (given, expected) in [
        (once.clone(), "$SECRET=="),
        (format!("https://example.com/x/{once}?a=b"), "https://example.com/x/$SECRET==?a=b"),
        (format!("Authorization: Basic {}", base64("user:ab/cd+ef==secret:more")), "Authorization: Basic dXNlcj$SECRETOm1vcmU="),
        (base64(&once), "$SECRET09"),
        (BASE64_URL_SAFE_NO_PAD.encode("?>ab/cd+ef==secret"), "Pz$SECRET"),
        (in_lines(&base64("longer: ab/cd+ef==secret")), "bG9uZ2V\r\n  yOi$SECRET"),
        ("MFRC6Y3EFNSWMPJ5ONSWG4TFOQ======".to_owned(), "$SECRET======"),
        ("mfrc6y3efnswmpj5onswg4tfoq".to_owned(), "$SECRET"),
        ("61:62:2F:63:64:2b:65:66:3d:3d:73:65:63:72:65:74".to_owned(), "$SECRET"),
        ("0x61, 0x62, 0x2f, 0x63, 0x64, 0x2b, 0x65, 0x66, 0x3d, 0x3d, 0x73, 0x65, 0x63, 0x72, 0x65, 0x74]".to_owned(), "0x$SECRET]"),
        (r"\x61b/c\u{64}%2bef&equals;&EQUALS;&#x73;&#101;cret".to_owned(), "$SECRET"),
        ("A\u{200b}B/\rC\u{ad}D+\u{202e}EF==SEC\\u200bRET".to_owned(), "$SECRET"),
        ("ab/cd ef%253D%25253Dsecret".to_owned(), "$SECRET"),
    ] {
        assert_eq!(redactor.redact(given.clone()), expected, "{given}");
    }
}

/// Texts that are like a secret stay, to the byte.
#[test]
fn what_resembles_a_secret_stays() {
    let redactor = Redactor::new([("ab/cd+ef==secret", "$A"), ("é/cret", "$B"), ("abc", "$C")]);
    for text in [
        "ab/cd+ef==secre",
        "b/cd+ef==secret",
        "ab/cd-ef==secret",
        "ab /cd+ef==secret",
        "YWIvY2QrZWY9PXNlY3Jl",
        "6162 2f63642b65663d3d73656372",
        "ABC a\nbc a\u{200b}bc YWJj 616263",
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
        // What is no JSON stays a text.
        ("no: ab/cd+ef==ab/cd+ef==", "no: [key][key]"),
        (r"{ ab\/cd\u002Bef\u003d\u003D", "{ [key]"),
        ("?k=ab%2Fcd%2bef%3D%3D&", "?k=[key]&"),
        ("<p>ab&#x2F;cd&#43;ef==</p>", "<p>[key]</p>"),
        ("<p>Token se&lt;cr&amp;et, se&lt;cr&amp;et</p>", "<p>[header], [header]</p>"),
        // What is JSON stays JSON.
        (r#"{"a":"ab\/cd+ef\u003d\u003d"}"#, r#"{"a":"[key]"}"#),
        (r#"{ "\u0061b/cd+ef==": [{"b":"x ab/cd+ef== y"}] }"#, r#"{"[key]":[{"b":"x [key] y"}]}"#),
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
        let (bytes, json) = redactor.redact_body(given.as_bytes().to_vec());
        assert_eq!(String::from_utf8_lossy(&bytes), expected, "{given}");
        assert_eq!(json, serde_json::from_str(expected).ok(), "{given}");
    }
    assert_eq!(redactor.redact("/a/ab~1cd+ef==/é".to_owned()), "/a/[key]/é");
}
