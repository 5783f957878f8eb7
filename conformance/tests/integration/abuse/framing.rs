//! Requests whose end two servers could find at different places.
//!
//! The server rejects each, or reads it in the one way that HTTP defines.

use serde_json::json;

use crate::abuse::check::Abuse;
use crate::abuse::served::Served;

/// A smuggled request: only a server that misreads the length of the body before it executes it.
const SMUGGLED_REQUEST: &str = "GET /v2/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

pub(crate) const ALL: [Abuse; 37] = [
    Abuse::sends(
        "Content-Length, then Transfer-Encoding",
        |s| update_with_headers(s, "Content-Length: 12\r\n", CHUNKED, CHUNK),
        &[400],
    ),
    Abuse::sends(
        "Transfer-Encoding, then Content-Length",
        |s| update_with_headers(s, CHUNKED, "content-length: 12\r\n", CHUNK),
        &[400],
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

/// The body of [`RENAME`], sent as one chunk.
const CHUNK: &str = "c\r\n{\"name\":\"x\"}\r\n0\r\n\r\n";

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
