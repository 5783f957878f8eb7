//! Writes a report as a badge: one SVG that loads nothing.
//!
//! The badge shows the profiles of the verdict, and the day. It repeats its report, and proves nothing.

use askama::Template;

use super::document::{Report, Verdict};
use super::headline::{headline, main_figures, verdict_phrase};
use super::phrases::pluralize;
use crate::Printable;
use crate::display::{cut, one_line};
use crate::outcome::OutcomeKind;

/// The space on each side of a text, in pixels.
const MARGIN: usize = 6;

/// The width of a character, in tenths of a pixel: the mean of Verdana at 11 pixels. Browsers fit the text
/// into the width, whatever their font.
const CHARACTER_WIDTH: usize = 68;

/// The maximum length of a text, in characters.
const MAX_TEXT_CHARS: usize = 120;

#[derive(Template)]
#[template(path = "badge.svg", escape = "html")]
struct Badge {
    /// The whole first line of the report, which browsers show as a tooltip.
    title: String,
    label: String,
    message: String,
    colour: &'static str,
    /// The width of the left half.
    split: usize,
    /// The width of the right half.
    right: usize,
    width: usize,
}

/// Returns the badge of a report.
///
/// # Errors
/// Fails if the template cannot be rendered; rendering into a string does not fail.
pub fn badge(report: &Report) -> askama::Result<Printable> {
    let shown = |text: &str| cut(&one_line(text), MAX_TEXT_CHARS);
    let label = shown(&format!("{} {}", report.contract.name, report.contract.version));
    let message = shown(&message(report));
    let (split, right) = (width(&label), width(&message));
    let colour = match report.verdict {
        Verdict::Conformant => "#1a7f37",
        Verdict::Partial => "#66707b",
        Verdict::NotConformant => "#c01c28",
        Verdict::Incomplete => "#8a5a00",
    };
    let title = one_line(&headline(report));
    let badge = Badge { title, label, message, colour, split, right, width: split + right };
    Ok(Printable::multiline(&badge.render()?))
}

/// Returns the verdict with its profiles, the number of waived failures, and the day.
fn message(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Partial => format!("{}, {}", verdict_phrase(report), main_figures(report)),
        Verdict::Conformant | Verdict::NotConformant | Verdict::Incomplete => {
            verdict_phrase(report)
        }
    };
    let waived = match report.count(OutcomeKind::Waived) {
        0 => String::new(),
        count => format!(", {} waived", pluralize(count, "failure")),
    };
    format!("{verdict}{waived}, {}", report.started_at.strftime("%Y-%m-%d"))
}

fn width(text: &str) -> usize {
    (text.chars().count() * CHARACTER_WIDTH).div_ceil(10) + 2 * MARGIN
}
