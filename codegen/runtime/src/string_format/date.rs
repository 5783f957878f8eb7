//! The `date` format: `full-date` of RFC 3339, section 5.6, without extensions.

use super::date_time::Parts;
use super::error::FormatError;

const NOT_A_DATE: FormatError = FormatError::fixed("is not a date (rfc 3339)");

/// Validates a date of the Gregorian calendar, such as `2026-02-28`.
///
/// # Errors
///
/// If `text` is not such a date.
pub fn check(text: &str) -> Result<(), FormatError> {
    let mut parts = Parts::new(text);
    parts.date().filter(|_| parts.is_read()).ok_or(NOT_A_DATE)?.check()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn dates() {
        const WHY: &str = "is not a date (rfc 3339)";
        const DAY: &str = "has a date that is not in the calendar";
        check_table(
            super::check,
            &["2026-02-28", "2024-02-29", "0000-01-01", "9999-12-31"],
            &[
                ("", WHY),
                ("2026-2-28", WHY),
                ("20260228", WHY),
                ("2026-02-28T00:00:00Z", WHY),
                ("2026-02-28 ", WHY),
                ("2026-W09-6", WHY),
                ("2026-059", WHY),
                ("2026-02-2\u{0668}", WHY),
                ("2026-02-29", DAY),
                ("2026-13-01", DAY),
                ("2026-04-31", DAY),
            ],
        );
    }
}
