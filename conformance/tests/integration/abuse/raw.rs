//! A connection that sends arbitrary bytes and reads HTTP/1.1 responses.
//!
//! Every read and write has a time limit.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The longest time that a read or a write may take.
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
    /// The bytes that were read and belong to no response yet.
    unread: Vec<u8>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Raw {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect_timeout(&address, LIMIT).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream.set_write_timeout(Some(LIMIT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, unread: Vec::new() }
    }

    /// Sends the bytes; returns whether the server read them all.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        let sent = self.stream.write_all(bytes);
        let timed_out = sent.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(!timed_out, "the server stopped reading");
        sent.is_ok()
    }

    /// Closes the sending side of the connection.
    pub(crate) fn end(&self) {
        drop(self.stream.shutdown(Shutdown::Write));
    }

    /// Returns the next response, or `None` if the connection is closed.
    pub(crate) fn response(&mut self) -> Option<Response> {
        loop {
            let end = self.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            let Some(end) = end else {
                if !self.read() {
                    assert!(
                        self.unread.is_empty(),
                        "the connection ended inside a response: {:?}",
                        self.unread
                    );
                    return None;
                }
                continue;
            };
            let head = String::from_utf8(self.unread.drain(..end + 4).collect()).unwrap();
            let head = head.to_lowercase();
            let status = head.split(' ').nth(1).unwrap().parse().unwrap();
            if status == 100 {
                continue;
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length = length.map_or(0, |length| length.parse().unwrap());
            while self.unread.len() < length {
                assert!(self.read(), "the connection ended inside the body of a response: {head}");
            }
            let body = String::from_utf8(self.unread.drain(..length).collect()).unwrap();
            return Some(Response { status, head, body });
        }
    }

    /// Returns all responses until the connection is closed.
    pub(crate) fn responses(&mut self) -> Vec<Response> {
        std::iter::from_fn(|| self.response()).collect()
    }

    /// Reads some bytes; returns whether there were any.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 64 * 1024];
        match self.stream.read(&mut bytes) {
            Ok(count) => {
                self.unread.extend_from_slice(&bytes[..count]);
                count > 0
            }
            Err(error) => {
                let timed_out = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                assert!(!timed_out, "the server neither responds nor closes the connection");
                false
            }
        }
    }
}
