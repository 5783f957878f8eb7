//! Clients that break off, send nothing, read nothing, are slow or open many connections.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::runtime::Runtime;

use crate::abuse::check::Abuse;
use crate::abuse::check::Raw;
use crate::abuse::check::Served;

/// The number of connections that are held open at once.
const MANY: usize = 1000;

/// The number of clients that send a large body at once. [`LARGE_BYTES`] is just below the limit
/// for a body.
const LARGE_BODIES: usize = 200;
const LARGE_BYTES: usize = 2_000_000;

/// A server that reads nothing for this time has stopped reading this connection, and is not only
/// busy.
const STOPPED_READING: Duration = Duration::from_secs(3);

/// The longest time until the server disconnects a client that never finishes. The server's limit
/// is 20 s; the rest is for busy machines.
const DISCONNECTED: Duration = Duration::from_secs(50);

pub(crate) const ALL: [Abuse; 11] = [
    Abuse::acts("a closed sending side", half_closed),
    Abuse::acts("pipelined updates", pipelined),
    Abuse::acts("connections that are reset", reset),
    Abuse::acts("a head byte by byte", |served| byte_by_byte(served, 40)),
    Abuse::acts("a body byte by byte", |served| byte_by_byte(served, usize::MAX)),
    Abuse::acts("a response that the client does not read", |served| {
        drop(unread_responses(served));
    }),
    Abuse::acts("1,000 connections", many_connections),
    Abuse::acts("large bodies at once", large_bodies),
    Abuse::sends("nothing", |_| Vec::new(), &[]),
    Abuse::sends(
        "a TLS handshake",
        |_| b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03".to_vec(),
        &[400],
    ),
    Abuse::sends("HTTP/2", |_| b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), &[]),
];

pub(crate) const SLOW: [Abuse; 1] = [Abuse::acts("clients that never finish", never_finishing)];

/// A client that has sent its request and closed its sending side still gets the response.
fn half_closed(served: &Served) {
    let mut raw = served.raw();
    raw.send(&served.patch("", br#"{"retentionDays":30}"#));
    raw.end();
    assert_eq!(raw.response().unwrap().status, 200);
    assert_eq!(raw.response(), None);
}

/// Pipelined requests are answered in the order in which they were sent.
fn pipelined(served: &Served) {
    const COUNT: u64 = 100;
    let updates = (1..=COUNT)
        .map(|days| served.patch("", format!(r#"{{"retentionDays":{days}}}"#).as_bytes()));
    let mut raw = served.raw();
    raw.send(&updates.collect::<Vec<_>>().concat());
    for days in 1..=COUNT {
        let response = raw.response().unwrap();
        assert_eq!(response.json()["data"]["retentionDays"], days, "{response:?}");
    }
}

/// Sends whole requests and parts of requests, and resets each connection without reading a
/// response.
fn reset(served: &Served) {
    let request = served.patch("", br#"{"retentionDays":30}"#);
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        for index in 0..100 {
            let stream = tokio::net::TcpStream::connect(served.address).await.unwrap();
            stream.set_zero_linger().unwrap();
            let part = &request[..request.len() * index / 99];
            assert_eq!(stream.try_write(part).unwrap_or(0), part.len());
        }
    });
}

/// Sends the head (its first `most` bytes) or the body of a request byte by byte; the server
/// responds all the same.
fn byte_by_byte(served: &Served, max_bytes: usize) {
    let request = served.patch("", br#"{"retentionDays":30}"#);
    let head = request.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let slowly = if max_bytes == usize::MAX { head..request.len() } else { 0..max_bytes };
    let mut raw = served.raw();
    raw.send(&request[..slowly.start]);
    for byte in &request[slowly.clone()] {
        raw.send(&[*byte]);
        // The pause between the bytes is the abuse.
        thread::sleep(Duration::from_millis(5));
    }
    raw.send(&request[slowly.end..]);
    assert_eq!(raw.response().unwrap().status, 200);
}

/// Requests large responses without reading any, until the server stops reading requests.
pub(crate) fn unread_responses(served: &Served) -> Raw {
    let mut raw = served.raw();
    let asks = served.request("GET", "/_reference/", "", b"").repeat(100);
    raw.stream.set_write_timeout(Some(STOPPED_READING)).unwrap();
    let stopped = (0..10_000).find_map(|_| raw.stream.write_all(&asks).err());
    let kind = stopped.map(|error| error.kind());
    assert!(matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{kind:?}");
    raw
}

/// Many open connections do not block a new one, and each still serves a request later.
fn many_connections(served: &Served) {
    raise_file_limit();
    let mut held: Vec<Raw> = (0..MANY).map(|_| served.raw()).collect();
    let request = served.patch("", br#"{"retentionDays":30}"#);
    // Half of the connections have already begun a request.
    for raw in held.iter_mut().step_by(2) {
        raw.send(&request[..40]);
    }
    assert_eq!(served.control("GET", "", &Value::Null).status, 200);
    for (index, raw) in held.iter_mut().enumerate() {
        raw.send(if index % 2 == 0 { &request[40..] } else { &request });
    }
    for raw in &mut held {
        assert_eq!(raw.response().unwrap().status, 200);
    }
}

/// Sends more bytes at once than the server keeps in memory: the requests wait, and each gets its
/// response.
fn large_bodies(served: &Served) {
    let mut body = vec![b' '; LARGE_BYTES];
    body.extend_from_slice(br#"{"retentionDays":30}"#);
    let request = &served.patch("", &body);
    let mut held: Vec<Raw> = (0..LARGE_BODIES).map(|_| served.raw()).collect();
    thread::scope(|scope| {
        for raw in &mut held {
            scope.spawn(move || {
                raw.send(request);
                assert_eq!(raw.response().unwrap().status, 200);
            });
        }
    });
}

/// Clients that never finish their request, or never read their responses, are disconnected. A
/// client whose request has a complete head gets status code 400 first.
fn never_finishing(served: &Served) {
    let request = served.patch("", br#"{"retentionDays":30}"#);
    let (mut head, mut body, unread_responses) =
        (served.raw(), served.raw(), unread_responses(served));
    let began = Instant::now();
    head.send(&request[..40]);
    body.send(&request[..request.len() - 1]);
    let mut trickle = served.raw().stream;
    trickle.write_all(&request[..40]).unwrap();
    let assert_disconnected = |stream: &mut TcpStream| {
        // Each byte could restart a timer of the server.
        while stream.write_all(b"a").is_ok() && began.elapsed() < DISCONNECTED {
            thread::sleep(Duration::from_millis(100));
        }
        assert!(
            began.elapsed() < DISCONNECTED,
            "the server does not disconnect a client that sends without end"
        );
    };
    assert_disconnected(&mut trickle);
    assert_eq!(head.response(), None);
    let response = body.response().unwrap();
    assert_eq!((response.status, body.response()), (400, None), "{response:?}");
    // The buffers of the system still hold responses; the connection ends behind them.
    let mut unread_responses = unread_responses.stream;
    unread_responses.set_read_timeout(Some(DISCONNECTED)).unwrap();
    let mut bytes = vec![0; 1 << 20];
    let end = loop {
        match unread_responses.read(&mut bytes) {
            Ok(0) => break None,
            Ok(_) => {}
            Err(error) => break Some(error.kind()),
        }
    };
    assert!(!matches!(end, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{end:?}");
}

/// Raises this process's limit of open files, since each connection is a file.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let (now, hard_limit) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        setrlimit(Resource::RLIMIT_NOFILE, now.max(hard_limit.min(4096)), hard_limit).unwrap();
    }
}
