//! What the web pages of the kit share: the report of a run, and the dashboard of the reference server.

/// The style sheet, in light and dark.
pub const STYLE: &str = include_str!("../templates/report.css");

/// A script with the function `copyable`, which adds a button to an element that copies its text.
pub const COPYABLE_SCRIPT: &str = include_str!("../templates/copyable.js");
