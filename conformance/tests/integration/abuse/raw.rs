//! A connection that sends any bytes, and reads answers of HTTP/1.1.
//!
//! It waits for nothing without end.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long a read or a write may take.
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
    /// What was read and belongs to no answer yet.
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
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
        Self { stream, rest: Vec::new() }
    }

    /// Sends bytes; whether the server took them all.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        let sent = self.stream.write_all(bytes);
        let is_late = sent.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(!is_late, "the server reads no more");
        sent.is_ok()
    }

    /// Says that nothing more comes.
    pub(crate) fn end(&self) {
        drop(self.stream.shutdown(Shutdown::Write));
    }

    /// The next answer; `None` when the connection is closed.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        loop {
            let end = self.rest.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            let Some(end) = end else {
                if !self.read() {
                    assert!(self.rest.is_empty(), "an answer broke off: {:?}", self.rest);
                    return None;
                }
                continue;
            };
            let head = String::from_utf8(self.rest.drain(..end + 4).collect()).unwrap();
            let head = head.to_lowercase();
            let status = head.split(' ').nth(1).unwrap().parse().unwrap();
            if status == 100 {
                continue;
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length = length.map_or(0, |length| length.parse().unwrap());
            while self.rest.len() < length {
                assert!(self.read(), "the body of an answer broke off: {head}");
            }
            let body = String::from_utf8(self.rest.drain(..length).collect()).unwrap();
            return Some(Answer { status, head, body });
        }
    }

    /// All answers until the connection is closed.
    pub(crate) fn answers(&mut self) -> Vec<Answer> {
        std::iter::from_fn(|| self.answer()).collect()
    }

    /// Reads some; whether there was something.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 64 * 1024];
        match self.stream.read(&mut bytes) {
            Ok(count) => {
                self.rest.extend_from_slice(&bytes[..count]);
                count > 0
            }
            Err(error) => {
                let is_late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                assert!(!is_late, "neither an answer nor an end");
                false
            }
        }
    }
}
