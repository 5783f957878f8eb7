//! Schedule phrases, strings of a length that match a pattern, and bodies in parts.

use regex::Regex;
use serde_json::json;
use webdata_cases::case::{Part, Request};
use webdata_cases::derive::phrases::{may_be_close, runs};
use webdata_cases::derive::{has_no_length, string_of_pattern};

#[test]
fn phrases_are_parsed_to_their_runs() {
    let table = [
        ("every 30 minutes", Some((30, None))),
        ("every 15 minutes starting at :07", Some((15, Some(7)))),
        ("every 15 minutes starting at :37", Some((15, Some(7)))),
        ("every hour", Some((60, None))),
        ("every 2 hours", Some((120, None))),
        ("every day", Some((1440, None))),
        ("every day at 9:00", Some((1440, Some(540)))),
        ("every day at 9 am", Some((1440, Some(540)))),
        ("every day at 9:30PM", Some((1440, Some(1290)))),
        ("every day at 12 am", Some((1440, Some(0)))),
        ("every day at 12 pm", Some((1440, Some(720)))),
        ("Every Day At 17:30", Some((1440, Some(1050)))),
        ("every week", Some((10_080, None))),
        ("every 45 minutes", None),
        ("every 5 hours", None),
        ("every 0 minutes", None),
        ("every day at 9", None),
        ("every day at 13 pm", None),
        ("every day at 0 am", None),
        ("every day at 24:00", None),
        ("every day at noon", None),
        ("every weekday", None),
        ("hourly", None),
        ("", None),
    ];
    for (phrase, is_close) in [
        ("every 2 minutes", true),
        ("every 7 minutes", true),
        ("every 5 minutes", false),
        ("every month", false),
    ] {
        assert_eq!(may_be_close(phrase, 5), is_close, "{phrase}");
    }
    for (phrase, expected) in table {
        let actual = runs(phrase).map(|runs| (runs.every, runs.at));
        assert_eq!(actual, expected, "{phrase}");
    }
}

#[test]
fn strings_have_the_length_and_match() {
    for (pattern, length, sample) in [
        ("^[A-Z]{2}-[0-9]+$", 6, Some("AA-000")),
        ("^[A-Z]{2}-[0-9]+$", 3, None),
        ("^(ab)+$", 4, Some("abab")),
        ("^(ab)+$", 5, None),
        ("^(a|bcd)x?$", 4, Some("bcdx")),
        ("^[^a]$", 1, Some("A")),
        ("^$", 0, Some("")),
        ("^[a-z][a-z0-9-]*$", 1, Some("a")),
        ("^[a-z][a-z0-9-]*$", 6, Some("aaaaaa")),
        ("^[a-z][a-z0-9-]*$", 0, None),
        ("^(ab|cde)+$", 7, Some("ababcde")),
        ("^(ab|cde)+$", 1, None),
        ("^[A-Z]{2}", 4, Some("AAaa")),
        ("-[0-9]+$", 4, Some("-000")),
        ("^[A-Z]{2}", 1, None),
    ] {
        assert_eq!(string_of_pattern(pattern, length).as_deref(), sample, "{pattern} {length}");
        let is_matched = sample.is_none_or(|sample| Regex::new(pattern).unwrap().is_match(sample));
        assert!(is_matched, "{pattern} {sample:?}");
        assert_eq!(has_no_length(pattern, length), sample.is_none(), "{pattern} {length}");
    }
}

#[test]
fn an_exhausted_budget_does_not_mean_that_no_string_matches() {
    let pattern = "^((ab)+|(abab)+|(ababab)+)+$";
    assert_eq!(string_of_pattern(pattern, 501), None);
    assert!(!has_no_length(pattern, 501));
}

/// Asserts the whole body, whose form RFC 7578 and RFC 2046 state.
#[test]
fn each_property_is_a_part() {
    let parts = [
        ("file".to_owned(), Part::File("application/pdf".to_owned())),
        ("options".to_owned(), Part::Json),
    ];
    let object =
        json!({ "file": "%PDF\u{ff}\r\n", "pages": 3, "options": { "a": [1] }, "title": "é" });
    let mut wanted = Vec::new();
    let lines: [&[u8]; 21] = [
        b"--boundary-of-a-case-5d1f0a",
        b"Content-Disposition: form-data; name=\"file\"; filename=\"file\"",
        b"Content-Type: application/pdf",
        b"",
        b"%PDF\xff\r\n",
        b"--boundary-of-a-case-5d1f0a",
        b"Content-Disposition: form-data; name=\"pages\"",
        b"",
        b"3",
        b"--boundary-of-a-case-5d1f0a",
        b"Content-Disposition: form-data; name=\"options\"",
        b"Content-Type: application/json",
        b"",
        br#"{"a":[1]}"#,
        b"--boundary-of-a-case-5d1f0a",
        b"Content-Disposition: form-data; name=\"title\"",
        b"",
        "é".as_bytes(),
        b"--boundary-of-a-case-5d1f0a--",
        b"",
        b"",
    ];
    lines[..20].iter().for_each(|line| wanted.extend([line, b"\r\n".as_slice()].concat()));
    wanted.truncate(wanted.len() - 2);
    let request = Request { parts: Some(parts.into()), ..Request::default() };
    assert_eq!(request.written(&object), wanted);
}
