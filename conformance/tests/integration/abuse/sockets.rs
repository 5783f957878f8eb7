//! Clients that break off, say nothing, read nothing, take their time or are many.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::runtime::Runtime;

use crate::abuse::check::Abuse;
use crate::abuse::raw::Raw;
use crate::abuse::served::Served;

/// How many connections are held at once.
const MANY: usize = 1000;

/// How many send a large body at once, and how large it is: nearly as large as it may be.
const LARGE: usize = 200;
const LARGE_BYTES: usize = 2_000_000;

/// A server that has read nothing for so long takes no more, and is not only busy.
const TAKES_NO_MORE: Duration = Duration::from_secs(3);

/// Within which time the server lets a client go that sends without end: after 20 s, and machines are
/// busy.
const LET_GO: Duration = Duration::from_secs(50);

pub(crate) const ALL: [Abuse; 11] = [
    Abuse::acts("a side that is closed", half_closed),
    Abuse::acts("updates in a row", pipelined),
    Abuse::acts("connections that are reset", reset),
    Abuse::acts("a head byte by byte", |served| byte_by_byte(served, 40)),
    Abuse::acts("a body byte by byte", |served| byte_by_byte(served, usize::MAX)),
    Abuse::acts("a response that the client does not read", |served| drop(unread(served))),
    Abuse::acts("1,000 connections", many),
    Abuse::acts("large bodies at once", large),
    Abuse::sends("nothing", |_| Vec::new(), &[]),
    Abuse::sends(
        "a TLS greeting",
        |_| b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03".to_vec(),
        &[400],
    ),
    Abuse::sends("HTTP/2", |_| b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), &[]),
];

pub(crate) const SLOW: [Abuse; 1] = [Abuse::acts("clients without end", without_end)];

/// A client that has sent everything, and closed its side, gets a response.
fn half_closed(served: &Served) {
    let mut raw = served.raw();
    raw.send(&served.patch("", br#"{"retentionDays":30}"#));
    raw.end();
    assert_eq!(raw.answer().unwrap().status, 200);
    assert_eq!(raw.answer(), None);
}

/// Each is answered, in the order in which they came.
fn pipelined(served: &Served) {
    const COUNT: u64 = 100;
    let updates = (1..=COUNT)
        .map(|days| served.patch("", format!(r#"{{"retentionDays":{days}}}"#).as_bytes()));
    let mut raw = served.raw();
    raw.send(&updates.collect::<Vec<_>>().concat());
    for days in 1..=COUNT {
        let answer = raw.answer().unwrap();
        assert_eq!(answer.json()["data"]["retentionDays"], days, "{answer:?}");
    }
}

/// Whole requests and parts of them, of which the client wants to hear nothing any more.
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

/// A slow client is answered, though it takes a while; only so many bytes come one by one.
fn byte_by_byte(served: &Served, most: usize) {
    let request = served.patch("", br#"{"retentionDays":30}"#);
    let head = request.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let slowly = if most == usize::MAX { head..request.len() } else { 0..most };
    let mut raw = served.raw();
    raw.send(&request[..slowly.start]);
    for byte in &request[slowly.clone()] {
        raw.send(&[*byte]);
        // The time between the bytes is the abuse.
        thread::sleep(Duration::from_millis(5));
    }
    raw.send(&request[slowly.end..]);
    assert_eq!(raw.answer().unwrap().status, 200);
}

/// A client that asks for large answers until the server takes no more, and reads none.
pub(crate) fn unread(served: &Served) -> Raw {
    let mut raw = served.raw();
    let asks = served.request("GET", "/_reference/", "", b"").repeat(100);
    raw.stream.set_write_timeout(Some(TAKES_NO_MORE)).unwrap();
    let stopped = (0..10_000).find_map(|_| raw.stream.write_all(&asks).err());
    let kind = stopped.map(|error| error.kind());
    assert!(matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{kind:?}");
    raw
}

/// Connections that are held do not keep others out, and are good for a request later on.
fn many(served: &Served) {
    allow_many();
    let mut held: Vec<Raw> = (0..MANY).map(|_| served.raw()).collect();
    let request = served.patch("", br#"{"retentionDays":30}"#);
    // A part of them has begun a request.
    for raw in held.iter_mut().step_by(2) {
        raw.send(&request[..40]);
    }
    assert_eq!(served.control("GET", "", &Value::Null).status, 200);
    for (index, raw) in held.iter_mut().enumerate() {
        raw.send(if index % 2 == 0 { &request[40..] } else { &request });
    }
    for raw in &mut held {
        assert_eq!(raw.answer().unwrap().status, 200);
    }
}

/// More than the server has room for: they wait for each other, and each is answered.
fn large(served: &Served) {
    let mut body = vec![b' '; LARGE_BYTES];
    body.extend_from_slice(br#"{"retentionDays":30}"#);
    let request = &served.patch("", &body);
    let mut held: Vec<Raw> = (0..LARGE).map(|_| served.raw()).collect();
    thread::scope(|scope| {
        for raw in &mut held {
            scope.spawn(move || {
                raw.send(request);
                assert_eq!(raw.answer().unwrap().status, 200);
            });
        }
    });
}

/// They send or read nothing more: the server lets each of them go, and tells those whose request
/// has a head that it did not come whole.
fn without_end(served: &Served) {
    let request = served.patch("", br#"{"retentionDays":30}"#);
    let (mut head, mut body, unread) = (served.raw(), served.raw(), unread(served));
    let began = Instant::now();
    head.send(&request[..40]);
    body.send(&request[..request.len() - 1]);
    let mut trickle = served.raw().stream;
    trickle.write_all(&request[..40]).unwrap();
    let is_let_go = |stream: &mut TcpStream| {
        // Each byte is one more sign of life.
        while stream.write_all(b"a").is_ok() && began.elapsed() < LET_GO {
            thread::sleep(Duration::from_millis(100));
        }
        assert!(began.elapsed() < LET_GO, "a trickle went on");
    };
    is_let_go(&mut trickle);
    assert_eq!(head.answer(), None);
    let answer = body.answer().unwrap();
    assert_eq!((answer.status, body.answer()), (400, None), "{answer:?}");
    // What is still in the buffers of the system can be read, and then it is over.
    let mut unread = unread.stream;
    unread.set_read_timeout(Some(LET_GO)).unwrap();
    let mut bytes = vec![0; 1 << 20];
    let end = loop {
        match unread.read(&mut bytes) {
            Ok(0) => break None,
            Ok(_) => {}
            Err(error) => break Some(error.kind()),
        }
    };
    assert!(!matches!(end, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{end:?}");
}

/// Each connection is a file of this process, too.
fn allow_many() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let (now, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        setrlimit(Resource::RLIMIT_NOFILE, now.max(most.min(4096)), most).unwrap();
    }
}
