//! Requests whose end can be read in two ways: each is rejected, or read in one way only.

use serde_json::json;

use crate::abuse::check::Abuse;
use crate::abuse::served::Served;

/// A smuggled request.
const SECOND: &str = "GET /v2/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

pub(crate) const ALL: [Abuse; 37] = [
    Abuse::sends(
        "a length and chunks",
        |s| two(s, "Content-Length: 12\r\n", CHUNKED, CHUNK),
        &[400],
    ),
    Abuse::sends(
        "chunks and a length",
        |s| two(s, CHUNKED, "content-length: 12\r\n", CHUNK),
        &[400],
    ),
    Abuse::sends(BEHIND_A_LENGTH, behind_a_length, &[200, 200]),
    Abuse::sends("two hosts", |s| s.patch("Host: localhost\r\n", RENAME), &[400]),
    Abuse::sends("the same host twice", same_host, &[400]),
    Abuse::sends("two hosts by HTTP/1.0", two_hosts_in_1_0, &[400]),
    Abuse::sends("no host", |s| hosted(s, ""), &[400]),
    Abuse::sends(NO_HOST_IN_1_0, no_host_in_1_0, &[200]),
    Abuse::sends("a host that is none", |s| hosted(s, "Host: a b\r\n"), &[400]),
    Abuse::sends(
        "two lengths",
        |s| two(s, "Content-Length: 2\r\n", "Content-Length: 60\r\n", "{}"),
        &[400],
    ),
    Abuse::sends("two lengths in one", |s| one(s, "Content-Length: 2, 60\r\n", "{}"), &[400]),
    Abuse::sends("a length with a sign", |s| one(s, "Content-Length: +2\r\n", "{}"), &[400]),
    Abuse::sends("a negative length", |s| one(s, "Content-Length: -2\r\n", "{}"), &[400]),
    Abuse::sends("a length in hexadecimal", |s| one(s, "Content-Length: 0x2\r\n", "{}"), &[400]),
    Abuse::sends(
        "a length without end",
        |s| one(s, "Content-Length: 99999999999999999999\r\n", "{}"),
        &[400],
    ),
    Abuse::sends("a length on two lines", |s| one(s, "Content-Length:\r\n 2\r\n", "{}"), &[400]),
    Abuse::sends(
        "another coding",
        |s| one(s, "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "chunks before another coding",
        |s| one(s, "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "another coding before chunks",
        |s| one(s, "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "another coding in a header of its own",
        |s| two(s, "Transfer-Encoding: gzip\r\n", CHUNKED, "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "chunks of chunks",
        |s| one(s, "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
        &[501],
    ),
    Abuse::sends(
        "a coding behind a tabulator",
        |s| one(s, "Transfer-Encoding: \x0bchunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "a space before the colon",
        |s| one(s, "Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends(
        "a carriage return alone",
        |s| one(s, "X: a\rTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends("a name with a null", |s| one(s, "X\0: a\r\nContent-Length: 2\r\n", "{}"), &[400]),
    Abuse::sends("chunks by HTTP/1.0", in_1_0, &[400]),
    Abuse::sends("lines ended by line feeds", line_feeds, &[400]),
    Abuse::sends("a chunk of size 0x0", |s| chunks(s, "0x0\r\n\r\n"), &[400]),
    Abuse::sends("a chunk of negative size", |s| chunks(s, "-1\r\n\r\n"), &[400]),
    Abuse::sends(
        "a chunk of endless size",
        |s| chunks(s, "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
        &[400],
    ),
    Abuse::sends("a chunk longer than it says", |s| chunks(s, "1\r\n{}\r\n0\r\n\r\n"), &[400]),
    Abuse::sends("a chunk ended by a line feed", |s| chunks(s, "2\n{}\n0\n\n"), &[400]),
    Abuse::sends("an extension with a line feed", |s| chunks(s, "2;a\n{}\r\n0\r\n\r\n"), &[400]),
    Abuse::sends("a chunk of no size", |s| chunks(s, "\r\n{}\r\n0\r\n\r\n"), &[400]),
    Abuse::sends("chunks without end", |s| chunks_alone(s, "2\r\n{}\r\n"), &[400]),
    Abuse::sends("a key in a trailer", key_in_a_trailer, &[401]),
    Abuse::sends(
        "a length that is too short",
        |s| s.patch("Content-Length: 2\r\n", b"{}GET"),
        &[400],
    ),
];

const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";

/// A valid update.
const RENAME: &[u8] = b"{\"name\":\"x\"}";

/// The same body, sent as one chunk.
const CHUNK: &str = "c\r\n{\"name\":\"x\"}\r\n0\r\n\r\n";

/// An update, and what is no request behind it.
fn one(served: &Served, framing: &str, body: &str) -> Vec<u8> {
    served.patch(framing, format!("{body}{SECOND}").as_bytes())
}

fn two(served: &Served, first: &str, second: &str, body: &str) -> Vec<u8> {
    one(served, &format!("{first}{second}"), body)
}

fn chunks(served: &Served, chunks: &str) -> Vec<u8> {
    one(served, CHUNKED, chunks)
}

fn chunks_alone(served: &Served, chunks: &str) -> Vec<u8> {
    served.patch(CHUNKED, chunks.as_bytes())
}

/// Puts something else where a request first has a text.
fn with(request: Vec<u8>, text: &str, other: &str) -> Vec<u8> {
    String::from_utf8(request).unwrap().replacen(text, other, 1).into_bytes()
}

fn by_1_0(request: Vec<u8>) -> Vec<u8> {
    with(request, "HTTP/1.1", "HTTP/1.0")
}

fn in_1_0(served: &Served) -> Vec<u8> {
    by_1_0(chunks(served, "0\r\n\r\n"))
}

/// An update of a given host, which changes nothing where it is taken.
fn hosted(served: &Served, host: &str) -> Vec<u8> {
    let old = format!("Host: {}\r\n", served.address);
    with(served.rename(NO_HOST_IN_1_0), &old, host)
}

/// The name of the one abuse here that a server takes, so that the update changes nothing.
const NO_HOST_IN_1_0: &str = "no host by HTTP/1.0";

fn no_host_in_1_0(served: &Served) -> Vec<u8> {
    by_1_0(hosted(served, ""))
}

fn same_host(served: &Served) -> Vec<u8> {
    served.patch(&format!("Host: {}\r\n", served.address), RENAME)
}

fn two_hosts_in_1_0(served: &Served) -> Vec<u8> {
    by_1_0(same_host(served))
}

/// Two requests in one piece: the length of the first is none of the second.
fn behind_a_length(served: &Served) -> Vec<u8> {
    let body = json!({ "name": BEHIND_A_LENGTH }).to_string();
    let chunk = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    [served.rename(BEHIND_A_LENGTH), chunks_alone(served, &chunk)].concat()
}

const BEHIND_A_LENGTH: &str = "chunks alone, behind a length";

/// One request, which is an update of nothing.
fn line_feeds(served: &Served) -> Vec<u8> {
    let request = served.patch("", b"{}");
    String::from_utf8(request).unwrap().replace("\r\n", "\n").into_bytes()
}

fn key_in_a_trailer(served: &Served) -> Vec<u8> {
    let key = format!("Authorization: Bearer {}\r\n", served.key);
    let request = format!("2\r\n{{}}\r\n0\r\n{key}\r\n");
    with(chunks_alone(served, &request), &key, "")
}
