//! Requests that are too large, nested too deep or not UTF-8, and the status code of each.

use serde_json::json;

use crate::abuse::check::Abuse;
use crate::abuse::served::Served;

/// A size in bytes above the limit of the server.
const TOO_LARGE: usize = 8 << 20;

/// More nesting than a parser's stack has room for.
const DEEP: usize = 100_000;

pub(crate) const ALL: [Abuse; 20] = [
    Abuse::sends("a body over the limit", |s| s.patch("", &vec![b' '; TOO_LARGE]), &[413]),
    Abuse::sends("a body over the limit in chunks", |s| chunked(s, 64 * 1024), &[413]),
    Abuse::sends("a body over the limit in tiny chunks", |s| chunked(s, 1), &[413]),
    Abuse::sends(
        "a length over the limit",
        |s| s.patch("Content-Length: 99999999999\r\n", b"{"),
        &[413],
    ),
    Abuse::sends(
        "a length over the limit with Expect: 100-continue",
        |s| s.patch("Content-Length: 99999999999\r\nExpect: 100-continue\r\n", b""),
        &[413],
    ),
    Abuse::sends("a body for a path that takes none", unexpected_body, &[404]),
    Abuse::sends("a header of 1 MiB", |s| s.patch(&header(&"a".repeat(1 << 20)), b"{}"), &[431]),
    Abuse::sends("a header of 60 KiB", |s| s.patch(&header(&"a".repeat(60 * 1024)), VALID), &[200]),
    Abuse::sends("5,000 headers", |s| s.patch(&"X: a\r\n".repeat(5000), b"{}"), &[431]),
    Abuse::sends("a method of 1 MiB", |_| vec![b'A'; 1 << 20], &[431]),
    Abuse::sends("empty lines without a request", |_| b"\r\n".repeat(1 << 19), &[431]),
    Abuse::sends("100,000 lists", |s| s.patch("", "[".repeat(DEEP).as_bytes()), &[400]),
    Abuse::sends("100,000 objects", |s| s.patch("", "{\"a\":".repeat(DEEP).as_bytes()), &[400]),
    Abuse::sends("a closed value of 100,000 lists", |s| s.patch("", deep().as_bytes()), &[400]),
    Abuse::sends("a page of 200,000 nested elements", |s| page(s, "<div>", ""), &[422]),
    Abuse::sends(
        "a page of 200,000 nested elements that are closed",
        |s| page(s, "<b>", "</b>"),
        &[422],
    ),
    Abuse::sends("a body that is not UTF-8", |s| s.patch("", b"{\"name\":\"\xff\xfe\"}"), &[400]),
    Abuse::sends("a body with a lone surrogate", |s| s.patch("", br#"{"name":"\ud800"}"#), &[400]),
    Abuse::sends("a header that is not UTF-8", key_that_is_not_utf_8, &[401]),
    Abuse::sends("a path that is not UTF-8", path_that_is_not_utf_8, &[400]),
];

const VALID: &[u8] = br#"{"retentionDays":30}"#;

fn header(value: &str) -> String {
    format!("X-Large: {value}\r\n")
}

fn chunked(served: &Served, size: usize) -> Vec<u8> {
    // Each byte of a tiny chunk takes five more bytes of framing.
    let count = if size == 1 { TOO_LARGE / 2 } else { TOO_LARGE } / size;
    let chunk = format!("{size:x}\r\n{}\r\n", " ".repeat(size));
    served.patch("Transfer-Encoding: chunked\r\n", chunk.repeat(count).as_bytes())
}

fn unexpected_body(served: &Served) -> Vec<u8> {
    served.request("GET", "/v2/nothing", "", &vec![b' '; TOO_LARGE])
}

fn deep() -> String {
    let value = format!("{}{}", "[".repeat(DEEP), "]".repeat(DEEP));
    format!(r#"{{"webhook":{{"url":"http://127.0.0.1/","metadata":{{"a":{value}}}}}}}"#)
}

/// Builds a request that sets a web page of the server whose elements are nested.
fn page(served: &Served, start: &str, end: &str) -> Vec<u8> {
    let html = format!("{}{}", start.repeat(2 * DEEP), end.repeat(2 * DEEP));
    let body = json!({ "html": html }).to_string();
    let path = "/_reference/pages?url=https://example.com/deep";
    served.request("PUT", path, "", body.as_bytes())
}

fn key_that_is_not_utf_8(served: &Served) -> Vec<u8> {
    let key = format!("Bearer {}", served.key);
    replaced(&served.patch("", VALID), key.as_bytes(), b"Bearer \xff\xfe")
}

fn path_that_is_not_utf_8(served: &Served) -> Vec<u8> {
    replaced(&served.patch("", VALID), b"/v2/monitor/", b"/v2/monitor/\xff\xfe")
}

fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}
