//! Servers that no client should meet, on loopback and a free port.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server by what it does with each connection.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    /// Whether it listens at all.
    listens: bool,
    /// What it does once it has read a request.
    answer: fn(&mut TcpStream, &str),
}

/// A hostile server that is running; its threads end with the test's process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
}

/// The one that goes away with the request unread, which makes the system reset the connection.
const RESETS: &str = "resets";

/// Servers that give no answer that could be judged.
pub(crate) const SERVERS: [Hostile; 8] = [
    Hostile { name: "unreachable", listens: false, answer: |_, _| () },
    Hostile { name: "hangs", listens: true, answer: |stream, _| wait(stream) },
    Hostile { name: "closes", listens: true, answer: |_, _| () },
    Hostile { name: RESETS, listens: true, answer: |_, _| () },
    Hostile {
        name: "lets nobody in: the limit of the plan",
        listens: true,
        answer: |stream, _| {
            let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
            let head = format!(
                "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
                 Retry-After: 1\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            send(stream, head.as_bytes());
        },
    },
    Hostile {
        name: "answers garbage",
        listens: true,
        answer: |stream, _| send(stream, b"\x00\xff\xfe this is no HTTP\r\n\r\n"),
    },
    Hostile {
        name: "stops in the middle of the headers",
        listens: true,
        answer: |stream, _| {
            send(stream, b"HTTP/1.1 200 OK\r\nContent-Ty");
            wait(stream);
        },
    },
    Hostile {
        name: "never ends its body",
        listens: true,
        answer: |stream, _| {
            send(stream, b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
            while stream.write_all(&[b' '; 1 << 16]).is_ok() {}
        },
    },
];

/// A server that sends the request's head back, in a header and in the body.
pub(crate) const ECHO: Hostile = Hostile {
    name: "echoes the key",
    listens: true,
    answer: |stream, request| {
        let line = request.lines().find(|line| line.to_lowercase().starts_with("authorization"));
        let key = line.unwrap_or_default();
        let body = format!("{{\"success\":false,\"error\":\"you sent {key}\"}}");
        let head = format!(
            "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nX-Echo: {key}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        send(stream, head.as_bytes());
    },
};

/// A server that never seems gone: it refuses one request and hangs on the next.
pub(crate) const HALF_HANGING: Hostile = Hostile {
    name: "hangs on every second request",
    listens: true,
    answer: |stream, _| {
        static REQUESTS: AtomicUsize = AtomicUsize::new(0);
        if REQUESTS.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            wait(stream);
        }
        send(stream, b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    },
};

impl Hostile {
    /// Starts it.
    pub(crate) fn start(&self) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        if self.listens {
            let (answer, reads) = (self.answer, self.name != RESETS);
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    std::thread::spawn(move || serve(stream, answer, reads));
                }
            });
        }
        Running { address }
    }
}

fn serve(mut stream: TcpStream, answer: fn(&mut TcpStream, &str), reads: bool) {
    let mut request = vec![0; 1 << 16];
    if !reads {
        // Waits until the request is there; dropping the stream with it unread resets.
        let _ = stream.peek(&mut request);
        return;
    }
    let read = stream.read(&mut request).unwrap_or(0);
    answer(&mut stream, &String::from_utf8_lossy(&request[..read]));
}

fn send(stream: &mut TcpStream, bytes: &[u8]) {
    // The client may be gone already, which is its right.
    let _ = stream.write_all(bytes);
}

/// Reads until the client gives up.
fn wait(stream: &mut TcpStream) {
    let mut rest = [0; 1024];
    while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
}
