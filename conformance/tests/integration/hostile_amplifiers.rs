//! Servers whose responses take many times their size in memory once they are parsed.

use std::net::TcpStream;
use std::sync::LazyLock;

use crate::hostile_server::{HostileServer, send};

/// The size of a body, in bytes: near the maximum that the suite reads.
const SIZE: usize = 7 << 20;

/// The depth of nested lists.
const DEPTH: usize = 100;

/// The servers, each named after what its response has many of.
pub(crate) const AMPLIFIERS: [HostileServer; 8] = [
    HostileServer::not_conformant("many small objects", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("{\"\":0},"));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("a wide list", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("0,"));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("many empty lists", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("[[]],"));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("deep lists", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| repeated(&format!("{}{},", "[".repeat(DEPTH), "]".repeat(DEPTH))));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("long names", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| repeated(&format!("{{\"{}\":0}},", "n".repeat(10_000))));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("escapes", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| format!("{{\"success\":\"{}\"}}", "\\u0000".repeat(SIZE / 6)));
        respond(stream, "", &BODY);
    }),
    HostileServer::not_conformant("headers of 350 KB", |stream, _| {
        static HEADERS: LazyLock<String> = LazyLock::new(|| {
            (0..50).map(|index| format!("X-{index}: {}\r\n", "h".repeat(7000))).collect()
        });
        respond(stream, &HEADERS, "{}");
    }),
    HostileServer::not_conformant("an identity of 200,000 letters", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| {
            format!("{{\"success\":true,\"data\":{{\"id\":\"{}\"}}}}", "i".repeat(200_000))
        });
        respond(stream, "", &BODY);
    }),
];

/// Returns a list that repeats `item` up to [`SIZE`] bytes.
fn repeated(item: &str) -> String {
    format!("[{}0]", item.repeat(SIZE / item.len()))
}

fn respond(stream: &mut TcpStream, headers: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         {headers}Connection: close\r\n\r\n"
    );
    let _ = send(stream, head.as_bytes()) && send(stream, body.as_bytes());
}
