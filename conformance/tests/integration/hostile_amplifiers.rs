//! Answers that take many times their size once they are read.

use std::net::TcpStream;
use std::sync::LazyLock;

use crate::hostile_server::{Hostile, send};

/// The size of a body, which is near the most that is read.
const SIZE: usize = 7 << 20;

/// How deep lists stand in each other.
const DEPTH: usize = 100;

/// Each with what it makes much of.
pub(crate) const AMPLIFIERS: [Hostile; 8] = [
    Hostile::wrong("many small objects", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("{\"\":0},"));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("a wide list", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("0,"));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("many empty lists", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| repeated("[[]],"));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("deep lists", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| repeated(&format!("{}{},", "[".repeat(DEPTH), "]".repeat(DEPTH))));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("long names", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| repeated(&format!("{{\"{}\":0}},", "n".repeat(10_000))));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("escapes", |stream, _| {
        static BODY: LazyLock<String> =
            LazyLock::new(|| format!("{{\"success\":\"{}\"}}", "\\u0000".repeat(SIZE / 6)));
        answer(stream, "", &BODY);
    }),
    Hostile::wrong("headers of 350 KB", |stream, _| {
        static HEADERS: LazyLock<String> = LazyLock::new(|| {
            (0..50).map(|index| format!("X-{index}: {}\r\n", "h".repeat(7000))).collect()
        });
        answer(stream, &HEADERS, "{}");
    }),
    Hostile::wrong("an identity of 200,000 letters", |stream, _| {
        static BODY: LazyLock<String> = LazyLock::new(|| {
            format!("{{\"success\":true,\"data\":{{\"id\":\"{}\"}}}}", "i".repeat(200_000))
        });
        answer(stream, "", &BODY);
    }),
];

/// A list of a text as often as the size allows.
fn repeated(item: &str) -> String {
    format!("[{}0]", item.repeat(SIZE / item.len()))
}

fn answer(stream: &mut TcpStream, headers: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         {headers}Connection: close\r\n\r\n"
    );
    let _ = send(stream, head.as_bytes()) && send(stream, body.as_bytes());
}
