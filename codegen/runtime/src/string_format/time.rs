//! The `time` format: `full-time` of RFC 3339, section 5.6, without extensions.

use super::date_time::Parts;
use super::error::FormatError;

const NOT_A_TIME: FormatError = FormatError::fixed("is not a time with an offset (rfc 3339)");

/// Validates a time of day such as `09:00:00.5+01:00`. Second 60 is valid only at 23:59 UTC.
///
/// # Errors
///
/// If `text` is not such a time; the error names the invalid part.
pub fn check(text: &str) -> Result<(), FormatError> {
    let mut parts = Parts::new(text);
    parts.time().filter(|_| parts.is_read()).ok_or(NOT_A_TIME)?.check()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn times() {
        const WHY: &str = "is not a time with an offset (rfc 3339)";
        const TIME: &str = "has a time of day that does not exist";
        check_table(
            super::check,
            &["09:00:00Z", "23:59:60z", "00:29:60+00:30", "09:00:00.123-23:59"],
            &[
                ("", WHY),
                ("09:00:00", WHY),
                ("09:00Z", WHY),
                ("09:00:00.Z", WHY),
                ("9:00:00Z", WHY),
                ("09:00:00 Z", WHY),
                ("09:00:00+1", WHY),
                ("24:00:00Z", TIME),
                ("09:60:00Z", TIME),
                ("09:00:00+24:00", "has an offset beyond 23:59"),
                (
                    "22:59:60Z",
                    "has a second 60 where utc is not at 23:59, so it cannot be a leap second",
                ),
            ],
        );
    }
}
