//! The progress of a long command: the bar on a terminal, and the time between lines elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use webdata_suite::describe_duration;

/// Returns the style of every bar: subject, progress, rate, time left, and remarks.
fn style() -> ProgressStyle {
    let style = "{msg} {wide_bar} {pos}/{len}, {rate} a second, {left} left{prefix}";
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Writing to a bar never fails.
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = out.write_str(&describe_duration(Duration::from_secs(state.eta().as_secs())));
    };
    ProgressStyle::with_template(style).map_or_else(
        |_| ProgressStyle::default_bar(),
        |style| style.with_key("rate", rate).with_key("left", left),
    )
}

/// Returns a bar that has its label and its style before its first frame.
pub(super) fn labelled_bar(label: &'static str) -> ProgressBar {
    ProgressBar::no_length().with_style(style()).with_message(label)
}

/// The shortest and the longest time between two lines, also while no case ends. CI services end a job that has
/// printed nothing for ten minutes.
const INTERVALS: (Duration, Duration) = (Duration::from_secs(15), Duration::from_secs(5 * 60));

/// Returns the time from one line to the next: a fifth of the time since the start, so that a run of hours prints
/// less than a hundred lines.
pub(super) fn interval(elapsed: Duration) -> Duration {
    let (shortest, longest) = INTERVALS;
    (elapsed / 5).clamp(shortest, longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_hours_has_few_lines() {
        for (hours, max_lines) in [(1, 30), (4, 70)] {
            let (mut elapsed, mut lines) = (Duration::ZERO, 0);
            while elapsed < Duration::from_secs(hours * 3600) {
                elapsed += interval(elapsed);
                lines += 1;
            }
            assert!(lines < max_lines, "{lines} in {hours} h");
        }
    }
}
