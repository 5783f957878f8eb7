//! What hostile servers do, one by one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hostile_server::{Does, Hostile, send, wait};

/// Every one that a run is tried on.
pub(crate) const SERVERS: [Hostile; 29] = [
    Hostile { name: "unreachable", scheme: "http", verdict: "incomplete", does: Does::Nothing },
    Hostile { name: "resets", scheme: "http", verdict: "incomplete", does: Does::Resets },
    Hostile::unanswering("hangs", |stream, _| wait(stream)),
    Hostile::unanswering("closes", |_, _| ()),
    Hostile::unanswering("garbage", |stream, _| {
        send(stream, b"\x00\xff\xfe this is no HTTP\r\n\r\n");
    }),
    Hostile::unanswering("the status line alone", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\n");
        wait(stream);
    }),
    Hostile::unanswering("half the headers", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Ty");
        wait(stream);
    }),
    Hostile::unanswering("one byte a second", |stream, _| {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}";
        slowly(stream, answer);
    }),
    Hostile::unanswering("a body of one byte a second", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n");
        slowly(stream, &[b' '; 20]);
    }),
    Hostile::unanswering("100 Continue for ever", |stream, _| {
        while send(stream, b"HTTP/1.1 100 Continue\r\n\r\n") {}
    }),
    Hostile::unanswering("header lines for ever", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\n");
        while send(stream, b"X-More: and more\r\n") {}
    }),
    Hostile::unanswering("10,000 headers", |stream, _| {
        let lines: String = (0..10_000).map(|index| format!("X-{index}: {index}\r\n")).collect();
        send(stream, format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: 2\r\n\r\n{{}}").as_bytes());
    }),
    Hostile::unanswering("a header of 10 MiB", |stream, _| {
        let long = "x".repeat(10 << 20);
        let answer = format!("HTTP/1.1 200 OK\r\nX-Long: {long}\r\nContent-Length: 2\r\n\r\n{{}}");
        send(stream, answer.as_bytes());
    }),
    Hostile::unanswering("a Content-Length that is too long", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}");
    }),
    Hostile::unanswering("a Content-Length that is too long, left open", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}");
        wait(stream);
    }),
    Hostile::unanswering("two Content-Lengths", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}");
    }),
    Hostile::unanswering("a Content-Length below zero", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}");
    }),
    Hostile::unanswering("a chunk of no size", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}");
    }),
    Hostile::unanswering("a chunk size of endless zeros", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while send(stream, &[b'0'; 1 << 16]) {}
    }),
    Hostile::unanswering("a body that never ends", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        while send(stream, &[b' '; 1 << 16]) {}
    }),
    Hostile::unanswering("a body of 1 GiB", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
        let _ = (0..1 << 14).all(|_| send(stream, &[b' '; 1 << 16]));
    }),
    Hostile::unanswering("a body of 1 GiB in chunks", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        let chunk = [b"10000\r\n".as_slice(), &[b' '; 1 << 16], b"\r\n"].concat();
        let _ = (0..1 << 14).all(|_| send(stream, &chunk));
        send(stream, b"0\r\n\r\n");
    }),
    Hostile {
        name: "bytes where TLS should be",
        scheme: "https",
        verdict: "incomplete",
        does: Does::Speaks(|stream| {
            send(stream, &[0x16, 0x03, 0x03, 0xff, 0xff]);
            while send(stream, &[0xa5; 1 << 10]) {}
        }),
    },
    Hostile {
        name: "TLS where HTTP should be",
        scheme: "http",
        verdict: "incomplete",
        // A fatal alert: what a TLS server says to somebody who does not speak it.
        does: Does::Answers(|stream, _| {
            send(stream, &[0x15, 0x03, 0x01, 0, 2, 2, 10]);
        }),
    },
    // What follows is HTTP, and can be judged.
    Hostile::wrong("a Content-Length that is too short", |stream, _| {
        let answer = r#"{"success":false,"error":"Rate limit exceeded"}"#;
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n";
        send(stream, format!("{head}Content-Length: 5\r\n\r\n{answer}").as_bytes());
    }),
    Hostile::wrong("a gzip bomb", |stream, _| {
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\
                    Content-Encoding: gzip\r\nConnection: close\r\n\r\n";
        send(stream, head.as_bytes());
        // Members of a gzip file may follow one another: 1 GiB in 1 MiB.
        let _ = (0..64).all(|_| send(stream, &MEMBER));
    }),
    Hostile::wrong("a redirect to itself", |stream, _| {
        let head = "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n";
        send(stream, format!("{head}Connection: close\r\n\r\n").as_bytes());
    }),
    Hostile::wrong("a body that is no UTF-8", |stream, _| {
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n";
        send(stream, format!("{head}Content-Length: 4\r\nConnection: close\r\n\r\n").as_bytes());
        send(stream, b"\"\xff\xfe\"");
    }),
    Hostile::wrong("headers that are no UTF-8", |stream, _| {
        send(stream, b"HTTP/1.1 400 Bad\xff\r\nContent-Type: \xff\xfe\r\nX-Odd: \xc3\x28\r\n");
        send(stream, b"Content-Length: 2\r\nConnection: close\r\n\r\n{}");
    }),
];

/// 16 MiB of nothing, as a member of a gzip file.
static MEMBER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 16 << 20]).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
});

/// A server that refuses everybody for now.
pub(crate) const LIMITED: Hostile =
    Hostile::unanswering("accepts no request: the limit of the plan", |stream, _| {
        let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
        let head = format!(
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
             Retry-After: 1\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        send(stream, head.as_bytes());
    });

/// A server that sends the request's head back, in a header and in the body.
pub(crate) const ECHO: Hostile = Hostile::wrong("echoes the key", |stream, request| {
    let line = request.lines().find(|line| line.to_lowercase().starts_with("authorization"));
    let key = line.unwrap_or_default();
    let body = format!("{{\"success\":false,\"error\":\"you sent {key}\"}}");
    let head = format!(
        "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nX-Echo: {key}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    send(stream, head.as_bytes());
});

/// A server that never seems gone: it refuses one request and hangs on the next.
pub(crate) const HALF_HANGING: Hostile =
    Hostile::unanswering("hangs on every second request", |stream, _| {
        static REQUESTS: AtomicUsize = AtomicUsize::new(0);
        if REQUESTS.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            wait(stream);
        }
        send(stream, BUSY);
    });

/// A server that hangs on monitors alone, and refuses all other requests.
pub(crate) const HANGING_ON_MONITORS: Hostile =
    Hostile::unanswering("hangs on one path", |stream, request| {
        if request.lines().next().is_some_and(|line| line.contains("/monitor/")) {
            wait(stream);
        }
        send(stream, BUSY);
    });

const BUSY: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Sends a byte a second, for as long as somebody listens.
fn slowly(stream: &mut TcpStream, bytes: &[u8]) {
    let pause = Duration::from_secs(1);
    stream.set_read_timeout(Some(pause)).expect("a pause");
    for byte in bytes {
        // Waits for the client to go away, which it should.
        if matches!(stream.read(&mut [0]), Ok(0)) || !send(stream, &[*byte]) {
            return;
        }
    }
}
