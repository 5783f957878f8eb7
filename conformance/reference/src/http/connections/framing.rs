//! Whether the head of a request says in one way alone whom it is for and where it ends.
//!
//! It must not look at a body.

use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Version};

/// Returns the status code and the reason with which a head is rejected, if any.
///
/// `has_length` says that a `Content-Length` came, which the HTTP library drops beside a
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
        // RFC 9112, section 6.1: whoever stands in between may have gone by the other one.
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

/// Returns whether a body comes in chunks, and in no other coding, which this server could not undo.
fn is_chunked_alone(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let first = codings.next();
    first.is_some_and(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
        && codings.next().is_none()
}

const CONTENT_LENGTH: &[u8] = b"content-length:";

/// Looks for a `Content-Length` in the bytes of a head, as they come.
///
/// A head that came in one piece with the request before it is not looked at.
#[derive(Debug, Default)]
pub(super) struct LengthScan {
    /// How many bytes of the line have come.
    column: usize,
    /// Whether the line begins as the header does, so far.
    is_like: bool,
    /// Whether a line with anything on it has come; empty lines before the first are skipped.
    has_begun: bool,
    has_ended: bool,
}

impl LengthScan {
    /// Reads on; returns whether the header has come in these bytes.
    pub(super) fn finds_in(&mut self, bytes: &[u8]) -> bool {
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
            let like = CONTENT_LENGTH.get(self.column) == Some(&byte.to_ascii_lowercase());
            self.is_like = like && (self.column == 0 || self.is_like);
            self.column += 1;
            self.has_begun = true;
            is_found |= self.is_like && self.column == CONTENT_LENGTH.len();
        }
        is_found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_found_in_the_head_alone() {
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
                let found = head.as_bytes().chunks(step).filter(|part| scan.finds_in(part)).count();
                assert_eq!(found, usize::from(expected), "{head:?} by {step}");
            }
        }
    }
}
