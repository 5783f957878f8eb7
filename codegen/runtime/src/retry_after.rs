//! Reads the header that says when a request may be repeated.

use std::time::{Duration, SystemTime};

/// Returns the wait of a `Retry-After` header: whole seconds, or an HTTP date (RFC 9110, section 10.2.3).
///
/// A date is compared with the response's own `Date`, so that the clock of the server may be ahead or behind. Without
/// that header, it is compared with the clock of this machine. A date in the past is no wait. Other values are ignored.
#[must_use]
pub fn wait(header: &str, date: Option<&str>) -> Option<Duration> {
    let text = header.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows is a very long wait.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let server = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let now = server.unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_by_the_clock_of_the_server() {
        let until = "Wed, 21 Oct 2015 07:28:02 GMT";
        let far = "Fri, 31 Dec 9999 23:59:59 GMT";
        for (header, date, seconds) in [
            ("7", None, Some(7)),
            (" 7 ", Some(until), Some(7)),
            ("0", None, Some(0)),
            ("99999999999999999999", None, Some(u64::MAX)),
            (until, Some("Wed, 21 Oct 2015 07:28:00 GMT"), Some(2)),
            // RFC 9110 has two older forms of dates.
            ("Wednesday, 21-Oct-15 07:28:02 GMT", Some("Wed Oct 21 07:28:00 2015"), Some(2)),
            (until, Some(until), Some(0)),
            (until, Some(far), Some(0)),
            // The clock of this machine counts if the server sends none.
            (until, None, Some(0)),
            (until, Some("now"), Some(0)),
            ("soon", Some(until), None),
            ("1.5", None, None),
            ("-1", None, None),
            ("", None, None),
        ] {
            assert_eq!(wait(header, date), seconds.map(Duration::from_secs), "{header} {date:?}");
        }
    }
}
