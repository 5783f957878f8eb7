//! Servers that no client should meet, on loopback and a free port.
//!
//! They are raw sockets, so that they can do what no HTTP library would.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// A server by what it does with each connection.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    /// What requests are sent to: `http`, or `https` though it speaks no TLS.
    pub(crate) scheme: &'static str,
    /// What a run against it comes to.
    pub(crate) verdict: &'static str,
    pub(crate) does: Does,
}

/// What a server does.
#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// It does not listen at all.
    Nothing,
    /// It goes away with the request unread, which makes the system reset the connection.
    Resets,
    /// It reads the head of a request, and then does this with the connection, told the head.
    Answers(fn(&mut TcpStream, &str)),
    /// It does this as soon as somebody connects.
    Speaks(fn(&mut TcpStream)),
}

/// A hostile server that is running; its threads end with the test's process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
}

impl Hostile {
    /// One whose answers cannot be judged.
    pub(crate) const fn unanswering(name: &'static str, answers: fn(&mut TcpStream, &str)) -> Self {
        Self { name, scheme: "http", verdict: "incomplete", does: Does::Answers(answers) }
    }

    /// One whose answers are HTTP, though not what the contract says.
    pub(crate) const fn wrong(name: &'static str, answers: fn(&mut TcpStream, &str)) -> Self {
        Self { name, scheme: "http", verdict: "not-conformant", does: Does::Answers(answers) }
    }

    /// Starts it.
    pub(crate) fn start(&self) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let does = self.does;
        if !matches!(does, Does::Nothing) {
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    std::thread::spawn(move || serve(stream, does));
                }
            });
        }
        Running { address }
    }
}

fn serve(mut stream: TcpStream, does: Does) {
    let mut request = vec![0; 1 << 16];
    match does {
        Does::Nothing => {}
        Does::Resets => {
            // Waits until the request is there; dropping the stream with it unread resets.
            let _ = stream.peek(&mut request);
        }
        Does::Speaks(speaks) => speaks(&mut stream),
        Does::Answers(answers) => {
            let read = stream.read(&mut request).unwrap_or(0);
            answers(&mut stream, &String::from_utf8_lossy(&request[..read]));
        }
    }
}

/// Sends bytes; whether anybody takes them. The client may be gone already, which is its right.
pub(crate) fn send(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    stream.write_all(bytes).is_ok()
}

/// Reads until the client gives up.
pub(crate) fn wait(stream: &mut TcpStream) {
    let mut rest = [0; 1024];
    while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
}
