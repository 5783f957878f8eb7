//! Sends a request as bytes, over a connection of its own, and finds in the bytes of the response what the HTTP client
//! rejects without its place. Nothing is judged here.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{HeaderName, HeaderValue};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

use super::MAX_HEADER_BYTES;

/// The maximum length of a server's text in a message, in characters.
const MAX_SHOWN: usize = 60;

/// Returns the bytes of a response up to the end of its headers. With a configuration of TLS, the connection is encrypted.
///
/// # Errors
/// If there is no connection, or none within this time.
pub(super) fn response_head(
    (host, port): (&str, u16),
    tls: Option<Arc<ClientConfig>>,
    request: &str,
    time: Duration,
) -> io::Result<Vec<u8>> {
    let bare_host = host.trim_start_matches('[').trim_end_matches(']');
    let address = (bare_host, port).to_socket_addrs()?.next();
    let address = address.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
    let stream = TcpStream::connect_timeout(&address, time)?;
    stream.set_read_timeout(Some(time))?;
    stream.set_write_timeout(Some(time))?;
    let end = Instant::now() + time;
    let Some(config) = tls else { return exchange(stream, request, end) };
    let name = ServerName::try_from(bare_host.to_owned()).map_err(io::Error::other)?;
    let connection = ClientConnection::new(config, name).map_err(io::Error::other)?;
    exchange(StreamOwned::new(connection, stream), request, end)
}

fn exchange(mut stream: impl Read + Write, request: &str, end: Instant) -> io::Result<Vec<u8>> {
    stream.write_all(request.as_bytes())?;
    stream.flush()?;
    let (mut head, mut buffer) = (Vec::new(), [0; 4 << 10]);
    while Instant::now() < end && head.len() < MAX_HEADER_BYTES {
        let count = stream.read(&mut buffer)?;
        head.extend_from_slice(&buffer[..count]);
        if count == 0 || head.windows(4).any(|bytes| bytes == b"\r\n\r\n") {
            break;
        }
    }
    Ok(head)
}

/// Returns the status code and the reason phrase of a response.
pub(super) fn status_line(head: &[u8]) -> Option<String> {
    let line = head.split(|byte| *byte == b'\n').next()?.trim_ascii();
    let line = String::from_utf8_lossy(line.strip_prefix(b"HTTP/1.")?).into_owned();
    Some(line.split_once(' ')?.1.chars().take(MAX_SHOWN).collect())
}

/// Returns what is wrong with the first header of a response that HTTP does not allow.
pub(super) fn invalid_header(head: &[u8]) -> Option<String> {
    let lines = head.split(|byte| *byte == b'\n').skip(1);
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.take_while(|line| !line.is_empty()).find_map(|line| {
        let end = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (name, value) = line.split_at(end);
        let part = match (HeaderName::from_bytes(name), value.strip_prefix(b":")) {
            (Err(_), Some(_)) => "the name",
            (_, None) => "the line",
            (Ok(_), Some(value)) => {
                HeaderValue::from_bytes(value.trim_ascii()).is_err().then_some("the value")?
            }
        };
        let shown: String = String::from_utf8_lossy(name).chars().take(MAX_SHOWN).collect();
        Some(format!("{part} of its header `{shown}` has a form that RFC 9110, section 5, forbids"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_headers_are_named() {
        for (lines, expected) in [
            ("Content-Length: 0", None),
            ("A: 1\r\nX Bad: 1", Some("the name of its header `X Bad` has a form that")),
            ("X-Bad : 1", Some("the name of its header `X-Bad ` has")),
            (": 1", Some("the name of its header `` has")),
            ("A: 1\r\n folded", Some("the line of its header ` folded` has")),
            ("X-Bad: \u{1}", Some("the value of its header `X-Bad` has")),
            ("X-Good: \u{e9}", None),
        ] {
            let head = format!("HTTP/1.1 200 OK\r\n{lines}\r\n\r\nX Body: 1\r\n");
            let found = invalid_header(head.as_bytes());
            assert_eq!(found.is_some(), expected.is_some(), "{lines}: {found:?}");
            assert!(found.unwrap_or_default().starts_with(expected.unwrap_or_default()), "{lines}");
        }
        assert_eq!(
            status_line(b"HTTP/1.1 403 Forbidden\r\n\r\n").as_deref(),
            Some("403 Forbidden")
        );
        assert_eq!(status_line(b"SSH-2.0"), None);
    }
}
