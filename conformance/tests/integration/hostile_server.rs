//! Starts hostile servers on loopback and a free port.
//!
//! The servers use raw sockets, because HTTP libraries do not send malformed responses.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

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
