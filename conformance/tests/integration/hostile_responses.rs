//! Servers that are hostile to a client: they send malformed, endless, slow or expanding responses, or none.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A hostile server: how it handles each connection, and the verdict of a run against it.
pub(crate) struct HostileServer {
    pub(crate) name: &'static str,
    /// The scheme of the base URL: `http`, or `https` although the server does not speak TLS.
    pub(crate) scheme: &'static str,
    /// The verdict of a run against the server.
    pub(crate) verdict: &'static str,
    pub(crate) behaviour: Behaviour,
}

/// How a server handles a connection.
#[derive(Clone, Copy)]
pub(crate) enum Behaviour {
    /// Does not listen.
    NotListening,
    /// Closes the connection with the request unread, which makes the system send a reset.
    Resets,
    /// Reads the head of a request, and calls the function with the connection and the head.
    Responds(fn(&mut TcpStream, &str)),
    /// Calls the function as soon as a client connects.
    SpeaksFirst(fn(&mut TcpStream)),
}

/// A running hostile server, whose threads end with the test's process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
}

impl HostileServer {
    /// Returns a server that sends no response that can be judged.
    pub(crate) const fn unjudgeable(name: &'static str, respond: fn(&mut TcpStream, &str)) -> Self {
        Self {
            name,
            scheme: "http",
            verdict: "incomplete",
            behaviour: Behaviour::Responds(respond),
        }
    }

    /// Returns a server whose responses are HTTP, but break the contract.
    pub(crate) const fn not_conformant(
        name: &'static str,
        respond: fn(&mut TcpStream, &str),
    ) -> Self {
        Self {
            name,
            scheme: "http",
            verdict: "not-conformant",
            behaviour: Behaviour::Responds(respond),
        }
    }

    /// Starts the server, unless its behaviour is not to listen.
    pub(crate) fn start(&self) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let behaviour = self.behaviour;
        if !matches!(behaviour, Behaviour::NotListening) {
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    std::thread::spawn(move || serve(stream, behaviour));
                }
            });
        }
        Running { address }
    }
}

fn serve(mut stream: TcpStream, behaviour: Behaviour) {
    let mut request = vec![0; 1 << 16];
    match behaviour {
        Behaviour::NotListening => {}
        Behaviour::Resets => {
            // Waits until the request has arrived; dropping a stream with unread data sends a reset.
            let _ = stream.peek(&mut request);
        }
        Behaviour::SpeaksFirst(speak) => speak(&mut stream),
        Behaviour::Responds(respond) => {
            let read = stream.read(&mut request).unwrap_or(0);
            respond(&mut stream, &String::from_utf8_lossy(&request[..read]));
        }
    }
}

/// Sends bytes, and tells whether the client received them. The client may close the connection at any time.
pub(crate) fn send(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    stream.write_all(bytes).is_ok()
}

/// Reads until the client closes the connection.
pub(crate) fn wait_for_close(stream: &mut TcpStream) {
    let mut rest = [0; 1024];
    while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
}

/// The servers that `hostile_servers.rs` runs the suite against, one by one.
pub(crate) const SERVERS: [HostileServer; 30] = [
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
    HostileServer::unjudgeable("JSON with more levels than the suite reads", |stream, _| {
        let body = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        respond(stream, "", &body);
    }),
    HostileServer::unjudgeable("a gzip bomb", |stream, _| {
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\
                    Content-Encoding: gzip\r\nConnection: close\r\n\r\n";
        send(stream, head.as_bytes());
        // A gzip file may consist of several members: 1 GiB in 1 MiB.
        let _ = (0..64).all(|_| send(stream, &MEMBER));
    }),
    // The responses of the following servers are HTTP and can be judged.
    HostileServer::not_conformant("a Content-Length that is too short", |stream, _| {
        let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n";
        send(stream, format!("{head}Content-Length: 5\r\n\r\n{body}").as_bytes());
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

/// The number of requests after which [`SILENT_FOR_A_TIME`] is silent, and for how long.
const BEFORE_SILENCE: usize = 20;
const SILENCE: Duration = Duration::from_secs(8);

/// A server that is busy with one request for a time, and rejects all others.
pub(crate) const SILENT_FOR_A_TIME: HostileServer =
    HostileServer::unjudgeable("is silent for a time", |stream, _| {
        static REQUESTS: AtomicUsize = AtomicUsize::new(0);
        static BEGIN: OnceLock<Instant> = OnceLock::new();
        if REQUESTS.fetch_add(1, Ordering::Relaxed) >= BEFORE_SILENCE
            && BEGIN.get_or_init(Instant::now).elapsed() < SILENCE
        {
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
