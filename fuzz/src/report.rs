//! Checks that reading, verifying and showing any report ends without a panic. No view may contain control
//! characters except those of our own colours.

use webdata_suite::Printable;
use webdata_suite::report::{brief, diff, junit, markdown, page, read_text, summary, verify};

use super::suite::suite;

/// Reads the bytes as a report.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let file = match read_text(text) {
        Ok(file) => file,
        Err(error) => return drop(error.to_string()),
    };
    drop(verify(&file, suite()));
    let report = &file.report;
    let views = [Some(summary(report, None)), Some(brief(report)), Some(markdown(report))];
    views
        .into_iter()
        .chain([junit(report).ok(), page(report).ok()])
        .flatten()
        .for_each(|view| inert(&view));
    assert!(!diff(report, report).has_broken(), "a report differs from itself");
}

/// Fails if a view contains a control character from the report. Escape sequences for colours are our own.
fn inert(view: &Printable) {
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    for part in view.split('\u{1b}') {
        let is_colour = |(code, _): (&str, &str)| code.bytes().all(|byte| byte.is_ascii_digit());
        let colour = part.strip_prefix('[').and_then(|part| part.split_once('m'));
        let is_first = part.as_ptr() == view.as_ptr();
        assert!(is_first || colour.is_some_and(is_colour), "an escape sequence is shown: {part:?}");
        assert!(!part.contains(acts), "a control character is shown: {part:?}");
    }
}
