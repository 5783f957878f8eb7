//! Request framing: rejects a head that two servers could read in different ways.
//!
//! This module does not look at a body.

use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Version};

/// Returns the status code and the reason with which a head is rejected, if any.
///
/// `has_length` says that the head has a `Content-Length`, which the HTTP library drops beside a
/// `Transfer-Encoding`.
pub(super) fn rejection(
    version: Version,
    headers: &HeaderMap,
    has_length: bool,
) -> Option<(StatusCode, &'static str)> {
    let mut hosts = headers.get_all(HOST).iter();
    // RFC 9112, section 3.2.
    let reason = match (hosts.next(), hosts.next()) {
        (None, _) if version == Version::HTTP_11 => "the Host header is missing\n",
        (Some(_), Some(_)) => "there is more than one Host header\n",
        (Some(host), None) if !host.is_empty() && Authority::try_from(host.as_bytes()).is_err() => {
            "the Host header is malformed\n"
        }
        // RFC 9112, section 6.1: a proxy may have used the other header.
        _ if headers.contains_key(TRANSFER_ENCODING) && has_length => {
            "there is both a Content-Length and a Transfer-Encoding\n"
        }
        _ if headers.contains_key(TRANSFER_ENCODING) && !is_chunked_alone(headers) => {
            return Some((StatusCode::NOT_IMPLEMENTED, "the Transfer-Encoding is not supported\n"));
        }
        _ => return None,
    };
    Some((StatusCode::BAD_REQUEST, reason))
}

/// Returns whether the body is chunked and has no other transfer coding; this server can decode no others.
fn is_chunked_alone(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let first = codings.next();
    first.is_some_and(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
        && codings.next().is_none()
}

const CONTENT_LENGTH: &[u8] = b"content-length:";

/// Searches the bytes of a head for a `Content-Length` while they arrive.
///
/// A head that arrived together with the end of the previous request is not searched.
#[derive(Debug, Default)]
pub(super) struct LengthScan {
    /// The number of bytes in the current line.
    column: usize,
    /// Whether the current line matches the header name so far.
    matches_name: bool,
    /// Whether a line that is not empty has arrived; empty lines before the first are skipped.
    has_begun: bool,
    has_ended: bool,
}

impl LengthScan {
    /// Searches the next bytes; returns whether the header ends in them.
    pub(super) fn search(&mut self, bytes: &[u8]) -> bool {
        let mut is_found = false;
        for byte in bytes.iter().copied().filter(|byte| *byte != b'\r') {
            if self.has_ended {
                break;
            }
            if byte == b'\n' {
                self.has_ended = self.has_begun && self.column == 0;
                self.column = 0;
                continue;
            }
            let matches = CONTENT_LENGTH.get(self.column) == Some(&byte.to_ascii_lowercase());
            self.matches_name = matches && (self.column == 0 || self.matches_name);
            self.column += 1;
            self.has_begun = true;
            is_found |= self.matches_name && self.column == CONTENT_LENGTH.len();
        }
        is_found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_length_is_found_only_in_the_head() {
        let table = [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", false),
            ("\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n", true),
            ("GET / HTTP/1.1\nA: b\nCONTENT-length:2\n\n", true),
            ("GET / HTTP/1.1\r\nX-Content-Length: 2\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nContent-Lengthy: 2\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nA: Content-Length: 2\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nA: b\r\n\r\nContent-Length: 2\r\n", false),
        ];
        for (head, expected) in table {
            for step in [1, 3, head.len()] {
                let mut scan = LengthScan::default();
                let count = head.as_bytes().chunks(step).filter(|part| scan.search(part)).count();
                assert_eq!(count, usize::from(expected), "{head:?} by {step}");
            }
        }
    }
}
