//! Every form in which a secret is found, and what is left as it came.

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
            ("in base64", r"dmFsaWQva2V5KyJ3aXRoIiA8YWxsPiAmICdtb3JlJyAlNDFcbiUyN"),
            ("in base64 behind one byte", r"ZhbGlkL2tleSsid2l0aCIgPGFsbD4gJiAnbW9yZScgJTQxXG4lMj"),
            ("in base64 behind two", r"2YWxpZC9rZXkrIndpdGgiIDxhbGw+ICYgJ21vcmUnICU0MVxuJTI1"),
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
            ("in base64", r"cmV2b2tlZC1rZXktb2YtcGxhaW4tbGV0dGVyc"),
            ("in base64 behind one byte", r"Jldm9rZWQta2V5LW9mLXBsYWluLWxldHRlcn"),
            ("in base64 behind two", r"yZXZva2VkLWtleS1vZi1wbGFpbi1sZXR0ZXJz"),
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
            ("in base64", r"bGltaXRlZDprZXk/d2l0aD1vdGhlciZzaWducyN0b2"),
            ("in base64 for URLs", r"bGltaXRlZDprZXk_d2l0aD1vdGhlciZzaWducyN0b2"),
            ("in base64 behind one byte", r"xpbWl0ZWQ6a2V5P3dpdGg9b3RoZXImc2lnbnMjdG9v"),
            ("in base64 behind two", r"saW1pdGVkOmtleT93aXRoPW90aGVyJnNpZ25zI3Rvb"),
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
            ("in base64", r"b3RoZXIudGVhbX5rZXlfdGhhdC1pcy11bnJlc2VydmVk"),
            ("in base64 behind one byte", r"90aGVyLnRlYW1+a2V5X3RoYXQtaXMtdW5yZXNlcnZlZ"),
            ("in base64 behind two", r"vdGhlci50ZWFtfmtleV90aGF0LWlzLXVucmVzZXJ2ZW"),
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
            ("in base64", r"am9iPT1rZXkvL2JlaGluZCBhIGNpcmN1bXN0YW5jZ"),
            ("in base64 behind one byte", r"pvYj09a2V5Ly9iZWhpbmQgYSBjaXJjdW1zdGFuY2"),
            ("in base64 behind two", r"qb2I9PWtleS8vYmVoaW5kIGEgY2lyY3Vtc3RhbmNl"),
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
