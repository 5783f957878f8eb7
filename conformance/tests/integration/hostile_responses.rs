//! Hostile servers that test programs share, by what each responds.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hostile_server::{Behaviour, HostileServer, send, wait_for_close};

/// The servers that `hostile_servers.rs` runs the suite against, one by one.
pub(crate) const SERVERS: [HostileServer; 29] = [
    HostileServer {
        name: "unreachable",
        scheme: "http",
        verdict: "incomplete",
        behaviour: Behaviour::NotListening,
    },
    HostileServer {
        name: "resets",
        scheme: "http",
        verdict: "incomplete",
        behaviour: Behaviour::Resets,
    },
    HostileServer::unjudgeable("hangs", |stream, _| wait_for_close(stream)),
    HostileServer::unjudgeable("closes", |_, _| ()),
    HostileServer::unjudgeable("garbage", |stream, _| {
        send(stream, b"\x00\xff\xfe this is not HTTP\r\n\r\n");
    }),
    HostileServer::unjudgeable("only the status line", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\n");
        wait_for_close(stream);
    }),
    HostileServer::unjudgeable("half the headers", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Ty");
        wait_for_close(stream);
    }),
    HostileServer::unjudgeable("one byte a second", |stream, _| {
        let response = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}";
        send_slowly(stream, response);
    }),
    HostileServer::unjudgeable("a body of one byte a second", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n");
        send_slowly(stream, &[b' '; 20]);
    }),
    HostileServer::unjudgeable("endless 100 Continue", |stream, _| {
        while send(stream, b"HTTP/1.1 100 Continue\r\n\r\n") {}
    }),
    HostileServer::unjudgeable("endless headers", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\n");
        while send(stream, b"X-More: and more\r\n") {}
    }),
    HostileServer::unjudgeable("10,000 headers", |stream, _| {
        let lines: String = (0..10_000).map(|index| format!("X-{index}: {index}\r\n")).collect();
        send(stream, format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: 2\r\n\r\n{{}}").as_bytes());
    }),
    HostileServer::unjudgeable("a header of 10 MiB", |stream, _| {
        let long = "x".repeat(10 << 20);
        let response =
            format!("HTTP/1.1 200 OK\r\nX-Long: {long}\r\nContent-Length: 2\r\n\r\n{{}}");
        send(stream, response.as_bytes());
    }),
    HostileServer::unjudgeable("a Content-Length that is too long", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}");
    }),
    HostileServer::unjudgeable(
        "a Content-Length that is too long, on an open connection",
        |stream, _| {
            send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}");
            wait_for_close(stream);
        },
    ),
    HostileServer::unjudgeable("two Content-Lengths", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}");
    }),
    HostileServer::unjudgeable("a Content-Length below zero", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}");
    }),
    HostileServer::unjudgeable("an invalid chunk size", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}");
    }),
    HostileServer::unjudgeable("a chunk size of endless zeros", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while send(stream, &[b'0'; 1 << 16]) {}
    }),
    HostileServer::unjudgeable("a body that never ends", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        while send(stream, &[b' '; 1 << 16]) {}
    }),
    HostileServer::unjudgeable("a body of 1 GiB", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
        let _ = (0..1 << 14).all(|_| send(stream, &[b' '; 1 << 16]));
    }),
    HostileServer::unjudgeable("a body of 1 GiB in chunks", |stream, _| {
        send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        let chunk = [b"10000\r\n".as_slice(), &[b' '; 1 << 16], b"\r\n"].concat();
        let _ = (0..1 << 14).all(|_| send(stream, &chunk));
        send(stream, b"0\r\n\r\n");
    }),
    HostileServer {
        name: "bytes where TLS should be",
        scheme: "https",
        verdict: "incomplete",
        behaviour: Behaviour::SpeaksFirst(|stream| {
            send(stream, &[0x16, 0x03, 0x03, 0xff, 0xff]);
            while send(stream, &[0xa5; 1 << 10]) {}
        }),
    },
    HostileServer {
        name: "TLS where HTTP should be",
        scheme: "http",
        verdict: "incomplete",
        // A fatal alert, which a TLS server sends to a client that does not speak TLS.
        behaviour: Behaviour::Responds(|stream, _| {
            send(stream, &[0x15, 0x03, 0x01, 0, 2, 2, 10]);
        }),
    },
    // The responses of the following servers are HTTP and can be judged.
    HostileServer::not_conformant("a Content-Length that is too short", |stream, _| {
        let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n";
        send(stream, format!("{head}Content-Length: 5\r\n\r\n{body}").as_bytes());
    }),
    HostileServer::not_conformant("a gzip bomb", |stream, _| {
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\
                    Content-Encoding: gzip\r\nConnection: close\r\n\r\n";
        send(stream, head.as_bytes());
        // A gzip file may consist of several members: 1 GiB in 1 MiB.
        let _ = (0..64).all(|_| send(stream, &MEMBER));
    }),
    HostileServer::not_conformant("a redirect to itself", |stream, _| {
        let head = "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n";
        send(stream, format!("{head}Connection: close\r\n\r\n").as_bytes());
    }),
    HostileServer::not_conformant("a body that is not UTF-8", |stream, _| {
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n";
        send(stream, format!("{head}Content-Length: 4\r\nConnection: close\r\n\r\n").as_bytes());
        send(stream, b"\"\xff\xfe\"");
    }),
    HostileServer::not_conformant("headers that are not UTF-8", |stream, _| {
        send(stream, b"HTTP/1.1 400 Bad\xff\r\nContent-Type: \xff\xfe\r\nX-Odd: \xc3\x28\r\n");
        send(stream, b"Content-Length: 2\r\nConnection: close\r\n\r\n{}");
    }),
];

/// 16 MiB of zeros, as one member of a gzip file.
static MEMBER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 16 << 20]).expect("writing to a vector does not fail");
    encoder.finish().expect("writing to a vector does not fail")
});

/// A server that rejects every request with a 429.
pub(crate) const LIMITED: HostileServer =
    HostileServer::unjudgeable("rejects every request with a 429", |stream, _| {
        let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
        let head = format!(
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
             Retry-After: 1\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        send(stream, head.as_bytes());
    });

/// A server that echoes the `Authorization` header in a header and in the body.
pub(crate) const ECHO: HostileServer =
    HostileServer::not_conformant("echoes the key", |stream, request| {
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

/// A server that rejects one request and hangs on the next, so that the circuit breaker does not open.
pub(crate) const HALF_HANGING: HostileServer =
    HostileServer::unjudgeable("hangs on every second request", |stream, _| {
        static REQUESTS: AtomicUsize = AtomicUsize::new(0);
        if REQUESTS.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            wait_for_close(stream);
        }
        send(stream, BAD_REQUEST);
    });

/// A server that hangs on requests for monitors, and rejects all others.
pub(crate) const HANGING_ON_MONITORS: HostileServer =
    HostileServer::unjudgeable("hangs on one path", |stream, request| {
        if request.lines().next().is_some_and(|line| line.contains("/monitor/")) {
            wait_for_close(stream);
        }
        send(stream, BAD_REQUEST);
    });

const BAD_REQUEST: &[u8] =
    b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Sends a byte a second until the client closes the connection.
fn send_slowly(stream: &mut TcpStream, bytes: &[u8]) {
    let pause = Duration::from_secs(1);
    stream.set_read_timeout(Some(pause)).expect("the timeout can be set");
    for byte in bytes {
        // Reads for the length of the pause, and ends as soon as the client closes the connection.
        if matches!(stream.read(&mut [0]), Ok(0)) || !send(stream, &[*byte]) {
            return;
        }
    }
}
