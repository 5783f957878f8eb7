//! Parses durations such as `30s` and `2m`.

use std::time::Duration;

/// The longest duration that is accepted.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The error for a malformed duration.
#[derive(Debug, thiserror::Error)]
#[error("write a number and its unit, such as 30s, 2m or 1h: more than 0, and at most 24h")]
pub(super) struct DurationError;

/// Parses a number of seconds, minutes or hours.
pub(super) fn duration(written: &str) -> Result<Duration, DurationError> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let number = |(unit, milliseconds): (&str, u64)| {
        let number = written.strip_suffix(unit)?.trim_end().parse::<u64>().ok()?;
        number.checked_mul(milliseconds).map(Duration::from_millis)
    };
    let parsed = units.into_iter().find_map(number);
    parsed.filter(|parsed| !parsed.is_zero() && *parsed <= LONGEST).ok_or(DurationError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_and_a_bound() {
        let good = [("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1 h", 3_600_000)];
        for (written, milliseconds) in good {
            let parsed = duration(written).expect(written);
            assert_eq!(parsed, Duration::from_millis(milliseconds));
        }
        for written in ["", "s", "30", "0s", "-1s", "1.5s", "25h", "30 seconds", "99999999999999h"]
        {
            assert!(duration(written).is_err(), "{written}");
        }
    }
}
