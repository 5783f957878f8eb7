//! Writes counts and durations in words.

use std::time::Duration;

pub use webdata_spec::prose::pluralize;

/// Returns a duration in words: `120 ms`, `12.3 s` or `2 min 5 s`.
#[must_use]
pub fn describe_duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => "less than 1 ms".to_owned(),
        seconds if seconds < 0.9995 => format!("{:.0} ms", seconds * 1e3),
        seconds if seconds < 59.95 => {
            let tenths = format!("{seconds:.1}");
            format!("{} s", tenths.strip_suffix(".0").unwrap_or(&tenths))
        }
        seconds => {
            let seconds = seconds.round() as u64;
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let parts = [(hours, "h"), (minutes, "min"), (seconds, "s")];
            let parts = parts.into_iter().filter(|(count, _)| *count > 0);
            parts.map(|(count, unit)| format!("{count} {unit}")).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Returns a number of seconds in words, as [`describe_duration`].
#[must_use]
pub fn describe_seconds(seconds: f64) -> String {
    describe_duration(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_the_unit_of_its_size() {
        let table = [
            (0, "less than 1 ms"),
            (6, "6 ms"),
            (999, "999 ms"),
            (1_000, "1 s"),
            (12_340, "12.3 s"),
            (59_960, "1 min"),
            (125_000, "2 min 5 s"),
            (600_000, "10 min"),
            (3_600_000, "1 h"),
            (7_265_000, "2 h 1 min 5 s"),
        ];
        for (milliseconds, expected) in table {
            assert_eq!(describe_duration(Duration::from_millis(milliseconds)), expected);
        }
        assert_eq!(describe_seconds(30.0), "30 s");
    }
}
