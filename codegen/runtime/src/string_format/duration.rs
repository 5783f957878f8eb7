//! The `duration` format: RFC 3339, appendix A, which is stricter than ISO 8601.
//!
//! This module does not compute the length of a duration.

use super::error::FormatError;

const NOT_A_DURATION: FormatError =
    FormatError::fixed("is not a duration (rfc 3339, appendix a: `P1Y2M3DT4H5M6S` or `P7W`)");

/// Validates a duration such as `P3DT12H` or `P2W`: integers, units in order without gaps, and weeks only
/// alone.
///
/// # Errors
///
/// If `text` is not such a duration.
pub fn check(text: &str) -> Result<(), FormatError> {
    let is_duration = text.strip_prefix('P').is_some_and(|rest| {
        if rest.ends_with('W') {
            return units(rest, "W");
        }
        match rest.split_once('T') {
            Some(("", time)) => units(time, "HMS"),
            Some((date, time)) => units(date, "YMD") && units(time, "HMS"),
            None => units(rest, "YMD"),
        }
    });
    if is_duration { Ok(()) } else { Err(NOT_A_DURATION) }
}

/// Returns whether a string is a sequence of numbers with units that are adjacent in `order`.
fn units(text: &str, order: &str) -> bool {
    let mut used = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (Some(unit), true) = (rest.chars().nth(number), number > 0) else { return false };
        used.push(unit);
        rest = rest.get(number + unit.len_utf8()..).unwrap_or_default();
    }
    !used.is_empty() && order.contains(&used)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn durations() {
        const WHY: &str = "is not a duration (rfc 3339, appendix a: `P1Y2M3DT4H5M6S` or `P7W`)";
        check_table(
            super::check,
            &["P4DT12H30M5S", "P1Y", "P1Y2M3D", "P1M", "PT1M", "PT0S", "P7W", "P1YT1S", "PT36H"],
            &[
                ("", WHY),
                ("P", WHY),
                ("PT", WHY),
                ("P1YT", WHY),
                ("PT1D", WHY),
                ("4DT12H", WHY),
                ("P1D2H", WHY),
                ("P2D1Y", WHY),
                ("P1Y1D", WHY),
                ("PT1H1S", WHY),
                ("P1Y2W", WHY),
                ("P1WT1H", WHY),
                ("P1", WHY),
                ("PT0.5S", WHY),
                ("P-1D", WHY),
                ("p1d", WHY),
                ("P\u{0662}Y", WHY),
                ("P1D ", WHY),
            ],
        );
    }
}
