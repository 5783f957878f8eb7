//! Requests that are harmful by their framing, their path or their size.
//!
//! The server rejects each, or reads it in the one way that HTTP defines.

use serde_json::{Value, json};

use crate::abuse::check::Abuse;
use crate::abuse::check::Served;

/// A smuggled request: only a server that misreads the length of the body before it executes it.
const SMUGGLED_REQUEST: &str = "GET /v2/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

pub(crate) const FRAMING: [Abuse; 37] = [
    Abuse::sends(
        "Content-Length, then Transfer-Encoding",
        |s| update_with_headers(s, "Content-Length: 12\r\n", CHUNKED, CHUNK),
        &[200],
    ),
    Abuse::sends(
        "Transfer-Encoding, then Content-Length",
        |s| update_with_headers(s, CHUNKED, "content-length: 12\r\n", CHUNK),
        &[200],
    ),
    Abuse::sends(CHUNKED_BEHIND_A_LENGTH, chunked_behind_a_length, &[200, 200]),
    Abuse::sends("two hosts", |s| s.patch("Host: localhost\r\n", RENAME), &[400]),
    Abuse::sends("the same host twice", same_host, &[400]),
    Abuse::sends("two hosts in HTTP/1.0", two_hosts_in_http_1_0, &[400]),
    Abuse::sends("no host", |s| with_host(s, ""), &[400]),
    Abuse::sends(NO_HOST_IN_HTTP_1_0, no_host_in_http_1_0, &[200]),
    Abuse::sends("an invalid host", |s| with_host(s, "Host: a b\r\n"), &[400]),
    Abuse::sends(
        "two lengths",
        |s| update_with_headers(s, "Content-Length: 2\r\n", "Content-Length: 60\r\n", "{}"),
        &[400],
    ),
    Abuse::sends(
        "two lengths in one header",
        |s| update(s, "Content-Length: 2, 60\r\n", "{}"),
        &[400],
    ),
    Abuse::sends("a length with a sign", |s| update(s, "Content-Length: +2\r\n", "{}"), &[400]),
    Abuse::sends("a negative length", |s| update(s, "Content-Length: -2\r\n", "{}"), &[400]),
    Abuse::sends("a length in hexadecimal", |s| update(s, "Content-Length: 0x2\r\n", "{}"), &[400]),
    Abuse::sends(
        "a length beyond 64 bits",
        |s| update(s, "Content-Length: 99999999999999999999\r\n", "{}"),
        &[400],
    ),
    Abuse::sends(
        "a length on a folded line",
        |s| update(s, "Content-Length:\r\n 2\r\n", "{}"),
        &[400],
    ),
    Abuse::sends(
        "an unknown coding",
        |s| update(s, "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "chunks before another coding",
        |s| update(s, "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "another coding before chunks",
        |s| update(s, "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "another coding in a separate header",
        |s| update_with_headers(s, "Transfer-Encoding: gzip\r\n", CHUNKED, "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "chunked twice",
        |s| update(s, "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "a coding after a vertical tab",
        |s| update(s, "Transfer-Encoding: \x0bchunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "a space before the colon",
        |s| update(s, "Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "a carriage return without a line feed",
        |s| update(s, "X: a\rTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "a header name with a null byte",
        |s| update(s, "X\0: a\r\nContent-Length: 2\r\n", "{}"),
        &[400],
    ),
    Abuse::sends("chunks in HTTP/1.0", chunks_in_http_1_0, &[400]),
    Abuse::sends("lines that end with a line feed alone", line_feeds, &[400]),
    Abuse::sends("a chunk of size 0x0", |s| chunks(s, "0x0\r\n\r\n"), &[400]),
    Abuse::sends("a chunk of negative size", |s| chunks(s, "-1\r\n\r\n"), &[400]),
    Abuse::sends(
        "a chunk size beyond 64 bits",
        |s| chunks(s, "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends("a chunk longer than its size", |s| chunks(s, "1\r\n{}\r\n0\r\n\r\n"), &[400]),
    Abuse::sends("a chunk that ends with a line feed alone", |s| chunks(s, "2\n{}\n0\n\n"), &[400]),
    Abuse::sends(
        "a chunk extension that ends with a line feed alone",
        |s| chunks(s, "2;a\n{}\r\n0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends("a chunk without a size", |s| chunks(s, "\r\n{}\r\n0\r\n\r\n"), &[400]),
    Abuse::sends("chunks without a last chunk", |s| chunks_alone(s, "2\r\n{}\r\n"), &[400]),
    Abuse::sends("a key in a trailer", key_in_a_trailer, &[401]),
    Abuse::sends(
        "a length that is too short",
        |s| s.patch("Content-Length: 2\r\n", b"{}GET"),
        &[400],
    ),
];

const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";

/// The body of a valid update.
const RENAME: &[u8] = b"{\"name\":\"x\"}";

/// The body of [`VALID`], sent as one chunk. With chunks, the length in the headers does not count.
const CHUNK: &str = "14\r\n{\"retentionDays\":30}\r\n0\r\n\r\n";

/// Builds an update with these framing headers and this body, and the smuggled request behind it.
fn update(served: &Served, framing: &str, body: &str) -> Vec<u8> {
    served.patch(framing, format!("{body}{SMUGGLED_REQUEST}").as_bytes())
}

fn update_with_headers(served: &Served, first: &str, second: &str, body: &str) -> Vec<u8> {
    update(served, &format!("{first}{second}"), body)
}

fn chunks(served: &Served, chunks: &str) -> Vec<u8> {
    update(served, CHUNKED, chunks)
}

fn chunks_alone(served: &Served, chunks: &str) -> Vec<u8> {
    served.patch(CHUNKED, chunks.as_bytes())
}

/// Replaces the first occurrence of `text` in a request by `other`.
fn replaced(request: Vec<u8>, text: &str, other: &str) -> Vec<u8> {
    String::from_utf8(request).unwrap().replacen(text, other, 1).into_bytes()
}

fn as_http_1_0(request: Vec<u8>) -> Vec<u8> {
    replaced(request, "HTTP/1.1", "HTTP/1.0")
}

fn chunks_in_http_1_0(served: &Served) -> Vec<u8> {
    as_http_1_0(chunks(served, "0\r\n\r\n"))
}

/// Builds an update with this `Host` header; if the server accepts the update, it changes nothing.
fn with_host(served: &Served, host: &str) -> Vec<u8> {
    let old = format!("Host: {}\r\n", served.address);
    replaced(served.rename(NO_HOST_IN_HTTP_1_0), &old, host)
}

/// The server accepts this request. Its update therefore writes the name that the monitor already
/// has.
const NO_HOST_IN_HTTP_1_0: &str = "no host in HTTP/1.0";

fn no_host_in_http_1_0(served: &Served) -> Vec<u8> {
    as_http_1_0(with_host(served, ""))
}

fn same_host(served: &Served) -> Vec<u8> {
    served.patch(&format!("Host: {}\r\n", served.address), RENAME)
}

fn two_hosts_in_http_1_0(served: &Served) -> Vec<u8> {
    as_http_1_0(same_host(served))
}

/// Two requests in one write: the `Content-Length` of the first does not apply to the second.
fn chunked_behind_a_length(served: &Served) -> Vec<u8> {
    let body = json!({ "name": CHUNKED_BEHIND_A_LENGTH }).to_string();
    let chunk = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    [served.rename(CHUNKED_BEHIND_A_LENGTH), chunks_alone(served, &chunk)].concat()
}

const CHUNKED_BEHIND_A_LENGTH: &str = "a chunked request behind one with a length";

/// A request whose lines end with `
/// ` alone; its update is empty.
fn line_feeds(served: &Served) -> Vec<u8> {
    let request = served.patch("", b"{}");
    String::from_utf8(request).unwrap().replace("\r\n", "\n").into_bytes()
}

fn key_in_a_trailer(served: &Served) -> Vec<u8> {
    let key = format!("Authorization: Bearer {}\r\n", served.key);
    let request = format!("2\r\n{{}}\r\n0\r\n{key}\r\n");
    replaced(chunks_alone(served, &request), &key, "")
}

pub(crate) const PATHS: [Abuse; 3] = [
    Abuse::acts("paths to the control plane", control_plane),
    Abuse::acts("paths to another team's monitor", another_team),
    Abuse::acts("unusual methods and request targets", targets),
];

/// Sends paths that a proxy could normalize to the path of a reset.
fn control_plane(served: &Served) {
    let table: [(&str, u16); 20] = [
        ("/v2/../_reference/reset", 404),
        ("/v2/%2e%2e/_reference/reset", 404),
        ("/v2/.%2E/_reference/reset", 404),
        ("/./_reference/reset", 404),
        ("//_reference/reset", 404),
        ("///_reference/reset", 404),
        ("/_reference//reset", 404),
        ("/_reference/./reset", 404),
        ("/_reference/x/../reset", 404),
        ("/_reference/reset/", 404),
        ("/_reference/reset%00", 404),
        ("/_reference/reset%20", 404),
        ("/_reference%2freset", 404),
        ("/%5freference/reset", 404),
        ("/_REFERENCE/reset", 404),
        ("/_reference\\reset", 404),
        ("\\_reference\\reset", 400),
        ("http://another.example/_reference/reset", 403),
        ("http://localhost@another.example/_reference/reset", 403),
        ("https://another.example:443/_reference/reset", 403),
    ];
    for (path, status) in table {
        let mut raw = served.raw();
        raw.send(&served.request("POST", path, "", b""));
        let response = raw.response().unwrap();
        assert_eq!(response.status, status, "{path}: {response:?}");
    }
}

fn another_team(served: &Served) {
    let other = served.create("other", &json!({ "name": "other" }));
    let own_monitor = &served.monitor;
    let table = [
        other.clone(),
        other.to_uppercase(),
        format!("{own_monitor}/../{other}"),
        format!("{own_monitor}%2f..%2f{other}"),
        format!("../monitor/{other}"),
        format!("{other}/"),
        format!("{other}%00"),
        format!("{other}%20"),
        format!("{other};{own_monitor}"),
        format!("{own_monitor}%00{other}"),
        format!("{own_monitor}\\..\\{other}"),
        format!("{other}%0d%0aX: {own_monitor}"),
    ];
    for id in table {
        let mut raw = served.raw();
        let path = format!("/v2/monitor/{}", id.replace("X: ", "X:"));
        raw.send(&served.request("PATCH", &path, "", br#"{"name":"taken"}"#));
        let status = raw.response().unwrap().status;
        assert!(matches!(status, 400 | 404), "{path}: {status}");
    }
    assert_eq!(served.name_of(&other), "other");
}

fn targets(served: &Served) {
    let authority = served.address.to_string();
    let long = format!("/v2/monitor/{}", "a".repeat(70_000));
    let longer_than_a_buffer = format!("/{}", "a/".repeat(200_000));
    let control = format!("http://{authority}/_reference/");
    let table: [(&str, &str, &[u16]); 12] = [
        ("CONNECT", &authority, &[404]),
        ("CONNECT", "/_reference/reset", &[400, 404, 405]),
        ("OPTIONS", "*", &[404]),
        ("OPTIONS", "/_reference/reset", &[405]),
        ("TRACE", "/v2/monitor", &[404]),
        ("TRACE", "*", &[404]),
        ("GET", "*", &[404]),
        ("GET", "no-slash", &[404]),
        ("GET", &control, &[200]),
        ("PATCH", &long, &[414, 431]),
        ("PATCH", &longer_than_a_buffer, &[414, 431]),
        ("G\u{e9}T", "/", &[400]),
    ];
    for (method, target, status_codes) in table {
        let mut raw = served.raw();
        raw.send(&served.request(method, target, "", b""));
        let response = raw.response().unwrap();
        let shown = target.get(..40).unwrap_or(target);
        assert!(status_codes.contains(&response.status), "{method} {shown}: {response:?}");
        assert!(!response.body.contains(&served.key), "{method} {shown} shows the key");
    }
    // The request log keeps only the beginning of a path.
    let requests = served.listed("requests");
    assert!(Value::from(requests).to_string().len() < 4_000_000);
}

/// A size in bytes above the limit of the server.
const TOO_LARGE: usize = 8 << 20;

/// More nesting than a parser's stack has room for.
const DEEP: usize = 100_000;

pub(crate) const SIZES: [Abuse; 20] = [
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
    replaced_bytes(&served.patch("", VALID), key.as_bytes(), b"Bearer \xff\xfe")
}

fn path_that_is_not_utf_8(served: &Served) -> Vec<u8> {
    replaced_bytes(&served.patch("", VALID), b"/v2/monitor/", b"/v2/monitor/\xff\xfe")
}

fn replaced_bytes(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}
